"""Screens with a player's score block, the ranking, the bag and the opening."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from triqueta.games.zatre.rules.board import VALUES, Tile
from triqueta.games.zatre.rules.score import Block, BlockRow, Cell, Column, Outcome
from triqueta.games.zatre.rules.setup import Drawing
from triqueta.games.zatre.screens.art import TILE
from triqueta.games.zatre.wording import listed
from triqueta.games.zatre.words import say
from triqueta.screens.canvas import WIDTH, Canvas
from triqueta.screens.lists import Ranked, RankingScreen
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen

_MORE = "+"


def draw_cells(canvas: Canvas, left: int, tops: Sequence[int], cells: Sequence[Cell]) -> None:
    """Draw cells of a block at the given heights; a plus replaces those that don't fit."""
    if not tops:
        return
    if len(cells) > len(tops):
        *tops, last = tops
        canvas.digits(left + 1, last + 1, _MORE)
    for top, cell in zip(tops, cells, strict=False):
        _draw_cell(canvas, left, top, cell)


def _draw_cell(canvas: Canvas, left: int, top: int, cell: Cell) -> None:
    head = "x" if cell.column is Column.CROSS else cell.column.value
    right = left + 4 * len(head) + 1
    canvas.box(left, top, right, top + TILE)
    canvas.digits(left + 1, top + 1, head, lit=False)
    canvas.digits(right + 2, top + 1, cell.row)


LINES_ON_A_PAGE = 10
_LINES_BELOW = 5  # lines in each of the two halves
_HALF = 65
_HEADER_TOP = 12
_PITCH = 7
# The right edges of the columns: row number, cross, 10, 11, 12, bonus and total.
_ENDS = (7, 13, 23, 33, 43, 49, 60)
_HEADER = ("", "x", "10", "11", "12", "+", "")


@dataclass(frozen=True, kw_only=True)
class BlockScreen(Screen):
    """The lines of a block from `first` on (counted from 0), in two halves side by side.

    `held` has the tiles that cost points at the end; they have a separate line below the rows.
    """

    name: str
    block: Block
    first: int = 0
    held: tuple[Tile, ...] = ()

    @property
    def lines(self) -> int:
        """The number of lines on all pages."""
        return len(self.block.rows) + bool(self.held)

    @property
    def _total(self) -> Text:
        return say("{points} p.", points=self.block.total - sum(self.held))

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.name, self._total)
        lines = [(str(number), *_cells(row)) for number, row in _numbered(self.block)]
        if self.held:
            lines.append(("", "", "", "", "", "", f"-{sum(self.held)}"))
        shown = lines[self.first : self.first + LINES_ON_A_PAGE]
        for half in range(2):
            for line, cells in enumerate((_HEADER, *shown[:_LINES_BELOW])):
                _draw_line(canvas, _HALF * half, _HEADER_TOP + _PITCH * line, cells)
            shown = shown[_LINES_BELOW:]
        canvas.line(_HALF - 3, _HEADER_TOP, _HALF - 3, _HEADER_TOP + _PITCH * _LINES_BELOW + 4)

    def words(self) -> Iterator[Text]:
        yield self.name
        last = self.first + LINES_ON_A_PAGE
        for number, row in _numbered(self.block):
            if self.first < number <= last:
                yield _row_in_words(number, row)
        if self.held and self.lines <= last:
            yield say("left in hand: −{points}", points=sum(self.held))
        yield self._total


def _numbered(block: Block) -> Iterator[tuple[int, BlockRow]]:
    return enumerate(block.rows, start=1)


def _cells(row: BlockRow) -> Iterator[str]:
    yield "x" if row.cross else ""
    for points in (row.ten, row.eleven, row.twelve, row.bonus):
        yield str(points or "")
    yield str(row.total)


def _draw_line(canvas: Canvas, x: int, y: int, cells: Sequence[str]) -> None:
    for end, cell in zip(_ENDS, cells, strict=True):
        if cell:
            canvas.digits(x + end - (4 * len(cell) - 1), y, cell)


def _row_in_words(number: int, row: BlockRow) -> Text:
    cells = [
        say("{column}: {points}", column=column, points=points)
        for column, points in (
            (10, row.ten),
            (11, row.eleven),
            (12, row.twelve),
            (say("bonus"), row.bonus),
        )
        if points
    ]
    if row.cross:
        cells.insert(0, say("cross"))
    words: Text = say("{points} p.", points=row.total)
    for cell in reversed(cells):
        words = say("{one}, {others}", one=cell, others=words)
    return say("row {row}: {what}", row=number, what=words)


def ranking_screen(names: tuple[str, ...], outcome: Outcome) -> RankingScreen:
    scores = outcome.scores
    lines = tuple(
        Ranked(
            name=names[seat],
            points=str(scores[seat]),
            in_words=say("{name}: {points} p.", name=names[seat], points=scores[seat]),
            has_won=seat in outcome.winners,
        )
        for seat in outcome.ranking
    )
    shared = len(outcome.winners) > 1
    winner = names[outcome.winners[0]]
    title = say("A shared win!") if shared else say("{name} wins!", name=winner)
    return RankingScreen(title=title, lines=lines)


_ACROSS = 3
_CELL = 42


@dataclass(frozen=True, kw_only=True)
class BagScreen(Screen):
    """The number of tiles of each value left in the bag."""

    counts: tuple[int, ...]  # of 1 to 6

    def draw(self, canvas: Canvas) -> None:
        canvas.title(say("In the bag"), sum(self.counts))
        for number, (tile, count) in enumerate(zip(VALUES, self.counts, strict=True)):
            row, column = divmod(number, _ACROSS)
            x, y = 4 + _CELL * column, 17 + 18 * row
            _draw_tile(canvas, x, y, tile)
            canvas.text(x + 12, y + 1, f"x {count}")

    def words(self) -> Iterator[Text]:
        yield say("In the bag")
        yield sum(self.counts)
        for tile, count in zip(VALUES, self.counts, strict=True):
            yield f"{tile}: x {count}"


@dataclass(frozen=True, kw_only=True)
class OpeningScreen(Screen):
    """The opening (Z4): a line for each player, with a tile for each drawing."""

    title: Text
    names: tuple[str, ...]
    drawings: tuple[Drawing, ...]

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title)
        pitch = min(10, 41 // len(self.names))
        for seat, name in enumerate(self.names):
            y = 12 + pitch * seat
            canvas.text(1, y, name)
            for number, drawing in enumerate(self._latest):
                if seat in drawing.seats:
                    tile = drawing.tiles[drawing.seats.index(seat)]
                    x = WIDTH - 12 * (len(self._latest) - number)
                    _draw_digit(canvas, x, y, tile, highest=drawing.highest == (seat,))

    @property
    def _latest(self) -> tuple[Drawing, ...]:
        """The latest drawings, as many as fit."""
        return self.drawings[-5:]

    def words(self) -> Iterator[Text]:
        yield self.title
        for seat, name in enumerate(self.names):
            tiles = [
                drawing.tiles[drawing.seats.index(seat)]
                for drawing in self.drawings
                if seat in drawing.seats
            ]
            yield say("{name} drew {tiles}", name=name, tiles=listed(tiles))


def _draw_tile(canvas: Canvas, x: int, y: int, tile: Tile) -> None:
    canvas.box(x, y, x + 9, y + 9)
    canvas.text(x + 2, y + 1, tile, lit=False)


def _draw_digit(canvas: Canvas, x: int, y: int, tile: Tile, *, highest: bool) -> None:
    if highest:
        canvas.box(x - 2, y - 1, x + 7, y + 8)
    canvas.text(x, y, tile, lit=not highest)
