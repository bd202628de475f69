"""Tests of the answers to GET: pages in the right language, drawings, words and downloads."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from dataclasses import replace
from html import unescape
from io import BytesIO
from random import Random

import pytest
from PIL import Image

from tests.games.triqueta.rules.knowledge import exchange_unknown
from tests.stations.live_table import NO_BEAT, LiveTable, ask_http, set_apart
from tests.table.evening import new_play, random_play
from tests.table.services import services
from tests.table.test_charts import CHARTS
from tests.table.test_secrecy import PROOF, witness_of
from triqueta.games import installed_games
from triqueta.games.triqueta.rules import Edition, Game
from triqueta.games.triqueta.session import NEXT, TriquetaSession
from triqueta.screens.phrases import Language, said_unbroken
from triqueta.stations.web import routes
from triqueta.stations.web.routes import WORDS
from triqueta.table.charts import draw_page
from triqueta.table.state import Preferences, SeatSettings, TableState
from triqueta.table.table import Table


def table_with(session: TriquetaSession | None, time: float, language: Language) -> Table:
    around = replace(services(), charts=lambda game, _: CHARTS if game == "triqueta" else ())
    table = Table(around, TableState(Preferences(language=language)), time=time)
    if session is not None:
        table.go_on(session)
    return table


class Answer:
    """A parsed HTTP answer."""

    def __init__(self, raw: bytes) -> None:
        head, _, self.body = raw.partition(b"\r\n\r\n")
        first, *lines = head.decode().split("\r\n")
        self.status = int(first.split()[1])
        self.headers = dict(line.split(": ", 1) for line in lines)

    @property
    def kind(self) -> str:
        return self.headers["Content-Type"]

    @property
    def text(self) -> str:
        return self.body.decode()


class Browser:
    """A client that requests pages of a table, from this machine or another."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live

    def get(
        self, path: str, source: str = "127.0.0.1", *, method: str = "GET", **headers: str
    ) -> Answer:
        """Return the answer to a request. `headers` have underscores for hyphens."""
        port = self.live.server.port
        lines = "".join(f"{name.replace('_', '-')}: {headers[name]}\r\n" for name in headers)
        request = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{lines}\r\n"
        return Answer(self.live.run(ask_http(port, request, source=source)))


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Browser]]:
    set_apart(monkeypatch)
    lives: list[LiveTable] = []

    def start(
        session: TriquetaSession | None = None, language: Language = Language.ENGLISH
    ) -> Browser:
        live = LiveTable(lambda time: table_with(session, time, language), beat=NO_BEAT)
        live.__enter__()
        lives.append(live)
        return Browser(live)

    yield start
    for live in lives:
        live.__exit__()


def symbols_in(page: str) -> set[str]:
    """Return the names of the symbols of Triqueta's sheet that a page draws."""
    return set(re.findall(r'href="/art/triqueta\.svg\?v=\w+#([\w-]+)"', page))


ELSEWHERE = "127.0.0.2"
Serve = Callable[..., Browser]


class TestLanguages:
    @pytest.mark.parametrize("language", Language)
    def test_every_page_names_its_language(self, serve: Serve, language: Language) -> None:
        browser = serve(new_play(), language)
        seat = browser.live.server.seat_path(0)
        for path in ("/", "/watch", seat, "/rules", "/S/OLD", "/nothing"):
            assert f'<html lang="{language}">' in browser.get(path).text
        for path in ("/", "/watch", seat, "/rules", "/S/OLD"):
            assert f'<html lang="{language}">' in browser.get(path, ELSEWHERE).text

    def test_a_seats_page_is_in_the_seats_language(self, serve: Serve) -> None:
        browser = serve(new_play(), Language.GERMAN)

        def choose(table: Table) -> None:
            table.seat_settings[1] = SeatSettings(language=Language.FRENCH)

        browser.live.ask(choose)
        seats = browser.live.server.seat_path
        assert '<html lang="fr">' in browser.get(seats(1)).text
        assert '<html lang="de">' in browser.get(seats(0)).text

    @pytest.mark.parametrize("language", Language)
    def test_the_pages_own_words(self, serve: Serve, language: Language) -> None:
        answer = serve().get(f"/words/{language}.json", ELSEWHERE)
        assert answer.kind.startswith("application/json")
        words = json.loads(answer.text)
        assert list(words) == [phrase.english for phrase in WORDS]
        translated = [words[phrase.english] != phrase.english for phrase in WORDS]
        assert any(translated) == (language is not Language.ENGLISH)
        assert any("\xa0" in text for text in words.values()) == (language is Language.FRENCH)

    def test_other_paths_of_words_do_not_exist(self, serve: Serve) -> None:
        browser = serve()
        for name in ("es.json", "fr", "fr.json/", "..%2f", ""):
            assert browser.get(f"/words/{name}").status == 404


class TestHelp:
    def test_the_tables_page_on_another_device_helps(self, serve: Serve) -> None:
        browser = serve(None, Language.GERMAN)
        answer = browser.get("/", ELSEWHERE)
        assert answer.status == 403
        assert answer.kind.startswith("text/html")
        assert "Menü &gt; Einstellungen &gt; Handys" in answer.text
        assert 'href="/watch?lang=de"' in answer.text
        assert browser.get("/").status == 200

    def test_an_old_code_helps(self, serve: Serve) -> None:
        browser = serve()
        for path in ("/S/OLD", "/S/OLD/manifest.webmanifest"):
            answer = browser.get(path, ELSEWHERE)
            assert answer.status == 404
            assert "no longer valid" in answer.text
            assert "Menu &gt; Settings &gt; Phones" in answer.text
            assert 'href="/watch?lang=en"' in answer.text

    @pytest.mark.parametrize("language", Language)
    def test_how_it_works_is_explained_in_the_requested_language(
        self, serve: Serve, language: Language
    ) -> None:
        answer = serve().get(f"/help?lang={language}", ELSEWHERE)
        assert answer.status == 200
        assert f'<html lang="{language}">' in answer.text
        assert f'href="/guide?lang={language}"' in answer.text

    def test_an_error_can_be_read_in_another_language(self, serve: Serve) -> None:
        answer = serve().get("/S/OLD?lang=de", ELSEWHERE)
        assert answer.status == 404
        assert "gilt nicht mehr" in answer.text

    def test_how_it_works_is_explained_with_drawings_of_the_game(self, serve: Serve) -> None:
        for session in (None, new_play()):
            text = serve(session).get("/help", ELSEWHERE).text
            assert symbols_in(text) >= {"rabbit-s", "owl-s", "wolf-s", "back"}
            assert "Tap a petal of the pile." in text

    @pytest.mark.parametrize("language", Language)
    def test_rules_without_drawings_are_those_of_the_screens(
        self, serve: Serve, language: Language
    ) -> None:
        browser = serve(None, language)
        text = unescape(browser.get("/rules", ELSEWHERE).text)
        games = browser.live.ask(lambda table: table.games)
        for spec in games:
            assert f"<h2>{spec.title}</h2>" in text
            for screen in games.rules(spec.id) if games.drawn_rules(spec.id) is None else ():
                *_, last = screen.words()
                assert said_unbroken(last, language) in text
        assert "1/10" not in text

    @pytest.mark.parametrize("language", Language)
    def test_triquetas_rules_are_drawn(self, serve: Serve, language: Language) -> None:
        text = unescape(serve(new_play(), language).get("/rules", ELSEWHERE).text)
        drawn = installed_games().drawn_rules("triqueta")
        assert drawn is not None
        for section in drawn.rules:
            assert f'<a href="#triqueta-{section.name}">' in text
            assert f'<section id="triqueta-{section.name}">' in text
            assert f">{said_unbroken(section.title, language)}</h3>" in text
        assert symbols_in(text) >= {"ram", "rabbit-s", "wolf-s", "knot", "rock", "tree", "crown"}
        assert re.findall(r'<td class="full"><b>(\d+)</b>', text) == [*map(str, range(5, 12))]
        assert text.count('<td class="spoilt"><b>−1</b>') == 7

    @pytest.mark.parametrize("path", ["/rules", "/help", "/S/OLD"])
    def test_each_page_links_to_its_translations(self, serve: Serve, path: str) -> None:
        text = serve(None, Language.FRENCH).get(path, ELSEWHERE).text
        assert re.findall(r'href="\?lang=(\w+)"', text) == list(Language)
        assert re.findall(r'lang="(\w+)" title="Français" aria-current="true"', text) == ["fr"]

    def test_the_pages_of_text_have_no_styles_and_no_scripts(self, serve: Serve) -> None:
        browser = serve()
        for path in ("/rules", "/help", "/S/OLD"):
            text = browser.get(path, ELSEWHERE).text
            assert "style=" not in text
            assert "<script" not in text

    def test_in_a_game_the_rules_are_its_own(self, serve: Serve) -> None:
        text = serve(new_play()).get("/rules", ELSEWHERE).text
        assert re.findall("<h2.*>(.*)</h2>", text) == ["Triqueta"]

    @pytest.mark.parametrize("language", Language)
    def test_the_guide_is_the_one_of_the_language(self, serve: Serve, language: Language) -> None:
        folder = routes.guide_folder()
        assert folder is not None
        answer = serve(None, language).get("/guide", ELSEWHERE)
        assert answer.kind == "application/pdf"
        assert answer.body == (folder / f"guide-{language}.pdf").read_bytes()

    def test_without_a_guide_nothing_breaks(
        self, serve: Serve, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("triqueta.stations.web.routes.guide_folder", lambda: None)
        assert serve().get("/guide").status == 404


class TestDrawings:
    def test_animals_are_drawn_in_colour_without_a_background(self, serve: Serve) -> None:
        browser = serve()
        colours = set()
        for animal in ("rabbit", "owl", "deer", "boar", "ram", "bear", "wolf"):
            answer = browser.get(f"/art/triqueta/{animal}.png", ELSEWHERE)
            assert answer.kind == "image/png"
            assert "max-age" in answer.headers["Cache-Control"]
            with Image.open(BytesIO(answer.body)) as image:
                assert image.size == (24, 24)
                found = {colour for _, colour in image.convert("RGBA").getcolors() or ()}
            assert (0, 0, 0, 0) in found
            colours |= found
        assert len(colours) == 8

    @pytest.mark.parametrize(
        "path",
        [
            *("triqueta/cat.png", "triqueta/rabbit", "chess/rabbit.png", "triqueta", "", ".."),
            *("a/b/c", "chess.svg", "zatre.svg", "triqueta.svg/owl.png"),
        ],
    )
    def test_there_are_no_others(self, serve: Serve, path: str) -> None:
        assert serve().get(f"/art/{path}").status == 404

    @pytest.mark.parametrize("size", [192, 512])
    def test_the_icon_is_the_flower(self, serve: Serve, size: int) -> None:
        answer = serve().get(f"/icon-{size}.png", ELSEWHERE)
        assert len(answer.body) < 12_000
        assert "max-age" in answer.headers["Cache-Control"]
        with Image.open(BytesIO(answer.body)) as image:
            icon = image.convert("RGB")
        assert icon.size == (size, size)
        ground, petal, heart = (
            icon.getpixel((round(size * x), round(size * y)))
            for x, y in ((0.02, 0.02), (0.5, 0.4), (0.5, 0.27))
        )
        assert isinstance(ground, tuple)
        assert isinstance(petal, tuple)
        assert isinstance(heart, tuple)
        assert min(petal) > 200
        assert heart[0] > 180 > heart[1] + heart[2] - 40
        assert max(ground) < 120

    def test_the_icon_is_also_available_as_vectors(self, serve: Serve) -> None:
        answer = serve().get("/icon.svg", ELSEWHERE)
        assert answer.kind.startswith("image/svg+xml")
        ET.fromstring(answer.body)  # noqa: S314 - our own


class TestHomeScreen:
    def test_an_installed_page_opens_where_it_was_installed(self, serve: Serve) -> None:
        browser = serve(new_play())
        seat = browser.live.server.seat_path(1)
        for path, source, start, name in (
            ("/manifest.webmanifest", "127.0.0.1", "/", "Triqueta"),
            ("/manifest.webmanifest", ELSEWHERE, "/watch", "Triqueta"),
            (f"{seat}/manifest.webmanifest", ELSEWHERE, seat, "Triqueta: Ben"),
        ):
            answer = browser.get(path, source)
            assert answer.kind.startswith("application/manifest+json")
            manifest = json.loads(answer.text)
            assert (manifest["start_url"], manifest["name"]) == (start, name)
            assert manifest["display"] == "standalone"
            assert browser.get(start, source).status == 200
            for icon in manifest["icons"]:
                assert browser.get(icon["src"], source).status == 200

    def test_a_seats_code_is_in_no_other_manifest(self, serve: Serve) -> None:
        browser = serve(new_play())
        answer = browser.get("/manifest.webmanifest", ELSEWHERE)
        assert not any(token in answer.text for token in browser.live.server.access.tokens)


def over(seed: int = 3) -> TriquetaSession:
    return random_play(Edition.SHADOW, 3, seed, lambda session: session.over)


class TestDownloads:
    def test_the_record_is_available_once_nothing_is_hidden(self, serve: Serve) -> None:
        session = over()
        browser = serve(session)
        assert session.view(None).current_tile is not None
        while session.view(None).current_tile is not None:
            assert browser.get("/record", ELSEWHERE).status == 404
            assert browser.get("/statistics.svg", ELSEWHERE).status == 404
            assert browser.get("/shuffle.json", ELSEWHERE).status == 404
            browser.live.ask(lambda _: session.apply(NEXT))
        answer = browser.get("/record", ELSEWHERE)
        assert answer.status == 200
        name = f"game-{session.proof.commitment[:8]}.tqr.json"
        assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}"'
        assert installed_games().load(answer.body).document() == session.document()
        browser.live.ask(lambda table: table.start_over())
        assert browser.get("/record").status == 404

    def test_no_record_before_the_end(self, serve: Serve) -> None:
        for session in (None, new_play()):
            assert serve(session).get("/record").status == 404
            assert serve(session).get("/statistics.svg").status == 404
            assert serve(session).get("/shuffle.json").status == 404

    def test_the_statistics_are_drawn_at_the_end(self, serve: Serve) -> None:
        session = over()
        for _ in session.names:
            session.apply(NEXT)
        browser = serve(session, Language.FRENCH)
        answer = browser.get("/statistics.svg?1234", ELSEWHERE)
        assert answer.kind.startswith("image/svg+xml")
        assert answer.text == draw_page(CHARTS, Language.FRENCH)

    def test_without_statistics_there_is_no_picture(self, serve: Serve) -> None:
        session = over()
        for _ in session.names:
            session.apply(NEXT)
        with LiveTable(lambda time: bare_table(session, time), beat=NO_BEAT) as live:
            assert Browser(live).get("/statistics.svg").status == 404


def bare_table(session: TriquetaSession, time: float) -> Table:
    table = Table(services(), TableState(Preferences(language=Language.ENGLISH)), time=time)
    table.go_on(session)
    return table


STATIC = ("/page.css", "/table.js", "/words/fr.json", "/art/triqueta.svg")
PUBLIC = (
    *STATIC,
    *("/", "/watch", "/help", "/rules", "/guide", "/record", "/statistics.svg", "/shuffle.json"),
    *("/icon.svg", "/icon-192.png", "/manifest.webmanifest", "/art/triqueta/owl.png"),
    *("/S/OLD", "/nothing", "/art/triqueta/cat.png", "/table.html", "/../server.py", "/files/"),
)


class TestSecurity:
    def test_every_answer_has_the_same_strict_headers(self, serve: Serve) -> None:
        browser = serve(new_play())
        host = f"127.0.0.1:{browser.live.server.port}"
        strict = (
            "default-src 'self'; frame-ancestors 'self'; "
            f"connect-src 'self' ws://{host} wss://{host}"
        )
        kept = set()
        for source in ("127.0.0.1", ELSEWHERE):
            for path in (*PUBLIC, browser.live.server.seat_path(0)):
                answer = browser.get(path, source)
                assert answer.headers["Content-Security-Policy"] == strict
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
                assert answer.headers["Referrer-Policy"] == "no-referrer"
                if answer.headers["Cache-Control"] != "no-store":
                    kept.add(path)
        assert kept == {*STATIC, "/icon.svg", "/icon-192.png", "/art/triqueta/owl.png"}

    def test_pages_are_not_served_as_files(self, serve: Serve) -> None:
        browser = serve()
        pages = ("/table.html", "/watch.html", "/seat.html", "/pods.html")
        for path in (*pages, "/../server.py", "/files/table.js", "//table.js"):
            assert browser.get(path).status == 404

    def test_no_answer_depends_on_hidden_tiles(self, serve: Serve) -> None:
        session = random_play(Edition.SHADOW, 3, 5, lambda session: len(session._game.moves) > 60)
        setup = session._game.setup
        known = witness_of(setup, session.entries).known_to(None)
        other = TriquetaSession(
            Game(exchange_unknown(setup, known, Random(1))), PROOF, session.entries
        )
        assert other._game.setup != setup
        seen, again = serve(session), serve(other)
        for path in PUBLIC:
            for source in ("127.0.0.1", ELSEWHERE):
                assert again.get(path, source).body == seen.get(path, source).body
