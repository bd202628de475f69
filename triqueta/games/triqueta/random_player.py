"""A player that needs no person: it chooses among the legal moves."""

from __future__ import annotations

from collections.abc import Callable
from math import floor
from random import Random

from triqueta.games.triqueta.rules import Game

DRAWS = 0.8


def random_player(rng: Random) -> Callable[[Game], str]:
    """A player that draws four times out of five where it might also take a row.

    Otherwise it chooses evenly. Choosing evenly always would make for short rounds.
    """
    random = rng.random

    def choose(game: Game) -> str:
        moves = game.legal_moves
        if moves is game.turn_moves and (draws := game.draws):
            moves = draws if random() < DRAWS else game.takes
        return moves[floor(random() * len(moves))]

    return choose
