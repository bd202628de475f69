"""Exact counts of legal sequences of turns, from eight positions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.games.zatre.tables import table
from triqueta.games.zatre.rules import Record, perft

POSITIONS = [
    json.loads(line)
    for line in Path(__file__).with_name("perft.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("number", range(len(POSITIONS)))
def test_the_counts_are_exact(number: int) -> None:
    counts = POSITIONS[number]["perft"]
    game = Record.loads(json.dumps(POSITIONS[number]["record"])).game
    assert [perft(game, depth) for depth in range(1, len(counts) + 1)] == counts
    assert perft(game, 0) == 1


def test_nothing_is_counted_backwards() -> None:
    with pytest.raises(ValueError, match="depth -1 is negative"):
        perft(table(), -1)
