"""Tiles in colour, for pages that show more than an OLED can."""

from __future__ import annotations

from PIL import Image

from triqueta.games.zatre.rules.tiles import VALUES
from triqueta.screens.art import digits_image

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
