"""The drawings of Ettana: thread marks, needles, signs and icons.

The marks differ in shape, so they can be told apart at arm's length and without colour. A needle
is a frame around a number. Each seat has its own frame, which stays the same for the whole game.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw

from triqueta.screens.art import bitmaps, digits_image

MARK = 5  # the width and height of a thread's mark
NEEDLE_WIDTH, NEEDLE_HEIGHT = 7, 9
_NUMBER_AT = (2, 2)  # where the number is within a needle

_FOLDER = Path(__file__).parent / "art"


@cache
def thread_mark(thread: str) -> Image.Image:
    """Return the mark of a colour; K (black) is only on the colour die."""
    return bitmaps(_FOLDER / "threads.txt")[thread]


@cache
def sign(name: str) -> Image.Image:
    """Return the sign for a token, an anna or a card, drawn beside a count."""
    return bitmaps(_FOLDER / "signs.txt")[name]


@cache
def action_icon(action: str) -> Image.Image:
    """Return the icon of an action card, 9 by 9 pixels."""
    return bitmaps(_FOLDER / "actions.txt")[action]


@cache
def badge(seat: int) -> Image.Image:
    """Return a seat's needle as drawn beside a name; seats are counted from 0."""
    return bitmaps(_FOLDER / "badges.txt")[str(seat + 1)]


@cache
def needle_image(seat: int, number: int) -> Image.Image:
    """Return a seat's needle around the number of a space."""
    needle = bitmaps(_FOLDER / "needles.txt")[str(seat + 1)]
    digit = Image.new("1", needle.size)
    ImageDraw.Draw(digit).bitmap(_NUMBER_AT, digits_image(str(number)), fill=1)
    return ImageChops.logical_xor(needle, digit)
