"""A screen with a QR code: dark on lit, with a quiet zone, two pixels per module."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from triqueta.screens.art import text_width
from triqueta.screens.canvas import SIZE, SOFT_KEY_TOP, Canvas
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen

VERSION = 3  # 29 modules: at 2 pixels each, the largest version that fits in 64 rows
MODULE = 2
_QUIET = 4 * MODULE
_SIZE = 29 * MODULE
_LEFT = SIZE[0] - _SIZE - 2 * _QUIET


@dataclass(frozen=True, kw_only=True)
class QrScreen(Screen):
    """A QR code on the right, with an explanation on the left.

    The code takes the whole height. That leaves room for a label only above the left soft key and
    half of the middle one, so both labels are on the left. `address` can be typed instead of
    scanning the code.
    """

    title: Text
    lines: tuple[Text, ...]
    content: str
    address: str = ""

    def draw(self, canvas: Canvas) -> None:
        width = _LEFT - 2
        y = canvas.paragraph(0, 1, self.title, width=width)
        first, *others = self.lines
        for line in (first, *_broken(self.address, width), *others):
            canvas.text(0, y + 2, line, width=width)
            y += 9
        if y > SOFT_KEY_TOP:
            canvas.overflow.append(canvas.said(self.title))
        canvas.box(_LEFT, 0, SIZE[0], SIZE[1])
        canvas.stamp(_LEFT + _QUIET, (SIZE[1] - _SIZE) // 2, _qr_image(self.content))

    def words(self) -> Iterator[Text]:
        yield self.title
        first, *others = self.lines
        yield first
        if self.address:
            yield self.address
        yield from others
        yield self.content


def _broken(address: str, width: int) -> list[str]:
    """Return the lines of an address, broken after dots and before the port."""
    lines = [""]
    for part in re.findall(r":?[^.:]+\.?", address):
        if text_width(lines[-1] + part) > width:
            lines.append("")
        lines[-1] += part
    return lines if address else []


@lru_cache(maxsize=16)
def _qr_image(content: str) -> Image.Image:
    import segno  # imported late: rarely needed, and slow to load

    code = segno.make(content, version=VERSION, error="l", mode="alphanumeric", boost_error=False)
    modules = bytes(0 if dark else 255 for row in code.matrix for dark in row)
    image = Image.frombytes("L", (29, 29), modules).convert("1")
    return image.resize((_SIZE, _SIZE), Image.Resampling.NEAREST)
