"""The cells of the block that a turn fills, small: the head of a column, and the row."""

from __future__ import annotations

from collections.abc import Sequence

from triqueta.games.zatre.rules.block import Cell, Column
from triqueta.games.zatre.screens.art import TILE
from triqueta.screens.canvas import Canvas

_MORE = "+"


def draw_cells(canvas: Canvas, left: int, tops: Sequence[int], cells: Sequence[Cell]) -> None:
    """One below the other; if there is no room for all, a plus stands for the rest."""
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
