"""Draw the device from above, a flower whose petals are keys, with the sizes of its case."""

from __future__ import annotations

from math import acos, cos, hypot, pi, sin, tau
from typing import TypeAlias

from fpdf import FPDF
from PIL import Image

Point: TypeAlias = tuple[float, float]
Colour: TypeAlias = tuple[int, int, int]

INK: Colour = (43, 38, 34)
CREAM: Colour = (250, 244, 228)
EDGE: Colour = (196, 183, 155)
PETAL: Colour = (214, 74, 104)
SOFT: Colour = (238, 178, 52)
WHITE: Colour = (255, 255, 255)

PETALS = 5
TIP = (45.2, 2.4)  # of a petal: distance from the device's middle, radius
END = (9.6, 65.5, 15.3)  # a petal's two round ends: x to either side, y from the middle, radius
NUMBER_OUT = 64.0
MARGIN = 6.3  # of the case around a petal
BODY = 62.0
SCREEN_UP = 6.6
SCREEN = (55.0, 27.5)
BEZEL = 2.6
SOFT_DOWN, SOFT_PITCH, SOFT_SIZE = 26.0, 15.0, (11.0, 8.0)
REACH = END[1] + END[2] + MARGIN  # from the middle to the top
BELOW = END[1] * cos(pi / PETALS) + END[0] * sin(pi / PETALS) + END[2] + MARGIN  # to the bottom


class Device:
    """A drawing of the device around `middle`; `scale` is its size on paper over the real size."""

    def __init__(self, pdf: FPDF, middle: Point, scale: float) -> None:
        self._pdf = pdf
        self._middle = middle
        self._scale = scale

    def draw(self, screen: Image.Image) -> None:
        self._case(EDGE, 0.9)
        self._case(CREAM, 0.0)
        for number in range(PETALS):
            self._petal(number, PETAL, 0.0)
            self._number(number)
        for place in (-1, 0, 1):
            self._box((place * SOFT_PITCH, -SOFT_DOWN), SOFT_SIZE, 3.0, SOFT)
        width, height = SCREEN
        frame = (width + 2 * BEZEL, height + 2 * BEZEL)
        self._box((0.0, SCREEN_UP), frame, 2.4, INK)
        x, y = self._at((-width / 2, SCREEN_UP + height / 2))
        self._pdf.image(screen, x, y, width * self._scale, height * self._scale)

    def _at(self, point: Point) -> Point:
        """Return where a point of the device is on the page, whose y axis points down."""
        return (
            self._middle[0] + point[0] * self._scale,
            self._middle[1] - point[1] * self._scale,
        )

    def _case(self, colour: Colour, more: float) -> None:
        self._disc((0.0, 0.0), BODY + more, colour)
        for number in range(PETALS):
            self._petal(number, colour, MARGIN + more)

    def _petal(self, number: int, colour: Colour, more: float) -> None:
        tip, radius = TIP
        aside, out, round_end = END
        turn = -tau * number / PETALS
        for side in (-1, 1):
            ends = (_turned((0.0, tip), turn), _turned((side * aside, out), turn))
            self._drop(ends, (radius + more, round_end + more), colour)

    def _drop(self, ends: tuple[Point, Point], radii: tuple[float, float], colour: Colour) -> None:
        """Draw the convex hull of two discs."""
        for end, radius in zip(ends, radii, strict=True):
            self._disc(end, radius, colour)
        (ax, ay), (bx, by) = ends
        along = ((bx - ax) / hypot(bx - ax, by - ay), (by - ay) / hypot(bx - ax, by - ay))
        lean = acos((radii[0] - radii[1]) / hypot(bx - ax, by - ay))
        corners = []
        for (x, y), radius, sides in zip(ends, radii, ((1, -1), (-1, 1)), strict=True):
            for side in sides:
                across = _turned(along, side * lean)
                corners.append(self._at((x + radius * across[0], y + radius * across[1])))
        self._pdf.set_fill_color(*colour)
        self._pdf.polygon(corners, style="F")

    def _disc(self, middle: Point, radius: float, colour: Colour) -> None:
        x, y = self._at(middle)
        self._pdf.set_fill_color(*colour)
        self._pdf.circle(x, y, radius * self._scale, style="F")

    def _box(self, middle: Point, size: Point, radius: float, colour: Colour) -> None:
        x, y = self._at((middle[0] - size[0] / 2, middle[1] + size[1] / 2))
        self._pdf.set_fill_color(*colour)
        self._pdf.rect(
            x,
            y,
            size[0] * self._scale,
            size[1] * self._scale,
            style="F",
            round_corners=True,
            corner_radius=radius * self._scale,
        )

    def _number(self, number: int) -> None:
        x, y = self._at(_turned((0.0, NUMBER_OUT), -tau * number / PETALS))
        self._pdf.set_font("guide", "B", 17)
        self._pdf.set_text_color(*WHITE)
        self._pdf.set_xy(x - 5, y - 4)
        self._pdf.cell(10, 8, str(number + 1), align="C")


def _turned(point: Point, turn: float) -> Point:
    x, y = point
    return x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)
