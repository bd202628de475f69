"""The drawings of Triqueta: complete, of the right size, and light or dark."""

from __future__ import annotations

import pytest

from tests.screens.test_art import rows
from triqueta.games.triqueta.rules import Animal, Layer
from triqueta.games.triqueta.rules.tiles import LIGHT_ANIMALS
from triqueta.games.triqueta.screens import art
from triqueta.screens.art import bitmaps


@pytest.mark.parametrize("animal", Animal)
def test_every_animal_has_its_icons_light_and_shadow(animal: Animal) -> None:
    letter = animal.letter
    for draw, size in (
        (art.huge_tile, art.HUGE_TILE),
        (art.large_tile, art.LARGE_TILE),
        (art.small_tile, art.SMALL_TILE),
    ):
        light, shadow = draw(letter), draw(letter.lower())
        assert light.size == shadow.size == (size, size)
        lit = sum(row.count("#") for row in rows(light))
        assert sum(row.count("#") for row in rows(shadow)) != lit


def test_all_icons_differ_in_many_pixels() -> None:
    animals = {animal.name.lower() for animal in Animal}
    names = {
        "tiny.txt": animals - {"wolf"},  # only rows have tiny icons, and never a shadow tile
        "small.txt": animals | {"rock", "tree"},
        "large.txt": animals,
        "pictures.txt": {"back", "box", "tree"},
    }
    for file, expected in names.items():
        icons = bitmaps(art._FOLDER / file)
        assert set(icons) == expected
        for name, icon in icons.items():
            for other_name, other in icons.items():
                if name < other_name:
                    pairs = zip("".join(rows(icon)), "".join(rows(other)), strict=True)
                    different = sum(a != b for a, b in pairs)
                    assert different > icon.width * icon.height // 8, (name, other_name)


def test_backs_are_light_or_dark_and_as_large_as_tiles() -> None:
    for draw, size in (
        (art.huge_back, art.HUGE_TILE),
        (art.large_back, art.LARGE_TILE),
        (art.small_back, art.SMALL_TILE),
    ):
        light, shadow = draw(Layer.LIGHT), draw(Layer.SHADOW)
        assert light.size == shadow.size == (size, size)
        assert rows(light) != rows(shadow)


@pytest.mark.parametrize("animal", LIGHT_ANIMALS)
def test_tiny_icons_are_seven_pixels_wide_and_high(animal: Animal) -> None:
    assert art.tiny_icon(animal.name.lower()).getbbox() == (0, 0, 7, 7)
