"""The screens of High Card, an installed game that uses only screens of the core."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.every_game import TESTED
from tests.screens.picture_checks import compare_picture
from tests.table.evening import Evening, in_game
from triqueta.screens.frame import Frame, clipped
from triqueta.screens.station import TABLE

GOLDEN = Path(__file__).parent / "highcard" / "golden"
SCENES = {
    "which-game": ("petal2 soft2", TABLE),
    "roll": ("", TABLE),
    "card-at-the-table": ("soft1", TABLE),
    "card-at-the-own-station": ("soft1", "seat1"),
    "others-wait": ("soft1", "seat2"),
    "rules": ("soft3 petal3 soft3", TABLE),
    "the-end": ("soft1 petal1 " * 6, TABLE),
}


def frame_of(name: str) -> Frame:
    keys, station = SCENES[name]
    if name == "which-game":
        return Evening().press(keys).frame()
    seats = () if station == TABLE else (0, 1)
    evening = in_game(TESTED["highcard"].play(2, seed=2), seats)
    return evening.press(keys, TABLE if station == TABLE else "seat1").frame(station)


@pytest.mark.usefixtures("high_card")
@pytest.mark.parametrize("name", SCENES)
def test_golden_picture(name: str, request: pytest.FixtureRequest) -> None:
    frame = frame_of(name)
    assert clipped(frame) == []
    compare_picture(GOLDEN / f"{name}.png", frame, request)


def test_no_golden_picture_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(SCENES)
