"""Frames, which the table sends to stations: a screen, its language and its brightness."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from PIL import Image, ImageChops

from triqueta.screens.board import LargeBoard
from triqueta.screens.canvas import CONTENT_BOTTOM, SIZE, WIDTH, Canvas
from triqueta.screens.phrases import Language, Text, said, say
from triqueta.screens.screen import Screen, TextScreen
from triqueta.screens.seat_page import SeatPage
from triqueta.screens.station import Light

__all__ = ["CACHED_FRAMES", "Frame", "Light", "clipped", "dark", "picture", "words"]

CACHED_FRAMES = 16  # cached pictures: more than there are stations
_NOTICE_MARGIN = 4


@dataclass(frozen=True, slots=True)
class Frame:
    """A screen in a language, with everything else that a station needs to show it.

    - `notice` covers part of the screen for a moment.
    - `unsaved` shows a sign that the game is not being saved.
    - `coached` shows a sign that the current player can ask for a hint.
    - `board` is drawn next to the screen by stations that are web pages.
    - `pulsing` are the numbers of the petals whose lights pulse, at a device that has lights.
    - `private` marks a frame that may show something secret. It does not change the picture.
    - `page` is what a station that draws pages shows instead of the screen, or None.
    - `asks_name` is the number of the player, from 1, for whose name web pages show a text field.
    """

    screen: Screen
    language: Language
    notice: Text | None = None
    light: Light = Light.FULL
    shift: tuple[int, int] = (0, 0)
    unsaved: bool = False
    coached: bool = False
    board: LargeBoard | None = field(default=None, hash=False)  # large, and most frames have none
    pulsing: tuple[int, ...] = field(default=(), hash=False)
    private: bool = field(default=False, compare=False)
    asks_name: int | None = None
    page: SeatPage | None = field(default=None, hash=False)


def dark(language: Language) -> Frame:
    """Return the frame of a station that is switched off."""
    return Frame(TextScreen(title="", text=""), language, light=Light.OFF)


def picture(frame: Frame) -> Image.Image:
    """Return the picture of a frame, 128 by 64 pixels of one bit, which the caller may modify."""
    if frame.light is Light.OFF:
        return Image.new("1", SIZE)
    drawn = _drawn(frame).image
    return drawn.copy() if frame.shift == (0, 0) else ImageChops.offset(drawn, *frame.shift)


def pixels(frame: Frame) -> bytes:
    """Return the bytes of a frame's picture, with eight pixels per byte."""
    is_as_drawn = frame.light is not Light.OFF and frame.shift == (0, 0)
    return (_drawn(frame).image if is_as_drawn else picture(frame)).tobytes()


def clipped(frame: Frame) -> list[str]:
    """Return the texts of a frame that do not fit. Tests ensure that there are none."""
    return list(_drawn(frame).overflow)


def words(frame: Frame) -> str:
    """Return the content of the picture as plain text, line by line."""
    if frame.light is Light.OFF:
        return ""
    lines = [said(line, frame.language) for line in frame.screen.words()]
    if frame.notice is not None:
        lines.insert(0, said(frame.notice, frame.language))
    if frame.unsaved:
        lines.append(said(say("Not saved!"), frame.language))
    if frame.coached:
        lines.append(said(say("The coach is on"), frame.language))
    labels = [said(label, frame.language) if label else "-" for label in frame.screen.soft]
    if any(frame.screen.soft):
        lines.append(" | ".join(labels))
    return "\n".join(lines)


@lru_cache(maxsize=CACHED_FRAMES)
def _drawn(frame: Frame) -> Canvas:
    """Draw a frame, once for all stations that show it. Callers must not change the canvas."""
    canvas = Canvas(frame.language, unsaved=frame.unsaved, coached=frame.coached)
    frame.screen.draw(canvas)
    frame.screen.draw_soft_keys(canvas)
    if frame.notice is not None:
        _draw_notice(canvas, frame.notice)
    return canvas


def _draw_notice(canvas: Canvas, notice: Text) -> None:
    """Draw a notice, dark on lit, over the lower part of the screen."""
    left, right = _NOTICE_MARGIN, WIDTH - _NOTICE_MARGIN
    lines = canvas.wrapped(notice, right - left - 6)
    top = CONTENT_BOTTOM - 9 * len(lines) - 4
    canvas.box(left - 1, top - 1, right + 1, CONTENT_BOTTOM + 1, lit=False)
    canvas.box(left, top, right, CONTENT_BOTTOM)
    for number, line in enumerate(lines):
        canvas.text_centred(left + 3, right - 3, top + 3 + 9 * number, line, lit=False)
