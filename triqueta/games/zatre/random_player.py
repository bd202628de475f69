"""A player that needs no person: it puts tile after tile where it fits."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from triqueta.games.zatre.rules import Game, TurnSoFar
from triqueta.games.zatre.rules.ground import is_dead
from triqueta.games.zatre.rules.turn import END


def random_player(rng: Random) -> Callable[[Game], str]:
    """A player that chooses evenly among its tiles that fit, then among their fields.

    On a dead board it ends the game.

    What fits when it is put down stays right, whatever comes after it: so such a turn is always
    legal, and is found much sooner than all of them.
    """

    def choose(game: Game) -> str:
        if game.to_act is None:
            raise ValueError("the game is over")
        turn = TurnSoFar(game.tiles, game.hands[game.to_act])
        while places := [(tile, fields) for tile in turn.left if (fields := turn.fitting(tile))]:
            tile, fields = rng.choice(places)
            turn = turn.with_tile(rng.choice(fields), tile)
        return END if not turn.placed and is_dead(game.tiles) else turn.move

    return choose
