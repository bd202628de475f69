"""What everybody may know of a game: all but the order of the bag.

Nothing is any seat's own secret, so there is one view for everybody, and the only thing to show
people. It has no field for the order of the bag; what is left there is counted from what lies
open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from triqueta.games.zatre.rules.board import ALL_TILES, VALUES, Field, Tile, is_dead, tiles_in
from triqueta.games.zatre.rules.score import Block, Outcome
from triqueta.games.zatre.rules.setup import Drawing
from triqueta.games.zatre.rules.turn import TurnPlayed, TurnSoFar

if TYPE_CHECKING:
    from triqueta.games.zatre.rules.game import Game


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player's tiles lie open, and the block does."""

    name: str
    hand: tuple[Tile, ...]
    block: Block


@dataclass(frozen=True, slots=True)
class TableView:
    """What is public.

    `fresh` are the tiles that who is to act has drawn for this turn, the last of the hand. `bag`
    has how many of each value are left in it. `is_dead` tells whether no tile can ever be placed
    again.
    """

    players: tuple[PlayerView, ...]
    drawings: tuple[Drawing, ...]
    starter: int
    history: tuple[TurnPlayed, ...]
    to_act: int | None
    tiles: Mapping[Field, Tile]
    fresh: tuple[Tile, ...]
    bag: Mapping[Tile, int]
    outcome: Outcome | None
    is_dead: bool

    @property
    def turns(self) -> int:
        """How many were played."""
        return len(self.history)

    @property
    def last(self) -> TurnPlayed | None:
        """The turn before."""
        return self.history[-1] if self.history else None

    @property
    def hand(self) -> tuple[Tile, ...]:
        """Of who is to act."""
        return () if self.to_act is None else self.players[self.to_act].hand

    @property
    def left_in_bag(self) -> int:
        return sum(self.bag.values())

    def turn(self, placed: Mapping[Field, Tile] | None = None) -> TurnSoFar:
        """The turn of who is to act, with these tiles put down."""
        return TurnSoFar(self.tiles, self.hand, placed)


def table_view(game: Game, *, drawn: bool = True) -> TableView:
    """What everybody may know; `drawn` tells whether who is to act has drawn, as the game has."""
    hands, fresh = list(game.hands), game.fresh
    if not drawn and game.to_act is not None:
        hands[game.to_act] = hands[game.to_act][: -len(fresh)]
        fresh = ()
    named = zip(game.setup.players, hands, game.blocks, strict=True)
    return TableView(
        players=tuple(PlayerView(name, hand, block) for name, hand, block in named),
        drawings=game.setup.drawings,
        starter=game.setup.starter,
        history=tuple(game.history),
        to_act=game.to_act,
        tiles=dict(game.tiles),
        fresh=fresh,
        bag=_left(Counter(game.tiles.values()) + Counter(sum(hands, ()))),
        outcome=game.outcome,
        is_dead=is_dead(game.tiles),
    )


def _left(seen: Mapping[Tile, int]) -> dict[Tile, int]:
    all_tiles = Counter(tiles_in(ALL_TILES))
    return {value: all_tiles[value] - seen.get(value, 0) for value in VALUES}
