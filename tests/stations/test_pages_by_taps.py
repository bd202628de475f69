"""Whole games of Triqueta with wolves on three phones: by taps, by keyboard, and by screen reader.

They need Debian's Chromium.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.profiles import budget
from tests.stations.live_table import LiveTable
from tests.stations.page_states import NAMES
from tests.stations.test_pages import browser, new_page
from tests.table.evening import play_at
from tests.table.services import services
from triqueta.games.triqueta.rules import Edition, Game, Proof, Setup, deal
from triqueta.games.triqueta.session import TriquetaSession
from triqueta.screens.phrases import Language
from triqueta.screens.station import SHORTEST_GLANCE, seat_station
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table

__all__ = ["browser"]

Press = Callable[[Page, str], None]
PLAYERS = 3
SECRET = bytes(range(32))
MOST_STEPS = 600
MOST_TABS = 40
OFFERED = """() => [...document.querySelectorAll("#phone .page :is(button, [role=button])")]
  .map(({ dataset }) => dataset.focus)
  .filter((name) => /^(tile|again|key-.*|(row|petal|pile)-\\d)$/.test(name))"""
IS_SHOWN = f"""([mode, keys]) => {{
  const shown = ({OFFERED})();
  const isDown = mode === "tile" && shown.join() === "tile";
  const isAll = shown.length === keys.length && keys.every((key) => shown.includes(key));
  return document.querySelector(`#phone .view-${{mode}}`) && (isDown || isAll);
}}"""


class Phones:
    """Three phones at a table with a game, one for each player."""

    def __init__(self, browser: Browser, live: LiveTable, rng: Random) -> None:
        self.live = live
        self.rng = rng
        self.has_undone = False
        self.pages = [self._open(browser, live.seat_address(seat)) for seat in range(PLAYERS)]

    def _open(self, browser: Browser, address: str) -> Page:
        page = new_page(browser)
        page.emulate_media(reduced_motion="reduce")
        page.goto(address)
        expect(page.locator("#phone .page > *").first).to_be_visible()
        return page

    def play(self, press: Press, rounds: int) -> None:
        """Press random keys of the player to act until these rounds or the game are over."""
        for _ in range(MOST_STEPS):
            self.live.pass_time(SHORTEST_GLANCE)
            if self.live.ask(lambda table: is_past(table, rounds)):
                return
            self.step(press)
        raise AssertionError("the game does not end")

    def step(self, press: Press) -> None:
        """Press a key of the player to act, and wait until the table or the page has done it."""
        seat = self.live.ask(seat_to_press)
        page = self.pages[seat]
        entries = self.live.ask(entries_of)
        page.wait_for_function(IS_SHOWN, arg=self.live.ask(partial(offers, seat)))
        key = self.rng.choice(page.evaluate(OFFERED))
        press(page, key)
        if key == "tile":
            expect(page.locator("#phone .backs")).to_have_count(0)
        else:
            self._wait_for_other_entries(entries)
        if not self.has_undone and key.startswith("row-"):
            self._undo(page)

    def _undo(self, page: Page) -> None:
        """Undo a move, if the page offers it. It is played again, or another one."""
        undo = page.locator('#phone [data-focus="undo"]')
        if undo.count():
            entries = self.live.ask(entries_of)
            undo.click()
            self._wait_for_other_entries(entries)
            self.has_undone = True

    def _wait_for_other_entries(self, entries: int) -> None:
        while self.live.ask(entries_of) == entries:
            pass


def entries_of(table: Table) -> int:
    return len(play_at(table).entries)


def offers(seat: int, table: Table) -> tuple[str, list[str]]:
    """Return the mode of a seat's page, and the names of all keys that go on with the game."""
    page = table.frame(seat_station(seat)).page
    assert page is not None
    decisions = () if page.decide is None else (page.decide.add, page.decide.return_)
    found = [(f"key-{key.kind}", key.act) for key in (*page.keys, *decisions)]
    found += [(f"row-{row.number}", row.act) for row in page.rows if row is not None]
    found += [(f"petal-{petal.number}", petal.act) for petal in page.petals]
    found += [(f"pile-{pile.number}", pile.act) for pile in page.piles]
    found += [] if page.again is None else [("again", page.again.act)]
    return page.mode, [name for name, act in found if act is not None]


def is_past(table: Table, rounds: int) -> bool:
    view = play_at(table).view(None)
    return view.table.round > rounds or (play_at(table).over and view.current_tile is None)


def seat_to_press(table: Table) -> int:
    """Return the seat whose phone has a key that goes on with the game."""
    seat = play_at(table).current_player
    return 0 if seat is None else seat


def new_game(time: float) -> Table:
    setup = Setup(Edition.SHADOW, NAMES[:PLAYERS], 0, deal(SECRET, Edition.SHADOW, PLAYERS, ""))
    session = TriquetaSession(Game(setup), Proof.of(SECRET, ""))
    table = Table(services(), TableState(Preferences(language=Language.ENGLISH)), time=time)
    table.go_on(session)
    return table


def key_named(page: Page, key: str) -> Locator:
    return page.locator(f'#phone .page [data-focus="{key}"]')


def tap(page: Page, key: str) -> None:
    key_named(page, key).click()


def type_key(page: Page, key: str) -> None:
    """Press a digit, the letter of a soft key with a digit, or Tab up to the key and Enter."""
    kind, _, number = key.partition("-")
    is_turn = page.locator("#phone .view-turn").count() == 1
    if kind == "petal" or (kind == "row" and not is_turn):
        page.keyboard.press(number)
    elif kind == "row" and int(number) % 2:
        page.keyboard.press("j")
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.press(number)
    else:
        for _ in range(MOST_TABS):
            if page.evaluate("document.activeElement.dataset.focus ?? ''") == key:
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")


def use_screen_reader(page: Page, key: str) -> None:
    """Find a button by its role and its name, which tells all about it, and click it."""
    name = key_named(page, key).evaluate("(key) => key.ariaLabel ?? key.textContent")
    assert re.fullmatch(NAMES_OF[key.partition("-")[0]], name), (key, name)
    page.get_by_role("button", name=name, exact=True).dispatch_event("click")


NAMES_OF = {
    "tile": r"Turn up what you drew: only you may see it",
    "petal": r"Draw from petal \d: \d tiles?(, .*)?",
    "row": r"Take row \d and leave the round: [+−]?\d+ points?|Row \d: .* → [+−]?\d+",
    "pile": r"Pile \d.*",
    "key": r".{2,}",
}


@pytest.mark.full
def test_a_whole_game_by_taps(browser: Browser) -> None:
    with LiveTable(new_game) as live:
        phones = Phones(browser, live, Random(1))
        phones.play(tap, rounds=4)
        assert phones.has_undone
        for page in phones.pages:
            expect(page.locator("#phone .view-end table")).to_be_visible()
        phones.pages[1].get_by_role("button", name="Play again").click()
        expect(phones.pages[1].locator("#phone .notice")).to_contain_text("at the table")


@pytest.mark.full
def test_rounds_by_keyboard(browser: Browser) -> None:
    with LiveTable(new_game) as live:
        Phones(browser, live, Random(2)).play(type_key, rounds=budget(2))


@pytest.mark.full
def test_rounds_by_screen_reader(browser: Browser) -> None:
    with LiveTable(new_game) as live:
        Phones(browser, live, Random(3)).play(use_screen_reader, rounds=budget(2))


@pytest.mark.full
def test_no_key_places_a_tile_that_lies_face_down(browser: Browser) -> None:
    with LiveTable(new_game) as live:
        phones = Phones(browser, live, Random(4))
        page = phones.pages[0]
        page.keyboard.press("1")
        expect(page.locator("#phone .backs")).to_be_visible()
        entries = live.ask(entries_of)
        live.pass_time(SHORTEST_GLANCE)
        for letter in ("1", "2", "3", "j"):
            page.keyboard.press(letter)
        page.locator("#phone .backs").press("Enter")
        page.keyboard.press("1")
        expect(page.locator("#phone .view-wait")).to_be_visible()
        assert live.ask(entries_of) == entries + 1  # only the last key
