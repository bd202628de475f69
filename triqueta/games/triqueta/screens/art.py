"""The bitmaps of Triqueta: animals, Rock and Trees, and tiles made from them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw

from triqueta.games.triqueta.rules import Animal, Layer, animal_of, layer_of
from triqueta.screens.art import bitmaps, doubled

HUGE_TILE = 52
LARGE_TILE = 28
SMALL_TILE = 11

_FOLDER = Path(__file__).parent / "art"


@cache
def small_icon(name: str) -> Image.Image:
    """Return an animal, a rock, a tree or a sign of 9 by 9 pixels."""
    return bitmaps(_FOLDER / "small.txt")[name]


@cache
def tiny_icon(name: str) -> Image.Image:
    """Return a light animal of 7 by 7 pixels, for crowded rows."""
    return bitmaps(_FOLDER / "tiny.txt")[name]


@cache
def sign(name: str) -> Image.Image:
    """Return a sign: the back of a tile, a robot, an eye or an arrow."""
    return bitmaps(_FOLDER / "signs.txt")[name]


@cache
def mark(name: str) -> Image.Image:
    """Return the mark beside a player's name: a rock, a tree, or out of the round."""
    return bitmaps(_FOLDER / "marks.txt")[name]


def large_icon(name: str) -> Image.Image:
    """Return an animal of 24 by 24 pixels."""
    return bitmaps(_FOLDER / "large.txt")[name]


@cache
def large_tile(tile: str) -> Image.Image:
    """Return a large tile: a light one in a frame, a shadow tile dark on a lit background."""
    return _framed(large_icon(name_of(tile)), LARGE_TILE, layer_of(tile))


@cache
def edge(layer: Layer) -> Image.Image:
    """Return a huge tile that is seen from the side while it is turned."""
    image = Image.new("1", (12, HUGE_TILE))
    draw = ImageDraw.Draw(image)
    is_dark = layer is Layer.SHADOW
    draw.rounded_rectangle((0, 0, 11, HUGE_TILE - 1), 4, fill=int(is_dark), outline=1)
    draw.line((5, 6, 5, HUGE_TILE - 7), fill=int(not is_dark))
    return image


@cache
def crown() -> Image.Image:
    """Return the winner's crown, 25 by 14 pixels."""
    return bitmaps(_FOLDER / "crown.txt")["crown"]


@cache
def small_tile(tile: str) -> Image.Image:
    """Return a small tile: a light one without a frame, a shadow tile on a lit background."""
    icon = small_icon(name_of(tile))
    if layer_of(tile) is Layer.SHADOW:
        return _framed(icon, SMALL_TILE, Layer.SHADOW)
    image = Image.new("1", (SMALL_TILE, SMALL_TILE))
    image.paste(icon, (1, 1))
    return image


@cache
def huge_tile(tile: str) -> Image.Image:
    """Return a tile of double size: the large drawing with pixels of 2 by 2."""
    return _framed(doubled(large_icon(name_of(tile))), HUGE_TILE, layer_of(tile))


@cache
def huge_picture(name: str, layer: Layer = Layer.LIGHT) -> Image.Image:
    """Return a framed picture as large as a huge tile: the back of a tile, the box or a Tree."""
    return _framed(doubled(bitmaps(_FOLDER / "pictures.txt")[name]), HUGE_TILE, layer)


def huge_back(layer: Layer) -> Image.Image:
    """Return the back of a huge tile: a flower, dark on a lit background for a shadow tile."""
    return huge_picture("back", layer)


@cache
def large_back(layer: Layer) -> Image.Image:
    """Return the back of a large tile; that of a shadow tile is dark on a lit background."""
    return _framed(bitmaps(_FOLDER / "pictures.txt")["back"], LARGE_TILE, layer)


@cache
def small_back(layer: Layer) -> Image.Image:
    """Return the back of a small tile."""
    return _framed(sign("back"), SMALL_TILE, layer)


def small_side(tile: str, layer: Layer) -> Image.Image:
    """Return a small tile, or the back of one if `tile` is ""."""
    return small_tile(tile) if tile else small_back(layer)


def name_of(tile: str) -> str:
    """Return the name of a tile's animal in the files of drawings."""
    return animal_of(tile).name.lower()


def _framed(icon: Image.Image, size: int, layer: Layer) -> Image.Image:
    inner = (size - icon.width) // 2
    image = Image.new("1", (size, size))
    if layer is Layer.SHADOW:
        image.paste(1, (1, 0, size - 1, size))
        image.paste(1, (0, 1, size, size - 1))
        image.paste(ImageChops.invert(icon), (inner, inner))
        return image
    for box in ((1, 0, size - 1, 1), (1, size - 1, size - 1, size)):
        image.paste(1, box)
    for box in ((0, 1, 1, size - 1), (size - 1, 1, size, size - 1)):
        image.paste(1, box)
    image.paste(icon, (inner, inner))
    return image


COLOURS = {
    Animal.RABBIT: "#a86e10",
    Animal.OWL: "#6d4bb0",
    Animal.DEER: "#97491d",
    Animal.BOAR: "#4d565c",
    Animal.RAM: "#1f7480",
    Animal.BEAR: "#b3294a",
    Animal.WOLF: "#27324f",
}
"""Dark enough for text on a light background: the contrast on cream is at least 4.5 to 1."""

_BY_NAME = {animal.name.lower(): animal for animal in Animal}


def in_colour(name: str) -> Image.Image | None:
    """Return an animal in colour, 24 by 24 pixels on a transparent background.

    Return None if there is no animal of that name.
    """
    if name not in _BY_NAME:
        return None
    drawing = large_icon(name)
    image = Image.new("RGBA", drawing.size)
    image.paste(COLOURS[_BY_NAME[name]], (0, 0), drawing)
    return image
