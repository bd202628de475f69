"""QR codes: dark on a lit ground, with a quiet zone, two pixels to a module."""

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

VERSION = 3  # 29 modules: at 2 pixels each the largest that 64 rows can hold
MODULE = 2
_QUIET = 4 * MODULE
_SIZE = 29 * MODULE
_LEFT = SIZE[0] - _SIZE - 2 * _QUIET


@dataclass(frozen=True, kw_only=True)
class QrScreen(Screen):
    """A code at the right, and at the left what it is, over soft key labels of their own.

    The code takes the whole height, so that only the left soft key and half of the middle one
    have room for a label: both labels stand at the left. An `address` can be typed instead.
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
    """An address over several lines, broken behind its dots and before its port."""
    lines = [""]
    for part in re.findall(r":?[^.:]+\.?", address):
        if text_width(lines[-1] + part) > width:
            lines.append("")
        lines[-1] += part
    return lines if address else []


@lru_cache(maxsize=16)
def _qr_image(content: str) -> Image.Image:
    import segno  # twice in an evening; other runs start without it

    code = segno.make(content, version=VERSION, error="l", mode="alphanumeric", boost_error=False)
    modules = bytes(0 if dark else 255 for row in code.matrix for dark in row)
    image = Image.frombytes("L", (29, 29), modules).convert("1")
    return image.resize((_SIZE, _SIZE), Image.Resampling.NEAREST)
