"""Threads, numbers and patterns in colour, for pages that show more than an OLED can."""

from __future__ import annotations

import re

from PIL import Image, ImageDraw

from triqueta.games.ettana.rules import Pattern
from triqueta.games.ettana.rules.patterns import ANY
from triqueta.games.ettana.rules.spaces import NUMBERS
from triqueta.games.ettana.rules.threads import BLACK, SIDE
from triqueta.games.ettana.screens.art import sign, thread_mark
from triqueta.games.ettana.screens.cards import pattern_image
from triqueta.screens.art import digits_image

ANNA = "anna"
"""The drawing of a victory point; the others are threads, numbers and patterns."""

INK = "#2b2622"
COLOURS = {
    "G": "#2e7d32",
    "R": "#c62828",
    "Y": "#f9d648",
    "B": "#1565c0",
    "V": "#7b3fa0",
    BLACK: INK,
}
"""Of the threads, and of the black face of the die."""

_SIZE = 9
_SPOOL = 11  # of thread, around its mark
_PALE = "#ffffff"
_AROUND = 10  # a pattern, as pages cut drawings out round
_LEAST = 33  # so that no small one looks larger than others
_PATTERN = re.compile(rf"pattern((?:-[A-Z_]{{1,{SIDE}}}){{1,{SIDE}}})")


def in_colour(name: str) -> Image.Image | None:
    """A drawing in the middle; what is not of it lets the ground through."""
    if name in COLOURS:
        return _thread(name)
    if name in map(str, NUMBERS):
        return _middle(digits_image(name), INK, _SIZE)
    if name == ANNA:
        return _middle(sign(name), INK, _SIZE)
    pattern = _PATTERN.fullmatch(name)
    if pattern is None:
        return None
    return _drawn_pattern(tuple(pattern[1].replace("_", ANY)[1:].split("-")))


def art_of(pattern: Pattern) -> str:
    """The name of a pattern's drawing: its rows, in letters that a page's address may have."""
    return "-".join(("pattern", *pattern.rows)).replace(ANY, "_")


def _thread(name: str) -> Image.Image:
    """Its mark, pale or dark on its colour."""
    spool = Image.new("RGBA", (_SPOOL, _SPOOL))
    ImageDraw.Draw(spool).ellipse((0, 0, _SPOOL - 1, _SPOOL - 1), fill=COLOURS[name])
    mark = _middle(thread_mark(name), INK if name == "Y" else _PALE, _SPOOL)
    return Image.alpha_composite(spool, mark)


def _middle(drawing: Image.Image, colour: str, size: int) -> Image.Image:
    image = Image.new("RGBA", (size, size))
    image.paste(colour, ((size - drawing.width) // 2, (size - drawing.height) // 2), drawing)
    return image


def _drawn_pattern(rows: tuple[str, ...]) -> Image.Image | None:
    letters = {*"".join(rows)} - {ANY}
    if len({*map(len, rows)}) > 1 or len(letters) > len(COLOURS) - 1:
        return None
    whole = pattern_image(rows, large=True)
    drawing = whole.crop(whole.getbbox())
    return _middle(drawing, INK, max(_LEAST, max(drawing.size) + _AROUND))
