"""The public view of a game: everything but the order of the bag.

No seat has a secret, so there is only one view. Show people nothing but this view. It has no field
for the order of the bag, and its counts of the tiles in the bag follow from the tiles in sight.
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
    """A player's hand and block, which are public."""

    name: str
    hand: tuple[Tile, ...]
    block: Block


@dataclass(frozen=True, slots=True)
class TableView:
    """The public view of a game.

    `fresh` has the tiles drawn for this turn, which are the last in the hand. `bag` has the number
    of tiles left of each value. `is_dead` says whether no tile can ever be placed again.
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
        """The number of turns played."""
        return len(self.history)

    @property
    def last(self) -> TurnPlayed | None:
        """The last turn played, or None before the first."""
        return self.history[-1] if self.history else None

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The hand of the player to act."""
        return () if self.to_act is None else self.players[self.to_act].hand

    @property
    def left_in_bag(self) -> int:
        return sum(self.bag.values())

    def turn(self, placed: Mapping[Field, Tile] | None = None) -> TurnSoFar:
        """Return the turn of the player to act, with these tiles put down."""
        return TurnSoFar(self.tiles, self.hand, placed)


def table_view(game: Game, *, drawn: bool = True) -> TableView:
    """Return the public view of a game.

    The game draws as soon as a turn begins. Pass `drawn=False` to leave the new tiles in the bag.
    """
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
