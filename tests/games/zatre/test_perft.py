"""Perft counts of Zatre from eight positions."""

from __future__ import annotations

import pytest

from tests.games.any_rules import check_counts, counted_positions
from tests.games.zatre.tables import table
from triqueta.games.zatre.rules import Game, Record, perft

POSITIONS = counted_positions(__file__)


@pytest.mark.parametrize("number", range(len(POSITIONS)))
def test_the_counts_are_exact(number: int) -> None:
    game = Record.read(POSITIONS[number]["record"], Game).game
    check_counts(game, POSITIONS[number]["perft"])


def test_nothing_is_counted_backwards() -> None:
    with pytest.raises(ValueError, match="depth -1 is negative"):
        perft(table(), -1)
