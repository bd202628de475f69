"""Screens with the board: the whole board, and the part around the cursor with the hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache

from PIL import Image

from triqueta.games.zatre.rules.board import (
    COLUMNS,
    FIELDS,
    LIGHT,
    ROWS,
    WORTH,
    Field,
    Tile,
    column_and_row,
)
from triqueta.games.zatre.rules.score import Cell
from triqueta.games.zatre.screens.art import (
    SPECK,
    TILE,
    field_image,
    speck_of_field,
    speck_of_tile,
    tile_image,
)
from triqueta.games.zatre.screens.sheets import draw_cells
from triqueta.games.zatre.views import LaidTile
from triqueta.games.zatre.wording import (
    cell_in_words,
    listed,
    what_is_new,
    what_it_makes,
    where,
)
from triqueta.games.zatre.words import say, say_n
from triqueta.screens import art
from triqueta.screens.canvas import WIDTH, Canvas
from triqueta.screens.phrases import Text
from triqueta.screens.screen import NO_PETALS, Screen

_SPECK_PITCH = SPECK + 1
_LEFT = WIDTH - len(ROWS) * _SPECK_PITCH + 1
_TOP = 2


@dataclass(frozen=True, kw_only=True)
class WholeBoardScreen(Screen):
    """The whole board, with counts of tiles to its left.

    It takes up the whole height, so only the left soft key has space for a label.
    """

    laid: tuple[LaidTile, ...]
    left_in_bag: int

    def draw(self, canvas: Canvas) -> None:
        width = _LEFT - 3
        y = canvas.paragraph(0, 1, say("The board"), width=width)
        for line in (self._tiles, self._bag):
            y = canvas.paragraph(0, y + 3, line, width=width)
        lying = {laid.field: laid.since for laid in self.laid}
        for name in FIELDS:
            column, row = column_and_row(name)
            image = speck_of_tile(lying[name]) if name in lying else speck_of_field(name)
            canvas.stamp(_LEFT + _SPECK_PITCH * column, _TOP + _SPECK_PITCH * row, image)

    @property
    def _tiles(self) -> Text:
        return say_n("{n} tile", "{n} tiles", len(self.laid))

    @property
    def _bag(self) -> Text:
        return say("bag: {count}", count=self.left_in_bag)

    def words(self) -> Iterator[Text]:
        yield say("The board")
        yield self._tiles
        yield self._bag
        for row in ROWS:
            tiles = [laid for laid in self.laid if laid.field[1:] == str(row)]
            if tiles:
                tiles_in_row = ", ".join(f"{laid.field[0]} {laid.tile}" for laid in tiles)
                yield say("row {row}: {what}", row=row, what=tiles_in_row)
        yield from what_is_new(self.laid)


_PITCH = TILE + 1
_ACROSS, _DOWN = 13, 5  # fields that are visible at once
_DIVIDER = 106
_PANEL = 108
_HAND_PITCH = 6
_HAND_ACROSS, _HAND_ROWS = 3, 2
_STATUS_TOP = 44
_NAME_TOP = 19
_PROSPECT_TOPS = (29, 36)
_CELL_TOPS = ((1, 1 + _PITCH), (28, 36))  # in the space of the hand, and below the field's name
_ALL_TOPS = tuple(range(1, _STATUS_TOP - TILE, _PITCH))  # over the whole panel


@dataclass(frozen=True, slots=True)
class Hand:
    """The tiles not yet put down, and what the picked one would do under the cursor.

    `makes` has the sums of its lines there, and `gain` the points that it would add to the block.
    """

    left: tuple[Tile, ...]
    picked: Tile | None = None
    makes: tuple[int, ...] = ()
    gain: int = 0


@dataclass(frozen=True, kw_only=True)
class BoardScreen(Screen):
    """The part of the board around `centre`, where the cursor is, and the hand."""

    title: Text  # only in words: the picture has no line to spare
    laid: tuple[LaidTile, ...] = field(hash=False)  # slow to hash, and seldom the only change
    hand: Hand
    status: Text
    centre: Field
    cursor: bool = False
    cells: tuple[Cell, ...] = ()  # the cells of the block that the turn would fill

    def draw(self, canvas: Canvas) -> None:
        # Stations that differ only in their keys share the drawn board.
        canvas.once(_draw_board, self.labelled((None, None, None), NO_PETALS))
        canvas.text(1, _STATUS_TOP, self.status)
        if canvas.unsaved:
            canvas.stamp(WIDTH - 9, _STATUS_TOP - 1, art.sign("unsaved"))

    def draw_board(self, canvas: Canvas) -> None:
        """Draw everything but the status line."""
        left, top = _corner(self.centre)
        box = (*_at(left, top), *_at(left + _ACROSS, top + _DOWN))
        canvas.stamp(*_at(0, 0), _whole_board(self.laid).crop(box))
        if self.cursor:
            column, row = column_and_row(self.centre)
            corner = _at(column - left, row - top)
            _draw_cursor(canvas, corner, self.centre, self._under_cursor)
        canvas.line(_DIVIDER, 0, _DIVIDER, _PITCH * _DOWN)
        self._draw_hand(canvas)
        if self.cells and not self.hand.left:
            draw_cells(canvas, _PANEL, _ALL_TOPS, self.cells)
        elif self.cursor:
            self._draw_prospect(canvas)
            self._draw_cells(canvas)

    def _draw_hand(self, canvas: Canvas) -> None:
        marked = False
        for number, sign in enumerate(_shown(self.hand)):
            row, column = divmod(number, _HAND_ACROSS)
            x, y = _PANEL + _HAND_PITCH * column, 1 + _PITCH * row
            picked = not marked and sign == str(self.hand.picked)
            if picked:
                canvas.box(x, y, x + 5, y + TILE)
                marked = True
            canvas.digits(x + 1, y + 1, sign, lit=not picked)

    def _draw_prospect(self, canvas: Canvas) -> None:
        """Draw the name of the field, the sums that the picked tile would make, and the gain."""
        sums_top, gain_top = _PROSPECT_TOPS
        canvas.text(_PANEL, _NAME_TOP, self.centre, width=WIDTH - _PANEL)
        for number, total in enumerate(self.hand.makes):
            canvas.digits(_PANEL + 10 * number, sums_top, total)
        if max(self.hand.makes, default=0) in WORTH:  # so no sum is over 12
            cross = "x" if self.centre in LIGHT else ""
            canvas.digits(_PANEL, gain_top, f"{self.hand.gain:+}{cross}")

    def _draw_cells(self, canvas: Canvas) -> None:
        """Draw the cells of the block wherever the hand and its sums leave space."""
        hand_rows = -(-len(_shown(self.hand)) // _HAND_ACROSS)
        above, below = _CELL_TOPS
        tops = above[hand_rows:] + (() if self.hand.makes else below)
        draw_cells(canvas, _PANEL, tops, self.cells)

    def words(self) -> Iterator[Text]:
        yield self.title
        if self.cursor:
            yield self._cursor_in_words()
        yield say("hand: {tiles}", tiles=listed(self.hand.left) or say("nothing"))
        yield self.status
        yield from map(cell_in_words, self.cells)
        yield from what_is_new(self.laid)

    @property
    def _under_cursor(self) -> LaidTile | None:
        return next((laid for laid in self.laid if laid.field == self.centre), None)

    def _cursor_in_words(self) -> Text:
        there, field = self._under_cursor, where(self.centre)
        if there is not None:
            return say("{place}; there is a {tile}", place=field, tile=there.tile)
        if self.hand.picked is None:
            return field
        makes = what_it_makes(self.hand.picked, self.hand.makes)
        return say("{place}; {makes}", place=field, makes=makes)


def _draw_board(canvas: Canvas, screen: BoardScreen) -> None:
    screen.draw_board(canvas)


def _shown(hand: Hand) -> list[str]:
    """Return the tiles of a hand that the screen has space for, starting with the picked one.

    If there is space for all tiles, they are in the order of the hand.
    """
    room = _HAND_ACROSS * _HAND_ROWS
    if len(hand.left) <= room:
        return [str(tile) for tile in hand.left]
    first = hand.left.index(hand.picked) if hand.picked in hand.left else 0
    around = hand.left[first:] + hand.left[:first]
    return [*map(str, around[: room - 1]), "+"]


def _corner(centre: Field) -> tuple[int, int]:
    """Return the column and row of the visible part, with `centre` in its middle if possible."""
    column, row = column_and_row(centre)
    return (
        min(max(column - _ACROSS // 2, 0), len(COLUMNS) - _ACROSS),
        min(max(row - _DOWN // 2, 0), len(ROWS) - _DOWN),
    )


def _at(column: int, row: int) -> tuple[int, int]:
    return 1 + _PITCH * column, 1 + _PITCH * row


@lru_cache(maxsize=2)
def _whole_board(laid: tuple[LaidTile, ...]) -> Image.Image:
    """Return a picture of the whole board. Screens show a part of it.

    The board before is cached, too, because players often pick a tile up again.
    """
    image = _empty_board().copy()
    for tile in laid:
        image.paste(
            tile_image(tile.tile, tile.field, tile.since), _at(*column_and_row(tile.field))
        )
    return image


@cache
def _empty_board() -> Image.Image:
    image = Image.new("1", _at(len(COLUMNS), len(ROWS)))
    for name in FIELDS:
        image.paste(field_image(name), _at(*column_and_row(name)))
    return image


def _draw_cursor(
    canvas: Canvas, corner: tuple[int, int], field: Field, laid: LaidTile | None
) -> None:
    """Draw a frame around a field, with a dark line on both sides.

    Around a tile on a light field, the frame has no corners.
    """
    x, y = corner
    left, top, right, bottom = x - 1, y - 1, x + TILE, y + TILE
    canvas.box(max(left - 1, 0), max(top - 1, 0), right + 2, bottom + 2, lit=False)
    canvas.frame(left, top, right + 1, bottom + 1)
    if laid is None:
        canvas.stamp(x, y, field_image(field))
        return
    canvas.digits(x + 2, y + 1, laid.tile)
    if field in LIGHT:
        for dot in ((left, top), (right, top), (left, bottom), (right, bottom)):
            canvas.dot(*dot, lit=False)
