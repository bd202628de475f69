"""Screens of the table: the pile, the rows as animals, and whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from triqueta.games.triqueta.animals import tile_in_words
from triqueta.games.triqueta.rules import Layer, PetalView, TableView
from triqueta.games.triqueta.screens import art
from triqueta.games.triqueta.screens.marks import marks_in_words
from triqueta.games.triqueta.screens.rows import (
    BOTTOM,
    TOP,
    Lines,
    Row,
    draw_key,
    draw_number,
    draw_rows,
    lines_for,
)
from triqueta.games.triqueta.views import OtherTile, signed
from triqueta.games.triqueta.words import say
from triqueta.screens.canvas import WIDTH, Canvas, petal_centres
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen

_FLOWER = (15, 32)
_RING = 11
_PETAL = 5
_DIVIDER = 33
_NUMBERS_LEFT = 33
_ROWS_LEFT = 41
_RIGHT = WIDTH - 1
_PIPS = {
    0: (),
    1: ((0, 0),),
    2: ((-2, 0), (1, 0)),
    3: ((0, -2), (-2, 1), (1, 1)),
    4: ((-2, -2), (1, -2), (-2, 1), (1, 1)),
}


@dataclass(frozen=True, kw_only=True)
class TurnScreen(Screen):
    """The public table: the pile as a flower, and the rows with the points each would bring.

    A petal has a pip per tile, and is lit if a shadow tile is on top.
    """

    title: Text
    view: TableView = field(hash=False)  # slow to hash, and the title usually differs, too
    rows: tuple[Row, ...]

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title, f"{self.view.round}/4")
        # Cached separately: most moves change only one of these.
        canvas.once(draw_flower, self.view.petals)
        canvas.once(_draw_numbers, len(self.rows))
        draw_rows(canvas, self.rows, lines_for(len(self.rows)), _ROWS_LEFT, _RIGHT)

    def words(self) -> Iterator[Text]:
        yield self.title
        yield say("Round {round} of 4", round=self.view.round)
        yield from _table_in_words(self.view, self.rows)
        yield from changes_in_words(self.rows)


@lru_cache(maxsize=8)
def _table_in_words(view: TableView, rows: tuple[Row, ...]) -> tuple[Text, ...]:
    """Return the public table in words, cached for the stations that show the same view."""
    return (
        *pile_in_words(view.petals),
        *rows_in_words(rows),
        *players_in_words(view),
    )


def _draw_numbers(canvas: Canvas, rows: int) -> None:
    """Draw the divider and the numbers of the rows."""
    canvas.line(_DIVIDER, TOP, _DIVIDER, BOTTOM - 1)
    lines = lines_for(rows)
    for number in range(1, rows + 1):
        y = lines.top + (number - 1) * lines.pitch
        draw_number(canvas, _NUMBERS_LEFT, y, number, lines.height)


BOX_PETAL = 5
_KEYS_LEFT = 1
_OFFERED_LEFT = 11


@dataclass(frozen=True, kw_only=True)
class RowsScreen(Screen):
    """The rows alone, to take one. Those on offer are marked with their petal key."""

    title: Text
    corner: Text = ""
    rows: tuple[Row, ...]
    offered: tuple[int, ...]

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title, self.corner)
        lines = lines_for(len(self.rows))
        canvas.once(_draw_keys, _Keys(lines, len(self.rows), self.offered, _KEYS_LEFT))
        draw_rows(canvas, self.rows, lines, _OFFERED_LEFT, _RIGHT)

    def words(self) -> Iterator[Text]:
        yield self.title
        if self.corner:
            yield self.corner
        yield from rows_in_words(self.rows)
        yield from _keys_in_words(self.offered)
        yield from changes_in_words(self.rows)


class _Keys(NamedTuple):
    """The numbers of rows in a column; those on offer are drawn as petal keys."""

    lines: Lines
    rows: int
    offered: tuple[int, ...]
    left: int


def _draw_keys(canvas: Canvas, keys: _Keys) -> None:
    lines = keys.lines
    for number in range(1, keys.rows + 1):
        y = lines.top + (number - 1) * lines.pitch
        draw = draw_key if number in keys.offered else draw_number
        draw(canvas, keys.left, y, number, lines.height)


def _keys_in_words(offered: tuple[int, ...]) -> Iterator[Text]:
    for row in offered:
        yield say("{key}: row {row}", key=row, row=row)


_HAND = (1, 12)
_EYE = (8, 43)
_EYE_OF_TWO = (32, 22)
_OTHER = (1, 41)
_OTHER_STATE = 14


@dataclass(frozen=True, kw_only=True)
class ChoiceScreen(Screen):
    """The rows for a drawn tile that lies face down beside them: all players can see the screen.

    With two tiles, the large one is being decided, and `other` says what the other one does.
    `box` is whether the tile can be put into the box, or None in a game without the box.
    `look` is whether a key shows the tile here; otherwise the player's own display shows it.
    """

    title: Text
    rows: tuple[Row, ...]
    offered: tuple[int, ...]
    other: OtherTile | None = None
    box: bool | None = None
    look: bool = True

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title)
        canvas.stamp(*_HAND, art.large_back(Layer.LIGHT))
        if self.look:
            canvas.stamp(*(_EYE if self.other is None else _EYE_OF_TWO), art.sign("eye"))
        if self.other is not None:
            _draw_other(canvas, self.other)
        self._draw_rows(canvas)

    def _draw_rows(self, canvas: Canvas) -> None:
        left = 35 if self.other is None else 61
        lines = lines_for(len(self.rows), more=self.box is not None)
        canvas.once(_draw_keys, _Keys(lines, len(self.rows), self.offered, left))
        draw_rows(canvas, self.rows, lines, left + 10, _RIGHT)
        if self.box is None:
            return
        y = lines.top + len(self.rows) * lines.pitch + (lines.height - 7) // 2
        if self.box:
            canvas.petal_number(left, y, BOX_PETAL)
        else:
            canvas.stamp(left + 2, y + 2, art.mark("out"))
        canvas.text(left + 10, y, say("box"))

    def words(self) -> Iterator[Text]:
        yield self.title
        if self.look:
            yield say("Your tile lies face down. Hold “Look” to see it.")
        else:
            yield say("Your own display shows your tile.")
        if self.other is not None:
            yield from self.other.words()
        yield from rows_in_words(self.rows)
        yield from _keys_in_words(self.offered)
        if self.box:
            yield say("{key}: {answer}", key=BOX_PETAL, answer=say("box"))
        elif self.box is not None:
            yield say("not this time: {answer}", answer=say("box"))


def _draw_other(canvas: Canvas, other: OtherTile) -> None:
    """Draw the other one of two tiles small, and what it does."""
    canvas.stamp(*_OTHER, art.small_side(other.tile, other.layer))
    canvas.text(_OTHER_STATE, _OTHER[1] + 2, other.state, width=59 - _OTHER_STATE)


def draw_flower(canvas: Canvas, petals: tuple[PetalView, ...]) -> None:
    for petal, (x, y) in zip(petals, petal_centres(*_FLOWER, _RING), strict=True):
        shadow = petal.top is Layer.SHADOW
        if petal.tiles:
            canvas.disc(x, y, _PETAL, filled=shadow)
        for dx, dy in _PIPS[petal.tiles]:
            canvas.box(x + dx, y + dy, x + dx + 2, y + dy + 2, lit=not shadow)
        if not petal.tiles:
            canvas.dot(x, y)


def pile_in_words(petals: tuple[PetalView, ...]) -> Iterator[Text]:
    for number, petal in enumerate(petals, start=1):
        if petal.top is Layer.SHADOW:
            yield say("petal {petal}: a shadow tile on top", petal=number)
        else:
            yield say("petal {petal}: tiles: {tiles}", petal=number, tiles=petal.tiles)


def rows_in_words(rows: Sequence[Row]) -> Iterator[Text]:
    for number, row in enumerate(rows, start=1):
        if row.tiles is None and row.taker:
            yield say("row {row}: taken by {name}", row=number, name=row.taker)
        elif row.tiles is None:
            yield say("row {row}: taken", row=number)
        elif row.tiles:
            yield say("row {row}: {animals}", row=number, animals=animals_in_words(row.tiles))
        else:
            yield say("row {row}: empty", row=number)


def changes_in_words(rows: Sequence[Row]) -> Iterator[Text]:
    for number, row in enumerate(rows, start=1):
        if row.change is not None:
            points = signed(row.change)
            yield say("points with row {row}: {points}", row=number, points=points)


def animals_in_words(tiles: str) -> Text:
    """Return the animals of the tiles, separated by commas, as a translatable text."""
    text = tile_in_words(tiles[0])
    for tile in tiles[1:]:
        text = say("{animals}, {animal}", animals=text, animal=tile_in_words(tile))
    return text


def players_in_words(view: TableView) -> Iterator[Text]:
    playing = any(player.in_round for player in view.players)
    for seat, player in enumerate(view.players):
        if playing and not player.in_round:
            yield say("{name} has left the round", name=player.name)
        yield from marks_in_words(player.name, has_rock=seat == view.rock, trees=player.trees)


@dataclass(frozen=True, kw_only=True)
class ChoosePileScreen(Screen):
    """The piles that are left, each with its Tree; the number is the petal key."""

    title: Text
    remark: Text
    unopened: tuple[int, ...]

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title)
        canvas.text(1, 11, self.remark)
        for column, pile in enumerate(self.unopened):
            x = 4 + 42 * column
            canvas.petal_number(x, 32, pile)
            for px, py in petal_centres(x + 20, 36, 8):
                canvas.disc(px, py, 4, filled=False)
            canvas.stamp(x + 16, 32, art.small_icon("tree"))

    def words(self) -> Iterator[Text]:
        yield self.title
        yield self.remark
        for pile in self.unopened:
            yield say("{key}: pile {pile}", key=pile, pile=pile)
