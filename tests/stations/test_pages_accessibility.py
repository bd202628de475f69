"""Tests of the pages' accessibility: low vision, screen readers, keyboards, and languages.

axe-core checks every page; other tests check what it cannot see. They need Debian's Chromium.
"""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.stations.live_table import LiveTable
from tests.stations.test_pages import LAPTOP, PHONE, browser, live, new_page, open_page
from triqueta.screens.phrases import Language
from triqueta.screens.station import TABLE
from triqueta.stations.web.routes import WORDS, words_in
from triqueta.table.table import Table

__all__ = ["browser", "live"]

PAGES = files("triqueta.stations.web").joinpath("files")
AXE = files("axe_playwright_python").joinpath("axe.min.js")
FILES = [file for file in PAGES.iterdir() if file.name.endswith((".js", ".html"))]


def complaints(page: Page) -> list[str]:
    """Return what axe-core finds, one line for each kind of fault."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run({ resultTypes: ['violations'] })")["violations"]
    return [f"{fault['id']}: {fault['nodes'][0]['html']}" for fault in found]


def paths(live: LiveTable) -> list[str]:
    return ["/", "/watch", "/help", "/rules", live.server.seat_path(0), "/S/OLD"]


class TestAxe:
    @pytest.mark.full
    @pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
    def test_finds_nothing_on_any_page(self, browser: Browser, live: LiveTable, size: Any) -> None:
        for path in paths(live):
            page = browser.new_context(viewport=size).new_page()
            page.goto(live.address + path)
            if page.locator("#message").count():
                expect(page.locator("#message")).to_be_hidden()
            assert complaints(page) == [], path

    @pytest.mark.full
    def test_finds_nothing_while_a_message_or_a_question_is_shown(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = open_page(browser, live.seat_address(1), small_screen=True)
        page.get_by_role("button", name="Name").click()
        assert complaints(page) == []
        second = new_page(browser, small_screen=True)
        second.goto(live.seat_address(1))
        expect(second.get_by_text("This seat is already taken.")).to_be_visible()
        assert complaints(second) == []

    @pytest.mark.full
    def test_would_find_a_fault(self, browser: Browser, live: LiveTable) -> None:
        page = open_page(browser, live.address + "/")
        page.evaluate("document.querySelector('.flower b').style.color = '#d06070'")
        page.evaluate("document.querySelector('html').lang = ''")
        assert {line.partition(":")[0] for line in complaints(page)} >= {"html-has-lang"}


class TestDialogs:
    @pytest.mark.full
    def test_the_focus_goes_into_a_question_and_back(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = open_page(browser, live.seat_address(1), small_screen=True)
        page.get_by_role("button", name="Name").click()
        expect(page.get_by_role("textbox", name="Your name")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name="Name")).to_be_focused()

    @pytest.mark.full
    def test_letters_of_a_name_press_no_keys(self, browser: Browser, live: LiveTable) -> None:
        page = open_page(browser, live.seat_address(1), small_screen=True)
        page.get_by_role("button", name="Name").click()
        page.keyboard.type("Jkl1")
        assert page.locator(".down").count() == 0
        assert "Ana plays" in page.locator("#words").inner_text()

    @pytest.mark.full
    def test_a_seat_that_is_taken_asks_where_the_focus_is(
        self, browser: Browser, live: LiveTable
    ) -> None:
        open_page(browser, live.seat_address(0), small_screen=True)
        second = new_page(browser, small_screen=True)
        second.goto(live.seat_address(0))
        expect(second.get_by_role("button", name="Take over")).to_be_focused()
        second.keyboard.press("Enter")
        expect(second.locator("#words")).to_contain_text("Ana's turn")

    @pytest.mark.full
    def test_escape_does_not_close_a_message(self, browser: Browser, live: LiveTable) -> None:
        open_page(browser, live.seat_address(0), small_screen=True)
        second = new_page(browser, small_screen=True)
        second.goto(live.seat_address(0))
        expect(second.get_by_role("button", name="Take over")).to_be_focused()
        second.keyboard.press("Escape")
        expect(second.get_by_role("button", name="Take over")).to_be_visible()


class TestNews:
    def test_only_changes_are_announced(self, browser: Browser, live: LiveTable) -> None:
        page = open_page(browser, live.address + "/")
        expect(page.locator("#news")).to_contain_text("Ana's turn")
        page.click('[data-key="soft3"]')
        expect(page.locator("#news")).to_contain_text("Help and rules")
        page.click('[data-key="soft1"]')
        expect(page.locator("#news")).to_have_text("Ana's turn")
        assert "Round 1 of 4" in page.locator("#words").inner_text()

    @pytest.mark.full
    def test_lines_that_stay_are_not_announced(self, browser: Browser, live: LiveTable) -> None:
        page = open_page(browser, live.address + "/")
        page.evaluate(
            """async () => {
              const { show } = await import("/screen.js");
              const frame = { picture: "", light: "full", soft: ["", "", ""] };
              show({ ...frame, words: "Ana\\ntwo\\nthree" });
              show({ ...frame, words: "Ben\\ntwo\\n3" });
            }"""
        )
        assert page.locator("#news").inner_text() == "Ben\n3"

    @pytest.mark.full
    def test_a_screen_reader_does_not_announce_the_screens_words_unasked(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = open_page(browser, live.address + "/")
        assert page.locator("#words").get_attribute("aria-live") is None
        assert page.locator("#news").get_attribute("aria-live") == "polite"


class TestKeys:
    @pytest.mark.full
    def test_petals_say_what_they_do(self, browser: Browser, live: LiveTable) -> None:
        page = open_page(browser, live.seat_address(0), small_screen=True)
        page.click('[data-key="petal1"]')
        expect(page.locator("#words")).to_contain_text("Which row")
        petal = page.locator('[data-key="petal1"]')
        expect(petal.locator("small")).to_have_text("1 ram → +1")
        name = petal.get_attribute("aria-label") or ""
        assert name == "Row 1: 1 ram → +1, Petal 1"
        idle = page.locator('[data-key="petal5"]')
        assert idle.get_attribute("aria-label") == "Petal 5, not in use"
        assert "idle" in (idle.get_attribute("class") or "")

    @pytest.mark.full
    def test_forced_colours_are_legible(self, browser: Browser, live: LiveTable) -> None:
        """Every key contrasts with the background, and its words with the key."""
        page = new_page(browser, small_screen=True)
        page.emulate_media(forced_colors="active")
        page.goto(live.seat_address(0))
        expect(page.locator("#words")).to_contain_text("Ana's turn")
        for name in ("petal1", "soft1"):
            ground, words = page.locator(f'#device [data-key="{name}"]').evaluate(
                """(key) => {
                  const shape = key.dataset.key.startsWith("petal") ? "::before" : null;
                  const ground = getComputedStyle(key, shape).backgroundColor;
                  return [ground, getComputedStyle(key).color];
                }"""
            )
            assert contrast(ground, words) >= 4.5, name


def contrast(one: str, other: str) -> float:
    lights = sorted(map(luminance, (one, other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [part / 12.92 if part <= 0.04 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


class TestLanguages:
    @pytest.mark.full
    @pytest.mark.parametrize("language", Language)
    def test_a_page_speaks_the_language_of_its_station(
        self, browser: Browser, live: LiveTable, language: Language
    ) -> None:
        page = open_page(browser, live.address + "/", LAPTOP)
        live.ask(lambda table: speak(table, language))
        live.run(tick(live))
        expect(page.locator("html")).to_have_attribute("lang", language.value)
        expect(page.get_by_role("link").first).to_have_text(words_in(language)["Help"])
        expect(page.locator('[data-key="petal5"]')).to_have_attribute(
            "aria-label", re.compile(re.escape(words_in(language)["Petal {number}"][:5]))
        )

    def test_every_phrase_of_the_files_can_be_translated(self) -> None:
        assert phrases_in_the_files() - {phrase.english for phrase in WORDS} == set()

    def test_every_phrase_of_the_catalogues_is_used(self) -> None:
        texts = [file.read_text("utf-8") for file in FILES]
        for phrase in WORDS:
            assert any(phrase.english in text for text in texts), phrase.english

    def test_all_text_is_marked_as_a_phrase(self) -> None:
        """All text of the pages is marked for translation, except names, numbers and letters."""
        for page in ("table.html", "watch.html", "seat.html", "join.html", "pods.html"):
            text = PAGES.joinpath(page).read_text("utf-8")
            bare = re.sub(r"<title>.*?</title>|<(\w+)[^>]* data-say[ >][^<]*<", "", text)
            words = re.findall(r">\s*([A-Za-z]{2,}[^<]*)<", bare)
            assert [word for word in words if word.strip() != "Triqueta"] == []


def speak(table: Table, language: Language) -> None:
    table.speak(table.stations[TABLE], language)


async def tick(live: LiveTable) -> None:
    live.host.tick()


def phrases_in_the_files() -> set[str]:
    """Return the phrases marked in HTML, and those in scripts: `say` calls and sentences."""
    found: set[str] = set()
    for file in FILES:
        text = file.read_text("utf-8")
        found.update(re.findall(r'data-say-label="([^"]+)"', text))
        found.update(re.findall(r"data-say(?: hidden)?>([^<]+)<", text))
        if file.name.endswith(".js"):
            found.update(re.findall(r'\bsay\("([^"]+)"', text))
            found.update(re.findall(r'"(?!M-?\d)([A-Z{][^"]* [^"]*)"', text))  # but no SVG path
    return found


def test_no_file_asks_another_host() -> None:
    for file in PAGES.iterdir():
        if not file.name.endswith(".png"):
            text = file.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
            assert not re.search(r"https?://(?!\$)", text), file.name
