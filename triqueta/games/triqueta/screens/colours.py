"""The animals in colour, for pages that show more than an OLED can."""

from __future__ import annotations

from PIL import Image

from triqueta.games.triqueta.rules import Animal
from triqueta.games.triqueta.screens import art

COLOURS = {
    Animal.RABBIT: "#a86e10",
    Animal.OWL: "#6d4bb0",
    Animal.DEER: "#97491d",
    Animal.BOAR: "#4d565c",
    Animal.RAM: "#1f7480",
    Animal.BEAR: "#b3294a",
    Animal.WOLF: "#27324f",
}
"""Each as dark as a letter has to be on a light ground: 4.5 to 1 at least on cream."""

_BY_NAME = {animal.name.lower(): animal for animal in Animal}


def in_colour(name: str) -> Image.Image | None:
    """An animal of 24 by 24 pixels without a frame; what is not of it lets the ground through."""
    if name not in _BY_NAME:
        return None
    drawing = art.large_icon(name)
    image = Image.new("RGBA", drawing.size)
    image.paste(COLOURS[_BY_NAME[name]], (0, 0), drawing)
    return image
