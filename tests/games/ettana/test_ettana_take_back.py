"""What may be taken back, move by move: a card that was played has been seen."""

from __future__ import annotations

import pytest

from tests.games.ettana.scenes import MOVED, lying, play_of, rich, wealthy
from triqueta.games.ettana.running_game import EttanaPlay


def entered(play: EttanaPlay, move: str) -> EttanaPlay:
    assert move in play.moves(0)
    play.enter(move)
    return play


@pytest.mark.parametrize(
    "move",
    [
        "card:D4",
        "swap:a1-e5",
        "steal:2",
        "rob:2",
        "thread:a1=V",
        "number:D4=5",
        "pattern",
        "three",
        "gamble:4",
        "tax",
        "buy:action",
        "buy:pattern",
        "exchange:2",
    ],
)
def test_what_shows_a_card_stays(move: str) -> None:
    assert not entered(play_of(wealthy()), move).may_take_back(None)


def test_a_claim_stays() -> None:
    play = play_of(lying())
    assert not entered(play, f"claim:{play.view(0).patterns[0]}").may_take_back(None)


def test_a_fixed_colour_stays() -> None:
    assert not entered(play_of(wealthy("")), "fix:R").may_take_back(None)


@pytest.mark.parametrize(
    ("before", "move"),
    [
        ("*R3 collect", "step:B3-B4-C4"),
        ("*R3 collect", "jump:C1"),
        ("*R3 collect", "buy:a1-e5"),
        (MOVED, "free:c4-d4"),
        (MOVED, "end"),
    ],
)
def test_what_only_changes_the_board_can_be_taken_back_by_who_did_it(
    before: str, move: str
) -> None:
    play = entered(play_of(wealthy(before)), move)
    assert play.may_take_back(0)
    assert not play.may_take_back(1)


def test_a_turn_stays_ended_once_the_next_player_has_tried_a_card() -> None:
    """By then everybody has learnt what that player does not hold."""
    play = entered(play_of(wealthy(MOVED)), "end")
    assert play.may_take_back(0)
    play.enter("tried fix")
    assert not play.may_take_back(0)
    assert not play.may_take_back(None)


def test_after_a_card_that_was_not_held_the_next_move_can_be_taken_back() -> None:
    play = play_of(rich(MOVED, actions=()))
    play.enter("tried tax")
    assert entered(play, "end").may_take_back(0)
