"""The cells of the score block that a turn fills, in a corner of the screen."""

from __future__ import annotations

from triqueta.games.zatre.rules.score import Cell, Column
from triqueta.games.zatre.screens.sheets import draw_cells
from triqueta.screens.canvas import Canvas
from triqueta.screens.phrases import Language

CELLS = (
    Cell(Column.CROSS, 3, 0),
    Cell(Column.TEN, 12, 1),
    Cell(Column.ELEVEN, 2, 4),
    Cell(Column.TWELVE, 14, 8),
)


def lit_rows(tops: tuple[int, ...], cells: tuple[Cell, ...] = CELLS) -> list[int]:
    """Return the rows, by their top pixel, in which something is drawn."""
    canvas = Canvas(Language.ENGLISH)
    draw_cells(canvas, 108, tops, cells)
    return [top for top in (1, 9, 17, 25) if canvas.image.crop((108, top, 128, top + 7)).getbbox()]


def test_each_has_a_line() -> None:
    assert lit_rows((1, 9, 17, 25)) == [1, 9, 17, 25]
    assert lit_rows((1, 9, 17, 25), CELLS[:2]) == [1, 9]


def test_where_there_is_no_room_a_plus_says_so_and_nothing_is_cut() -> None:
    assert lit_rows((1, 9)) == [1, 9]
    canvas, plus = Canvas(Language.ENGLISH), Canvas(Language.ENGLISH)
    draw_cells(canvas, 108, (9,), CELLS)
    plus.digits(109, 10, "+")
    assert canvas.image.tobytes() == plus.image.tobytes()
    assert lit_rows(()) == []


def test_the_widest_stays_on_the_screen() -> None:
    canvas, wide = Canvas(Language.ENGLISH), Canvas(Language.ENGLISH)
    draw_cells(canvas, 108, (9,), CELLS[3:])
    draw_cells(wide, 100, (9,), CELLS[3:])
    assert (
        canvas.image.crop((108, 0, 128, 64)).tobytes()
        == wide.image.crop((100, 0, 120, 64)).tobytes()
    )
