"""QR codes: a screen with one (dark on lit, two pixels per module), and images for pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

from PIL import Image

from triqueta.screens.art import sign, text_width
from triqueta.screens.canvas import HEIGHT, SIZE, Canvas
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen

VERSION = 3  # 29 modules: at 2 pixels each, the largest version that fits in 64 rows
MODULE = 2
_QUIET = 4 * MODULE
_SIZE = 29 * MODULE
_LEFT = SIZE[0] - _SIZE - 2 * _QUIET
_TEXT_WIDTH = _LEFT - 2
_LINE = 9  # the height of a line of text
_SIGN = 11  # the width of a sign, with a gap
_KEY_SIZE = 5  # a square that stands for a soft key
_KEY_PITCH = 6
_KEY_LINE = 9


@dataclass(frozen=True, kw_only=True)
class QrScreen(Screen):
    """A QR code on the right, with an explanation on the left.

    The code takes the whole height and covers the place of the right soft key's label. So the
    explanation ends with the keys: three small squares, of which the one to press is filled, and
    the label. `address` can be typed instead of scanning the code. `sign` is the name of a sign
    before the title.
    """

    title: Text
    lines: tuple[Text, ...]
    content: str
    address: str = ""
    sign: str = ""

    def draw(self, canvas: Canvas) -> None:
        y = self._draw_title(canvas)
        for line in (*self.lines[:1], *_broken(self.address, _TEXT_WIDTH), *self.lines[1:]):
            canvas.text(0, y + 2, line, width=_TEXT_WIDTH)
            y += _LINE
        if y + 1 > HEIGHT - _KEY_LINE * sum(label is not None for label in self.soft):
            canvas.overflow.append(canvas.said(self.title))
        canvas.box(_LEFT, 0, SIZE[0], SIZE[1])
        canvas.stamp(_LEFT + _QUIET, (SIZE[1] - _SIZE) // 2, _qr_image(self.content))

    def _draw_title(self, canvas: Canvas) -> int:
        """Draw the title with its sign and return the y below it."""
        if not self.sign:
            return canvas.paragraph(0, 1, self.title, width=_TEXT_WIDTH)
        canvas.stamp(0, 0, sign(self.sign))
        return canvas.paragraph(_SIGN, 1, self.title, width=_TEXT_WIDTH - _SIGN)

    def draw_soft_keys(self, canvas: Canvas) -> None:
        labels = [(key, label) for key, label in enumerate(self.soft) if label is not None]
        for number, (key, label) in enumerate(labels, start=1):
            y = HEIGHT - _KEY_LINE * (len(labels) - number + 1) + 1
            for square in range(len(self.soft)):
                x = _KEY_PITCH * square
                if square == key:
                    canvas.box(x, y, x + _KEY_SIZE, y + _KEY_SIZE)
                else:
                    canvas.frame(x, y, x + _KEY_SIZE, y + _KEY_SIZE)
            left = _KEY_PITCH * len(self.soft) + 2
            canvas.text(left, y, label, width=_TEXT_WIDTH - left)

    def words(self) -> Iterator[Text]:
        yield self.title
        yield from self.lines[:1]
        if self.address:
            yield self.address
        yield from self.lines[1:]
        yield self.content


def _broken(address: str, width: int) -> list[str]:
    """Return the lines of an address, broken after dots and before the port."""
    lines = [""]
    for part in re.findall(r":?[^.:]+\.?", address):
        if text_width(lines[-1] + part) > width:
            lines.append("")
        lines[-1] += part
    return lines if address else []


def qr_svg(content: str) -> bytes:
    """Return a QR code as an SVG without a size of its own, for a page."""
    import segno  # imported late: rarely needed, and slow to load

    image = BytesIO()
    segno.make(content, micro=False).save(image, kind="svg", light="#fff", omitsize=True)
    return image.getvalue()


@lru_cache(maxsize=16)
def _qr_image(content: str) -> Image.Image:
    import segno  # imported late: rarely needed, and slow to load

    code = segno.make(content, version=VERSION, error="l", mode="alphanumeric", boost_error=False)
    modules = bytes(0 if dark else 255 for row in code.matrix for dark in row)
    image = Image.frombytes("L", (29, 29), modules).convert("1")
    return image.resize((_SIZE, _SIZE), Image.Resampling.NEAREST)
