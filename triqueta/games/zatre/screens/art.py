"""Fields and tiles as screens draw them, and in colour for pages."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from PIL import Image, ImageDraw

from triqueta.games.zatre.rules.board import LIGHT, START, VALUES, Field, Tile
from triqueta.games.zatre.views import Since
from triqueta.screens.art import digits_image

TILE = 7
SPECK = 3  # a field of the whole board

_CORNERS = ((0, 0), (6, 0), (0, 6), (6, 6))
_BESIDE_CORNERS = ((1, 0), (5, 0), (0, 1), (6, 1), (0, 5), (6, 5), (1, 6), (5, 6))
_NOTCHES = ((0, 1), (6, 1), (0, 3), (6, 3), (0, 5), (6, 5))
_LIGHT_DOTS = ((1, 1), (5, 1), (1, 5), (5, 5))
_START_DOTS = ((3, 2), (2, 3), (3, 3), (4, 3), (3, 4))
_CENTRE = ((3, 3),)


@cache
def field_image(field: Field) -> Image.Image:
    """An empty one: a dot, or four if it is light, and a cross amid them to start on."""
    dots: tuple[tuple[int, int], ...] = _LIGHT_DOTS if field in LIGHT else _CENTRE
    if field == START:
        dots += _START_DOTS
    return _with_dots(Image.new("1", (TILE, TILE)), dots, lit=True)


@cache
def tile_image(tile: Tile, field: Field, since: Since) -> Image.Image:
    """A tile on its field, which shows at the corners."""
    is_new = since is Since.THIS_TURN
    image = Image.new("1", (TILE, TILE), int(not is_new))
    draw = ImageDraw.Draw(image)
    for x in (0, TILE - 1):  # a whole frame would touch the number
        draw.line((x, 0, x, TILE - 1), fill=1)
    draw.bitmap((2, 1), digits_image(str(tile)), fill=int(is_new))
    dark: tuple[tuple[int, int], ...] = _NOTCHES if since is Since.LAST_TURN else ()
    if field in LIGHT:
        dark += _CORNERS
    if field == START:
        dark += _BESIDE_CORNERS
    return _with_dots(image, dark, lit=False)


@cache
def speck_of_field(field: Field) -> Image.Image:
    dots: tuple[tuple[int, int], ...] = ((1, 1),)
    if field in LIGHT:
        dots = ((0, 0), (2, 0), (0, 2), (2, 2)) + (dots if field == START else ())
    return _with_dots(Image.new("1", (SPECK, SPECK)), dots, lit=True)


@cache
def speck_of_tile(since: Since) -> Image.Image:
    dark: dict[Since, tuple[tuple[int, int], ...]] = {
        Since.LONG: (),
        Since.LAST_TURN: ((0, 1), (2, 1)),
        Since.THIS_TURN: ((1, 1),),
    }
    return _with_dots(Image.new("1", (SPECK, SPECK), 1), dark[since], lit=False)


def _with_dots(image: Image.Image, dots: Iterable[tuple[int, int]], *, lit: bool) -> Image.Image:
    for dot in dots:
        image.putpixel(dot, int(lit))
    return image


INK = "#2f4a63"
"""As dark as a letter has to be on a light ground; the tiles on the large board have it, too."""

_SIZE = 9


def in_colour(name: str) -> Image.Image | None:
    """A tile's number in the middle; what is not of it lets the ground through."""
    if name not in map(str, VALUES):
        return None
    number = digits_image(name)
    image = Image.new("RGBA", (_SIZE, _SIZE))
    image.paste(INK, ((_SIZE - number.width) // 2, (_SIZE - number.height) // 2), number)
    return image
