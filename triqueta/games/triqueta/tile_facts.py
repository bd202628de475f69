"""What a seat is told about the tiles it has drawn."""

from __future__ import annotations

from triqueta.games.triqueta.prospects import Belongings, changes_by_taking
from triqueta.games.triqueta.rules import SeatView
from triqueta.games.triqueta.rules.moves import KEEP, PLACE
from triqueta.games.triqueta.screens.tile import Draw, TileFacts


def tile_facts(view: SeatView, tile: str) -> TileFacts:
    """What a light tile that the seat has drawn would make of its points, by what may be done."""
    mine, legal = Belongings.of(view), view.table.legal_moves
    kept = mine.change_with_kept(tile) if KEEP in legal else None
    placed = any(move in PLACE for move in legal)  # not always the second one of two (D4)
    return TileFacts(tile, kept, changes_by_taking(mine, view.table, tile) if placed else ())


def draw_of(view: SeatView, shadow: str) -> Draw:
    """The light tiles that the seat has drawn, and the shadow tiles, which it has kept already."""
    before = Belongings.of(view).without(shadow)
    light = tuple(tile_facts(view, tile) for tile in view.drawn)
    dark = tuple(TileFacts(tile, before.change_with(tile)) for tile in shadow)
    return Draw(light + dark, before.change_with(view.drawn + shadow))
