"""Asking for another game at a player's own display: the table decides."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.games.every_game import TESTED, guests
from tests.table.autopilot import finish
from tests.table.evening import Evening, in_game, new_play
from tests.table.test_ending import four_tiles
from tests.table.test_questions import at_the_winner
from triqueta.screens.frame import clipped
from triqueta.screens.phrases import Language
from triqueta.table.rematch import AGAIN, RematchPage
from triqueta.table.session import AnySession


def over(*seats: int) -> Evening:
    """Return an evening at the winner's screen, with displays for some seats."""
    evening = at_the_winner()
    for seat in seats:
        evening.join(seat)
    return evening


@pytest.mark.parametrize("ask", ["key", "tap"])
def test_the_table_is_asked_and_one_press_there_starts(ask: str) -> None:
    evening = over(1)
    before = evening.table.session
    if ask == "key":
        evening.press("soft1", "seat2")
    else:
        evening.tap(AGAIN, "seat2")
    assert evening.told("seat2") == "Now press “Again” at the table"
    assert evening.says() == "Again?\nBen wants to play again.\nAgain | - | Not now"
    assert evening.table.session is before
    evening.press("soft1")
    assert "starts." in evening.says()
    assert evening.wait(3).session.names == ("Ana", "Ben", "Chloé")


def test_two_players_ask_on_one_page() -> None:
    evening = over(0, 1, 2).press("soft1", "seat2").press("soft1 soft1", "seat1")
    assert "Ana and Ben want to play again." in evening.says()
    assert "Ana, Ben and Chloé want" in evening.press("soft1", "seat3").says()
    evening.press("soft3")
    assert not any(isinstance(page, RematchPage) for page in evening.table.stations["table"].pages)
    assert evening.table.session is not None


def test_the_table_may_decline_and_be_asked_again() -> None:
    evening = over(1).press("soft1", "seat2").press("soft3")
    result = evening.says()
    assert evening.press("soft1", "seat2").says().startswith("Again?")
    assert evening.press("soft3").says() == result


def test_no_number_of_wishes_starts_a_game() -> None:
    evening = over(0, 1, 2)
    for station in ("seat1", "seat2", "seat3") * 3:
        evening.tap(AGAIN, station)
    assert evening.wait(600).table.session is not None


def test_the_key_at_the_table_is_in_the_same_place_before_and_after() -> None:
    evening = over(1)
    before = evening.frame().screen.soft[0]
    assert evening.press("soft1", "seat2").frame().screen.soft[0] == before


def test_a_press_meant_for_the_reveal_starts_nothing() -> None:
    evening = four_tiles().join(0)
    while "won" not in evening.says():
        evening.down("soft1").up("soft1")
    evening.tap(AGAIN, "seat1").down("soft1").up("soft1")
    assert evening.table.session is not None
    assert evening.wait(1).press("soft1").table.session is None


def test_a_seat_without_a_player_can_not_ask() -> None:
    evening = over(4).tap(AGAIN, "seat5").press("soft1", "seat5")
    assert not evening.says().startswith("Again?")
    assert evening.told("seat5") == "Only at the table"


@pytest.mark.parametrize("language", Language)
def test_it_fits(language: Language) -> None:
    evening = over(0, 1, 2)
    evening.table.preferences = replace(evening.table.preferences, language=language)
    names = ("Maximilian", "ÉÄÖÜŒÇÀ", "mmmmmmm", "Wilhelm-W", "WWWWWWWl")
    page = RematchPage(names, lambda: None)
    page.wishes.update(range(5))
    evening.table.stations["table"].open(page)
    assert clipped(evening.frame()) == []


def test_during_a_game_there_is_nothing_to_tap() -> None:
    evening = in_game(new_play(), (0,)).tap(AGAIN, "seat1")
    assert evening.table.stations["table"].pages == []


@pytest.mark.parametrize("game", ["zatre", "ettana", "highcard"])
def test_other_games_have_it_too(game: str) -> None:
    with guests():
        session: AnySession = TESTED[game].play(2, seed=1)
        evening = Evening(interrupted=session)
        finish(evening, Random(1))
        evening.join(0).press("soft1", "seat1")
        assert evening.says().startswith("Again?")
        assert evening.press("soft1").table.session is not session
