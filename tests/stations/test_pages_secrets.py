"""Test promise 1 on drawn pages: what a page's elements tell depends only on what may be seen.

Others may look at a phone, and browsers and screen readers read all of a page. So a drawn tile
that lies face down is in none of its elements, and loading a page asks for the same files whatever
was drawn. `test_web_secrecy.py` tests the messages. These tests need Debian's Chromium.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from itertools import count
from random import Random

import pytest
from playwright.sync_api import Browser, Request, expect

from tests.games.triqueta.rules import knowledge
from tests.stations.live_table import LiveTable
from tests.stations.page_states import Place, just_drawn, settle, turn_up
from tests.stations.test_pages import browser, new_page, set_hidden
from tests.table.services import services
from tests.table.test_secrecy import witness_of
from triqueta.games.triqueta.rules import Game
from triqueta.games.triqueta.session import TriquetaSession
from triqueta.screens.phrases import Language
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table

__all__ = ["browser"]


def twin(session: TriquetaSession, known: set[knowledge.Place]) -> TriquetaSession:
    """Return the same game with other tiles where they are unknown, also for those just drawn."""
    for seed in count():
        setup = knowledge.exchange_unknown(session._game.setup, known, Random(seed))
        other = TriquetaSession(Game(setup), session.proof, session.entries)
        if hand_of(other) != hand_of(session):
            return other
    raise AssertionError


def hand_of(session: TriquetaSession) -> str:
    return "".join(sorted(session._game.hand + session._fresh_shadow))


def game_and_seat(place: Place) -> tuple[TriquetaSession, int]:
    assert place.session is not None
    return place.session, place.seat


def before_draw(entries: Sequence[str]) -> Sequence[str]:
    last = len(entries)
    while entries[last - 1].startswith("d"):
        last -= 1
    return entries[:last]


def at_table(session: TriquetaSession, time: float) -> Table:
    table = Table(services(), TableState(Preferences(language=Language.ENGLISH)), time=time)
    table.go_on(session)
    return table


class Loaded:
    """A page, and the paths of all files that it has asked for."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.page = new_page(browser)
        self.page.emulate_media(reduced_motion="reduce")
        self._paths: set[str] = set()
        self.page.on("request", self._note)
        self.page.goto(address)
        expect(self.page.locator(":is(#phone, #felt) .t").first).to_be_visible()
        settle(self.page)

    def _note(self, request: Request) -> None:
        self._paths.add(nameless(request.url))

    @property
    def paths(self) -> list[str]:
        return sorted(self._paths)

    @property
    def text(self) -> str:
        """All elements of the page with its title and its live regions."""
        return nameless(str(self.page.evaluate("document.documentElement.outerHTML")))


def nameless(text: str) -> str:
    """Remove what differs between two tables: ports, and the codes of seats."""
    return re.sub(r"localhost:\d+|/S/\w+(/\w+)*", "", text)


DRAWS = {
    "light tile": (4, 1, 0),
    "shadow tile": (4, 0, 1),
    "two tiles": (2, 2, 0),
    "a light and a shadow tile": (2, 1, 1),
}


@pytest.mark.full
@pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS)
def test_a_tile_that_lies_face_down_is_nowhere_on_the_page(
    browser: Browser, draw: tuple[int, int, int]
) -> None:
    players, light, shadow = draw
    session, seat = game_and_seat(just_drawn(players, light=light, shadow=shadow))
    known = witness_of(session._game.setup, before_draw(session.entries)).known_to(seat)
    found = []
    for game in (session, twin(session, known)):
        with LiveTable(partial(at_table, game)) as live:
            loaded = Loaded(browser, live.seat_address(seat))
            expect(loaded.page.locator("#phone .backs")).to_be_visible()
            found.append([loaded.text, *loaded.paths])
            turn_up(loaded.page)
            settle(loaded.page)
            found[-1].append(loaded.text)
    (*one, one_up), (*other, other_up) = found
    assert one == other
    assert one_up != other_up  # or the test would prove nothing


@pytest.mark.full
@pytest.mark.parametrize("path", ["/", "/watch"])
def test_the_table_and_the_tv_show_nothing_hidden(browser: Browser, path: str) -> None:
    session, _ = game_and_seat(just_drawn(4, light=1, shadow=0))
    known = witness_of(session._game.setup, session.entries).known_to(None)
    found = []
    for game in (session, twin(session, known)):
        with LiveTable(partial(at_table, game)) as live:
            loaded = Loaded(browser, live.address + path)
            found.append([loaded.text, *loaded.paths])
    assert found[0] == found[1]


@pytest.mark.full
def test_a_page_out_of_sight_forgets_the_tile(browser: Browser) -> None:
    session, seat = game_and_seat(just_drawn(4, light=1, shadow=0))
    with LiveTable(partial(at_table, session)) as live:
        page = Loaded(browser, live.seat_address(seat)).page
        turn_up(page)
        title = page.locator("#phone .hero h2").inner_text()
        set_hidden(page, hidden=True)
        assert title not in page.content()
        set_hidden(page, hidden=False)
        expect(page.locator("#phone .backs")).to_be_visible()
        assert title not in page.content()
