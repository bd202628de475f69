"""Triqueta's screens in every language, compared with golden pictures.

`pytest --update-pictures` overwrites the golden pictures; look at the gallery before you commit
them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image

from tests.screens.picture_checks import WORD, check_picture
from tests.screens.scenes import SCENES, frame_of, help_texts
from triqueta.games.triqueta.rules.tiles import animal_of
from triqueta.games.triqueta.screens import art as tiles
from triqueta.games.triqueta.screens.ending import StandingsScreen, WinnerScreen
from triqueta.games.triqueta.screens.event import TakenScreen
from triqueta.games.triqueta.screens.sheet import OrderScreen
from triqueta.games.triqueta.screens.tile import HandOverScreen
from triqueta.games.triqueta.screens.turn import ChoosePileScreen
from triqueta.screens import art
from triqueta.screens.canvas import Canvas
from triqueta.screens.frame import Frame, Light, clipped, picture, words
from triqueta.screens.lists import NamesScreen
from triqueta.screens.phrases import Language
from triqueta.screens.qr import QrScreen
from triqueta.screens.screen import Question, TextScreen
from triqueta.screens.set_up import LevelScreen
from triqueta.stations.script import magnified

GOLDEN = Path(__file__).parent / "golden"
# Lists fill the screen to the last row, without a free line between five entries.
FULL = (Question, NamesScreen, OrderScreen, StandingsScreen, WinnerScreen)
FULL_SCENES = ("spelling-others",)
# A QR code reaches its edge. The petals and Trees of a pile overlap, and so do two drawn tiles,
# and the animals of a row and their numbers.
OVERLAPPING = (QrScreen, ChoosePileScreen, HandOverScreen, TakenScreen, LevelScreen)
# Words in the picture that count what the spoken text lists.
COUNTS = {
    "page-row": "tiles: 15",
    "page-row-empty": "tiles: 0",
    "page-row-taken": "tiles: 0",
    "two-tiles-large-numbers": "-9 p.",
}


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", SCENES)
def test_picture(name: str, language: Language, request: pytest.FixtureRequest) -> None:
    frame = frame_of(name, language)
    check_picture(
        GOLDEN / language / f"{name}.png",
        frame,
        request,
        may_touch=isinstance(frame.screen, (*FULL, *OVERLAPPING)) or name in FULL_SCENES,
        drawn_only=len(WORD.findall(COUNTS.get(name, ""))),
    )


def test_no_golden_picture_is_left_over() -> None:
    for language in Language:
        kept = {path.stem for path in (GOLDEN / language).glob("*.png")}
        assert kept == set(SCENES)


@pytest.mark.parametrize("language", Language)
def test_no_two_help_pages_are_the_same(language: Language) -> None:
    pages = [picture(frame_of(f"help-{name}", language)).tobytes() for name in help_texts()]
    assert len(set(pages)) == len(pages)


def test_the_words_name_the_tiles_in_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def noting(draw: Callable[[str], Image.Image]) -> Callable[[str], Image.Image]:
        def tile(kind: str) -> Image.Image:
            drawn.append(animal_of(kind).name.lower())
            return draw(kind)

        return tile

    monkeypatch.setattr(tiles, "small_tile", noting(tiles.small_tile))
    monkeypatch.setattr(tiles, "large_tile", noting(tiles.large_tile))
    monkeypatch.setattr(tiles, "huge_tile", noting(tiles.huge_tile))
    for name in SCENES:
        frame = frame_of(name, Language.ENGLISH)
        drawn.clear()
        picture(frame)
        told = words(frame)
        assert all(told.count(animal) >= count for animal, count in Counter(drawn).items()), name


def test_a_long_key_label_gets_what_the_others_do_not_need() -> None:
    screen = TextScreen(title="", text="", soft=("i", "m" * 11, "m" * 5))  # 1, 65 and 29 wide
    assert clipped(Frame(screen, Language.ENGLISH)) == []
    too_much = replace(screen, soft=("m" * 8, "m" * 8, "m" * 5))
    assert clipped(Frame(too_much, Language.ENGLISH)) == ["m" * 8, "m" * 8]


def test_no_line_begins_with_a_sign_of_the_line_before() -> None:
    canvas = Canvas(Language.FRENCH)
    assert canvas.wrapped("Lis : vite !", width=art.text_width("Lis :")) == ["Lis :", "vite !"]


def test_quotation_marks_stay_with_their_words() -> None:
    lines = Canvas(Language.FRENCH).wrapped("Lâche « Voir », puis « Valider » !", width=40)
    assert lines == ["Lâche", "« Voir »,", "puis", "« Valider » !"]


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
