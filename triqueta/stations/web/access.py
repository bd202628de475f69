"""Access control: addresses, host names, origins, and the codes of the seats."""

from __future__ import annotations

import hmac
import ipaddress
from base64 import b32encode
from collections.abc import Callable
from functools import lru_cache
from urllib.parse import urlsplit

from triqueta.table.events import SEATS

TOKEN_BYTES = 15  # 120 bits, 24 letters: unguessable, and short enough for a small QR code


class Access:
    """Who is let in to what.

    Pages are only for browsers that came by one of the server's own names: a page of another
    site that has a name point here (DNS rebinding) or opens a socket to here is turned away.

    `key` returns the key that the seats' codes are derived from; every game has a new one.
    """

    def __init__(self, key: Callable[[], bytes]) -> None:
        self._key = key

    @property
    def tokens(self) -> tuple[str, ...]:
        """The code of each seat."""
        return _tokens(self._key())

    def knows_host(self, host: str, reached: tuple[str, int]) -> bool:
        """Whether a browser came by a name of ours, or by the very address that it has reached.

        That one is this machine's own, whichever it has by now: networks come late, and change.
        """
        address, port = reached[:2]
        names = {"localhost", "127.0.0.1", "[::1]", address}
        hosts = {f"{name}:{port}" for name in names}
        if port == 80:  # which browsers leave out
            hosts |= names
        return host.lower() in hosts

    def knows_origin(self, origin: str | None, host: str) -> bool:
        """A socket's origin has to be a page of this very server."""
        if origin is None:
            return False
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()

    def seat_of(self, token: str) -> int | None:
        """The seat a token opens; compared in constant time, so that none can be felt out."""
        found = None
        for seat, right in enumerate(self.tokens):
            if hmac.compare_digest(right.encode(), token.encode("utf-8", "replace")):
                found = seat
        return found


@lru_cache(maxsize=1)
def _tokens(key: bytes) -> tuple[str, ...]:
    return tuple(_token(key, seat) for seat in range(SEATS))


def _token(key: bytes, seat: int) -> str:
    """The same key gives the same codes: after a restart phones find their seats again."""
    digest = hmac.digest(key, f"triqueta-seat/{seat}".encode(), "sha256")
    return b32encode(digest[:TOKEN_BYTES]).decode()


def is_loopback(address: str) -> bool:
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(ip, "ipv4_mapped", None)
    return ip.is_loopback or (mapped is not None and mapped.is_loopback)
