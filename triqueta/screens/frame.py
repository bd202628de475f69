"""What a station is sent: a screen, and how it is to be lit."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from PIL import Image, ImageChops

from triqueta.screens.board import LargeBoard
from triqueta.screens.canvas import CONTENT_BOTTOM, SIZE, WIDTH, Canvas
from triqueta.screens.phrases import Language, Text, said, say
from triqueta.screens.screen import Screen, TextScreen
from triqueta.screens.station import Light

__all__ = ["LATELY", "Frame", "Light", "clipped", "dark", "picture", "words"]

LATELY = 16  # frames whose pictures are kept: more than there are stations
_NOTICE_MARGIN = 4


@dataclass(frozen=True, slots=True)
class Frame:
    """A screen in a language. A notice lies over it for a moment.

    `unsaved` puts a sign on it: what is played is not being saved. So does `coached`: whoever
    is to act may ask for a hint. A station that is a page draws the `board` beside its screen.
    A `private` one may show what only some players may see; the pictures of two frames that differ
    in nothing else are the same.
    """

    screen: Screen
    language: Language
    notice: Text | None = None
    light: Light = Light.FULL
    shift: tuple[int, int] = (0, 0)
    unsaved: bool = False
    coached: bool = False
    board: LargeBoard | None = field(default=None, hash=False)  # large, and most frames have none
    private: bool = field(default=False, compare=False)


def dark(language: Language) -> Frame:
    """For a station that has nothing to show any more."""
    return Frame(TextScreen(title="", text=""), language, light=Light.OFF)


def picture(frame: Frame) -> Image.Image:
    """The picture of a frame: 128 by 64 pixels, one bit each. It is the caller's own."""
    if frame.light is Light.OFF:
        return Image.new("1", SIZE)
    drawn = _drawn(frame).image
    return drawn.copy() if frame.shift == (0, 0) else ImageChops.offset(drawn, *frame.shift)


def pixels(frame: Frame) -> bytes:
    """Return the bytes of a frame's picture, eight pixels each."""
    is_as_drawn = frame.light is not Light.OFF and frame.shift == (0, 0)
    return (_drawn(frame).image if is_as_drawn else picture(frame)).tobytes()


def clipped(frame: Frame) -> list[str]:
    """The texts of a frame that do not fit; always none, as the tests see to."""
    return list(_drawn(frame).overflow)


def words(frame: Frame) -> str:
    """The same as the picture in words, line by line."""
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


@lru_cache(maxsize=LATELY)
def _drawn(frame: Frame) -> Canvas:
    """Drawn once for all stations that show the same; nobody may change it."""
    canvas = Canvas(frame.language, unsaved=frame.unsaved, coached=frame.coached)
    frame.screen.draw(canvas)
    canvas.soft_keys(frame.screen.soft)
    if frame.notice is not None:
        _draw_notice(canvas, frame.notice)
    return canvas


def _draw_notice(canvas: Canvas, notice: Text) -> None:
    """A lit box over the lower part of the screen, dark letters in it."""
    left, right = _NOTICE_MARGIN, WIDTH - _NOTICE_MARGIN
    lines = canvas.wrapped(notice, right - left - 6)
    top = CONTENT_BOTTOM - 9 * len(lines) - 4
    canvas.box(left - 1, top - 1, right + 1, CONTENT_BOTTOM + 1, lit=False)
    canvas.box(left, top, right, CONTENT_BOTTOM)
    for number, line in enumerate(lines):
        canvas.text_centred(left + 3, right - 3, top + 3 + 9 * number, line, lit=False)
