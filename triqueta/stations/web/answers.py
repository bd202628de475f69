"""Answers to HTTP requests: their headers, and how long browsers may keep them."""

from __future__ import annotations

from enum import StrEnum
from http import HTTPStatus

from websockets.datastructures import Headers
from websockets.http11 import Response

_POLICY = "Content-Security-Policy"
_SECURITY = {
    _POLICY: "default-src 'self'; frame-ancestors 'self'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Cache(StrEnum):
    """How long a browser may keep an answer, as the value of the header Cache-Control."""

    NEVER = "no-store"
    CHECKED = "no-cache"  # kept, but the browser asks before each use whether it is still current
    DAY = "public, max-age=86400"
    YEAR = "public, max-age=31536000, immutable"


def answer(
    status: HTTPStatus,
    body: str | bytes,
    content_type: str = "text/plain",
    *,
    cache: Cache = Cache.NEVER,
    **more: str,
) -> Response:
    """Return an answer with the security headers.

    Only content that says nothing about a game may have another `cache` than `Cache.NEVER`. `more`
    are extra headers, with underscores for hyphens.
    """
    content = body.encode() if isinstance(body, str) else body
    charset = "; charset=utf-8" if isinstance(body, str) else ""
    about = {"Content-Type": f"{content_type}{charset}", "Content-Length": str(len(content))}
    if status is HTTPStatus.NOT_MODIFIED:
        about = {}  # the browser keeps what it knows about the content
    headers = Headers(
        {
            **_SECURITY,
            "Cache-Control": cache,
            **about,
            "Connection": "close",
            **{name.replace("_", "-"): value for name, value in more.items()},
        }
    )
    return Response(status.value, status.phrase, headers, content)


def allow_sockets(response: Response, host: str) -> None:
    """Add a policy to an answer that allows sockets to `host` only.

    In current browsers, 'self' includes sockets. In Safari before 16 it does not, and old phones
    and tablets are common at a table. So the policy also names the host.
    """
    del response.headers[_POLICY]
    sources = f"'self' ws://{host} wss://{host}"
    response.headers[_POLICY] = f"{_SECURITY[_POLICY]}; connect-src {sources}"
