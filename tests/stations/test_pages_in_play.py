"""Tests of what the pages show beside the keys: the open table, the player's name, and errors.

They need Debian's Chromium.
"""

from __future__ import annotations

import json
import re
from functools import partial
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from tests.stations.live_table import LiveTable
from tests.stations.test_pages import (
    LAPTOP,
    PHONE,
    browser,
    is_worth_a_picture,
    live,
    new_page,
    open_page,
    seat_to_act,
)
from tests.stations.test_pages_accessibility import complaints
from tests.stations.test_robots_at_stations import at_a_robots_table
from tests.table.evening import new_play, random_play
from tests.table.services import services
from triqueta.games.triqueta.rules import Edition
from triqueta.games.triqueta.session import TriquetaSession
from triqueta.screens.phrases import Language
from triqueta.stations.web import server
from triqueta.table.session import COACH
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table

__all__ = ["browser", "live"]

TV: ViewportSize = {"width": 1920, "height": 1080}


def over(time: float, begun: tuple[str, ...] = ()) -> Table:
    """Return a table that shows the score of a finished game."""
    table = Table(services(), TableState(Preferences(language=Language.ENGLISH)), time=time)
    session = random_play(Edition.SHADOW, 3, 5, lambda session: session.over)
    while session.view(None).current_tile is not None:
        session.apply("next")
    for entry in begun:
        session.apply(entry)
    table.go_on(session)
    table.scene.tick()
    return table


class TestDevice:
    @pytest.mark.full
    def test_the_screen_is_large_and_sharp_on_a_laptop(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = open_page(browser, live.address + "/", LAPTOP)
        screen = page.locator("#screen")
        width = screen.evaluate("(canvas) => canvas.clientWidth")
        assert width >= 3 * 128
        assert width % 128 == 0

    @pytest.mark.full
    @pytest.mark.parametrize("key", ["petal2", "soft3"])
    def test_a_pressed_key_looks_pressed(
        self, browser: Browser, live: LiveTable, key: str
    ) -> None:
        page = open_page(browser, live.address + "/", LAPTOP)
        button = page.locator(f'[data-key="{key}"]')
        before = button.screenshot()
        button.hover()
        page.mouse.down()
        expect(button).to_have_class(re.compile(r"\bdown\b"))
        assert button.screenshot() != before
        page.mouse.up()

    @pytest.mark.full
    def test_petals_lie_as_on_the_device(self, browser: Browser, live: LiveTable) -> None:
        """The first petal is at the top, the others follow clockwise around the screen."""
        for size in (LAPTOP, PHONE):
            page = open_page(browser, live.address + "/", size)
            boxes = [page.locator(f'[data-key="petal{n}"]').bounding_box() for n in range(1, 6)]
            middles = [
                (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
                for box in boxes
                if box is not None
            ]
            (x1, y1), (x2, y2), (x3, y3), (x4, y4), (x5, y5) = middles
            assert y1 < y2 < y3
            assert abs(y2 - y5) < 2
            assert abs(y3 - y4) < 2
            assert x5 < x4 < x1 < x3 < x2


class TestInTheOpen:
    @pytest.mark.full
    def test_the_spectator_view_is_beside_the_device(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = open_page(browser, live.address + "/", LAPTOP)
        shown = page.locator("#felt")
        expect(shown.get_by_role("heading", level=2)).to_have_text("Ana's turn")
        for name in ("Ana", "Ben", "Chloé"):
            expect(shown.locator(".players")).to_contain_text(name)
        assert shown.locator(".rows > li").count() == 3
        page.click('[data-key="petal1"]')
        expect(shown.locator(".last h3")).to_have_text(re.compile("^Ana is looking"))

    @pytest.mark.full
    def test_a_placed_tile_is_shown_with_its_picture(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = open_page(browser, live.address + "/", LAPTOP)
        phone = open_page(browser, live.seat_address(0), small_screen=True)
        phone.click('[data-key="petal1"]')
        expect(phone.locator("#words")).to_contain_text("Which row")
        assert page.locator("#felt .rows .t").count() == 0
        live.pass_time(1)
        phone.click('[data-key="petal2"]')
        tile = page.locator("#felt .rows > li:nth-child(2) .t")
        expect(tile).to_be_visible()
        assert tile.evaluate("(tile) => tile.getBBox().width") > 8  # the drawing has arrived
        assert tile.get_attribute("aria-label")

    def test_a_screen_on_the_wall_shows_just_that(self, browser: Browser, live: LiveTable) -> None:
        page = open_page(browser, live.address + "/watch", TV)
        expect(page.locator("header h2")).to_have_text(re.compile("^Ana's turn"))
        assert page.locator("[data-key]:visible").count() == 0
        page.keyboard.press("1")
        assert live.ask(lambda table: table.session and table.session.entries) == []
        height = page.evaluate("document.documentElement.scrollHeight")
        assert height <= TV["height"]

    @pytest.mark.full
    def test_words_that_load_late_are_still_shown(self, browser: Browser) -> None:
        held: list[Route] = []

        def hold(route: Route) -> None:  # Playwright does not accept a built-in
            held.append(route)

        with LiveTable(partial(third_round, Language.GERMAN)) as live:
            page = browser.new_context(viewport=TV).new_page()
            page.route("**/words/*.json", hold)
            page.goto(live.address + "/watch")
            players = page.locator("#felt .players")
            expect(players).to_have_attribute("aria-label", "Players")
            assert len(held) == 1
            held[0].continue_()
            expect(players).to_have_attribute("aria-label", "Spieler")

    def test_the_end_is_the_score_and_the_record(self, browser: Browser) -> None:
        with LiveTable(over) as live:
            page = open_page(browser, live.address + "/", LAPTOP)
            expect(page.locator("#felt table")).to_be_visible()
            for name in ("Ana", "Ben", "Chloé"):
                expect(page.locator("#felt table")).to_contain_text(name)
            with page.expect_download() as waiting:
                page.get_by_role("link", name="Save the record of this game").click()
            record = json.loads(waiting.value.path().read_text("utf-8"))
            assert record["format"].startswith("triqueta-record/")

    @pytest.mark.full
    def test_with_a_coach_there_is_a_review(self, browser: Browser) -> None:
        with LiveTable(partial(over, begun=(COACH,))) as live:
            for path, size in (("/", LAPTOP), ("/watch", TV)):
                page = open_page(browser, live.address + path, size)
                reviews = page.locator("#felt .reviews > li")
                expect(reviews).to_have_count(3)
                for name, review in zip(("Ana", "Ben", "Chloé"), reviews.all(), strict=True):
                    expect(review.locator("b")).to_have_text(name)
                    expect(review.locator("ol li")).to_have_count(3)
                expect(reviews.first).to_contain_text("Better: ")
                assert complaints(page) == []


class TestSeats:
    @pytest.mark.full
    def test_a_panel_has_its_players_name_and_can_be_closed(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = open_page(browser, live.address + "/", LAPTOP)
        page.get_by_role("button", name="Open Ben's screen").click()
        panel = page.get_by_role("region", name="Ben")
        expect(panel.get_by_role("heading", name="Ben")).to_be_visible()
        expect(page.locator("#seats")).to_contain_text("Ben: here")
        panel.get_by_role("button", name="Close").click()
        expect(panel).to_have_count(0)
        expect(page.get_by_role("button", name="Open Ben's screen")).to_be_focused()

    @pytest.mark.full
    def test_players_with_and_without_a_phone_look_different(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = open_page(browser, live.address + "/", LAPTOP)
        open_page(browser, live.seat_address(2))
        expect(page.locator("#seats")).to_contain_text("Chloé: own display")
        assert page.locator("#seats > li").count() == 3

    @pytest.mark.full
    def test_a_robots_seat_cannot_be_taken(self, browser: Browser) -> None:
        with LiveTable(at_a_robots_table) as live:
            page = open_page(browser, live.address + "/", LAPTOP)
            expect(page.locator("#seats")).to_contain_text("Ben: robot")
            expect(page.get_by_role("button", name="Open Ben's screen")).to_have_count(0)
            expect(page.get_by_role("button", name="Open Ana's screen")).to_be_visible()
            expect(page.locator("#felt .players li", has_text="Ben")).to_contain_text("robot")


@pytest.fixture
def phone(browser: Browser, live: LiveTable) -> Page:
    """Open Ben's page in a browser that records vibration and wake-lock requests."""
    page = new_page(browser, small_screen=True)
    page.add_init_script(
        """
        window.asked = [];
        navigator.vibrate = (pattern) => window.asked.push(["vibrate", pattern]);
        const request = async (kind) => {
          window.asked.push(["awake", kind]);
          return new EventTarget();
        };
        Object.defineProperty(navigator, "wakeLock", { value: { request } });
        """
    )
    page.goto(live.seat_address(1))
    expect(page.locator("#words")).to_contain_text("Ana plays")
    return page


class TestPhone:
    @pytest.mark.full
    def test_it_shows_its_players_name_and_turn(self, live: LiveTable, phone: Page) -> None:
        expect(phone.locator("#whose")).to_have_text("Ben")
        expect(phone).to_have_title("Ben · Triqueta")
        expect(phone.locator("#turn")).to_be_hidden()
        before = background(phone)
        assert ["vibrate", 200] not in phone.evaluate("asked")
        live.ask(play_a_turn)
        live.run(tick(live))
        expect(phone.locator("#turn")).to_be_visible()
        expect(phone).to_have_title("Ben: your turn!")
        assert background(phone) != before
        assert ["vibrate", 200] in phone.evaluate("asked")

    @pytest.mark.full
    def test_it_stays_awake_where_the_browser_allows_it(self, phone: Page) -> None:
        assert phone.evaluate("asked").count(["awake", "screen"]) == 1

    @pytest.mark.full
    def test_it_can_be_installed_as_its_seat(self, live: LiveTable, phone: Page) -> None:
        link = phone.locator('link[rel="manifest"]').get_attribute("href")
        with urlopen(live.address + str(link)) as answer:
            manifest = json.load(answer)
        assert manifest["start_url"] == live.server.seat_path(1)
        assert manifest["display"] == "standalone"
        for icon in manifest["icons"]:
            with urlopen(live.address + icon["src"]) as picture:
                assert picture.status == 200

    @pytest.mark.full
    @pytest.mark.parametrize("language", Language)
    def test_the_name_is_legible_on_its_turn_too(
        self, browser: Browser, language: Language
    ) -> None:
        with LiveTable(partial(third_round, language)) as live:
            page = open_page(browser, live.seat_address(live.ask(seat_to_act)), small_screen=True)
            for width in (360, 390, 750):
                page.set_viewport_size({"width": width, "height": 800})
                name = page.locator("#whose")
                name.evaluate("(name) => (name.textContent = 'Maximilian')")
                expect(page.locator("#turn")).to_be_visible()
                for part in ("#whose", "#turn"):
                    fits = "(part) => part.scrollWidth <= part.clientWidth + 1"
                    assert page.locator(part).evaluate(fits), (part, width)
                assert page.evaluate("document.documentElement.scrollWidth") <= width

    @pytest.mark.full
    def test_no_phone_has_its_turn_between_rounds(self, browser: Browser) -> None:
        def between(time: float) -> Table:
            session = new_play()
            for take in ("t1", "t2", "t3"):
                session.apply(take)
            return at_table(time, session)

        with LiveTable(between) as live:
            seat = live.ask(seat_to_act)
            page = open_page(browser, live.seat_address(seat), small_screen=True)
            expect(page.locator("#words")).to_contain_text("is over")
            expect(page.locator("#turn")).to_be_hidden()
            page.click('#device [data-key="soft3"]')
            expect(page.locator("#turn")).to_be_visible()

    @pytest.mark.full
    @pytest.mark.parametrize("language", Language)
    def test_labels_stay_within_their_hearts(self, browser: Browser, language: Language) -> None:
        with LiveTable(partial(third_round, language)) as live:
            page = open_page(browser, live.seat_address(live.ask(seat_to_act)), small_screen=True)
            for width, height in ((390, 844), (360, 560), (750, 390)):
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate(OUTSIDE) == [], (width, height)
            page.click('[data-key="petal4"]')
            expect(page.locator('[data-key="petal1"] small')).to_contain_text("→")
            for width, height in ((390, 844), (360, 560), (750, 390)):
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate(OUTSIDE) == [], (width, height)


def background(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def play_a_turn(table: Table) -> None:
    assert table.session is not None
    for entry in ("d1", "look", "r1"):
        table.session.apply(entry)


async def tick(live: LiveTable) -> None:
    live.host.tick()


OUTSIDE = """async () => {
  // The words of petals that reach beyond the heart they stand on.
  const svg = await (await fetch("/heart.svg")).text();
  const heart = new Path2D(svg.match(/ d="([^"]+)"/)[1]);
  const context = document.createElement("canvas").getContext("2d");
  const isInside = (key, x, y) => {
    const box = key.getBoundingClientRect();
    const turn = -parseFloat(getComputedStyle(key).getPropertyValue("--turn")) * Math.PI / 180;
    const [dx, dy] = [x - box.left - box.width / 2, y - box.top - box.height / 2];
    const unit = 50 / key.offsetWidth;
    const along = (dx * Math.cos(turn) - dy * Math.sin(turn)) * unit;
    const down = (dx * Math.sin(turn) + dy * Math.cos(turn)) * unit;
    return context.isPointInPath(heart, along, down - 19);
  };
  const outside = [];
  for (const key of document.querySelectorAll(".flower button")) {
    const words = document.createRange();
    words.selectNodeContents(key.querySelector("small"));
    for (const line of words.getClientRects()) {
      const middle = line.top + line.height / 2;
      const ends = [line.left + 1, line.right - 1];
      if (!ends.every((x) => isInside(key, x, middle))) outside.push(key.innerText);
    }
  }
  return outside;
}"""


def third_round(language: Language, time: float) -> Table:
    return at_table(time, random_play(Edition.BASE, 3, 13, is_worth_a_picture), language)


def at_table(
    time: float, session: TriquetaSession, language: Language = Language.ENGLISH
) -> Table:
    table = Table(services(), TableState(Preferences(language=language)), time=time)
    table.go_on(session)
    return table


class TestTextPages:
    @pytest.mark.full
    @pytest.mark.parametrize("path", ["/help", "/rules", "/S/OLD"])
    def test_they_are_set_as_text(self, browser: Browser, live: LiveTable, path: str) -> None:
        page = browser.new_context(viewport=PHONE).new_page()
        page.goto(live.address + path)
        box = page.locator("p").first.bounding_box()
        assert box is not None
        assert box["x"] >= 12
        assert box["x"] + box["width"] <= PHONE["width"] - 12

    @pytest.mark.full
    def test_a_phone_gets_them_in_its_own_language(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = open_page(browser, live.seat_address(1))
        live.ask(speak_german)
        live.run(tick(live))
        page.get_by_role("button", name="Menü").click()
        link = page.get_by_role("link", name="Regeln")
        page.goto(str(link.evaluate("(link) => link.href")))
        expect(page.locator("html")).to_have_attribute("lang", "de")


def speak_german(table: Table) -> None:
    table.speak(table.stations["seat2"], Language.GERMAN)


class TestGone:
    @pytest.mark.full
    def test_one_page_too_many_says_so(
        self, browser: Browser, live: LiveTable, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(server._MOST_PAGES, server._WATCH_SOCKET, 0)
        page = browser.new_context(viewport=PHONE).new_page()
        page.clock.install()
        page.goto(live.address + "/watch")
        expect(page.locator("#message")).to_be_visible()
        with page.expect_response("**/watch"):  # it checks whether the page is available
            page.clock.run_for(6000)
        page.clock.run_for(2000)
        expect(page.locator("#message")).to_contain_text("Too many pages")

    @pytest.mark.full
    def test_the_page_says_that_the_table_is_gone(self, browser: Browser, live: LiveTable) -> None:
        page = browser.new_context(viewport=PHONE).new_page()
        page.clock.install()
        page.goto(live.seat_address(0))
        expect(page.get_by_role("heading", name="Your turn, Ana")).to_be_visible()
        with live.standing_still():
            page.clock.run_for(2600)
            expect(page.locator("#message-text")).to_have_text("Connecting ...")
            page.clock.run_for(6000)
            expect(page.locator("#message")).to_contain_text("The table isn't responding")
            expect(page.locator("#message")).to_contain_text("switched on")
        expect(page.get_by_role("heading", name="Your turn, Ana")).to_be_visible()
        expect(page.locator("#message")).to_be_hidden()

    @pytest.mark.full
    def test_nothing_can_be_pressed_meanwhile(self, browser: Browser, live: LiveTable) -> None:
        page = open_page(browser, live.seat_address(0))
        page.context.set_offline(True)
        expect(page.locator("#message")).to_be_visible()
        page.keyboard.press("1")
        assert page.locator(".down").count() == 0
        page.context.set_offline(False)
        expect(page.locator("#message")).to_be_hidden()
