"""The drawings: all there, all of their size, and accents where they belong."""

from __future__ import annotations

import string

import pytest

from triqueta.games.triqueta.rules import Animal
from triqueta.screens import art

LETTERS = (
    string.ascii_letters
    + string.digits
    + "ÀÂÄÇÉÈÊËÎÏÔÖŒÙÛÜŸßàâäçéèêëîïôöœùûüÿ"
    + "ÁÍÓÚÑáíóúñÅåØøÆæŁłŚśŻżŽžŠšČčŘřĞğŞşİıŐőŰű"
)


def rows(image: object) -> list[str]:
    width, height = image.size  # type: ignore[attr-defined]
    pixels = image.load()  # type: ignore[attr-defined]
    return ["".join(".#"[bool(pixels[x, y])] for x in range(width)) for y in range(height)]


@pytest.mark.parametrize("letter", LETTERS)
def test_the_font_has_the_letters_of_names(letter: str) -> None:
    assert art.can_show(letter)


def test_all_letters_differ() -> None:
    drawn = {char: tuple(rows(art.text_image(char))) for char in LETTERS}
    assert len(set(drawn.values())) == len(LETTERS)


def test_capitals_and_digits_are_seven_pixels_high() -> None:
    for char in string.ascii_uppercase + string.digits:
        box = art.text_image(char).getbbox()
        assert box is not None
        expected = (1, 10) if char == "Q" and box[3] > 8 else (1, 8)
        assert (box[1], box[3]) == expected, char


@pytest.mark.parametrize(("letter", "base"), [("é", "e"), ("ü", "u"), ("ñ", "n"), ("ï", "\u0131")])
def test_a_small_letter_keeps_its_shape_under_an_accent(letter: str, base: str) -> None:
    accented = [row.strip(".") for row in rows(art.text_image(letter))[3:]]
    assert accented == [row.strip(".") for row in rows(art.text_image(base))[3:]]
    assert any("#" in row for row in rows(art.text_image(letter))[:2])


def test_unknown_letters_are_known_to_be_unknown() -> None:
    assert not art.can_show("漢")
    assert rows(art.text_image("漢")) == rows(art.text_image("?"))


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
        icons = art._bitmaps(file)
        signs = {"rock", "tree", "unsaved"} if file == "small.txt" else set()
        assert set(icons) == {animal.name.lower() for animal in Animal} | signs
        for name, icon in icons.items():
            for other_name, other in icons.items():
                if name < other_name:
                    pairs = zip("".join(rows(icon)), "".join(rows(other)), strict=True)
                    different = sum(a != b for a, b in pairs)
                    assert different > icon.width * icon.height // 8, (name, other_name)
