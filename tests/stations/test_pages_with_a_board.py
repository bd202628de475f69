"""Tests of the large board on the pages: layout, taps, screen readers, and arrow keys.

They need Debian's Chromium.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page, ViewportSize, expect

from tests.games.zatre.scenes import PROOF, entered, first_turn, mid_game
from tests.games.zatre.tables import random_game
from tests.screens.scenes import WIDE
from tests.stations.live_table import LiveTable
from tests.stations.test_pages import (
    LANDSCAPE,
    LAPTOP,
    MEASURES,
    PHONE,
    SMALL_PHONE,
    TWICE_ITS_SIZE,
    browser,
    open_page,
    phones_are_put_away,
)
from tests.stations.test_pages_accessibility import complaints
from tests.stations.test_pages_in_play import TV
from tests.stations.test_web_board import cursors
from tests.stations.test_web_server import table_in_game
from tests.table.evening import new_play
from tests.table.services import services
from triqueta.games.zatre.rules import Game
from triqueta.games.zatre.rules.board import FIELDS
from triqueta.games.zatre.session import DRAW, ZatreSession
from triqueta.screens.board import BoardField, LargeBoard, Paint
from triqueta.screens.phrases import Language
from triqueta.screens.screen import TextScreen
from triqueta.table.scene import Scene, Station, StationView, Taps
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table

__all__ = ["browser", "phones_are_put_away"]

THREADS = {"#2e7d32": "G", "#c62828": "R", "#f9d648": "Y", "#1565c0": "B", "#6a1b9a": "V"}
BESIDE = """() => {
  const box = (name) => document.querySelector(name).getBoundingClientRect().toJSON();
  return [box("#device"), box("#board > svg")];
}"""
ON_ONE_LINE = "(text) => text.clientHeight < 2 * parseFloat(getComputedStyle(text).fontSize)"


def in_mid_game(time: float, language: Language = Language.ENGLISH) -> Table:
    """Return a table in a game in which the third of three players is to place a tile."""
    table = Table(services(), TableState(Preferences(language=language)), time=time)
    table.go_on(mid_game(DRAW))
    return table


def in_first_turn(time: float) -> Table:
    table = in_mid_game(time)
    table.go_on(first_turn("51"))
    return table


@pytest.fixture
def live() -> Iterator[LiveTable]:
    with LiveTable(in_mid_game) as table:
        yield table


@pytest.fixture
def first() -> Iterator[LiveTable]:
    with LiveTable(in_first_turn) as table:
        yield table


def field(page: Page, name: str) -> Locator:
    return page.locator(f'#board [data-field="{name}"]')


def of_five(time: float, turns: int, language: Language = Language.ENGLISH) -> Table:
    """Return a table with a game of five players with the widest possible names."""
    game = random_game(5, 5, length=turns)
    session = ZatreSession(Game(replace(game.setup, players=WIDE)), PROOF)
    for move in game.moves:
        entered(session, (DRAW, move))
    table = in_mid_game(time, language)
    table.go_on(session)
    return table


def path_to(live: LiveTable, seat: int | None) -> str:
    return live.address + "/" if seat is None else live.seat_address(seat)


class TestTaps:
    @pytest.mark.full
    @pytest.mark.parametrize("seat", [None, 2])
    @pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
    def test_a_tap_moves_the_cursor_and_keys_continue_from_there(
        self, browser: Browser, live: LiveTable, seat: int | None, size: ViewportSize
    ) -> None:
        page = open_page(browser, path_to(live, seat), size)
        field(page, "K9").click()
        expect(page.locator("#words")).to_contain_text("cursor on K9")
        expect(field(page, "K9")).to_have_attribute("aria-current", "true")
        expect(page.locator('#board [aria-current="true"]')).to_have_count(1)
        page.keyboard.press("j")
        expect(field(page, "K9")).to_have_accessible_name("K9, 4 from this turn")
        page.click('[data-key="petal2"]')
        expect(field(page, "L9")).to_have_attribute("aria-current", "true")

    @pytest.mark.full
    def test_a_finger_taps_as_well(self, browser: Browser, live: LiveTable) -> None:
        page = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
        page.goto(live.seat_address(2))
        field(page, "B5").tap()
        expect(page.locator("#words")).to_contain_text("cursor on B5")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    @pytest.mark.full
    def test_a_player_who_is_not_to_act_gets_the_reason_and_moves_nothing(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = open_page(browser, live.seat_address(0))
        before = cursors(live)
        expect(field(page, "K9")).to_have_attribute("aria-disabled", "true")
        field(page, "K9").dispatch_event("click")  # a click would wait until it can be tapped
        expect(page.locator("#words")).to_contain_text("Waiting for")
        assert cursors(live) == before
        owner = open_page(browser, live.seat_address(2))
        expect(field(owner, "K9")).to_have_attribute("aria-disabled", "false")
        field(owner, "K9").click()
        expect(field(page, "K9")).to_have_attribute("aria-current", "true")

    @pytest.mark.full
    def test_a_spectator_sees_it_and_cannot_tap(self, browser: Browser, live: LiveTable) -> None:
        page = open_page(browser, live.address + "/watch", TV)
        expect(page.locator("#board")).to_be_visible()
        before = cursors(live)
        field(page, "K9").click()
        assert page.locator("#board [tabindex], #board [role=button]").count() == 0
        assert cursors(live) == before != ("K9",)
        live.ask(lambda _: live.host.tap("table", None, "L9"))
        expect(field(page, "L9")).to_have_attribute("aria-current", "true")
        height = page.evaluate("document.documentElement.scrollHeight")
        assert height <= TV["height"]

    def test_a_whole_turn_by_taps_and_keys(self, browser: Browser, first: LiveTable) -> None:
        page = open_page(browser, first.address + "/", LAPTOP)
        for name in ("H8", "I8", "J8"):
            field(page, name).click()
            expect(field(page, name)).to_have_attribute("aria-current", "true")
            page.keyboard.press("j")
        expect(field(page, "J8")).to_have_accessible_name("J8, 1 from this turn")
        page.keyboard.press("k")
        expect(page.locator("#words")).to_contain_text("draws")
        expect(field(page, "H8")).to_have_accessible_name("H8, start field, 6 from the last turn")
        expect(page.locator('#board [aria-current="true"]')).to_have_count(0)
        assert first.ask(turns_played) == 1


def turns_played(table: Table) -> int:
    assert isinstance(table.session, ZatreSession)
    return table.session.view(None).table.turns


class TestLayout:
    @pytest.mark.full
    @pytest.mark.parametrize("language", Language)
    def test_on_a_seats_page_all_of_it_fits(self, browser: Browser, language: Language) -> None:
        with LiveTable(partial(in_mid_game, language=language)) as live:
            page = open_page(browser, live.seat_address(2))
            page.keyboard.press("k")
            page.keyboard.press("j")  # the longest labels of the soft keys
            expect(page.locator('.soft [aria-label*=", "]')).to_have_count(3)
            for size in (LAPTOP, PHONE, SMALL_PHONE, LANDSCAPE, TWICE_ITS_SIZE):
                page.set_viewport_size(size)
                width, height, keys = page.evaluate(MEASURES)
                assert width <= size["width"], size
                assert height <= size["height"], size
                device, board = page.evaluate(BESIDE)
                for box in (device, board, *keys):
                    assert box["left"] >= 0, size
                    assert box["right"] <= size["width"], size
                    assert box["bottom"] <= size["height"], size
                assert all(min(key["width"], key["height"]) >= 30 for key in keys), size
                assert board["left"] >= device["right"] or board["top"] >= device["bottom"], size
                for key in page.locator(".soft button").all():
                    assert key.evaluate("(key) => key.scrollWidth <= key.clientWidth"), size

    @pytest.mark.full
    def test_beside_the_tables_device_it_is_large(self, browser: Browser, live: LiveTable) -> None:
        page = open_page(browser, live.address + "/", LAPTOP)
        expect(field(page, "H8")).to_be_visible()
        device, board = page.evaluate(BESIDE)
        assert board["left"] >= device["right"]
        assert board["width"] > 0.35 * LAPTOP["width"]
        assert board["bottom"] <= LAPTOP["height"]
        for size in (PHONE, SMALL_PHONE, LANDSCAPE, TWICE_ITS_SIZE):
            page.set_viewport_size(size)
            device, board = page.evaluate(BESIDE)
            assert board["top"] >= device["bottom"], size
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], size

    @pytest.mark.full
    @pytest.mark.parametrize("language", Language)
    def test_the_longest_labels_of_the_tables_keys_fit(
        self, browser: Browser, language: Language
    ) -> None:
        """The labels are longest after the end of a turn that can be undone."""
        with LiveTable(partial(of_five, turns=9, language=language)) as live:
            page = open_page(browser, live.address + "/", LAPTOP)
            expect(page.locator('.soft [aria-label*=", "]')).to_have_count(3)
            for key in page.locator(".soft button").all():
                for part in key.locator("span, kbd").all():
                    inner, outer = part.bounding_box(), key.bounding_box()
                    assert inner is not None
                    assert outer is not None
                    assert outer["x"] <= inner["x"]
                    assert inner["x"] + inner["width"] <= outer["x"] + outer["width"]

    @pytest.mark.full
    @pytest.mark.parametrize(("path", "size"), [("/", LAPTOP), ("/watch", TV)])
    def test_points_stay_with_their_unit_and_the_score_of_five_needs_no_scrolling(
        self, browser: Browser, path: str, size: ViewportSize
    ) -> None:
        with LiveTable(partial(of_five, turns=40)) as live:
            page = open_page(browser, live.address + path, size)
            points = page.locator("#open .points")
            expect(points).to_have_count(5)
            for line in points.all():
                assert line.evaluate(ON_ONE_LINE)
        with LiveTable(partial(of_five, turns=200)) as live:
            page = open_page(browser, live.address + path, size)
            score = page.locator("#open .scrolls")
            expect(score).to_be_visible()
            assert score.evaluate("(score) => score.scrollWidth <= score.clientWidth")

    @pytest.mark.full
    def test_in_the_panel_of_a_seat_it_is_tapped_as_well(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = open_page(browser, live.address + "/", LAPTOP)
        page.locator("#seats button").nth(2).click()
        panel = page.frame_locator("iframe")
        panel.locator('[data-field="K9"]').click()
        expect(field(page, "K9")).to_have_attribute("aria-current", "true")

    @pytest.mark.full
    def test_a_game_without_a_board_leaves_the_page_unchanged(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = open_page(browser, live.address + "/", LAPTOP)
        expect(page.locator("#board")).to_be_visible()
        live.ask(lambda table: table.go_on(new_play()))
        live.ask(lambda _: live.host.tick())
        expect(page.locator("#board")).to_be_hidden()
        expect(page.locator("body")).not_to_have_class(re.compile("has-board"))
        assert page.locator("#board *").count() == 0


class LoomScene(Scene):
    """A scene with a made-up board: coloured octagons with letters, and spaces between them."""

    def __init__(self) -> None:
        self.cursors: tuple[str, ...] = ("b3", "C2")

    def view_for(self, station: Station) -> StationView:
        taps = Taps(frozenset({"d4"}), self._tap)
        return StationView(TextScreen(title="Loom", text=""), taps=taps)

    def _tap(self, name: str) -> None:
        self.cursors = (name, *self.cursors[1:])

    def board(self, station: Station | None) -> LargeBoard:
        octagons = (_octagon(x, y) for x in range(5) for y in range(5))
        spaces = (_space(x, y) for x in range(4) for y in range(4))
        return LargeBoard("Loom", (*octagons, *spaces), cursors=self.cursors)


def _octagon(x: int, y: int) -> BoardField:
    colour, letter = list(THREADS.items())[x * (y + 2) % 5]
    name, thread = f"{'abcde'[x]}{y + 1}", Paint(colour, letter, cut=0.29)
    return BoardField(name, x, y, f"{name}, {letter}", Paint("#e0e0e0", cut=0.29), thread)


def _space(x: int, y: int) -> BoardField:
    name, number = f"{'ABCD'[x]}{y + 1}", str((x + y) % 6 + 1)
    ground = Paint("#ffffff", number, cut=0.5)
    return BoardField(name, x + 0.5, y + 0.5, f"{name}, {number}", ground, size=0.5)


class TestAnotherBoard:
    @pytest.mark.full
    def test_fields_of_other_forms_and_sizes_and_two_cursors(self, browser: Browser) -> None:
        """The page draws any game's board; it does not know any of them by name."""
        with LiveTable(table_in_game) as live:
            page = open_page(browser, live.address + "/", LAPTOP)
            live.ask(lambda table: table.go_to(LoomScene()))
            live.ask(lambda _: live.host.tick())
            expect(page.locator("#board .cursor")).to_have_count(2)
            wide, small = box_of(field(page, "b3")), box_of(field(page, "C2"))
            assert small["width"] == pytest.approx(wide["width"] / 2, rel=0.1)
            assert small["x"] > wide["x"] + wide["width"] / 2
            expect(field(page, "a1").locator("text")).to_have_text("G")
            expect(field(page, "d4")).to_have_attribute("aria-disabled", "false")
            expect(field(page, "d5")).to_have_attribute("aria-disabled", "true")
            field(page, "d4").click()
            expect(field(page, "d4")).to_have_attribute("aria-current", "true")
            field(page, "d4").focus()
            page.keyboard.press("ArrowRight")
            expect(field(page, "e4")).to_be_focused()
            assert complaints(page) == []


def box_of(element: Locator) -> FloatRect:
    box = element.bounding_box()
    assert box is not None
    return box


class TestAccessibility:
    @pytest.mark.full
    @pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
    def test_axe_finds_nothing(
        self, browser: Browser, live: LiveTable, size: ViewportSize
    ) -> None:
        for path in ("/", "/watch", live.server.seat_path(2), live.server.seat_path(0)):
            page = open_page(browser, live.address + path, size)
            expect(page.locator("#board svg").first).to_be_visible()
            assert complaints(page) == [], path

    @pytest.mark.full
    def test_fields_are_buttons_with_words(self, browser: Browser, live: LiveTable) -> None:
        page = open_page(browser, live.address + "/", LAPTOP)
        board = page.get_by_role("group", name="The board")
        expect(board.get_by_role("button")).to_have_count(len(FIELDS))
        expect(board.get_by_role("button", name="C3, light", exact=True)).to_be_visible()
        expect(board.get_by_role("button", name="H14, 2 from the last turn")).to_be_visible()

    @pytest.mark.full
    def test_one_stop_for_tab_and_arrows_from_there(
        self, browser: Browser, first: LiveTable
    ) -> None:
        page = open_page(browser, first.address + "/", LAPTOP)
        expect(page.locator('#board [tabindex="0"]')).to_have_count(1)
        page.locator('[data-key="petal5"]').focus()
        while not page.evaluate("document.activeElement.dataset.field"):
            page.keyboard.press("Tab")
        expect(field(page, "H8")).to_be_focused()  # where the cursor is
        for key, name in (("Up", "H7"), ("Right", "I7"), ("Down", "I8"), ("Left", "H8")):
            page.keyboard.press(f"Arrow{key}")
            expect(field(page, name)).to_be_focused()
        page.keyboard.press("Tab")
        assert not page.evaluate("document.activeElement.dataset.field")
        page.keyboard.press("Shift+Tab")
        expect(field(page, "H8")).to_be_focused()

    @pytest.mark.full
    def test_arrows_go_over_gaps_and_stop_at_the_edge(
        self, browser: Browser, first: LiveTable
    ) -> None:
        page = open_page(browser, first.address + "/", LAPTOP)
        field(page, "G1").focus()
        page.keyboard.press("ArrowRight")
        expect(field(page, "I1")).to_be_focused()
        page.keyboard.press("ArrowUp")
        expect(field(page, "I1")).to_be_focused()

    @pytest.mark.full
    @pytest.mark.parametrize("key", ["Enter", "Space"])
    def test_the_focused_field_is_tapped_by_the_keyboard_and_stays_focused(
        self, browser: Browser, first: LiveTable, key: str
    ) -> None:
        page = open_page(browser, first.address + "/", LAPTOP)
        field(page, "H8").focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press(key)
        expect(page.locator("#words")).to_contain_text("cursor on H9")
        expect(field(page, "H9")).to_be_focused()
        page.keyboard.press("j")  # the keys of the device work meanwhile
        expect(field(page, "H9")).to_have_accessible_name("H9, 6 from this turn")
        expect(field(page, "H9")).to_be_focused()

    @pytest.mark.full
    def test_its_words_are_in_the_language_of_its_station(self, browser: Browser) -> None:
        with LiveTable(partial(in_mid_game, language=Language.FRENCH)) as live:
            page = open_page(browser, live.seat_address(2))
            expect(page.get_by_role("button", name="C3, case claire")).to_be_visible()
            expect(page.locator("#board ul")).to_contain_text("le tour précédent")


class TestDark:
    @pytest.mark.full
    def test_without_the_link_nothing_is_left_and_then_all_is_back(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = open_page(browser, live.seat_address(2))
        expect(field(page, "H8")).to_be_visible()
        page.context.set_offline(True)
        expect(page.locator("#board *")).to_have_count(0)
        page.context.set_offline(False)
        expect(field(page, "H8")).to_be_visible()
        expect(page.locator("#board .cursor")).to_have_count(1)

    @pytest.mark.full
    def test_a_dark_screen_has_a_dark_board_and_ignores_taps(
        self, browser: Browser, live: LiveTable
    ) -> None:
        page = open_page(browser, live.seat_address(2))
        expect(field(page, "H8")).to_be_visible()
        live.pass_time(100_000)
        live.ask(lambda _: live.host.tick())
        expect(page.locator("#board *")).to_have_count(0)
        expect(page.locator("body")).to_have_class(re.compile("has-board"))
        page.keyboard.press("j")
        expect(field(page, "H8")).to_be_visible()
        expect(page.locator("#board .cursor")).to_have_count(1)
