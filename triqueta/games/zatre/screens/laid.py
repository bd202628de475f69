"""The tiles on the board as screens draw them: what lay before, the last turn's, this turn's."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from triqueta.games.zatre.play_views import ZatreView
from triqueta.games.zatre.rules.fields import ORDER, Field
from triqueta.games.zatre.rules.tiles import Tile


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
