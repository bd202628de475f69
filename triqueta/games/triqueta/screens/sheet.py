"""Screens with a player's tiles and points, and a row in full."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from triqueta.games.triqueta.animals import ANIMALS
from triqueta.games.triqueta.rules import Animal, AnimalScore, ScoreSheet
from triqueta.games.triqueta.screens import art
from triqueta.games.triqueta.screens.marks import draw_marks, marks_in_words
from triqueta.games.triqueta.screens.turn import animals_in_words
from triqueta.games.triqueta.words import say
from triqueta.screens.canvas import WIDTH, Canvas
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen

_TOP = 11
_SHEET_COLUMNS = 3
_SHEET_PITCH = 43
_CELL_WIDTH = 32
_CELLS_PER_LINE = 4


@dataclass(frozen=True, kw_only=True)
class SheetScreen(Screen):
    """A player's face-up tiles and their points, during the game or at its end."""

    title: Text
    sheet: ScoreSheet
    remark: Text

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title, say("{points} p.", points=self.sheet.total))
        cells: list[tuple[str, Text]]
        cells = [(line.animal.name.lower(), _cell(line)) for line in self.sheet.animals]
        cells += [("rock", self.sheet.rock or ""), ("tree", self.sheet.trees or "")]
        for number, (icon, text) in enumerate(cells):
            row, column = divmod(number, _SHEET_COLUMNS)
            x, y = 1 + _SHEET_PITCH * column, _TOP + 1 + 10 * row
            canvas.stamp(x, y, art.small_icon(icon))
            if text:
                canvas.text(x + 12, y + 1, text, width=_SHEET_PITCH - 12)
            else:
                canvas.dot(x + 14, y + 4)
        canvas.text(1, _TOP + 32, self.remark)

    def words(self) -> Iterator[Text]:
        yield self.title
        for line in self.sheet.animals:
            yield say(
                "{animal}: {tiles} → {points} p.",
                animal=ANIMALS[line.animal],
                tiles=line.tiles,
                points=line.points,
            )
        yield say("Rock {rock}", rock=self.sheet.rock)
        yield say("Trees {trees}", trees=self.sheet.trees)
        yield say("{points} p.", points=self.sheet.total)
        yield self.remark


def _cell(line: AnimalScore) -> Text:
    """Return how many tiles of an animal score how much, as "5→−2", or "" without tiles."""
    return f"{line.tiles}→{line.points}".replace("-", "−") if line.tiles else ""


@dataclass(frozen=True, kw_only=True)
class RowScreen(Screen):
    """One row tile by tile, in the order placed: at most the 15 light tiles of a pile."""

    row: int
    tiles: str | None

    @property
    def _title(self) -> Text:
        return say("Row {row}", row=self.row)

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self._title, say("tiles: {tiles}", tiles=len(self.tiles or "")))
        if not self.tiles:
            canvas.text_centred(0, WIDTH, 28, self._nothing)
        _draw_tiles(canvas, self.tiles or "")

    @property
    def _nothing(self) -> Text:
        return say("has been taken") if self.tiles is None else say("empty")

    def words(self) -> Iterator[Text]:
        yield self._title
        yield animals_in_words(self.tiles) if self.tiles else self._nothing


def _draw_tiles(canvas: Canvas, tiles: str) -> None:
    """Draw the tiles in the order given, ten to a line."""
    for number, tile in enumerate(tiles):
        line, column = divmod(number, 10)
        canvas.stamp(2 + 12 * column, _TOP + 2 + 13 * line, art.small_tile(tile))


@dataclass(frozen=True, kw_only=True)
class ValuesScreen(Screen):
    """The points for exactly three tiles of each animal."""

    title: Text
    corner: Text

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title, self.corner)
        for number, animal in enumerate(Animal):
            row, column = divmod(number, _CELLS_PER_LINE)
            x, y = _CELL_WIDTH * column, _TOP + 4 + 16 * row
            canvas.stamp(x, y, art.small_icon(animal.name.lower()))
            canvas.text(x + 12, y + 1, animal.triqueta)

    def words(self) -> Iterator[Text]:
        yield self.title
        for animal in Animal:
            yield say("{key}: {answer}", key=ANIMALS[animal], answer=animal.triqueta)


@dataclass(frozen=True, slots=True)
class OrderLine:
    """A player in the order of play. `note` is drawn and `in_words` is the line as a text."""

    name: str
    in_words: Text
    note: Text = ""
    is_to_act: bool = False
    has_rock: bool = False
    trees: int = 0


_MARKS_LEFT = 56


@dataclass(frozen=True, kw_only=True)
class OrderScreen(Screen):
    """The order of play: whose turn it is, who is out, and who has the Rock and the Trees."""

    title: Text
    lines: tuple[OrderLine, ...]

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title)
        pitch = min(10, 41 // len(self.lines))
        for number, line in enumerate(self.lines):
            y = _TOP + 1 + pitch * number
            if line.is_to_act:
                canvas.digits(1, y + 1, ">")
            canvas.text(7, y, line.name)
            draw_marks(canvas, _MARKS_LEFT, y + 1, has_rock=line.has_rock, trees=line.trees)
            canvas.text_right(WIDTH - 1, y, line.note)

    def words(self) -> Iterator[Text]:
        yield self.title
        for line in self.lines:
            yield line.in_words
            yield from marks_in_words(line.name, has_rock=line.has_rock, trees=line.trees)
