"""Players that need no person: they choose among the legal moves."""

from __future__ import annotations

from functools import cache
from random import Random

from triqueta.rules.tiles import PETALS


class RandomPlayer:
    """Draws four times out of five where it might also take a row; else any move alike.

    Choosing evenly among all moves would make games short and rows empty.
    """

    def __init__(self, rng: Random) -> None:
        self._random = rng.random

    def choose(self, legal_moves: tuple[str, ...]) -> str:
        tickets = _tickets(legal_moves)
        return tickets[int(self._random() * len(tickets))]


@cache
def _tickets(legal_moves: tuple[str, ...]) -> tuple[str, ...]:
    """The moves as lottery tickets: each stands there as often as it is to be chosen."""
    draws = [move for move in legal_moves if move[0] == "d"]
    takes = [move for move in legal_moves if move[0] == "t"]
    if draws and takes:
        return (*draws * len(takes) * 4, *takes * len(draws))
    return legal_moves


def random_cuts(players: int, rng: Random) -> str:
    """One petal pressed by each player, as the fair shuffle writes it."""
    return ",".join(f"{seat}:{rng.randint(1, PETALS)}" for seat in range(1, players + 1))
