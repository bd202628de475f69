"""Every screen in every language: as it was when somebody last looked, and nothing clipped.

`pytest --update-pictures` writes the golden pictures anew; look at the gallery before you
commit them. A failure leaves a picture of the difference: expected, found, and what differs.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import zxingcpp
from PIL import Image, ImageChops

from tests.screens.scenes import SCENES, frame_of
from triqueta.screens.canvas import HEIGHT, WIDTH
from triqueta.screens.frame import Frame, Light, clipped, picture, words
from triqueta.screens.phrases import Language, Text, said
from triqueta.screens.qr import QrScreen
from triqueta.stations.script import magnified

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", SCENES)
def test_golden_picture(name: str, language: Language, request: pytest.FixtureRequest) -> None:
    path = GOLDEN / language / f"{name}.png"
    found = picture(frame_of(name, language))
    if request.config.getoption("--update-pictures"):
        path.parent.mkdir(parents=True, exist_ok=True)
        found.save(path, optimize=True)
    with Image.open(path) as image:
        expected = image.convert("1")
    if found.tobytes() != expected.tobytes():
        pytest.fail(f"{name} in {language} differs: {save_difference(request, expected, found)}")


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
def test_the_words_say_what_the_picture_says(name: str, language: Language) -> None:
    """Every label and title of the picture is in the words."""
    frame = frame_of(name, language)
    text = words(frame)
    title: Text | None = getattr(frame.screen, "title", None)
    for part in (title, frame.notice, *frame.screen.soft):
        if part is not None:
            assert said(part, language) in text
    assert text.strip()


def test_a_text_that_does_not_fit_is_found() -> None:
    frame = frame_of("youngest", Language.ENGLISH)
    too_wide = Frame(type(frame.screen)(title="W" * 30, answers=()), Language.ENGLISH)
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
