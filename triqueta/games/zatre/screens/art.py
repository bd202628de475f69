"""Drawings of fields, tiles and the board, for screens and in colour for web pages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache, lru_cache

from PIL import Image, ImageDraw

from triqueta.games.zatre.rules.board import (
    COLUMNS,
    FIELDS,
    LIGHT,
    ROWS,
    START,
    VALUES,
    Field,
    Tile,
    column_and_row,
)
from triqueta.games.zatre.views import LaidTile, Since
from triqueta.games.zatre.wording import field_in_words
from triqueta.games.zatre.words import say
from triqueta.screens.art import digits_image
from triqueta.screens.board import BoardField, BoardLabel, BoardMark, LargeBoard, LegendLine, Paint

TILE = 7
SPECK = 3  # the size of a field on the screen with the whole board

_CORNERS = ((0, 0), (6, 0), (0, 6), (6, 6))
_BESIDE_CORNERS = ((1, 0), (5, 0), (0, 1), (6, 1), (0, 5), (6, 5), (1, 6), (5, 6))
_NOTCHES = ((0, 1), (6, 1), (0, 3), (6, 3), (0, 5), (6, 5))
_LIGHT_DOTS = ((1, 1), (5, 1), (1, 5), (5, 5))
_START_DOTS = ((3, 2), (2, 3), (3, 3), (4, 3), (3, 4))
_CENTRE = ((3, 3),)


@cache
def field_image(field: Field) -> Image.Image:
    """Draw an empty field: one dot, or four if it is light; the start field adds a cross."""
    dots: tuple[tuple[int, int], ...] = _LIGHT_DOTS if field in LIGHT else _CENTRE
    if field == START:
        dots += _START_DOTS
    return _with_dots(Image.new("1", (TILE, TILE)), dots, lit=True)


@cache
def tile_image(tile: Tile, field: Field, since: Since) -> Image.Image:
    """Draw a tile; its corners show whether it is on a light field or on the start field."""
    is_new = since is Since.THIS_TURN
    image = Image.new("1", (TILE, TILE), int(not is_new))
    draw = ImageDraw.Draw(image)
    for x in (0, TILE - 1):  # a whole frame would touch the number
        draw.line((x, 0, x, TILE - 1), fill=1)
    draw.bitmap((2, 1), digits_image(str(tile)), fill=int(is_new))
    dark: tuple[tuple[int, int], ...] = _NOTCHES if since is Since.LAST_TURN else ()
    if field in LIGHT:
        dark += _CORNERS
    if field == START:
        dark += _BESIDE_CORNERS
    return _with_dots(image, dark, lit=False)


@cache
def speck_of_field(field: Field) -> Image.Image:
    dots: tuple[tuple[int, int], ...] = ((1, 1),)
    if field in LIGHT:
        dots = ((0, 0), (2, 0), (0, 2), (2, 2)) + (dots if field == START else ())
    return _with_dots(Image.new("1", (SPECK, SPECK)), dots, lit=True)


@cache
def speck_of_tile(since: Since) -> Image.Image:
    dark: dict[Since, tuple[tuple[int, int], ...]] = {
        Since.LONG: (),
        Since.LAST_TURN: ((0, 1), (2, 1)),
        Since.THIS_TURN: ((1, 1),),
    }
    return _with_dots(Image.new("1", (SPECK, SPECK), 1), dark[since], lit=False)


def _with_dots(image: Image.Image, dots: Iterable[tuple[int, int]], *, lit: bool) -> Image.Image:
    for dot in dots:
        image.putpixel(dot, int(lit))
    return image


INK = "#2f4a63"
"""The colour of numbers, dark enough for a light ground; and of tiles on the large board."""

_SIZE = 9


def in_colour(name: str) -> Image.Image | None:
    """Return a tile's number in the middle of a transparent image; None for other names."""
    if name not in map(str, VALUES):
        return None
    number = digits_image(name)
    image = Image.new("RGBA", (_SIZE, _SIZE))
    image.paste(INK, ((_SIZE - number.width) // 2, (_SIZE - number.height) // 2), number)
    return image


# The large board on web pages. A light field has dots in its corners, and the corners of a tile
# on it are cut. A tile of this turn is pale and framed; one of the turn before is notched like a
# stamp.


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
    LegendLine(say("the last turn"), _FIELD, _TILES[Since.LAST_TURN]),
)


def drawn_board(laid: Iterable[LaidTile]) -> LargeBoard:
    """Return the large board with these tiles, without a cursor."""
    lying = {tile.field: tile for tile in laid}
    fields = tuple(
        _with_tile(lying[field]) if field in lying else _empty(field) for field in FIELDS
    )
    return LargeBoard(say("The board"), fields, _LABELS, _LEGEND)


@cache
def _empty(field: Field) -> BoardField:
    return BoardField(field, *column_and_row(field), field_in_words(field, None), _ground(field))


@lru_cache(maxsize=2 * len(FIELDS))
def _with_tile(laid: LaidTile) -> BoardField:
    """Return a field with its tile; cached, because most tiles stay the same for many turns."""
    field = laid.field
    words = field_in_words(field, laid)
    return BoardField(field, *column_and_row(field), words, _ground(field), _piece(laid))


def _ground(field: Field) -> Paint:
    if field == START:
        return _START_FIELD
    return _LIGHT_FIELD if field in LIGHT else _FIELD


def _piece(laid: LaidTile) -> Paint:
    cut = _CORNERS_LOST if laid.field in LIGHT else 0.0
    return replace(_TILES[laid.since], text=str(laid.tile), cut=cut)
