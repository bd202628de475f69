"""Tests of Ettana's board on the pages: colours and marks, taps, screen readers, and layout.

They need Debian's Chromium.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from random import Random

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

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
from tests.stations.test_pages_with_a_board import BESIDE, field
from tests.table.services import services
from triqueta.games import installed_games
from triqueta.games.ettana.rules import Phase
from triqueta.games.ettana.rules.board import OCTAGONS, SPACES
from triqueta.games.ettana.session import EttanaSession
from triqueta.records.shuffle import Proof
from triqueta.screens.phrases import Language
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table

__all__ = ["browser", "phones_are_put_away"]

TABLET: ViewportSize = {"width": 820, "height": 1180}
SIZES = (LAPTOP, PHONE, SMALL_PHONE, LANDSCAPE, TWICE_ITS_SIZE)


def of_four(time: float, annas: int = 7, language: Language = Language.ENGLISH) -> Table:
    """Return a table whose game robots have played until `is_reached` says to stop."""
    session = installed_games().deal(
        "ettana", "ettana", WIDE[:4], None, Proof.of(bytes(range(32)), "")
    )
    assert isinstance(session, EttanaSession)
    robot, rng = installed_games().robot("ettana", "easy", float), Random(2)
    while not session.over and not is_reached(session, annas):
        seat = session.current_player or 0
        session.apply(
            session.chance() or robot.choose(session.view(seat), session.moves(seat), rng)
        )
    table = Table(services(), TableState(Preferences(language=language)), time=time)
    table.go_on(session)
    return table


def is_reached(session: EttanaSession, annas: int) -> bool:
    view = session.view(None)
    return (
        max(player.annas for player in view.players) >= annas
        and view.phase is Phase.ACTS
        and not view.turn.moved
    )


@pytest.fixture
def live() -> Iterator[LiveTable]:
    with LiveTable(of_four) as table:
        yield table


def seat_to_act(live: LiveTable) -> int:
    seat = live.ask(lambda table: table.session.current_player if table.session else None)
    assert seat is not None
    return seat


@pytest.mark.full
def test_every_octagon_and_every_space_is_a_button_with_words(
    browser: Browser, live: LiveTable
) -> None:
    page = open_page(browser, live.address + "/", LAPTOP)
    board = page.get_by_role("group", name="The board")
    expect(board.get_by_role("button")).to_have_count(len(OCTAGONS) + len(SPACES))
    words = field(page, "a1").get_attribute("aria-label") or ""
    assert words.split(", ")[1] in ("green", "red", "yellow", "blue", "violet")
    expect(board.get_by_role("button", name="needle of")).to_have_count(4)
    expect(page.locator("#board .flag")).to_have_count(4 + 4)  # on the board and in the legend


def test_a_tap_aims_the_move_and_keys_go_there(browser: Browser, live: LiveTable) -> None:
    page = open_page(browser, live.seat_address(seat_to_act(live)), PHONE)
    page.keyboard.press("j")
    expect(page.locator("#board .cursor")).to_have_count(1)
    goal = page.locator('#board [aria-disabled="false"]').last
    name = goal.get_attribute("data-field") or ""
    assert name in SPACES
    goal.click()
    expect(field(page, name)).to_have_attribute("aria-current", "true")
    page.keyboard.press("l")
    needle = re.compile(f"^{name}, number .*, needle of {WIDE[seat_to_act(live)]}$")
    expect(field(page, name)).to_have_accessible_name(needle)


@pytest.mark.full
@pytest.mark.parametrize("language", Language)
def test_all_of_it_fits_a_screen_on_the_wall(browser: Browser, language: Language) -> None:
    """Four players have nearly as many open cards as possible."""
    with LiveTable(partial(of_four, language=language)) as live:
        page = open_page(browser, live.address + "/watch", TV)
        expect(page.locator("#open .players > li")).to_have_count(4)
        expect(page.locator("#board .flag").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollHeight") <= TV["height"]
        assert page.evaluate("document.documentElement.scrollWidth") <= TV["width"]
        board = page.locator("#board").bounding_box()
        assert board is not None
        assert board["y"] + board["height"] <= TV["height"]
        assert page.locator("#board [role=button]").count() == 0


@pytest.mark.full
def test_on_a_seats_page_all_of_it_fits(browser: Browser, live: LiveTable) -> None:
    page = open_page(browser, live.seat_address(0))
    expect(field(page, "c3")).to_be_visible()
    for size in SIZES:
        page.set_viewport_size(size)
        width, height, keys = page.evaluate(MEASURES)
        assert width <= size["width"], size
        assert height <= size["height"], size
        device, board = page.evaluate(BESIDE)
        for box in (device, board, *keys):
            assert box["left"] >= 0, size
            assert box["right"] <= size["width"], size
            assert box["bottom"] <= size["height"], size


@pytest.mark.full
@pytest.mark.parametrize("size", [LAPTOP, TABLET, PHONE], ids=["laptop", "tablet", "phone"])
def test_axe_finds_nothing(browser: Browser, live: LiveTable, size: ViewportSize) -> None:
    for path in (
        "/",
        "/watch",
        live.server.seat_path(0),
        live.server.seat_path(seat_to_act(live)),
    ):
        page = open_page(browser, live.address + path, size)
        expect(page.locator("#board svg").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert complaints(page) == [], path
