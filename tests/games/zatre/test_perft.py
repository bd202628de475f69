"""Exact counts of legal sequences of turns, from eight positions."""

from __future__ import annotations

import pytest

from tests.games.any_rules import check_counts, counted_positions
from triqueta.games.zatre.rules import Record

POSITIONS = counted_positions(__file__)


@pytest.mark.parametrize("number", range(len(POSITIONS)))
def test_the_counts_are_exact(number: int) -> None:
    game = Record.read(POSITIONS[number]["record"]).game
    check_counts(game, POSITIONS[number]["perft"])
