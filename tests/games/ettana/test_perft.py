"""Perft counts of Ettana from eight positions. A sequence ends at a chance move."""

from __future__ import annotations

import pytest

from tests.games.any_rules import check_counts
from tests.games.ettana.tables import POSITIONS, deck_in
from triqueta.games.ettana.rules import Game, Record


@pytest.mark.parametrize("number", range(len(POSITIONS)))
def test_the_counts_are_exact(number: int) -> None:
    line = POSITIONS[number]
    game = Record.read(line["record"], Game, {"ettana": deck_in(line)}).game
    check_counts(game, line["perft"])
