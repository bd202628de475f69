"""Draw the guide's page about Triqueta."""

from __future__ import annotations

from functools import partial

from PIL import ImageChops

from docs.guide.screens import MAGNIFIED
from docs.guide.sheet import BAND_HIGH, MARGIN, Sheet
from triqueta.games.triqueta.rules.tiles import Animal
from triqueta.games.triqueta.screens import art
from triqueta.stations.script import magnified

APART = 13.2  # from one animal to the next


def draw(sheet: Sheet) -> None:
    sheet.footer(sheet.texts["footer"])
    top = sheet.head("Triqueta", "turn")
    sheet.stack(
        top,
        [
            sheet.turn("turn", "hand_over", "look", "choice"),
            sheet.columns("row", "round", "wolves", "end"),
            (BAND_HIGH, partial(_points, sheet)),
            sheet.columns("own_screen", "mistakes", "info", "plug"),
        ],
    )


def _points(sheet: Sheet, y: float) -> None:
    """Draw a band with the animals, and the points of three tiles of each."""
    sheet.band(y)
    for number, animal in enumerate(Animal):
        x = MARGIN + 3 + number * APART
        letter = "w" if animal is Animal.WOLF else animal.letter
        icon = ImageChops.invert(art.large_tile(letter).convert("L"))
        sheet.pdf.image(magnified(icon, MAGNIFIED), x, y + 7, 6.2, 6.2)
        sheet.band_number(animal.triqueta, x + 6.8, y)
    sheet.band_text(MARGIN + 3 + len(Animal) * APART + 2, y)
