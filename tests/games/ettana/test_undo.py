"""Undo in Ettana, move by move. A played card has been seen, so it can't be undone."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.ettana.scenes import MOVED, lying, play_of, rich, wealthy
from tests.games.ettana.tables import random_game
from tests.profiles import budget
from triqueta.games.ettana.rules import Action
from triqueta.games.ettana.session import EttanaSession
from triqueta.table.session import UNDO


def entered(session: EttanaSession, move: str) -> EttanaSession:
    assert move in session.moves(0)
    session.apply(move)
    return session


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
    assert not entered(play_of(wealthy()), move).may_undo(None)


def test_a_claim_stays() -> None:
    session = play_of(lying())
    assert not entered(session, f"claim:{session.view(0).patterns[0]}").may_undo(None)


def test_a_fixed_colour_stays() -> None:
    assert not entered(play_of(wealthy("")), "fix:R").may_undo(None)


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
    session = entered(play_of(wealthy(before)), move)
    assert session.may_undo(0)
    assert not session.may_undo(1)


def test_a_turn_stays_ended_once_the_next_player_has_tried_a_card() -> None:
    """By then all players know one card that the next player does not hold."""
    session = entered(play_of(wealthy(MOVED)), "end")
    assert session.may_undo(0)
    session.apply("tried fix")
    assert not session.may_undo(0)
    assert not session.may_undo(None)


def test_after_a_card_that_was_not_held_the_next_move_can_be_taken_back() -> None:
    session = play_of(rich(MOVED, actions=()))
    session.apply("tried tax")
    assert entered(session, "end").may_undo(0)


def try_a_card_not_held(session: EttanaSession) -> None:
    held = session.view(session.current_player or 0).actions
    session.apply(f"tried {next(kind for kind in Action if kind not in held)}")


def undo_all(session: EttanaSession) -> None:
    while session.may_undo(None):
        session.apply(UNDO)


def test_what_came_before_a_card_that_was_not_held_stays_whatever_is_undone_later() -> None:
    session = play_of(rich(MOVED, actions=()))
    session.apply("tried tax")
    entered(session, "end").apply(UNDO)
    assert not session.may_undo(0)
    assert not session.may_undo(None)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_moves_and_undos_bring_back_the_undo_that_a_card_not_held_has_ended(
    players: int,
) -> None:
    """Try many positions whose last move could be undone before the card was named."""
    found, rng = 0, Random(players)
    for seed in range(budget(60, least=30)):
        session = play_of(random_game(players, seed, length=rng.randrange(4, 90)))
        if not session.may_undo(None):
            continue
        try_a_card_not_held(session)
        settled = list(session._game.moves)
        for _ in range(6):
            if session.moves(session.current_player or 0):
                session.apply(rng.choice(session.moves(session.current_player or 0)))
            undo_all(session)
            assert session._game.moves[: len(settled)] == settled
        found += 1
    assert found >= budget(10, least=5)


def test_a_second_card_that_was_not_held_settles_what_was_played_since_the_first() -> None:
    session = play_of(rich("*R3 collect", actions=()))
    session.apply("tried tax")
    entered(session, "step:B3-B4-C4")
    assert session.may_undo(0)
    session.apply("tried rob")
    assert not session.may_undo(0)
    entered(session, "end").apply(UNDO)
    assert not session.may_undo(0)


def test_a_journal_in_which_more_was_undone_can_be_resumed() -> None:
    """Earlier versions offered the undo again after a later move and its undo."""
    session = play_of(rich(MOVED, actions=()))
    for entry in ("tried tax", "end", UNDO, UNDO):
        session.apply(entry)
    assert session._game.moves[-1] == "collect"
    assert not session.may_undo(None)
