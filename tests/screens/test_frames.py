"""Tests that a screen is drawn once for all stations, each of which gets its own picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from triqueta.screens.canvas import Canvas
from triqueta.screens.frame import CACHED_FRAMES, Frame, clipped, picture
from triqueta.screens.phrases import Language, Text
from triqueta.screens.screen import Screen
from triqueta.stations.web.messages import frame_message

drawings: list[str] = []
tellings: list[str] = []


@dataclass(frozen=True, kw_only=True)
class Noting(Screen):
    """A screen that notes each time it is drawn or put into words."""

    text: str

    def draw(self, canvas: Canvas) -> None:
        drawings.append(self.text)
        canvas.text(1, 20, self.text)

    def words(self) -> Iterator[Text]:
        tellings.append(self.text)
        yield self.text


@pytest.fixture(autouse=True)
def nothing_noted() -> None:
    drawings.clear()
    tellings.clear()


def showing(text: str) -> Frame:
    return Frame(Noting(text=text), Language.ENGLISH)


def test_what_several_stations_show_is_drawn_once() -> None:
    pictures = [picture(showing("the same on six")) for _ in range(6)]
    assert drawings == ["the same on six"]
    assert len({image.tobytes() for image in pictures}) == 1


def test_what_differs_is_drawn_for_each() -> None:
    same = Noting(text="in three frames")
    frames = (
        Frame(same, Language.ENGLISH),
        Frame(same, Language.FRENCH),
        Frame(same, Language.ENGLISH, notice="Hello"),
    )
    assert len({picture(frame).tobytes() for frame in frames}) == 2  # no word differs in French
    assert len(drawings) == 3


def test_painting_over_a_picture_changes_no_other() -> None:
    frame = showing("painted over")
    mine, before = picture(frame), picture(frame).tobytes()
    mine.paste(1, (0, 0, 128, 64))
    clipped(frame).append("not of the frame")
    assert picture(frame).tobytes() == before != mine.tobytes()
    assert clipped(frame) == []


def test_pages_that_show_the_same_get_one_message() -> None:
    messages = {frame_message(showing("the same on pages")) for _ in range(6)}
    assert len(messages) == len(drawings) == len(tellings) == 1


def test_only_what_was_shown_lately_is_kept() -> None:
    for number in (0, *range(1, CACHED_FRAMES + 1), 0):
        frame_message(showing(f"long ago {number}"))
    assert drawings.count("long ago 0") == tellings.count("long ago 0") == 2
