"""Tests of static files: compressed for browsers that accept it, sent again only if changed."""

from __future__ import annotations

import gzip
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator

import pytest

from tests.stations.live_table import NO_BEAT, LiveTable, set_apart
from tests.stations.test_web_pages import Browser, table_with
from tests.table.evening import new_play
from triqueta.games import installed_games
from triqueta.screens.phrases import Language
from triqueta.stations.web.limits import BURST_OF_ONE
from triqueta.stations.web.static import sheet_address

YEAR = "public, max-age=31536000, immutable"
MOST_BYTES, MOST_COMPRESSED = 150_000, 60_000
FILES = ("/table.js", "/page.css", "/icon.svg", "/words/de.json", "/art/triqueta.svg")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with pytest.MonkeyPatch.context() as patch:
        set_apart(patch)
        session = new_play()
        with LiveTable(lambda t: table_with(session, t, Language.GERMAN), beat=NO_BEAT) as live:
            yield Browser(live)


class TestCompression:
    @pytest.mark.parametrize("path", FILES)
    def test_a_browser_that_accepts_gzip_gets_it(self, browser: Browser, path: str) -> None:
        plain, small = browser.get(path), browser.get(path, Accept_Encoding="gzip, deflate, br")
        assert small.headers["Content-Encoding"] == "gzip"
        assert "Content-Encoding" not in plain.headers
        assert gzip.decompress(small.body) == plain.body
        assert len(small.body) < len(plain.body)
        assert small.kind == plain.kind
        assert small.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
        assert int(small.headers["Content-Length"]) == len(small.body)

    @pytest.mark.parametrize(
        ("accepted", "is_compressed"),
        [
            *(("gzip", True), ("br;q=1.0, GZIP;q=0.5", True), ("gzip ; q=1", True)),
            *(("gzip;q=0", False), ("deflate, gzip; q=0.0", False), ("identity", False)),
            *(("x-gzip-like", False), ("", False)),
        ],
    )
    def test_what_a_browser_accepts(
        self, browser: Browser, accepted: str, is_compressed: bool
    ) -> None:
        found = browser.get("/table.js", Accept_Encoding=accepted)
        assert ("Content-Encoding" in found.headers) == is_compressed

    def test_a_png_is_compressed_already(self, browser: Browser) -> None:
        found = browser.get("/icon-192.png", Accept_Encoding="gzip")
        assert "Content-Encoding" not in found.headers
        assert "Vary" not in found.headers

    @pytest.mark.parametrize("path", ["/", "/watch", "/rules", "/help", "/nothing", "/guide"])
    def test_pages_are_neither_compressed_nor_kept(self, browser: Browser, path: str) -> None:
        found = browser.get(path, Accept_Encoding="gzip")
        assert "Content-Encoding" not in found.headers
        assert "ETag" not in found.headers
        assert found.headers["Cache-Control"] == "no-store"


class TestCaching:
    @pytest.mark.parametrize("path", [*FILES, "/icon-192.png"])
    @pytest.mark.parametrize("accepted", ["", "gzip"])
    def test_a_known_version_is_not_sent_again(
        self, browser: Browser, path: str, accepted: str
    ) -> None:
        whole = browser.get(path, Accept_Encoding=accepted)
        tag = whole.headers["ETag"]
        for known in (tag, f"W/{tag}", f'"older", {tag}'):
            again = browser.get(path, Accept_Encoding=accepted, If_None_Match=known)
            assert (again.status, again.body) == (304, b"")
            assert "Content-Length" not in again.headers
            for name in ("ETag", "Cache-Control", "Content-Security-Policy"):
                assert again.headers[name] == whole.headers[name]
            assert again.headers.get("Vary") == whole.headers.get("Vary")
        other = browser.get(path, Accept_Encoding=accepted, If_None_Match='"older"')
        assert (other.status, other.body) == (200, whole.body)

    def test_the_compressed_file_has_its_own_tag(self, browser: Browser) -> None:
        plain, small = browser.get("/table.js"), browser.get("/table.js", Accept_Encoding="gzip")
        assert plain.headers["ETag"] != small.headers["ETag"]
        tag = small.headers["ETag"]
        assert browser.get("/table.js", If_None_Match=tag).status == 200

    def test_scripts_and_styles_are_checked_before_each_use(self, browser: Browser) -> None:
        for path in ("/table.js", "/page.css", "/words/fr.json", "/art/triqueta.svg"):
            assert browser.get(path).headers["Cache-Control"] == "no-cache"
        assert browser.get("/icon.svg").headers["Cache-Control"] == "public, max-age=86400"

    @pytest.mark.parametrize("path", [*FILES, "/icon-192.png", "/help"])
    def test_head_gets_the_same_headers(self, browser: Browser, path: str) -> None:
        for accepted in ("", "gzip"):
            whole = browser.get(path, Accept_Encoding=accepted)
            head = browser.get(path, method="HEAD", Accept_Encoding=accepted)
            assert (head.status, head.headers, head.body) == (200, whole.headers, b"")


class TestSheet:
    def test_it_has_every_drawing(self, browser: Browser) -> None:
        found = browser.get("/art/triqueta.svg")
        assert found.kind == "image/svg+xml; charset=utf-8"
        symbols = {each.get("id") for each in ET.fromstring(found.body).iter(f"{SVG}symbol")}  # noqa: S314
        animals = {"rabbit", "owl", "deer", "boar", "ram", "bear", "wolf"}
        assert symbols > animals | {f"{animal}-s" for animal in animals}
        assert symbols > {"back", "back-shadow", "hole", "rock", "tree", "knot", "crown"}
        assert "style" not in found.text  # the policy of the pages does not allow it

    def test_its_address_changes_with_it(self, browser: Browser) -> None:
        games = installed_games()
        address = sheet_address(games, "triqueta")
        assert address is not None
        assert re.fullmatch(r"/art/triqueta\.svg\?v=[0-9a-f]{16}", address)
        kept = browser.get(address)
        assert kept.headers["Cache-Control"] == YEAR
        assert kept.body == browser.get("/art/triqueta.svg").body
        again = browser.get(address, If_None_Match=kept.headers["ETag"])
        assert (again.status, again.headers["Cache-Control"]) == (304, YEAR)
        for old in ("?v=0123456789abcdef", "?v=", "?lang=de"):
            other = browser.get(f"/art/triqueta.svg{old}")
            assert other.body == kept.body
            assert other.headers["Cache-Control"] == "no-cache"

    def test_a_game_without_drawings_has_none(self) -> None:
        games = installed_games()
        assert sheet_address(games, "zatre") is None
        assert sheet_address(games, "chess") is None


LOADED = re.compile(r'(?:src|href)="(/[\w.-]+\.(?:js|css))"')
IMPORTED = re.compile(r'(?:from|import)\s*"\./([\w.-]+\.js)"')


def files_of(fetch: Callable[[str], bytes], page: str) -> dict[str, bytes]:
    """Return a page and the scripts and styles that it loads at once, by path."""
    found = {page: fetch(page)}
    due = LOADED.findall(found[page].decode())
    while due:
        path = due.pop()
        if path not in found:
            found[path] = fetch(path)
            due += [f"/{name}" for name in IMPORTED.findall(found[path].decode())]
    return found


@pytest.mark.parametrize("page", ["/", "/watch", "seat"])
def test_a_whole_page_is_small(browser: Browser, page: str) -> None:
    def fetch(path: str) -> bytes:
        found = browser.get(path)
        assert found.status == 200
        return found.body

    if page == "seat":
        page = browser.live.server.seat_path(0)
    found = files_of(fetch, page)
    assert {"/station.js", "/page.css", "/words.js"} < found.keys()
    for path in (sheet_address(installed_games(), "triqueta") or "", "/words/de.json"):
        found[path] = fetch(path)
    assert 3 * len(found) < BURST_OF_ONE  # opening it three times in a row is allowed
    sent = [gzip.compress(body) if path != page else body for path, body in found.items()]
    assert sum(map(len, found.values())) < MOST_BYTES
    assert sum(map(len, sent)) < MOST_COMPRESSED
