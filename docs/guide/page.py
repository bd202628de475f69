"""The one page: blocks under each other, with what room is left spread between them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, cast

from font_source_sans_pro import font_files_ttf
from fpdf import FPDF
from fpdf.fonts import TTFFont
from PIL import Image, ImageChops

from docs.guide.device import BELOW, EDGE, INK, PETAL, REACH, SOFT, Colour, Device
from docs.guide.screens import MAGNIFIED, pictures
from triqueta.games.triqueta.rules.tiles import Animal
from triqueta.games.triqueta.screens import art
from triqueta.screens.phrases import Language
from triqueta.stations.script import magnified

HERE = Path(__file__).parent
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
TURN_TITLE = 7.7
POINTS_HIGH = 15.0
BAND: Colour = (250, 244, 228)
MADE = datetime(2026, 1, 1, tzinfo=UTC)  # the same sources make the same file


Block: TypeAlias = tuple[float, Callable[[float], None]]
"""How high it is, and what draws it from a height of the page on."""


class DoesNotFitError(Exception):
    """The texts are too long for one page."""


def texts_of(language: Language) -> dict[str, Any]:
    text = (HERE / f"{language}.toml").read_text("utf-8")
    # In French a space stands before some signs, and no line may begin with them.
    return tomllib.loads(re.sub(r" ([:;!?])", "\N{NO-BREAK SPACE}\\1", text))


def path_of(language: Language) -> Path:
    return HERE / f"guide-{language}.pdf"


def make(language: Language) -> bytes:
    with closing(Guide(language)) as guide:
        return bytes(guide.made().output())


@dataclass(frozen=True)
class Column:
    """A heading, a picture and a text, each of which may be missing."""

    text: str
    title: str = ""
    picture: Image.Image | None = None


class Guide:
    def __init__(self, language: Language) -> None:
        self._texts = texts_of(language)
        self._pictures = pictures(language)
        self._pdf = FPDF(format="A4")
        self._pdf.set_creation_date(MADE)
        self._pdf.set_title(f"Triqueta: {self._texts['title']}")
        self._pdf.set_lang(str(language))
        self._pdf.set_auto_page_break(False)
        self._pdf.c_margin = 0
        self._pdf.add_font("guide", "", font_files_ttf["SourceSansPro"])
        self._pdf.add_font("guide", "B", font_files_ttf["SourceSansProBold"])
        self._pdf.add_page()

    def close(self) -> None:
        """Let go of the font files, which the library leaves open."""
        for font in self._pdf.fonts.values():
            if isinstance(font, TTFFont):
                font.ttfont.close()

    def made(self) -> FPDF:
        self._footer()
        top = self._head()
        turn = self._turn()
        rest = [self._column(name) for name in ("row", "round", "wolves", "end")]
        last = [self._column(name) for name in ("own_screen", "mistakes", "info", "plug")]
        blocks: list[Block] = [
            (TURN_TITLE + self._height(turn), partial(self._draw_turn, turn)),
            (self._height(rest), partial(self._columns, rest)),
            (POINTS_HIGH, self._points),
            (self._height(last), partial(self._columns, last)),
        ]
        gap = self._gap(top, [height for height, _ in blocks])
        for height, draw in blocks:
            draw(top + gap)
            top += gap + height
        return self._pdf

    def _turn(self) -> list[Column]:
        names = ("turn", "hand_over", "look", "choice")
        captions = self._texts["turn"]["captions"]
        return [
            Column(f"**{number}.** {text}", picture=self._pictures[name])
            for number, (name, text) in enumerate(zip(names, captions, strict=True), start=1)
        ]

    def _draw_turn(self, columns: Sequence[Column], y: float) -> None:
        self._heading(self._texts["turn"]["title"], MARGIN, y, 13)
        self._columns(columns, y + TURN_TITLE)

    def _gap(self, top: float, heights: Sequence[float]) -> float:
        left = HEIGHT - MARGIN - 3 - top - sum(heights)
        gap = left / len(heights)
        if gap < LEAST_GAP:
            missing = LEAST_GAP * len(heights) - left
            raise DoesNotFitError(f"the texts are {missing:.0f} mm too long for one page")
        return min(gap, MOST_GAP)

    def _column(self, name: str) -> Column:
        texts = self._texts[name]
        return Column(texts["text"], texts["title"], self._pictures.get(name))

    def _head(self) -> float:
        """At the right what it is, its keys, and how to begin; the device at the left."""
        x = MARGIN + DEVICE_WIDE + 6
        bottom = self._steps(x, self._keys(x, self._title(x)) + 2.5)
        spare = bottom - MARGIN - (REACH + BELOW) * DEVICE_SCALE
        middle = (MARGIN + DEVICE_WIDE / 2, MARGIN + spare / 2 + REACH * DEVICE_SCALE)
        Device(self._pdf, middle, DEVICE_SCALE).draw(self._pictures["turn"])
        return bottom

    def _title(self, x: float) -> float:
        self._pdf.set_text_color(*INK)
        self._pdf.set_font("guide", "B", 34)
        self._pdf.set_xy(x, MARGIN - 2)
        self._pdf.cell(0, 12, "Triqueta")
        beside = x + self._pdf.get_string_width("Triqueta") + 4
        self._heading(self._texts["title"], beside, MARGIN + 2.7, 17, WIDTH - MARGIN - beside)
        return self._text(self._texts["intro"], x, MARGIN + 13, WIDTH - MARGIN - x, 1.1) + 3

    def _keys(self, x: float, y: float) -> float:
        texts = self._texts["keys"]
        y = self._heading(texts["title"], x, y, 13) + 1
        for key, colour in (("petals", PETAL), ("soft", SOFT), ("dead", INK)):
            self._pdf.set_fill_color(*colour)
            self._pdf.circle(x + 1.6, y + LINE / 2, 1.5, style="F")
            y = self._text(texts[key], x + INDENT, y, WIDTH - MARGIN - x - INDENT) + 0.8
        return y

    def _steps(self, x: float, y: float) -> float:
        texts = self._texts["start"]
        y = self._heading(texts["title"], x, y, 13) + 1
        for number, step in enumerate(texts["steps"], start=1):
            self._text(f"**{number}.**", x, y, INDENT)
            y = self._text(step, x + INDENT, y, WIDTH - MARGIN - x - INDENT) + 0.8
        return y

    def _heading(
        self, text: str, x: float, y: float, size: float = 11, width: float = INNER
    ) -> float:
        self._pdf.set_font("guide", "B", size)
        self._pdf.set_text_color(*PETAL)
        if self._pdf.get_string_width(text) > width:
            raise DoesNotFitError(f'the heading "{text}" is too long')
        self._pdf.set_xy(x, y)
        self._pdf.cell(0, size * 0.42, text)
        return y + size * 0.42

    def _text(self, text: str, x: float, y: float, width: float, larger: float = 1.0) -> float:
        self._pdf.set_font("guide", "", TEXT_SIZE * larger)
        self._pdf.set_text_color(*INK)
        self._pdf.set_xy(x, y)
        self._pdf.multi_cell(width, LINE * larger, text, align="L", markdown=True)
        return float(self._pdf.get_y())

    def _height(self, columns: Sequence[Column]) -> float:
        return max(map(self._column_height, columns))

    def _column_height(self, column: Column) -> float:
        self._pdf.set_font("guide", "", TEXT_SIZE)
        lines = cast(  # by `output`, of all that it may return
            list[str],
            self._pdf.multi_cell(
                COLUMN, LINE, column.text, align="L", markdown=True, dry_run=True, output="LINES"
            ),
        )
        title = 5.6 if column.title else 0
        image = PICTURE_HIGH + 2 if column.picture else 0
        return title + image + LINE * len(lines)

    def _columns(self, columns: Sequence[Column], y: float) -> None:
        for number, column in enumerate(columns):
            self._draw_column(column, MARGIN + number * (COLUMN + GUTTER), y)

    def _draw_column(self, column: Column, x: float, y: float) -> None:
        if column.title:
            self._heading(column.title, x, y, width=COLUMN)
            y += 5.6
        if column.picture:
            self._screen(column.picture, x, y)
            y += PICTURE_HIGH + 2
        self._text(column.text, x, y, COLUMN)

    def _screen(self, picture: Image.Image, x: float, y: float) -> None:
        frame = 1.0
        self._pdf.set_fill_color(*INK)
        self._pdf.rect(
            x, y, COLUMN, PICTURE_HIGH, style="F", round_corners=True, corner_radius=1.4
        )
        width = COLUMN - 2 * frame
        self._pdf.image(picture, x + frame, y + (PICTURE_HIGH - width / 2) / 2, width, width / 2)

    def _points(self, y: float) -> None:
        """A band with the animals and what three of each score."""
        self._pdf.set_fill_color(*BAND)
        self._pdf.set_draw_color(*EDGE)
        self._pdf.rect(
            MARGIN, y, INNER, POINTS_HIGH, style="DF", round_corners=True, corner_radius=2.5
        )
        self._heading(self._texts["points"], MARGIN + 3, y + 1.6)
        for number, animal in enumerate(Animal):
            x = MARGIN + 3 + number * 13.2
            letter = "w" if animal is Animal.WOLF else animal.letter
            icon = ImageChops.invert(art.large_tile(letter).convert("L"))
            self._pdf.image(magnified(icon, MAGNIFIED), x, y + 7, 6.2, 6.2)
            self._pdf.set_font("guide", "B", 11)
            self._pdf.set_text_color(*INK)
            self._pdf.set_xy(x + 6.8, y + 7.4)
            self._pdf.cell(6, 5.5, str(animal.triqueta))
        x = MARGIN + 3 + len(Animal) * 13.2 + 2
        bottom = self._text(self._texts["points_text"], x, y + 1.7, WIDTH - MARGIN - 3 - x)
        if bottom > y + POINTS_HIGH:
            raise DoesNotFitError("the text about the points has more than three lines")

    def _footer(self) -> None:
        self._pdf.set_font("guide", "", 7)
        self._pdf.set_text_color(130, 120, 110)
        self._pdf.set_xy(MARGIN, HEIGHT - MARGIN + 1)
        self._pdf.cell(INNER, 3, self._texts["footer"], align="C")
