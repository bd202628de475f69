"""A player that needs no person: it chooses a kind of move, then one of that kind."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from triqueta.games.ettana.rules import Game
from triqueta.games.ettana.rules.moves import moves_by_kind


def random_player(rng: Random) -> Callable[[Game], str | None]:
    """A player that chooses evenly among the kinds of its moves; None leaves it to the dice.

    Of all moves most are swaps: who chose among them evenly would hardly do anything else.
    """

    def choose(game: Game) -> str | None:
        kinds = [moves for moves in moves_by_kind(game.position) if moves]
        if game.chance_may_be_next and (not kinds or rng.random() < 1 / 2):
            return None
        return rng.choice(rng.choice(kinds))

    return choose
