"""Promise 2 at the table: after a restart at any moment, it continues where it was."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from random import Random

import pytest

from tests.profiles import first, sampled
from tests.table.autopilot import step
from tests.table.evening import Evening, in_game, new_play, played_again
from tests.table.services import services
from tests.table.set_up import TWO_DEALT
from triqueta.games.triqueta.rules import Edition, Phase
from triqueta.games.triqueta.scenes.game import TakePage
from triqueta.screens.frame import words
from triqueta.screens.lists import RankingScreen
from triqueta.screens.phrases import Language
from triqueta.screens.station import TABLE, seat_station
from triqueta.table.questions import InterruptedScene
from triqueta.table.session import COACH
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table


def read_again(kept: TableState) -> TableState:
    """Return the state as a restart restores it: equal values, but new objects."""
    session = kept.session and played_again(kept.session)
    return TableState(kept.preferences, kept.new_game, session)


def restarted(evening: Evening) -> Evening:
    """Return the evening after a restart. Private stations reconnect first."""
    again = Evening()
    again.table = Table(services(lambda: bytes(32)), read_again(evening.table.state))
    for name, station in evening.table.stations.items():
        if name != TABLE and station.seat is not None:
            again.join(station.seat)
    if isinstance(again.table.scene, InterruptedScene):
        again.press("petal1")
    if evening.table.cards.screen is None:
        again.table.robots.go_on()  # otherwise robots wait after a restart
    return again


def prompts(evening: Evening) -> dict[str, str]:
    """Return what all stations say once the event card has ended: a restart shows no card."""
    with without_card(evening.table):
        return {name: evening.says(name) for name in evening.table.stations}


@contextmanager
def without_card(table: Table) -> Iterator[None]:
    """Hide the event card for a moment."""
    card, table.cards._screen = table.cards._screen, None
    yield
    table.cards._screen = card


def asks_for_a_row(evening: Evening) -> bool:
    stations = evening.table.stations.values()
    return any(isinstance(page, TakePage) for station in stations for page in station.pages)


def taken_back(evening: Evening) -> list[bool]:
    session = evening.table.session
    return [] if session is None else [session.may_undo(seat) for seat in (None, *range(5))]


@pytest.mark.parametrize("begun", [(), (COACH,)], ids=["alone", "with a coach"])
@pytest.mark.parametrize(
    ("edition", "players", "seats"),
    first(
        [
            (Edition.SHADOW, 2, (0,)),
            (Edition.BASE, 3, ()),
            (Edition.SHADOW, 2, ()),
            (Edition.SHADOW, 4, (1, 2)),
            (Edition.BASE, 5, (0, 1, 2, 3, 4)),
        ],
        2,
    ),
)
def test_a_game_resumes_at_the_same_prompt_after_every_key(
    edition: Edition, players: int, seats: tuple[int, ...], begun: tuple[str, ...]
) -> None:
    rng, session = Random(players), new_play(edition=edition, players=players)
    for entry in begun:
        session.apply(entry)
    evening = in_game(session, seats)
    phases: set[Phase] = set()
    for number in count():
        if isinstance(evening.frame().screen, RankingScreen):
            break
        step(evening, rng)
        phases.add(evening.session._game.phase)
        if not sampled(number):
            continue
        again = restarted(evening)
        if not asks_for_a_row(evening):  # the page is lost, because no row was chosen yet
            assert prompts(again) == prompts(evening)
        assert taken_back(again) == taken_back(evening)
        assert again.session.proof == evening.session.proof
        assert again.session._game.moves == evening.session._game.moves
    assert {Phase.TURN, Phase.CHOICE, Phase.NEXT_PILE, Phase.REVEAL, Phase.OVER} <= phases


def test_every_question_of_the_set_up_comes_again() -> None:
    evening = Evening(Preferences())
    keys = (
        "petal1 petal2 petal5 petal3 petal2 petal5 petal1 soft3 soft2 petal2 petal1 soft3 soft3 "
        "petal4"
    )
    asked = set()
    for key in keys.split():
        evening.press(key)
        # While a letter is being chosen, a restart may close its group, but it keeps the name.
        if not evening.says().startswith("Enter") or "ABCDE" in evening.says():
            again = restarted(evening)
            assert again.says() == evening.says()
            assert again.table.new_game == evening.table.new_game
        asked.add(evening.says().split("\n")[0])
    assert {"How many players?", "Enter the name", "Which game?", "Sealed!"} <= asked
    assert {"Who is the youngest?", "Building the piles"} <= asked
    assert "Lu cuts" in asked


def test_the_way_back_leads_through_the_same_questions_after_a_restart() -> None:
    evening = Evening(Preferences(Language.ENGLISH, last_players=("Ana", "Ben")))
    evening.press("petal3 petal2 petal1 petal1")
    again = restarted(evening)
    for title in ("Which game?", "Who is player 2?", "Who is player 1?", "How many", "Again:"):
        assert again.says().startswith(title)
        again.press("soft1")


def test_the_same_commitment_is_shown_again_and_the_cuts_count() -> None:
    evening = Evening(secret=bytes(range(32))).press(f"{TWO_DEALT} soft3")
    shown = evening.says()
    assert restarted(evening).says() == shown
    evening.press("soft3 petal4 petal2")
    again = restarted(evening)
    assert again.says() == evening.says()
    for each in (evening, again):
        each.press("soft1 petal1")
    assert again.session._game.setup == evening.session._game.setup
    assert again.session.proof.cuts == "1:4,1:2"


def test_a_restart_during_a_look_hides_the_tile_and_keeps_the_draw() -> None:
    evening = in_game(new_play()).press("petal1").down("soft2")
    assert evening.says().startswith("Only for Ana")
    again = restarted(evening)
    assert again.says().startswith("Ana, take the device")
    assert "Undo" not in again.says()
    again.press("soft2")
    assert again.says().startswith("Ana: row or keep?")


def test_a_draw_that_was_not_looked_at_can_still_be_undone() -> None:
    evening = in_game(new_play()).press("petal1")
    again = restarted(evening).press("soft1")
    assert again.says().startswith("Ana's turn")


def test_between_the_two_draws() -> None:
    evening = in_game(new_play(edition=Edition.SHADOW, players=2)).press("petal1")
    assert restarted(evening).says() == evening.says()
    assert evening.says().startswith("Ana: one more tile")


def test_a_shadow_tile_at_a_seat_returns_after_a_restart_until_confirmed() -> None:
    moves = "t1 t2 t3 t4 p2 d1 r1 d1 r1 d1 r1 t2"
    evening = in_game(new_play(edition=Edition.SHADOW, players=4, moves=moves), (3,))
    evening.press("petal1", "seat4")
    tile = evening.says("seat4")
    assert tile.startswith("Only for Dan")
    again = restarted(evening)
    assert again.says("seat4") == tile
    assert restarted(again.press("soft2", "seat4")).says("seat4") == again.says("seat4") != tile


def test_a_game_that_noted_a_page_with_two_tiles_resumes() -> None:
    """Earlier versions showed both on a page of their own, and noted when it was closed."""
    noted = ["d1", "d2", "show", "aside 0", "r1", "k"]
    session = new_play(edition=Edition.SHADOW, players=2)
    for entry in noted:
        session.apply(entry)
    again = restarted(in_game(session, (0, 1)))
    assert again.session.entries == noted
    assert again.says("seat2").startswith("Ben's turn")


def test_no_secret_is_on_the_shared_screen_before_its_owner_is_back() -> None:
    evening = in_game(new_play(), (0,)).press("petal1", "seat1")
    again = Evening()
    again.table = Table(services(lambda: bytes(32)), read_again(evening.table.state))
    shown = {words(again.frame())}
    again.press("petal1")
    shown.add(words(again.frame()))
    assert all("Only for" not in text for text in shown)
    again.join(0)
    assert again.says("seat1") != again.says()
    assert seat_station(0) in again.table.stations
