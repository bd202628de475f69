"""What may be known of a running game: the same for every seat, as all tiles lie open."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from triqueta.games.zatre.rules.board import ORDER, Field, Tile, Tiles
from triqueta.games.zatre.rules.turn import TurnSoFar
from triqueta.games.zatre.rules.views import TableView


@dataclass(frozen=True, slots=True)
class ZatreView:
    """What is public.

    `drawn` tells whether who is to act has drawn; until then the tiles of this turn are not in
    the hand. `placed` are those put down so far, which may be taken up again; `touched` is where
    that was done last, and `taken_up` the tile, if it was taken up there.
    """

    table: TableView
    drawn: bool
    placed: Tiles
    touched: Field | None = None
    taken_up: Tile | None = None

    @property
    def turn(self) -> TurnSoFar:
        """The turn of who is to act, as it lies."""
        return self.table.turn(self.placed)


class Since(Enum):
    """How long a tile has been lying there."""

    LONG = auto()
    LAST_TURN = auto()
    THIS_TURN = auto()  # and it may be taken up again


@dataclass(frozen=True, slots=True)
class LaidTile:
    field: Field
    tile: Tile
    since: Since


def laid_tiles(view: ZatreView) -> tuple[LaidTile, ...]:
    """All of them, by column, then row."""
    last = view.table.last.placed if view.table.last else ()
    before = (
        LaidTile(field, tile, Since.LAST_TURN if field in last else Since.LONG)
        for field, tile in view.table.tiles.items()
    )
    placed = (LaidTile(field, tile, Since.THIS_TURN) for field, tile in view.placed.items())
    return tuple(sorted((*before, *placed), key=lambda laid: ORDER[laid.field]))
