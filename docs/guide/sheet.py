"""Lay out a page of the guide: blocks below each other, with equal gaps that fill the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias, cast

from fpdf import FPDF
from PIL import Image

from docs.guide.device import BELOW, EDGE, INK, PETAL, REACH, SOFT, Colour, Device

WIDTH, HEIGHT, MARGIN = 210.0, 297.0, 12.0
INNER = WIDTH - 2 * MARGIN
GUTTER = 4.5
COLUMNS = 4
COLUMN = (INNER - (COLUMNS - 1) * GUTTER) / COLUMNS
PICTURE_HIGH = COLUMN / 2
TEXT_SIZE, LINE = 9.2, 3.85
LEAST_GAP, MOST_GAP = 2.2, 7.0
DEVICE_SCALE = 0.485
DEVICE_WIDE = 2 * REACH * DEVICE_SCALE - 2
INDENT = 5.0
STEPS_TITLE = 7.7
BAND_HIGH = 15.0
BAND: Colour = (250, 244, 228)

Block: TypeAlias = tuple[float, Callable[[float], None]]
"""The height of a block, and a function that draws it at a given y."""


class DoesNotFitError(Exception):
    """Raised when a text is too long for its place on the page."""


@dataclass(frozen=True)
class Column:
    """A column: a text, with a heading and a picture if it has them."""

    text: str
    title: str = ""
    picture: Image.Image | None = None


class Sheet:
    """A new page with its texts and its pictures, both by the name of the column."""

    def __init__(
        self, pdf: FPDF, texts: Mapping[str, Any], pictures: Mapping[str, Image.Image]
    ) -> None:
        self.pdf = pdf
        self.texts = texts
        self._pictures = pictures
        pdf.add_page()

    def stack(self, top: float, blocks: Sequence[Block]) -> None:
        gap = self._gap(top, [height for height, _ in blocks])
        for height, draw in blocks:
            draw(top + gap)
            top += gap + height

    def _gap(self, top: float, heights: Sequence[float]) -> float:
        left = HEIGHT - MARGIN - 3 - top - sum(heights)
        gap = left / len(heights)
        if gap < LEAST_GAP:
            missing = LEAST_GAP * len(heights) - left
            raise DoesNotFitError(f"the texts are {missing:.0f} mm too long for one page")
        return min(gap, MOST_GAP)

    def footer(self, text: str) -> None:
        self.pdf.set_font("guide", "", 7)
        self.pdf.set_text_color(130, 120, 110)
        self.pdf.set_xy(MARGIN, HEIGHT - MARGIN + 1)
        self.pdf.cell(INNER, 3, text, align="C")

    # The head: the device, and how to use it.

    def head(self, game: str, shown: str) -> float:
        """Draw the device on the left, and title, keys and first steps on the right.

        Return the y of the bottom.
        """
        x = MARGIN + DEVICE_WIDE + 6
        bottom = self._steps(x, self._keys(x, self._title(game, x)) + 2.5)
        spare = bottom - MARGIN - (REACH + BELOW) * DEVICE_SCALE
        middle = (MARGIN + DEVICE_WIDE / 2, MARGIN + spare / 2 + REACH * DEVICE_SCALE)
        Device(self.pdf, middle, DEVICE_SCALE).draw(self._pictures[shown])
        return bottom

    def _title(self, game: str, x: float) -> float:
        self.pdf.set_text_color(*INK)
        self.pdf.set_font("guide", "B", 34)
        self.pdf.set_xy(x, MARGIN - 2)
        self.pdf.cell(0, 12, game)
        beside = x + self.pdf.get_string_width(game) + 4
        self.heading(self.texts["title"], beside, MARGIN + 2.7, 17, WIDTH - MARGIN - beside)
        return self.text(self.texts["intro"], x, MARGIN + 13, WIDTH - MARGIN - x, 1.1) + 3

    def _keys(self, x: float, y: float) -> float:
        texts = self.texts["keys"]
        y = self.heading(texts["title"], x, y, 13) + 1
        for key, colour in (("petals", PETAL), ("soft", SOFT), ("dead", INK)):
            self.pdf.set_fill_color(*colour)
            self.pdf.circle(x + 1.6, y + LINE / 2, 1.5, style="F")
            y = self.text(texts[key], x + INDENT, y, WIDTH - MARGIN - x - INDENT) + 0.8
        return y

    def _steps(self, x: float, y: float) -> float:
        texts = self.texts["start"]
        y = self.heading(texts["title"], x, y, 13) + 1
        for number, step in enumerate(texts["steps"], start=1):
            self.text(f"**{number}.**", x, y, INDENT)
            y = self.text(step, x + INDENT, y, WIDTH - MARGIN - x - INDENT) + 0.8
        return y

    # Columns.

    def turn(self, *names: str) -> Block:
        """Return a block with the steps of a turn below a title, each with its picture."""
        captions = self.texts["turn"]["captions"]
        columns = [
            Column(f"**{number}.** {text}", picture=self._pictures[name])
            for number, (name, text) in enumerate(zip(names, captions, strict=True), start=1)
        ]
        return STEPS_TITLE + self._height(columns), partial(self._draw_turn, columns)

    def _draw_turn(self, columns: Sequence[Column], y: float) -> None:
        self.heading(self.texts["turn"]["title"], MARGIN, y, 13)
        self._draw_columns(columns, y + STEPS_TITLE)

    def columns(self, *names: str) -> Block:
        """Return a block with these columns side by side."""
        columns = [
            Column(self.texts[name]["text"], self.texts[name]["title"], self._pictures.get(name))
            for name in names
        ]
        return self._height(columns), partial(self._draw_columns, columns)

    def _height(self, columns: Sequence[Column]) -> float:
        return max(map(self._column_height, columns))

    def _column_height(self, column: Column) -> float:
        self.pdf.set_font("guide", "", TEXT_SIZE)
        lines = cast(  # with output="LINES" the result is a list
            list[str],
            self.pdf.multi_cell(
                COLUMN, LINE, column.text, align="L", markdown=True, dry_run=True, output="LINES"
            ),
        )
        title = 5.6 if column.title else 0
        image = PICTURE_HIGH + 2 if column.picture else 0
        return title + image + LINE * len(lines)

    def _draw_columns(self, columns: Sequence[Column], y: float) -> None:
        for number, column in enumerate(columns):
            self._draw_column(column, MARGIN + number * (COLUMN + GUTTER), y)

    def _draw_column(self, column: Column, x: float, y: float) -> None:
        if column.title:
            self.heading(column.title, x, y, width=COLUMN)
            y += 5.6
        if column.picture:
            self._screen(column.picture, x, y)
            y += PICTURE_HIGH + 2
        self.text(column.text, x, y, COLUMN)

    def _screen(self, picture: Image.Image, x: float, y: float) -> None:
        frame = 1.0
        self.pdf.set_fill_color(*INK)
        self.pdf.rect(x, y, COLUMN, PICTURE_HIGH, style="F", round_corners=True, corner_radius=1.4)
        width = COLUMN - 2 * frame
        self.pdf.image(picture, x + frame, y + (PICTURE_HIGH - width / 2) / 2, width, width / 2)

    # A band across the page, with points or prices.

    def band(self, y: float) -> None:
        self.pdf.set_fill_color(*BAND)
        self.pdf.set_draw_color(*EDGE)
        self.pdf.rect(
            MARGIN, y, INNER, BAND_HIGH, style="DF", round_corners=True, corner_radius=2.5
        )
        self.heading(self.texts["points"], MARGIN + 3, y + 1.6)

    def band_number(self, number: int, x: float, y: float) -> None:
        self.pdf.set_font("guide", "B", 11)
        self.pdf.set_text_color(*INK)
        self.pdf.set_xy(x, y + 7.4)
        self.pdf.cell(6, 5.5, str(number))

    def band_text(self, x: float, y: float) -> None:
        bottom = self.text(self.texts["points_text"], x, y + 1.7, WIDTH - MARGIN - 3 - x)
        if bottom > y + BAND_HIGH:
            raise DoesNotFitError("the text about the points has more than three lines")

    # Texts.

    def heading(
        self, text: str, x: float, y: float, size: float = 11, width: float = INNER
    ) -> float:
        self.pdf.set_font("guide", "B", size)
        self.pdf.set_text_color(*PETAL)
        if self.pdf.get_string_width(text) > width:
            raise DoesNotFitError(f'the heading "{text}" is too long')
        self.pdf.set_xy(x, y)
        self.pdf.cell(0, size * 0.42, text)
        return y + size * 0.42

    def text(self, text: str, x: float, y: float, width: float, larger: float = 1.0) -> float:
        self.pdf.set_font("guide", "", TEXT_SIZE * larger)
        self.pdf.set_text_color(*INK)
        self.pdf.set_xy(x, y)
        self.pdf.multi_cell(width, LINE * larger, text, align="L", markdown=True)
        return float(self.pdf.get_y())
