"""Players that need no person: they choose among the legal moves."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from triqueta.games.triqueta.rules import Game
from triqueta.games.triqueta.rules.tiles import PETALS

DRAWS = 0.8


def random_player(rng: Random) -> Callable[[Game], str]:
    """A player that draws four times out of five where it might also take a row.

    Otherwise it chooses evenly. Choosing evenly always would make for short rounds.
    """
    random = rng.random

    def choose(game: Game) -> str:
        moves = game.legal_moves
        if game.draws and not game.drawn:
            moves = game.draws if random() < DRAWS else game.takes
        return moves[int(random() * len(moves))]

    return choose


def random_cuts(players: int, rng: Random) -> str:
    """One petal pressed by each player, as the fair shuffle writes it."""
    return ",".join(f"{seat}:{rng.randint(1, PETALS)}" for seat in range(1, players + 1))
