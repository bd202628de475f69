"""Threads, numbers and patterns in colour, for pages that show more than an OLED can."""

from __future__ import annotations

import re

from PIL import Image, ImageDraw

from triqueta.games.ettana.rules import Pattern
from triqueta.games.ettana.rules.patterns import ANY
from triqueta.games.ettana.rules.spaces import NUMBERS
from triqueta.games.ettana.rules.threads import BLACK, SIDE
from triqueta.games.ettana.screens.art import sign, thread_mark
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
_CELL = 4  # of a pattern, with the gap to the next one
_PATTERN = re.compile(rf"pattern((?:-[A-Z_]{{1,{SIDE}}}){{1,{SIDE}}})")
_FORMS = ("#########", "####.####", "#.#.#.#.#", ".#.###.#.", "....#....")
"""What stands for the letters of a pattern, in the order they come in: three pixels by three."""


def in_colour(name: str) -> Image.Image | None:
    """A drawing in the middle; what is not of it lets the ground through."""
    if name in COLOURS:
        return _thread(name)
    if name in map(str, NUMBERS):
        return _middle(digits_image(name), INK, _SIZE)
    if name == ANNA:
        return _middle(sign(name), INK, _SIZE)
    pattern = _PATTERN.fullmatch(name)
    return None if pattern is None else _drawn_pattern(pattern[1][1:].split("-"))


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


def _drawn_pattern(rows: list[str]) -> Image.Image:
    letters = list(dict.fromkeys("".join(rows).replace("_", "")))
    across, down = max(map(len, rows)), len(rows)
    drawing = Image.new("L", (across * _CELL - 1, down * _CELL - 1))
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter in letters:
                form = _FORMS[letters.index(letter) % len(_FORMS)]
                drawing.paste(_pixels(form), (x * _CELL, y * _CELL))
    return _middle(drawing, INK, max(drawing.size) + 6)  # pages cut it out round


def _pixels(form: str) -> Image.Image:
    return Image.frombytes("L", (3, 3), bytes(255 * (pixel == "#") for pixel in form))
