"""Every screen of Ettana in every language: as somebody last saw it, whole, and told in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.ettana.scenes import SCENES, frame_of
from tests.screens.test_pictures import TOLD, compare_picture, written
from tests.screens.test_touching import touching
from triqueta.games.ettana.screens.marked_question import MarkedQuestion
from triqueta.games.ettana.screens.pointing import PointingScreen
from triqueta.screens.canvas import HEIGHT, WIDTH
from triqueta.screens.frame import clipped, picture, words
from triqueta.screens.phrases import Language
from triqueta.screens.question import Question
from triqueta.screens.ranking import RankingScreen

GOLDEN = Path(__file__).parent / "golden"
# Lists fill the screen to the last row; a cursor and a way lie over what is there.
FULL = (MarkedQuestion, PointingScreen, Question, RankingScreen)

every_scene = pytest.mark.parametrize("name", SCENES)
every_language = pytest.mark.parametrize("language", Language)


@every_language
@every_scene
def test_golden_picture(name: str, language: Language, request: pytest.FixtureRequest) -> None:
    compare_picture(GOLDEN / language / f"{name}.png", frame_of(name, language), request)


def test_no_golden_picture_is_left_over() -> None:
    for language in Language:
        assert {path.stem for path in (GOLDEN / language).glob("*.png")} == set(SCENES)


@every_language
@every_scene
def test_nothing_is_clipped(name: str, language: Language) -> None:
    frame = frame_of(name, language)
    assert clipped(frame) == []
    edge = picture(frame)
    edge.paste(0, (0, 0, WIDTH, HEIGHT))
    assert edge.getbbox() is None, "the last column and row are for shifting"


@every_language
@every_scene
def test_nothing_touches(name: str, language: Language) -> None:
    screen = frame_of(name, language).screen
    if not isinstance(screen, FULL):
        assert touching(screen, language) == []


@every_language
@every_scene
def test_the_words_say_what_the_picture_says(
    name: str, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = frame_of(name, language)
    told = set(TOLD.findall(words(frame)))
    drawn = [part for line in written(frame, monkeypatch) for part in TOLD.findall(line)]
    assert [part for part in drawn if part not in told] == []
    assert told
