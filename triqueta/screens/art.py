"""Letters, digits and signs as bitmaps, loaded from text files that show their pixels."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from pathlib import Path

from PIL import Image, ImageChops

CELL_HEIGHT = 10  # of the font: 1 row for accents, 7 for capitals, 2 for descenders
CAPITAL_HEIGHT = 7
GAP = 1  # pixels between letters

_FOLDER = Path(__file__).parent / "art"
_UNKNOWN = "?"


@lru_cache(maxsize=1024)
def text_width(text: str) -> int:
    return sum(_glyph(char).width + GAP for char in text) - GAP if text else 0


def can_show(text: str) -> bool:
    """Return whether the font can draw all characters of a text."""
    return all(_compose(char) is not None for char in text)


@lru_cache(maxsize=1024)
def text_image(text: str) -> Image.Image:
    """Return an image of a line of text, CELL_HEIGHT pixels high."""
    image = Image.new("1", (max(text_width(text), 1), CELL_HEIGHT))
    x = 0
    for char in text:
        glyph = _glyph(char)
        image.paste(glyph, (x, 0))
        x += glyph.width + GAP
    return image


def doubled(image: Image.Image) -> Image.Image:
    """Return an image at twice its width and height."""
    return image.resize((2 * image.width, 2 * image.height), Image.Resampling.NEAREST)


@lru_cache(maxsize=64)
def large_text_image(text: str) -> Image.Image:
    """Return an image of a line of text in letters of double size."""
    return doubled(text_image(text))


@lru_cache(maxsize=256)
def capitals_image(text: str) -> Image.Image:
    """Return an image of a text in capitals, squeezed with their accents into 7 rows."""
    glyphs = [_low(_glyph(char)) for char in text.upper()]
    width = sum(glyph.width + GAP for glyph in glyphs) - GAP
    image = Image.new("1", (width, CAPITAL_HEIGHT))
    x = 0
    for glyph in glyphs:
        image.paste(glyph, (x, 0))
        x += glyph.width + GAP
    return image


@lru_cache(maxsize=256)
def digits_image(text: str) -> Image.Image:
    """Return an image of a number in digits of 3 by 5 pixels, for dense grids."""
    glyphs = [bitmaps(_FOLDER / "digits.txt")[char] for char in text]
    image = Image.new("1", (4 * len(glyphs) - 1, 5))
    for number, glyph in enumerate(glyphs):
        image.paste(glyph, (4 * number, 0))
    return image


@cache
def sign(name: str) -> Image.Image:
    """Return a sign of 9 by 9 pixels by its name in `signs.txt`."""
    return bitmaps(_FOLDER / "signs.txt")[name]


def _glyph(char: str) -> Image.Image:
    return _compose(char) or bitmaps(_FOLDER / "font.txt")[_UNKNOWN]


@cache
def _compose(char: str) -> Image.Image | None:
    """Return the glyph of a character, or None if the font lacks it.

    Accented letters that are not in the font are composed of letter and accents.
    """
    glyphs = bitmaps(_FOLDER / "font.txt")
    if char in glyphs:
        return glyphs[char]
    decomposed = unicodedata.normalize("NFD", char)
    base, marks = decomposed[0], decomposed[1:]
    if not marks or base not in glyphs or not all(mark in glyphs for mark in marks):
        return None
    letter = glyphs["\u0131"] if base == "i" else glyphs[base]
    for mark in marks:
        letter = _with_mark(letter, glyphs[mark], base)
    return letter


def _with_mark(letter: Image.Image, mark: Image.Image, base: str) -> Image.Image:
    if _is_above(mark):
        letter = _make_room(letter, base)
    width = max(letter.width, mark.width)
    image = Image.new("1", (width, CELL_HEIGHT))
    image.paste(letter, ((width - letter.width) // 2, 0))
    # A mark of one row, such as the dots of ä, moves down to the height of the dot of i.
    down = (
        1 if base.islower() and _is_above(mark) and mark.getbbox() == (0, 0, mark.width, 1) else 0
    )
    shifted = Image.new("1", (width, CELL_HEIGHT))
    shifted.paste(mark, ((width - mark.width) // 2, down))
    return ImageChops.logical_or(image, shifted)


def _is_above(mark: Image.Image) -> bool:
    box = mark.getbbox()
    return box is not None and box[1] < 3


def _make_room(letter: Image.Image, base: str) -> Image.Image:
    """Return a letter with its top two rows free for an accent.

    A tall letter loses its third row, and j loses its dot.
    """
    image = Image.new("1", letter.size)
    top = letter.getbbox()
    if base == "j" or top is None or top[1] >= 3:
        image.paste(letter.crop((0, 3, letter.width, CELL_HEIGHT)), (0, 3))
        return image
    image.paste(letter.crop((0, 1, letter.width, 3)), (0, 2))
    image.paste(letter.crop((0, 4, letter.width, CELL_HEIGHT)), (0, 4))
    return image


def _low(capital: Image.Image) -> Image.Image:
    """Return a capital squeezed into CAPITAL_HEIGHT rows, without its descender.

    To make room for an accent, it loses a row, preferably one that equals the row above.
    """
    width = capital.width
    rows = [capital.crop((0, y, width, y + 1)) for y in range(1 + CAPITAL_HEIGHT)]
    spare = 0
    if rows[0].getbbox() is not None:
        twice = (y for y in range(4, 7) if rows[y].tobytes() == rows[y - 1].tobytes())
        spare = next(twice, 6)
    del rows[spare]
    image = Image.new("1", (width, CAPITAL_HEIGHT))
    for y, row in enumerate(rows):
        image.paste(row, (0, y))
    return image


@cache
def bitmaps(file: Path) -> dict[str, Image.Image]:
    """Return the bitmaps in a text file by name. Games have their own files."""
    blocks = file.read_text("utf-8").strip("\n").split("\n\n")
    return dict(map(_bitmap, blocks))


def _bitmap(block: str) -> tuple[str, Image.Image]:
    name, *rows = block.split("\n")
    if name == "space":
        name = " "
    elif name.startswith("U+"):
        name = chr(int(name[2:], 16))
    pixels = bytes(255 * (pixel == "#") for row in rows for pixel in row)
    return name, Image.frombytes("L", (len(rows[0]), len(rows)), pixels).convert("1")
