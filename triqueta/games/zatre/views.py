"""The view of a session, which is the same for every seat, because all tiles are public."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from triqueta.games.zatre.rules.board import ORDER, Field, Tile, Tiles
from triqueta.games.zatre.rules.turn import TurnSoFar
from triqueta.games.zatre.rules.views import TableView


@dataclass(frozen=True, slots=True)
class ZatreView:
    """The public view of a session.

    `drawn` says whether the player to act has drawn; until then the new tiles are not in the hand.
    `placed` has the tiles put down in this turn so far. `touched` is the field where a tile was
    last put down or picked up, and `taken_up` is the tile if it was picked up.
    """

    table: TableView
    drawn: bool
    placed: Tiles
    touched: Field | None = None
    taken_up: Tile | None = None

    @property
    def turn(self) -> TurnSoFar:
        """The current turn, with the tiles put down so far."""
        return self.table.turn(self.placed)


class Since(Enum):
    """The age of a tile on the board."""

    LONG = auto()
    LAST_TURN = auto()
    THIS_TURN = auto()  # the player can pick it up again


@dataclass(frozen=True, slots=True)
class LaidTile:
    field: Field
    tile: Tile
    since: Since


def laid_tiles(view: ZatreView) -> tuple[LaidTile, ...]:
    """Return all tiles on the board, by column, then row."""
    last = view.table.last.placed if view.table.last else ()
    before = (
        LaidTile(field, tile, Since.LAST_TURN if field in last else Since.LONG)
        for field, tile in view.table.tiles.items()
    )
    placed = (LaidTile(field, tile, Since.THIS_TURN) for field, tile in view.placed.items())
    return tuple(sorted((*before, *placed), key=lambda laid: ORDER[laid.field]))
