"""Tests of the pages in a real browser: a whole game by clicking, holding Look, and phones.

They need Debian's Chromium.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.stations.live_table import LiveTable
from tests.stations.test_web_server import table_in_game
from tests.stations.test_web_sessions import play_again
from tests.table.autopilot import acting_station, useful_keys
from tests.table.evening import play_at, random_play
from tests.table.services import services
from triqueta.games.triqueta.rules import Edition, Phase
from triqueta.games.triqueta.session import TriquetaSession
from triqueta.screens.lists import RankingScreen
from triqueta.screens.phrases import Language
from triqueta.screens.station import SHORTEST_GLANCE
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table

PICTURES = Path(__file__).parents[2] / "hardware" / "pictures"
LAPTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 750}
SMALL_PHONE: ViewportSize = {"width": 360, "height": 560}
LANDSCAPE: ViewportSize = {"width": 750, "height": 390}
TWICE_ITS_SIZE: ViewportSize = {"width": 640, "height": 400}  # a laptop at 200 % zoom


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.connect_over_cdp(chromium)
        yield browser
        browser.close()


@pytest.fixture(autouse=True)
def phones_are_put_away(browser: Browser) -> Iterator[None]:
    """Close each test's phones: their pages would keep looking for a table that is gone."""
    yield
    for context in browser.contexts[1:]:  # the first context is Chromium's own
        context.close()


@pytest.fixture
def live() -> Iterator[LiveTable]:
    with LiveTable(table_in_game) as table:
        yield table


def note_error(errors: list[str], message: ConsoleMessage) -> None:
    if message.type == "error":
        errors.append(message.text)


def new_page(browser: Browser, size: ViewportSize = PHONE, *, small_screen: bool = False) -> Page:
    """Return an empty page of a new device, which may prefer the small screen with its keys."""
    context = browser.new_context(viewport=size)
    if small_screen:
        context.add_init_script('localStorage.setItem("small-screen", "on")')
    return context.new_page()


def open_page(
    browser: Browser, address: str, size: ViewportSize = PHONE, *, small_screen: bool = False
) -> Page:
    """Open a page on a device of its own."""
    page = new_page(browser, size, small_screen=small_screen)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", partial(note_error, errors))
    page.goto(address)
    expect(page.locator("#message")).to_be_hidden()
    assert errors == []
    return page


def words(page: Page) -> str:
    return page.locator("#words").inner_text()


def lit_pixels(page: Page) -> int:
    script = """() => {
      const canvas = document.getElementById("screen");
      const data = canvas.getContext("2d").getImageData(0, 0, 128, 64).data;
      return data.filter((value, index) => index % 4 === 3 && value > 0).length;
    }"""
    return int(page.evaluate(script))


def test_a_whole_game_of_three_by_clicking(browser: Browser) -> None:
    """Set up a game on the table page, and play it on three seat pages up to the score."""
    rng = Random(3)

    def new_table(time: float) -> Table:
        return Table(
            services(lambda: bytes(32)),
            TableState(Preferences(language=Language.ENGLISH)),
            time=time,
        )

    with LiveTable(new_table) as live:
        pages = {"table": open_page(browser, live.address + "/", LAPTOP)}
        for seat in range(3):
            pages[f"seat{seat + 1}"] = open_page(
                browser, live.seat_address(seat), small_screen=True
            )
        for name in ("petal3", "soft2", "petal1", "petal2", "petal5"):
            pages["table"].click(f'[data-key="{name}"]')
        clicks = 0
        while not live.ask(is_at_the_score):
            live.pass_time(SHORTEST_GLANCE)  # players look at what they have drawn
            station, keys = live.ask(what_to_press)
            if keys:
                pages[station].click(f'#device [data-key="{rng.choice(keys)}"]', delay=0)
                clicks += 1
            assert clicks < 1500
        expect(pages["table"].locator("#words")).to_contain_text("won")
        outcome = live.ask(lambda table: play_at(table)._game.outcome)
        assert outcome is not None


def is_at_the_score(table: Table) -> bool:
    return isinstance(table.frames()["table"].screen, RankingScreen)


def what_to_press(table: Table) -> tuple[str, list[str]]:
    station = acting_station(table)
    aside = bool(station.pages) and not station.pages[-1].bound_to_turn
    view = table.view_for(station)
    keys = useful_keys(view, aside=aside)
    return station.name, keys if keys or view.otherwise is None else ["petal1"]


class TestLook:
    def drawn(self, browser: Browser, live: LiveTable) -> Page:
        page = open_page(browser, live.address + "/")
        page.click('[data-key="petal1"]')
        expect(page.locator("#words")).to_contain_text("take the device")
        return page

    @pytest.mark.full
    def test_with_the_pointer(self, browser: Browser, live: LiveTable) -> None:
        page = self.drawn(browser, live)
        page.locator('[data-key="soft2"]').hover()
        page.mouse.down()
        expect(page.locator("#words")).to_contain_text("Only for Ana")
        live.pass_time(1)
        page.mouse.move(5, 5)  # a finger that slips still holds the key
        assert "Only for Ana" in words(page)
        page.mouse.up()
        expect(page.locator("#words")).to_contain_text("row or keep")
        assert "Only for Ana" not in words(page)

    @pytest.mark.full
    @pytest.mark.parametrize("press", ["k", "Space"])
    def test_with_the_keyboard(self, browser: Browser, live: LiveTable, press: str) -> None:
        page = self.drawn(browser, live)
        page.locator('[data-key="soft2"]').focus()
        page.keyboard.down(press)
        expect(page.locator("#words")).to_contain_text("Only for Ana")
        live.pass_time(1)
        page.keyboard.up(press)
        expect(page.locator("#words")).to_contain_text("row or keep")

    @pytest.mark.full
    def test_releasing_look_ends_it_even_if_another_key_is_down(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = self.drawn(browser, live)
        page.keyboard.down("k")
        expect(page.locator("#words")).to_contain_text("Only for Ana")
        live.pass_time(1)
        page.keyboard.down("Control")
        page.keyboard.up("k")
        expect(page.locator("#words")).to_contain_text("row or keep")
        page.keyboard.up("Control")

    def test_a_reload_in_the_middle_shows_no_secret(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = self.drawn(browser, live)
        page.keyboard.down("k")
        expect(page.locator("#words")).to_contain_text("Only for Ana")
        page.reload()
        # Whether or not the key was held long enough for a look, it is over now.
        expect(page.locator("#words")).to_contain_text(re.compile("take the device|row or keep"))
        assert not live.ask(lambda table: table.stations["table"].looking)

    @pytest.mark.full
    def test_look_ends_when_the_focus_goes_elsewhere(
        self, browser: Browser, live: LiveTable
    ) -> None:
        """The key is released in another window, so this page gets no event."""
        page = open_page(browser, live.address + "/", LAPTOP, small_screen=True)
        page.get_by_text("Open Ben's screen").click()
        seat = page.frame_locator('iframe[title="Ben"]')
        expect(seat.locator("#words")).to_contain_text("Ana plays")
        page.click('[data-key="petal1"]')
        expect(page.locator("#words")).to_contain_text("take the device")
        page.keyboard.down("k")
        expect(page.locator("#words")).to_contain_text("Only for Ana")
        live.pass_time(1)
        seat.locator('[data-key="petal1"]').focus()
        expect(page.locator("#words")).to_contain_text("row or keep")
        assert not live.ask(lambda table: table.stations["table"].looking)
        assert page.locator(".down").count() == 0
        page.keyboard.up("k")

    def test_a_page_whose_server_hangs_is_dark_within_three_seconds(
        self, browser: Browser, live: LiveTable
    ) -> None:
        """The connection stays open, but heartbeats stop. The test advances the page's clock."""
        page = new_page(browser, small_screen=True)
        page.clock.install()
        page.goto(live.seat_address(0))
        page.click('[data-key="petal1"]')
        expect(page.locator("#words")).to_contain_text("Which row")
        with live.standing_still():
            assert lit_pixels(page) > 100
            page.clock.run_for(3000)
            assert lit_pixels(page) == 0
            assert words(page) == ""
        expect(page.locator("#words")).to_contain_text("Which row")

    @pytest.mark.full
    def test_a_page_that_loses_sight_or_link_goes_dark_at_once(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = open_page(browser, live.seat_address(0), small_screen=True)
        page.click('[data-key="petal1"]')
        expect(page.locator("#words")).to_contain_text("Which row")
        assert lit_pixels(page) > 100
        page.context.set_offline(True)
        expect(page.locator("#words")).to_have_text("")
        assert lit_pixels(page) == 0
        page.context.set_offline(False)
        expect(page.locator("#words")).to_contain_text("Which row")

    @pytest.mark.full
    def test_a_page_out_of_sight_goes_dark_and_the_table_asks_whether_to_wait(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = open_page(browser, live.seat_address(0), small_screen=True)
        page.click('[data-key="petal1"]')
        expect(page.locator("#words")).to_contain_text("Which row")
        set_hidden(page, hidden=True)
        assert words(page) == ""
        assert lit_pixels(page) == 0
        table = open_page(browser, live.address + "/")
        expect(table.locator("#words")).to_contain_text("Ana: display asleep")
        set_hidden(page, hidden=False)
        expect(page.locator("#words")).to_contain_text("Which row")
        expect(table.locator("#words")).to_contain_text("Ana decides")


def set_hidden(page: Page, *, hidden: bool) -> None:
    """Hide or show the page, as a phone does when it sleeps or another app is in front."""
    page.evaluate(
        """(hidden) => {
          Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


class TestSeatPages:
    def test_a_second_phone_asks_and_takes_over(self, browser: Browser, live: LiveTable) -> None:
        first = open_page(browser, live.seat_address(0), small_screen=True)
        second = new_page(browser, small_screen=True)
        second.goto(live.seat_address(0))
        second.get_by_text("Take over").click()
        expect(second.locator("#words")).to_contain_text("Ana's turn")
        expect(first.get_by_text("This seat is now on another phone.")).to_be_visible()
        assert lit_pixels(first) == 0

    @pytest.mark.full
    def test_a_phone_notices_that_the_table_was_restarted(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = open_page(browser, live.seat_address(0), small_screen=True)
        live.ask(lambda table: table.renew_seat_key())
        live.ask(lambda _: live.server.sessions._sessions.clear())
        page.context.set_offline(True)
        expect(page.locator("#words")).to_have_text("")
        page.context.set_offline(False)
        expect(page.get_by_text("no longer valid")).to_be_visible()

    def test_seated_pages_stay_for_the_next_game_until_another_player_sits_there(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = open_page(browser, live.seat_address(0), small_screen=True)
        table = open_page(browser, live.address + "/", LAPTOP, small_screen=True)
        table.get_by_text("Open Ben's screen").click()
        panel = table.frame_locator('iframe[title="Ben"]').locator("#words")
        expect(panel).to_contain_text("Ana plays")
        play_again(live)
        expect(page).to_have_url(live.seat_address(0))
        page.reload()
        expect(page.locator("#words")).to_contain_text("Ana's turn")
        set_hidden(page, hidden=True)
        play_again(live)
        set_hidden(page, hidden=False)
        expect(page.locator("#words")).to_contain_text("Ana's turn")
        expect(page).to_have_url(live.seat_address(0))
        expect(panel).to_contain_text("Ana plays")
        play_again(live, ("Dan", "Eva", "Chloé"))
        expect(page.get_by_text("no longer valid")).to_be_visible()
        assert lit_pixels(page) == 0
        expect(table.get_by_text("Open Eva's screen")).to_be_visible()
        assert table.locator("iframe").count() == 0

    @pytest.mark.full
    def test_a_wrong_link_says_so(self, browser: Browser, live: LiveTable) -> None:
        page = browser.new_page()
        page.goto(live.address + "/S/WRONGWRONG")
        assert "no longer valid" in page.inner_text("body")

    @pytest.mark.full
    def test_a_name_is_typed_on_the_phone(self, browser: Browser) -> None:
        with LiveTable(table_before_a_game) as live:
            page = open_page(browser, live.seat_address(1), small_screen=True)
            type_name(page, "Zoé")
            expect(page.locator("#words")).to_contain_text("Welcome, Zoé")
            expect(page.locator("#whose")).to_have_text("Zoé")

    @pytest.mark.full
    def test_a_name_that_cannot_be_used_now_gets_the_reason(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = open_page(browser, live.seat_address(1), small_screen=True)
        type_name(page, "Zoé")
        expect(page.locator("#words")).to_contain_text("Names can't be changed during a game")
        expect(page.locator("#naming .reason")).to_contain_text("Names can't be changed")


def table_before_a_game(time: float) -> Table:
    return Table(services(), TableState(Preferences(language=Language.ENGLISH)), time=time)


def type_name(page: Page, name: str) -> None:
    page.get_by_role("button", name="Name").click()
    page.get_by_role("textbox", name="Your name").fill(name)
    page.get_by_role("button", name="OK").click()


MEASURES = """() => {
  const page = document.documentElement;
  const keys = [...document.querySelectorAll("#device [data-key]")];
  const boxes = keys.map((key) => key.getBoundingClientRect().toJSON());
  return [page.scrollWidth, page.scrollHeight, boxes];
}"""


class TestLayout:
    @pytest.mark.full
    @pytest.mark.parametrize("seat", [None, 0])
    def test_everything_fits_without_scrolling(
        self, browser: Browser, live: LiveTable, seat: int | None
    ) -> None:
        address = live.address + "/" if seat is None else live.seat_address(seat)
        page = open_page(browser, address, small_screen=True)
        for size in (LAPTOP, PHONE, SMALL_PHONE, LANDSCAPE, TWICE_ITS_SIZE):
            page.set_viewport_size(size)
            width, height, keys = page.evaluate(MEASURES)
            assert width <= size["width"], size
            if seat is not None:  # the table's page has the open table below the keys
                assert height <= size["height"], size
            assert len(keys) == 8
            for key in keys:
                assert min(key["width"], key["height"]) >= 30, size
                assert key["left"] >= 0, size
                assert key["top"] >= 0, size
                assert key["bottom"] <= size["height"], size

    @pytest.mark.full
    def test_the_panels_of_the_seats_play_beside_the_table(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = open_page(browser, live.address + "/", LAPTOP, small_screen=True)
        page.get_by_text("Open Ana's screen").click()
        frame = page.frame_locator('iframe[title="Ana"]')
        expect(frame.locator("#words")).to_contain_text("Ana's turn")
        frame.locator('[data-key="petal1"]').click()
        expect(frame.locator("#words")).to_contain_text("Which row")
        expect(page.locator("#words").first).to_contain_text("Ana decides")

    @pytest.mark.full
    def test_the_keys_are_buttons_with_names(self, browser: Browser, live: LiveTable) -> None:
        page = open_page(browser, live.address + "/")
        for name in ("Petal 1", "Petal 5", "Take row", "Menu"):
            expect(page.get_by_role("button", name=name)).to_be_visible()

    @pytest.mark.full
    def test_pictures_for_the_docs(self, browser: Browser, request: pytest.FixtureRequest) -> None:
        """Compare with the pictures in README and docs; --update-pictures rewrites them."""
        with LiveTable(table_in_the_third_round) as live:
            phone = open_page(browser, live.seat_address(live.ask(seat_to_act)), PHONE)
            table = open_page(browser, live.address + "/", LAPTOP)
            expect(table.locator("#felt .rows .t").first).to_be_visible()
            expect(table.locator("#seats")).to_contain_text("own display")
            keep_picture(request, table, "table-page.png")
            phone.emulate_media(reduced_motion="reduce")
            phone.get_by_role("button", name="Draw from petal 4").click()
            phone.locator("#phone .backs").click()
            expect(phone.locator("#phone .hero h2")).to_be_visible()
            keep_picture(request, phone, "phone-page.png")


def table_in_the_third_round(time: float) -> Table:
    table = table_before_a_game(time)
    table.go_on(random_play(Edition.BASE, 3, 13, is_worth_a_picture))
    return table


def is_worth_a_picture(session: TriquetaSession) -> bool:
    view = session.view(None).table
    is_late = view.round >= 3 and view.phase is Phase.TURN and view.petals[3].tiles > 0
    return is_late and view.rows.count(None) < 2 and sum(map(len, filter(None, view.rows))) > 4


def seat_to_act(table: Table) -> int:
    seat = play_at(table).current_player
    assert seat is not None
    return seat


def keep_picture(request: pytest.FixtureRequest, page: Page, name: str) -> None:
    picture = page.screenshot()
    assert len(picture) > 5000
    if request.config.getoption("--update-pictures"):
        (PICTURES / name).write_bytes(picture)
    assert (PICTURES / name).exists()
