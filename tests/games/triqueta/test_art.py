"""The drawings of Triqueta: complete, of the right size, and light or dark."""

from __future__ import annotations

import pytest

from tests.screens.test_art import rows
from triqueta.games.triqueta.rules import Animal
from triqueta.games.triqueta.screens import art
from triqueta.screens.art import bitmaps


@pytest.mark.parametrize("animal", Animal)
def test_every_animal_has_its_icons_light_and_shadow(animal: Animal) -> None:
    letter = animal.letter
    for draw, size in ((art.large_tile, art.LARGE_TILE), (art.small_tile, art.SMALL_TILE)):
        light, shadow = draw(letter), draw(letter.lower())
        assert light.size == shadow.size == (size, size)
        lit = sum(row.count("#") for row in rows(light))
        assert sum(row.count("#") for row in rows(shadow)) != lit


def test_all_icons_differ_in_many_pixels() -> None:
    for file in ("small.txt", "large.txt"):
        icons = bitmaps(art._FOLDER / file)
        signs = {"rock", "tree"} if file == "small.txt" else set()
        assert set(icons) == {animal.name.lower() for animal in Animal} | signs
        for name, icon in icons.items():
            for other_name, other in icons.items():
                if name < other_name:
                    pairs = zip("".join(rows(icon)), "".join(rows(other)), strict=True)
                    different = sum(a != b for a, b in pairs)
                    assert different > icon.width * icon.height // 8, (name, other_name)
