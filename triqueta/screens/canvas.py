"""A canvas for pictures of 128 by 64 pixels, each of which is lit or dark."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple, TypeVar

from PIL import Image, ImageDraw

from triqueta.screens import art
from triqueta.screens.phrases import Language, Text, said

SIZE = (128, 64)
# The last column and row stay dark, so that pictures can be shifted to avoid burn-in.
WIDTH, HEIGHT = 127, 63
SOFT_KEY_TOP = HEIGHT - art.CELL_HEIGHT
CONTENT_BOTTOM = SOFT_KEY_TOP - 1
# French (and German, for %) puts a space before these signs, and inside « »: no line breaks there.
_WORD = re.compile(r"(?:« )?\S+(?: »\S*)?(?: [:;!?%](?!\S))?")
_SOFT_KEY_WIDTH = 41
_SOFT_KEY_GAP = 2
_SIGN_WIDTH = 10

About = TypeVar("About", bound=Hashable)


class Canvas:
    """A picture with methods to draw on it. `overflow` collects the texts that did not fit."""

    def __init__(
        self, language: Language, *, unsaved: bool = False, coached: bool = False
    ) -> None:
        self.language = language
        self.unsaved = unsaved
        self.coached = coached
        self.image = Image.new("1", SIZE)
        self.overflow: list[str] = []
        self._draw = ImageDraw.Draw(self.image)

    def said(self, text: Text) -> str:
        return said(text, self.language)

    def width_of(self, text: Text) -> int:
        return art.text_width(self.said(text))

    def text(
        self, x: int, y: int, text: Text, *, width: int | None = None, lit: bool = True
    ) -> int:
        """Draw a line of text whose capitals begin at row `y`; return the x after it."""
        line = self.said(text)
        room = WIDTH - x if width is None else width
        if art.text_width(line) > room:
            self.overflow.append(line)
        self._stamp(x, y - 1, art.text_image(line), lit=lit)
        return x + art.text_width(line) + art.GAP

    def large_text(
        self, x: int, y: int, text: Text, *, width: int | None = None, lit: bool = True
    ) -> int:
        """Draw a line of text of double size whose capitals begin at row `y`.

        Return the x after it.
        """
        line = self.said(text)
        room = WIDTH - x if width is None else width
        if 2 * art.text_width(line) > room:
            self.overflow.append(line)
        self._stamp(x, y - 2, art.large_text_image(line), lit=lit)
        return x + 2 * (art.text_width(line) + art.GAP)

    def text_right(self, right: int, y: int, text: Text, *, lit: bool = True) -> None:
        width = art.text_width(self.said(text))
        self.text(right - width, y, text, width=right, lit=lit)

    def text_centred(self, left: int, right: int, y: int, text: Text, *, lit: bool = True) -> None:
        width = art.text_width(self.said(text))
        x = left + max(0, (right - left - width) // 2)
        self.text(x, y, text, width=right - left, lit=lit)

    def paragraph(self, x: int, y: int, text: Text, *, width: int, pitch: int = 9) -> int:
        """Draw a text wrapped to `width`; return the y below it."""
        for line in self.wrapped(text, width):
            self.text(x, y, line, width=width)
            y += pitch
        return y

    def wrapped(self, text: Text, width: int) -> list[str]:
        lines: list[str] = []
        for word in _WORD.findall(self.said(text)):
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and art.text_width(longer) <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def capitals(self, x: int, y: int, text: str, *, lit: bool = True) -> None:
        """Draw a text in capitals that fit in 7 rows including their accents."""
        self._stamp(x, y, art.capitals_image(text), lit=lit)

    def digits(self, x: int, y: int, number: int | str, *, lit: bool = True) -> None:
        """Draw a number in small digits. A string can also have a sign or a pointer before it."""
        self._stamp(x, y, art.digits_image(str(number)), lit=lit)

    def stamp(self, x: int, y: int, image: Image.Image) -> None:
        """Paste an image, including its dark pixels."""
        self.image.paste(image, (x, y))

    def bitmap(self, x: int, y: int, image: Image.Image, *, lit: bool = True) -> None:
        """Draw the lit pixels of an image, lit or dark."""
        self._stamp(x, y, image, lit=lit)

    def once(self, draw: Callable[[Canvas, About], None], about: About) -> None:
        """Draw with `draw(canvas, about)`, and cache the result for all stations.

        The result must not depend on the language.
        """
        drawn = _drawn_once(draw, about)
        self._stamp(*drawn.corner, drawn.image, lit=True)
        self.overflow += drawn.overflow

    def box(self, left: int, top: int, right: int, bottom: int, *, lit: bool = True) -> None:
        """Fill a box; `right` and `bottom` are exclusive."""
        self._draw.rectangle((left, top, right - 1, bottom - 1), fill=int(lit))

    def frame(self, left: int, top: int, right: int, bottom: int) -> None:
        self._draw.rectangle((left, top, right - 1, bottom - 1), outline=1)

    def line(self, x1: int, y1: int, x2: int, y2: int, *, lit: bool = True) -> None:
        self._draw.line((x1, y1, x2, y2), fill=int(lit))

    def disc(self, x: int, y: int, radius: int, *, filled: bool) -> None:
        box = (x - radius, y - radius, x + radius, y + radius)
        self._draw.ellipse(box, outline=1, fill=int(filled))

    def dot(self, x: int, y: int, *, lit: bool = True) -> None:
        self._draw.point((x, y), fill=int(lit))

    def title(self, left: Text, right: Text = "") -> None:
        """Draw the title line, dark on lit.

        It ends with a sign if the game is not being saved, and has the coach's sign before that if
        the coach is on and there is room.
        """
        signs = _Signs(self.unsaved, self.coached)
        drawn = _title(self.said(left), self.said(right), signs)
        self.stamp(*drawn.corner, drawn.image)
        self.overflow += drawn.overflow

    def petal_number(self, x: int, y: int, petal: int, pitch: int = 10) -> None:
        """Draw the number of a petal key, dark on lit. In a list, `pitch` is that of its lines."""
        if pitch < 10:
            self.small_petal_number(x + 1, y, petal)
            return
        self.box(x, y - 1, x + 6, y + 8)
        self.text(x + 1, y, petal, lit=False)

    def small_petal_number(self, x: int, y: int, petal: int) -> None:
        """Draw the number of a petal key in 5 by 7 pixels, so that 8 rows below fits another."""
        self.box(x, y, x + 5, y + 7)
        self.digits(x + 1, y + 1, petal, lit=False)

    def soft_keys(self, labels: tuple[Text | None, ...]) -> None:
        """Draw the bottom line with the labels of the three soft keys (None: no label)."""
        texts = tuple(None if label is None else self.said(label) for label in labels)
        for drawn in _soft_keys(texts):
            self.stamp(*drawn.corner, drawn.image)
            self.overflow += drawn.overflow

    def _stamp(self, x: int, y: int, mask: Image.Image, *, lit: bool) -> None:
        self._draw.bitmap((x, y), mask, fill=int(lit))


class _Drawing(NamedTuple):
    """A part of a picture: its pixels, its upper left corner, and the texts that did not fit."""

    image: Image.Image
    corner: tuple[int, int]
    overflow: tuple[str, ...]


class _Signs(NamedTuple):
    unsaved: bool
    coached: bool


@lru_cache(maxsize=32)
def _title(left: str, right: str, signs: _Signs) -> _Drawing:
    """Draw the title line. It is cached: players take turns, so titles recur."""
    canvas = Canvas(Language.ENGLISH)
    canvas.box(0, 0, WIDTH, art.CELL_HEIGHT)
    end = canvas.text(2, 1, left, lit=False)
    room = WIDTH - 2 - (_SIGN_WIDTH if signs.unsaved else 0)
    width = art.text_width(right)
    if signs.coached and end + 2 <= room - width - _SIGN_WIDTH:
        room -= _SIGN_WIDTH
        canvas.stamp(room + 2, 0, art.sign("coach"))
    if right:
        if end + 2 > room - width:
            canvas.overflow.append(f"{left} {right}")
        canvas.text_right(room, 1, right, lit=False)
    if signs.unsaved:  # rare, so it is allowed to cover the end of a long title
        canvas.box(WIDTH - _SIGN_WIDTH, 0, WIDTH, art.CELL_HEIGHT, lit=False)
        canvas.stamp(WIDTH - _SIGN_WIDTH + 1, 0, art.sign("unsaved"))
    line = canvas.image.crop((0, 0, WIDTH, art.CELL_HEIGHT))
    return _Drawing(line, (0, 0), tuple(canvas.overflow))


@lru_cache(maxsize=32)
def _soft_keys(labels: tuple[str | None, ...]) -> tuple[_Drawing, ...]:
    """Draw the labels that are not None, dark on lit. Cached: most stations share a few labels."""
    needed = [0 if label is None else art.text_width(label) + 2 for label in labels]
    left, drawn = 0, []
    for label, width in zip(labels, _soft_key_widths(needed), strict=True):
        if label is not None:
            canvas = Canvas(Language.ENGLISH)
            canvas.box(0, 0, width, art.CELL_HEIGHT)
            canvas.text_centred(1, width - 1, 1, label, lit=False)
            image = canvas.image.crop((0, 0, width, art.CELL_HEIGHT))
            drawn.append(_Drawing(image, (left, SOFT_KEY_TOP), tuple(canvas.overflow)))
        left += width + _SOFT_KEY_GAP
    return tuple(drawn)


def _soft_key_widths(needed: list[int]) -> list[int]:
    """Return equal widths, except that long labels take spare pixels from the others."""
    widths = [_SOFT_KEY_WIDTH] * len(needed)
    while True:
        spare = [width - need for width, need in zip(widths, needed, strict=True)]
        if min(spare) >= 0 or max(spare) <= 0:
            return widths
        widths[spare.index(min(spare))] += 1
        widths[spare.index(max(spare))] -= 1


@lru_cache(maxsize=96)  # a few parts for each screen on the stations
def _drawn_once(draw: Callable[[Canvas, About], None], about: About) -> _Drawing:
    canvas = Canvas(Language.ENGLISH)
    draw(canvas, about)
    box = canvas.image.getbbox() or (0, 0, 1, 1)
    return _Drawing(canvas.image.crop(box), box[:2], tuple(canvas.overflow))


def petal_centres(x: int, y: int, ring: int) -> list[tuple[int, int]]:
    """Return the centres of a flower's five petals, arranged like the keys.

    Petal 1 is at the top, the others follow clockwise. `ring` is their distance from (x, y).
    """
    angles = [pi * (0.4 * petal - 0.5) for petal in range(5)]
    return [(round(x + ring * cos(a)), round(y + ring * sin(a))) for a in angles]
