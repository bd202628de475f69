"""Perft counts of Triqueta from sixteen positions of both editions."""

from __future__ import annotations

import pytest

from tests.games.any_rules import check_counts, counted_positions
from triqueta.games.triqueta.rules import Game, Record

POSITIONS = counted_positions(__file__)


@pytest.mark.parametrize("number", range(len(POSITIONS)))
def test_the_counts_are_exact(number: int) -> None:
    game = Record.read(POSITIONS[number]["position"], Game).game
    check_counts(game, POSITIONS[number]["perft"])
