"""The whole board as pages draw it.

A light field has dots in its corners, and a tile on it has lost its own. A tile of this turn is
pale and framed, one of the turn before is notched like a stamp.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache, lru_cache

from triqueta.games.zatre.rules.board import COLUMNS, FIELDS, LIGHT, ROWS, START, Field, place_of
from triqueta.games.zatre.screens.art import INK
from triqueta.games.zatre.views import LaidTile, Since
from triqueta.games.zatre.wording import field_in_words
from triqueta.games.zatre.words import say
from triqueta.screens.board import BoardField, BoardLabel, BoardMark, LargeBoard, LegendLine, Paint

_CORNERS_LOST = 0.2

_FIELD = Paint("#e6d8b6")
_LIGHT_FIELD = Paint("#fffdf3", marks=(BoardMark.DOTS,))
_START_FIELD = Paint("#fffdf3", marks=(BoardMark.DOTS, BoardMark.RING))
_TILES = {
    Since.LONG: Paint(INK),
    Since.LAST_TURN: Paint("#1a7a6c", marks=(BoardMark.NOTCHES,)),
    Since.THIS_TURN: Paint("#ffd98a", marks=(BoardMark.FRAME,)),
}
_LABELS = (
    *(BoardLabel(column, -1, name) for column, name in enumerate(COLUMNS)),
    *(BoardLabel(-1, row - 1, str(row)) for row in ROWS),
)
_LEGEND = (
    LegendLine(say("light field"), _LIGHT_FIELD),
    LegendLine(say("start field"), _START_FIELD),
    LegendLine(say("this turn"), _FIELD, _TILES[Since.THIS_TURN]),
    LegendLine(say("the turn before"), _FIELD, _TILES[Since.LAST_TURN]),
)


def drawn_board(laid: Iterable[LaidTile]) -> LargeBoard:
    """With these tiles, and no cursor yet."""
    lying = {tile.field: tile for tile in laid}
    fields = tuple(
        _with_tile(lying[field]) if field in lying else _empty(field) for field in FIELDS
    )
    return LargeBoard(say("The board"), fields, _LABELS, _LEGEND)


@cache
def _empty(field: Field) -> BoardField:
    return BoardField(field, *place_of(field), field_in_words(field, None), _ground(field))


@lru_cache(maxsize=2 * len(FIELDS))
def _with_tile(laid: LaidTile) -> BoardField:
    """Most tiles have been lying there since the turn before at least."""
    field = laid.field
    words = field_in_words(field, laid)
    return BoardField(field, *place_of(field), words, _ground(field), _piece(laid))


def _ground(field: Field) -> Paint:
    if field == START:
        return _START_FIELD
    return _LIGHT_FIELD if field in LIGHT else _FIELD


def _piece(laid: LaidTile) -> Paint:
    cut = _CORNERS_LOST if laid.field in LIGHT else 0.0
    return replace(_TILES[laid.since], text=str(laid.tile), cut=cut)
