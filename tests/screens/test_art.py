"""The drawings: complete, of the right size, with accents in the right place."""

from __future__ import annotations

import string

import pytest
from PIL import Image

from triqueta.screens import art

LETTERS = (
    string.ascii_letters
    + string.digits
    + "ÀÂÄÇÉÈÊËÎÏÔÖŒÙÛÜŸßàâäçéèêëîïôöœùûüÿ"
    + "ÁÍÓÚÑáíóúñÅåØøÆæŁłŚśŻżŽžŠšČčŘřĞğŞşİıŐőŰű"
)


def rows(image: Image.Image) -> list[str]:
    width, height = image.size
    return [
        "".join(".#"[bool(image.getpixel((x, y)))] for x in range(width)) for y in range(height)
    ]


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


def test_low_capitals_keep_their_accents_within_the_height_of_a_capital() -> None:
    low = {letter: art.capitals_image(letter) for letter in "AÀÄÅÂEÉÈÊËOÖŐÔUÜŰNÑCÇSŠŞŒŘĞŻ"}
    assert {image.height for image in low.values()} == {art.CAPITAL_HEIGHT}
    assert rows(low["A"]) == rows(art.text_image("A"))[1:8]
    assert rows(low["Ç"]) == rows(low["C"])  # there is no room below for the cedilla
    drawn = {letter: tuple(rows(image)) for letter, image in low.items() if letter not in "ÇŞ"}
    assert len(set(drawn.values())) == len(drawn)
    assert rows(art.capitals_image("é")) == rows(low["É"])


def test_unknown_letters_are_known_to_be_unknown() -> None:
    assert not art.can_show("漢")
    assert rows(art.text_image("漢")) == rows(art.text_image("?"))


def test_the_signs_have_their_size() -> None:
    assert art.sign("unsaved").size == (9, 9)
