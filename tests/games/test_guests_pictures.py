"""The screens of Zatre and Ettana in every language, compared with golden pictures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.games.ettana import scenes as of_ettana
from tests.games.zatre import scenes as of_zatre
from tests.screens.picture_checks import check_picture
from triqueta.games.ettana.screens.board import PointingScreen
from triqueta.games.ettana.screens.cards import MarkedQuestion
from triqueta.games.zatre.screens.board import BoardScreen
from triqueta.screens.frame import Frame
from triqueta.screens.lists import RankingScreen
from triqueta.screens.phrases import Language
from triqueta.screens.screen import Question

# Lists fill the screen to the last row. Cursors and paths are drawn over the board.
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
def test_picture(scene: Scene, language: Language, request: pytest.FixtureRequest) -> None:
    frame = scene.frame(scene.name, language)
    check_picture(
        golden(scene.game, language) / f"{scene.name}.png",
        frame,
        request,
        may_touch=isinstance(frame.screen, FULL) or str(scene) in TOUCHING,
    )


@every_language
@pytest.mark.parametrize("game", ["zatre", "ettana"])
def test_no_golden_picture_is_left_over(game: str, language: Language) -> None:
    names = {scene.name for scene in SCENES if scene.game == game}
    assert {path.stem for path in golden(game, language).glob("*.png")} == names
