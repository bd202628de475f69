"""The drawings of Ettana: a mark for each colour of thread, needles around a number, signs.

Marks are told apart by their shape alone, at arm's length and without any colour. A needle is
told by what stands around its number, the same for a seat from the first turn to the last.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw

from triqueta.screens.art import bitmaps, digits_image

MARK = 5  # a thread's mark is as wide and as high
NEEDLE_WIDTH, NEEDLE_HEIGHT = 7, 9
_NUMBER_AT = (2, 2)  # within its needle

_FOLDER = Path(__file__).parent / "art"


@cache
def thread_mark(thread: str) -> Image.Image:
    """Return the mark of a colour; K, black, is on the colour die alone."""
    return bitmaps(_FOLDER / "threads.txt")[thread]


@cache
def sign(name: str) -> Image.Image:
    """Return the sign of a token, an anna or a card, which stands beside a count."""
    return bitmaps(_FOLDER / "signs.txt")[name]


@cache
def action_icon(action: str) -> Image.Image:
    """Return the icon of an action card, 9 by 9 pixels."""
    return bitmaps(_FOLDER / "actions.txt")[action]


@cache
def badge(seat: int) -> Image.Image:
    """Return a seat's needle as it stands beside a name, seats counted from 0."""
    return bitmaps(_FOLDER / "badges.txt")[str(seat + 1)]


@cache
def needle_image(seat: int, number: int) -> Image.Image:
    """Return a seat's needle on a space, around its number."""
    needle = bitmaps(_FOLDER / "needles.txt")[str(seat + 1)]
    digit = Image.new("1", needle.size)
    ImageDraw.Draw(digit).bitmap(_NUMBER_AT, digits_image(str(number)), fill=1)
    return ImageChops.logical_xor(needle, digit)
