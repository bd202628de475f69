"""Every screen of the guests in every language: as somebody last saw it, whole, and in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.games.ettana import scenes as of_ettana
from tests.games.zatre import scenes as of_zatre
from tests.screens.test_pictures import TOLD, compare_picture, written
from tests.screens.test_touching import touching
from triqueta.games.ettana.screens.marked_question import MarkedQuestion
from triqueta.games.ettana.screens.pointing import PointingScreen
from triqueta.games.zatre.screens.board import BoardScreen
from triqueta.screens.canvas import HEIGHT, WIDTH
from triqueta.screens.frame import Frame, clipped, picture, words
from triqueta.screens.phrases import Language
from triqueta.screens.question import Question
from triqueta.screens.ranking import RankingScreen

# Lists fill the screen to the last row; cursors and ways lie over what is there.
FULL = (BoardScreen, MarkedQuestion, PointingScreen, Question, RankingScreen)
TOUCHING = {"zatre opening-tied"}


@dataclass(frozen=True)
class Scene:
    game: str
    name: str
    frame: Callable[[str, Language], Frame]

    def __str__(self) -> str:
        return f"{self.game} {self.name}"


SCENES = [
    *(Scene("zatre", name, of_zatre.frame_of) for name in of_zatre.SCENES),
    *(Scene("ettana", name, of_ettana.frame_of) for name in of_ettana.SCENES),
]
every_scene = pytest.mark.parametrize("scene", SCENES, ids=str)
every_language = pytest.mark.parametrize("language", Language)


def golden(game: str, language: Language) -> Path:
    return Path(__file__).parent / game / "golden" / language


@every_language
@every_scene
def test_golden_picture(scene: Scene, language: Language, request: pytest.FixtureRequest) -> None:
    file = golden(scene.game, language) / f"{scene.name}.png"
    compare_picture(file, scene.frame(scene.name, language), request)


@every_language
@pytest.mark.parametrize("game", ["zatre", "ettana"])
def test_no_golden_picture_is_left_over(game: str, language: Language) -> None:
    names = {scene.name for scene in SCENES if scene.game == game}
    assert {path.stem for path in golden(game, language).glob("*.png")} == names


@every_language
@every_scene
def test_nothing_is_clipped(scene: Scene, language: Language) -> None:
    frame = scene.frame(scene.name, language)
    assert clipped(frame) == []
    edge = picture(frame)
    edge.paste(0, (0, 0, WIDTH, HEIGHT))
    assert edge.getbbox() is None, "the last column and row are for shifting"


@every_language
@every_scene
def test_nothing_touches(scene: Scene, language: Language) -> None:
    screen = scene.frame(scene.name, language).screen
    if not isinstance(screen, FULL) and str(scene) not in TOUCHING:
        assert touching(screen, language) == []


@every_language
@every_scene
def test_the_words_say_what_the_picture_says(
    scene: Scene, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = scene.frame(scene.name, language)
    told = set(TOLD.findall(words(frame)))
    drawn = [part for line in written(frame, monkeypatch) for part in TOLD.findall(line)]
    assert [part for part in drawn if part not in told] == []
    assert told
