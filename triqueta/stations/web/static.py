"""Static files: scripts, styles, icons, translations and the games' sheets of drawings.

They say nothing about a game. So they are the only answers that are compressed, and that browsers
may keep. A file is read, hashed and compressed once, because the board is slow.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path

from websockets.datastructures import Headers
from websockets.http11 import Response

from triqueta.stations.web.answers import Cache, answer
from triqueta.table.registry import Registry

FOLDER = files("triqueta.stations.web").joinpath("files")
SVG = "image/svg+xml; charset=utf-8"
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": SVG,
}

SERVED = frozenset(file.name for file in FOLDER.iterdir() if Path(file.name).suffix in _TYPES)
"""The files that every client can load. HTML pages are missing: access to them is checked."""


@dataclass(frozen=True)
class StaticFile:
    """A file that every client may load. By default, browsers check it before each use."""

    content: bytes
    content_type: str
    cache: Cache = Cache.CHECKED

    @cached_property
    def version(self) -> str:
        """A hash of the content."""
        return sha256(self.content).hexdigest()[:16]

    @cached_property
    def _compressed(self) -> bytes:
        """The content compressed, or b"" if it does not get smaller, like a PNG."""
        compressed = gzip.compress(self.content, mtime=0)
        return compressed if len(compressed) < len(self.content) else b""

    def address(self, path: str) -> str:
        """Return an address that changes with the content, so that browsers keep it for a year."""
        return f"{path}?v={self.version}"

    def answer(self, headers: Headers, query: str = "") -> Response:
        """Return the answer to a request with these headers and this query.

        It has no content if the browser has the same version already.
        """
        is_compressed = bool(self._compressed) and _accepts_gzip(headers)
        tag = f'"{self.version}{"-gzip" * is_compressed}"'
        more = {"ETag": tag}
        if self._compressed:
            more["Vary"] = "Accept-Encoding"
        kept = Cache.YEAR if query == f"v={self.version}" else self.cache
        if tag in _known_tags(headers):
            return answer(HTTPStatus.NOT_MODIFIED, b"", cache=kept, **more)
        if not is_compressed:
            return answer(HTTPStatus.OK, self.content, self.content_type, cache=kept, **more)
        more["Content-Encoding"] = "gzip"
        return answer(HTTPStatus.OK, self._compressed, self.content_type, cache=kept, **more)


def _accepts_gzip(headers: Headers) -> bool:
    for line in headers.get_all("Accept-Encoding"):
        for coding in line.lower().split(","):
            name, _, weight = coding.partition(";")
            if name.strip() == "gzip":
                return not re.fullmatch(r"\s*q=0(\.0*)?\s*", weight)
    return False


def _known_tags(headers: Headers) -> Iterator[str]:
    """Yield the tags of the versions that a browser has."""
    for line in headers.get_all("If-None-Match"):
        yield from re.findall(r'"[^"]*"', line)


@cache
def static_file(name: str) -> StaticFile:
    """Return a file in SERVED. Scripts and styles are checked, as they must match the server."""
    kept = Cache.DAY if name.startswith("icon") else Cache.CHECKED
    return StaticFile(FOLDER.joinpath(name).read_bytes(), _TYPES[Path(name).suffix], kept)


def sheet_of(games: Registry, game: str) -> StaticFile | None:
    """Return the sheet with the drawings of a game, or None if it has none."""
    content = games.sheet(game)
    return None if content is None else _sheet(content)


@cache
def _sheet(content: bytes) -> StaticFile:
    return StaticFile(content, SVG)


def sheet_address(games: Registry, game: str) -> str | None:
    """Return the address of a game's sheet, which browsers keep for a year, or None."""
    sheet = sheet_of(games, game)
    return None if sheet is None else sheet.address(f"/art/{game}.svg")
