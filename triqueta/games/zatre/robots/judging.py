"""What a turn is worth: what it brings its player, less what it leaves the next one.

Both are points of the final score, counted from a turn that scores nothing and changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from triqueta.games.zatre.robots.future_block import final_points
from triqueta.games.zatre.robots.offers import Offers, Place, Worth
from triqueta.games.zatre.rules.block import Block, Scored
from triqueta.games.zatre.rules.fields import START
from triqueta.games.zatre.rules.moves import placed_by
from triqueta.games.zatre.rules.sums import WORTH, TileLine
from triqueta.games.zatre.rules.tiles import Tile
from triqueta.games.zatre.rules.turn_so_far import TurnSoFar
from triqueta.games.zatre.rules.views import TableView

TAKEN = 0.5
"""How much of what a turn opens the next player will take, or of what it closes would have."""
STUCK = 0.5
"""How likely a tile that fits nowhere now will still be held at the end."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A turn, the points that it `brings` and `leaves`, and the best places after it."""

    turn: TurnSoFar
    brings: float
    leaves: float
    places: Mapping[Tile, Place]

    @property
    def points(self) -> float:
        return self.brings - self.leaves


class Judge:
    """Of all turns that may be played now; it knows what is public."""

    def __init__(self, view: TableView, taken: float = TAKEN) -> None:
        if view.to_act is None:
            raise ValueError("the game is over")
        players = len(view.players)
        self._view = view
        self._taken = taken
        self._turns = turns_left(view, players)
        self.block = view.players[view.to_act].block
        self._next = view.players[(view.to_act + 1) % players]
        self._likely = self._likely_tiles()
        self._offers = Offers(
            view.tiles, worth_to(self._next.block, max(turns_left(view, 1) - 1, 0))
        )
        self.places = self._offers.after({})
        self._offered = self._points_of(self.places)

    def of(self, move: str) -> Judged:
        turn = self._view.turn(placed_by(move))
        places = self._offers.after(turn.placed)
        leaves = self._taken * (self._points_of(places) - self._offered)
        return Judged(turn, self._brought_by(turn), leaves, places)

    def _brought_by(self, turn: TurnSoFar) -> float:
        after, now = self.block.plus(turn.scored), self.block
        held = sum(turn.left) * (STUCK if self._turns else 1)
        return final_points(after, self._turns) - final_points(now, self._turns) - held

    # What the next player may do.

    def _likely_tiles(self) -> dict[Tile, float]:
        """How many of each the next player will hold, on average: all that is held lies open."""
        held, left = self._next.hand, self._view.left_in_bag
        drawn = min(1 if held else 2, left)
        return {
            tile: held.count(tile) + (drawn * count / left if left else 0)
            for tile, count in self._view.bag.items()
        }

    def _points_of(self, places: Mapping[Tile, Place]) -> float:
        """What the next player may expect of the best places; nothing after the last turn."""
        if not self._view.left_in_bag:
            return 0.0
        return sum(self.offer(tile, places) for tile in places)

    def offer(self, tile: Tile, places: Mapping[Tile, Place]) -> float:
        return self._likely[tile] * places[tile][0]


def worth_to(block: Block, turns: int) -> Worth:
    """What lines and crosses are worth to whoever has this block, and so many turns after."""

    def more(scored: Scored) -> float:
        return final_points(block.plus(scored), turns) - final_points(block, turns)

    lines = {total: TileLine((START,), total) for total in WORTH}
    sums = {total: more(Scored((line,))) for total, line in lines.items()}
    return Worth(sums, more(Scored(crosses=(START,))))


def turns_left(view: TableView, ahead: int) -> int:
    """How many turns that player will have who comes so many turns after this one.

    Two tiles are drawn for each; whoever holds some draws one, which makes it a few more.
    """
    turns = -(-view.left_in_bag // 2)
    return (turns - ahead) // len(view.players) + 1 if turns >= ahead else 0
