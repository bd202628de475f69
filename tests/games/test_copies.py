"""Tests that copies of one game are recognized, and that the one with more moves is kept."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import EntryPoint

import pytest
from highcard import SPEC

from tests.games.every_game import AT_HOME, HIGH_CARD, TESTED, Tested, only_games
from triqueta.games import GROUP
from triqueta.journal.games import identity, record_of
from triqueta.records.record import goes_further

TWIN = replace(SPEC, id="twin", editions=())


@pytest.mark.parametrize(
    ("moves", "than", "does"),
    [
        ("a b", "a", True),
        ("a", "", True),
        ("a", "a b", False),
        ("a b", "a b", False),
        ("b c", "a", False),  # longer, but a different game
    ],
)
def test_going_further(moves: str, than: str, *, does: bool) -> None:
    assert goes_further(moves.split(), than.split()) is does


def test_the_same_seal_in_other_letters(tested: Tested) -> None:
    document = tested.play(2, seed=1).document()
    proof: dict[str, str] = document["proof"]  # type: ignore[assignment]
    shouted = {**proof, "commitment": proof["commitment"].upper()}
    assert identity({**document, "proof": shouted}) == identity(document)


def test_another_game_with_the_same_cards(tested: Tested) -> None:
    twin = EntryPoint("twin", f"{__name__}:TWIN", GROUP)
    document = tested.play(2, seed=1).document()
    with only_games(*AT_HOME.values(), HIGH_CARD, twin):
        for known in (document, {key: document[key] for key in document if key != "proof"}):
            assert identity({**known, "format": "twin-record/1"}) != identity(known)
        alike: dict[str, object] = {"format": "highcard-record/1", "hands": [[1], [2]]}
        assert identity({**alike, "format": "twin-record/1"}) != identity(alike)


def test_the_proof_is_the_last_key(tested: Tested) -> None:
    record = record_of(tested.play(2, seed=1), {"date": "2026-01-01"}, with_moves=True)
    assert list(record.document())[-2:] == ["date", "proof"]


@pytest.mark.usefixtures("high_card")
def test_a_card_is_undone_by_its_player_or_at_the_table() -> None:
    session = TESTED["highcard"].play(3, seed=5)
    while not session.over:
        last_player, due = session.current_player, session.chance()
        session.apply(due or session.moves(last_player or 0)[0])
        able = [seat for seat in (None, 0, 1, 2) if session.may_undo(seat)]
        assert able == ([] if due or session.over else [None, last_player])
