"""Draw the guide's page about Zatre."""

from __future__ import annotations

from functools import partial

from docs.guide.device import INK, WHITE
from docs.guide.sheet import BAND_HIGH, MARGIN, Sheet
from triqueta.games.zatre.rules.board import WORTH

APART = 20.0  # from one sum to the next


def draw(sheet: Sheet) -> None:
    sheet.footer(sheet.texts["footer"])
    top = sheet.head("Zatre", "cursor")
    sheet.stack(
        top,
        [
            sheet.turn("opening", "next_place", "too_much", "legal"),
            sheet.columns("light", "block", "board", "end"),
            (BAND_HIGH, partial(_points, sheet)),
            sheet.columns("signs", "own_screen", "mistakes", "proof"),
        ],
    )


def _points(sheet: Sheet, y: float) -> None:
    """Draw a band with the sums, and the points of a line with each sum."""
    sheet.band(y)
    for number, (total, points) in enumerate(WORTH.items()):
        x = MARGIN + 3 + number * APART
        _tile(sheet, total, x, y + 7)
        sheet.band_number(points, x + 10.4, y)
    sheet.band_text(MARGIN + 3 + len(WORTH) * APART + 2, y)


def _tile(sheet: Sheet, total: int, x: float, y: float) -> None:
    sheet.pdf.set_fill_color(*INK)
    sheet.pdf.rect(x, y, 9.4, 6.2, style="F", round_corners=True, corner_radius=1.2)
    sheet.pdf.set_font("guide", "B", 11)
    sheet.pdf.set_text_color(*WHITE)
    sheet.pdf.set_xy(x, y + 0.3)
    sheet.pdf.cell(9.4, 5.5, str(total), align="C")
