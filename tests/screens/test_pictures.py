"""Every screen in every language: as it was when somebody last looked, and nothing clipped.

`pytest --update-pictures` writes the golden pictures anew; look at the gallery before you
commit them. A failure leaves a picture of the difference: expected, found, and what differs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import zxingcpp
from PIL import Image, ImageChops

from tests.screens.scenes import SCENES, frame_of
from triqueta.games.triqueta.rules.tiles import animal_of
from triqueta.games.triqueta.screens import art as tiles
from triqueta.screens import art
from triqueta.screens.canvas import HEIGHT, WIDTH, Canvas
from triqueta.screens.frame import Frame, Light, clipped, picture, words
from triqueta.screens.phrases import Language, Text, said
from triqueta.screens.qr import QrScreen
from triqueta.screens.question import Question, TextScreen
from triqueta.stations.script import magnified

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", SCENES)
def test_golden_picture(name: str, language: Language, request: pytest.FixtureRequest) -> None:
    compare_picture(GOLDEN / language / f"{name}.png", frame_of(name, language), request)


def compare_picture(path: Path, frame: Frame, request: pytest.FixtureRequest) -> None:
    found = picture(frame)
    if request.config.getoption("--update-pictures"):
        path.parent.mkdir(parents=True, exist_ok=True)
        found.save(path, optimize=True)
    with Image.open(path) as image:
        expected = image.convert("1")
    if found.tobytes() != expected.tobytes():
        difference = save_difference(request, expected, found)
        pytest.fail(f"{path.stem} in {frame.language} differs: {difference}")


def save_difference(
    request: pytest.FixtureRequest, expected: Image.Image, found: Image.Image
) -> Path:
    cache = request.config.cache
    assert cache is not None
    pictures = [expected, found, ImageChops.logical_xor(expected, found)]
    sheet = Image.new("1", (128, 3 * 66), 1)
    for number, part in enumerate(pictures):
        sheet.paste(part, (0, 66 * number))
    path = cache.mkdir("differences") / f"{request.node.name}.png"
    magnified(sheet, 4).save(path)
    return path


def test_no_golden_picture_is_left_over() -> None:
    for language in Language:
        kept = {path.stem for path in (GOLDEN / language).glob("*.png")}
        assert kept == set(SCENES)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", SCENES)
def test_nothing_is_clipped(name: str, language: Language) -> None:
    frame = frame_of(name, language)
    assert clipped(frame) == []
    if not isinstance(frame.screen, QrScreen):  # whose quiet zone goes to the edge
        edge = picture(frame)
        edge.paste(0, (0, 0, WIDTH, HEIGHT))
        assert edge.getbbox() is None, "the last column and row are for shifting"


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", SCENES)
def test_no_two_keys_are_called_the_same(name: str, language: Language) -> None:
    frame = frame_of(name, language)
    labels = [said(label, language) for label in frame.screen.soft if label is not None]
    assert len(set(labels)) == len(labels)


# Words, and numbers: not the initials of players, nor what only counts what is said anyway.
TOLD = re.compile(r"[^\W\d_]{3,}|-?\d+")
_COUNTS = {
    "page-row": "tiles: 15",
    "page-row-empty": "tiles: 0",
    "page-row-taken": "tiles: 0",
    "two-tiles-large-numbers": "-9 p.",
}


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", SCENES)
def test_the_words_say_what_the_picture_says(
    name: str, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every word and every number written in the picture is in the words."""
    frame = frame_of(name, language)
    told = set(TOLD.findall(words(frame)))
    counts = len(TOLD.findall(_COUNTS.get(name, "")))
    missing = [part for line in written(frame, monkeypatch) for part in TOLD.findall(line)]
    missing = [part for part in missing if part not in told]
    assert len(missing) <= counts, f"in the picture only: {missing}"
    assert told


def written(frame: Frame, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts of a picture; a number alone is a place, or that of a petal key."""
    lines: list[str] = []
    write = Canvas.text

    def text(canvas: Canvas, x: int, y: int, text: Text, **how: Any) -> int:
        lines.append(canvas.said(text))
        return write(canvas, x, y, text, **how)

    monkeypatch.setattr(Canvas, "text", text)
    picture(frame)
    return [line for line in lines if not line.isdecimal()]


@pytest.mark.parametrize("name", SCENES)
def test_the_words_name_the_tiles_in_the_picture(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    def noting(draw: Callable[[str], Image.Image]) -> Callable[[str], Image.Image]:
        def tile(kind: str) -> Image.Image:
            drawn.append(animal_of(kind).name.lower())
            return draw(kind)

        return tile

    monkeypatch.setattr(tiles, "small_tile", noting(tiles.small_tile))
    monkeypatch.setattr(tiles, "large_tile", noting(tiles.large_tile))
    frame = frame_of(name, Language.ENGLISH)
    picture(frame)
    told = words(frame)
    assert all(told.count(animal) >= count for animal, count in Counter(drawn).items())


def test_a_long_key_label_gets_what_the_others_do_not_need() -> None:
    screen = TextScreen(title="", text="", soft=("i", "m" * 11, "m" * 5))  # 1, 65 and 29 wide
    assert clipped(Frame(screen, Language.ENGLISH)) == []
    too_much = replace(screen, soft=("m" * 8, "m" * 8, "m" * 5))
    assert clipped(Frame(too_much, Language.ENGLISH)) == ["m" * 8, "m" * 8]


def test_no_line_begins_with_a_sign_of_the_line_before() -> None:
    canvas = Canvas(Language.FRENCH)
    assert canvas.wrapped("Lis : vite !", width=art.text_width("Lis :")) == ["Lis :", "vite !"]


def test_a_text_that_does_not_fit_is_found() -> None:
    too_wide = Frame(Question(title="W" * 30, answers=()), Language.ENGLISH)
    assert clipped(too_wide) == ["W" * 30]


@pytest.mark.parametrize("name", ["commitment", "proof"])
def test_a_qr_code_is_read_from_the_picture(name: str) -> None:
    frame = frame_of(name, Language.GERMAN)
    assert isinstance(frame.screen, QrScreen)
    shown = magnified(picture(frame), 4).convert("L")
    (code,) = zxingcpp.read_barcodes(shown)
    assert code.text == frame.screen.content


def test_a_display_that_is_off_shows_and_says_nothing() -> None:
    screen = frame_of("look-light", Language.ENGLISH).screen
    frame = Frame(screen, Language.ENGLISH, light=Light.OFF)
    assert picture(frame).getbbox() is None
    assert words(frame) == ""


def test_a_shifted_picture_loses_nothing() -> None:
    screen = frame_of("turn-5", Language.ENGLISH).screen
    still = picture(Frame(screen, Language.ENGLISH))
    shifted = picture(Frame(screen, Language.ENGLISH, shift=(1, 1)))
    assert shifted.crop((1, 1, 128, 64)).tobytes() == still.crop((0, 0, 127, 63)).tobytes()
