"""The statistics of Ettana."""

from __future__ import annotations

from tests.games.ettana.tables import random_game
from triqueta.games.ettana.model import STATISTICS


def test_a_finished_game_is_counted_seat_by_seat() -> None:
    game = random_game(3, seed=3)
    counts = game.counts()
    assert game.outcome is not None
    for seat in range(3):
        worth = [game.setup.deck[card].annas for card in game.position.hands[seat].claimed]
        assert counts["patterns"][seat] == len(worth)
        assert counts["victories"][seat] + sum(worth) == game.outcome.annas[seat]
    swaps = [move for move in game.moves if move.startswith(("free:", "swap:", "buy:"))]
    assert sum(counts["swaps"]) == sum("-" in move for move in swaps) > 0


def test_an_unfinished_game_is_not_counted() -> None:
    assert random_game(3, seed=3, length=50).counts() == {}


def test_every_column_and_every_bar_shows_something_that_is_counted() -> None:
    counts = {name: seats[0] for name, seats in random_game(2, seed=1).counts().items()}
    shown = [column(counts) for column in STATISTICS.columns.values()]
    assert shown == list(counts.values())
    assert [name for *_, name in STATISTICS.pictures[0].bars] == list(counts)
