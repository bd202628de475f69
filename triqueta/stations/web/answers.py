"""What an answer to a request is made of: its headers, and the files of the pages."""

from __future__ import annotations

from functools import cache
from html import escape
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path

from websockets.datastructures import Headers
from websockets.http11 import Response

from triqueta.screens.phrases import Language, Text, said

_POLICY = "Content-Security-Policy"
_SECURITY = {
    _POLICY: "default-src 'self'; frame-ancestors 'self'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_DAY = "public, max-age=86400"
_TEXTS = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
_KINDS = {**_TEXTS, ".png": "image/png"}
_FILES = files("triqueta.stations.web").joinpath("files")

SERVED = frozenset(
    file.name for file in _FILES.iterdir() if Path(file.name).suffix in _KINDS.keys() - {".html"}
)
"""The files that anybody may have; pages are for those who may see them."""


def answer(
    status: HTTPStatus,
    body: str | bytes,
    kind: str = "text/plain",
    *,
    may_be_kept: bool = False,
    **more: str,
) -> Response:
    """An answer that no browser keeps, unless it says nothing about this table."""
    content = body.encode() if isinstance(body, str) else body
    charset = "; charset=utf-8" if isinstance(body, str) else ""
    headers = Headers(
        {
            **_SECURITY,
            "Cache-Control": _DAY if may_be_kept else "no-store",
            "Content-Type": f"{kind}{charset}",
            "Content-Length": str(len(content)),
            "Connection": "close",
            **{name.replace("_", "-"): value for name, value in more.items()},
        }
    )
    return Response(status.value, status.phrase, headers, content)


def allow_sockets(response: Response, host: str) -> None:
    """Let a page that was reached at `host` open sockets there, and nowhere else.

    'self' covers them in current browsers. Safari before 16 does not count them, and old phones
    and tablets are what people put on a table: so their host is named, too.
    """
    del response.headers[_POLICY]
    sources = f"'self' ws://{host} wss://{host}"
    response.headers[_POLICY] = f"{_SECURITY[_POLICY]}; connect-src {sources}"


def file_answer(name: str) -> Response:
    """A file of the pages; icons may be kept, but a page's program is the server's own."""
    suffix = Path(name).suffix
    body: str | bytes = _FILES.joinpath(name).read_bytes()
    if suffix in _TEXTS:
        body = _FILES.joinpath(name).read_text("utf-8")
    return answer(HTTPStatus.OK, body, _KINDS[suffix], may_be_kept=name.startswith("icon"))


def page_answer(name: str, language: Language) -> Response:
    """A page in the language of its station."""
    page = _FILES.joinpath(name).read_text("utf-8")
    page = page.replace('<html lang="en">', f'<html lang="{language}">', 1)
    return answer(HTTPStatus.OK, page, "text/html")


def text_page(
    status: HTTPStatus, language: Language, title: Text, paragraphs: list[str]
) -> Response:
    """A page of text; the paragraphs are HTML, each with a mark of its own."""
    heading = in_html(title, language)
    page = (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{heading} - Triqueta</title>\n"
        '<link rel="icon" href="/icon.svg" type="image/svg+xml">\n'
        '<link rel="stylesheet" href="/page.css">\n</head>\n'
        f'<body class="text">\n<main>\n<h1>{heading}</h1>\n'
        + "\n".join(paragraphs)
        + "\n</main>\n</body>\n</html>\n"
    )
    return answer(status, page, "text/html")


def in_html(text: Text, language: Language) -> str:
    return escape(said(text, language))


@cache
def guide_folder() -> Path | None:
    """Where the players' guide is: beside this package in a checkout, inside it once installed."""
    package = Path(__file__).parents[2]
    for folder in (package / "guide", package.parent / "docs" / "guide"):
        if (folder / "guide-en.pdf").is_file():
            return folder
    return None
