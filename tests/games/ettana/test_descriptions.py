"""Tests of the sentence that describes each kind of move to all players."""

from __future__ import annotations

import pytest

from tests.games.ettana.scenes import ALL_KINDS, PROOF, play_of
from tests.games.ettana.tables import OPENING, give, setup, table
from triqueta.games.ettana.rules import Action, Game
from triqueta.games.ettana.session import EttanaSession
from triqueta.screens.phrases import Language, said

COLLECTED = "*R3 collect"


def told(session: EttanaSession) -> str:
    return "" if session.description is None else said(session.description, Language.ENGLISH)


def in_a_turn(moves: str = COLLECTED, **dealt: object) -> EttanaSession:
    """Return a session in which Ana is to act and has all cards and enough tokens."""
    game = give(table(OPENING + moves, **dealt), 0, actions=ALL_KINDS, tokens=9)
    return play_of(give(game, 1, actions=(Action.TAX,)))


@pytest.mark.parametrize(
    ("before", "move", "text"),
    [
        ("*R3", "collect", "red 3: Ben +2"),
        ("*V3", "collect", "violet 3: Ana +1"),
        ("*K3", "collect", "Ana draws an action card"),
        ("", "fix:R", "Ana fixes red"),
        ("*R3", "again", "Ana plays Roll again"),
        (COLLECTED, "step:B3-B4-C4", "Ana moves to C4"),
        (COLLECTED, "jump:C1", "Ana moves to C1"),
        (COLLECTED, "card:D4", "Ana moves to D4"),
        (f"{COLLECTED} step:B3-B4-C4", "free:c4-d4", "Ana swaps c4 and d4"),
        (COLLECTED, "buy:a1-e5", "Ana swaps a1 and e5"),
        (COLLECTED, "swap:a1-e5", "Ana swaps a1 and e5"),
        (COLLECTED, "buy:action", "Ana buys an action card"),
        (COLLECTED, "buy:pattern", "Ana buys a pattern card"),
        (COLLECTED, "thread:a1=V", "Ana: a1 is now violet"),
        (COLLECTED, "number:D4=5", "Ana: D4 is now 5"),
        (COLLECTED, "steal:2", "Ana plays Steal against Ben"),
        (COLLECTED, "rob:2", "Ana plays Rob against Ben"),
        (COLLECTED, "gamble:4", "Ana gambles for 4"),
        (COLLECTED, "pattern", "Ana plays New pattern"),
        (COLLECTED, "three", "Ana plays Three tokens"),
        (COLLECTED, "tax", "Ana plays Tax"),
    ],
)
def test_a_move_is_described(before: str, move: str, text: str) -> None:
    session = in_a_turn(before)
    session.apply(move)
    assert told(session) == text


def test_an_exchanged_card_is_not_revealed() -> None:
    session = in_a_turn()
    session.apply(f"exchange:{session.view(0).patterns[0]}")
    assert told(session) == "Ana exchanges a pattern card"


@pytest.mark.parametrize(("card", "annas"), [(2, 1), (23, 2)])
def test_a_claim_is_described_with_its_annas(card: int, annas: int) -> None:
    session = in_a_turn()
    give(session._game, 0, patterns=(card,))
    session.apply(f"claim:{card}")
    assert told(session) == f"Ana claims a pattern: +{annas}"


def test_the_owner_of_a_stolen_card_is_public() -> None:
    session = in_a_turn()
    session.apply("steal:2")
    session.apply(session.chance() or "")
    assert told(session) == "Ana takes a card from Ben"


def test_what_a_gamble_brought() -> None:
    for named in range(1, 7):
        session = in_a_turn()
        session.apply(f"gamble:{named}")
        chance = session.chance() or ""
        session.apply(chance)
        rolled = int(chance.removeprefix("*"))
        assert told(session) == f"Ana rolls {rolled}: +{named if rolled >= named else 0}"


def test_a_victory_point_is_announced_when_drawn_but_not_when_dealt() -> None:
    session = in_a_turn("*K3", actions="tax tax anna")
    session.apply("collect")
    assert told(session) == "Ana gets a victory point!"
    dealt = EttanaSession(Game(setup(actions="anna")), PROOF)
    while dealt.view(None).starter is None:
        dealt.apply(dealt.chance() or dealt.moves(dealt.current_player or 0)[0])
    assert told(dealt) == ""


def test_dice_of_a_turn_lie_on_the_table() -> None:
    session = in_a_turn("")
    session.apply("roll")
    session.apply(session.chance() or "")
    assert told(session) == ""
