"""Screens of the set-up that draw more than a question: robot levels and cutting the shuffle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from triqueta.screens.canvas import CONTENT_BOTTOM, Canvas, petal_centres
from triqueta.screens.phrases import Text, say
from triqueta.screens.screen import Screen

_LIST_TOP = 12
_STARS_LEFT = 58
_STAR_PITCH = 8
_HEAD = (98, 20, 124, 42)
_FLOWER = (106, 32)
_RING = 14
_PETAL = 6
_TEXT_WIDTH = 78


@dataclass(frozen=True, kw_only=True)
class LevelScreen(Screen):
    """The levels of a robot, weakest first, with a star more for each level, and its face."""

    title: Text
    levels: tuple[Text, ...]

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title)
        pitch = min(10, (CONTENT_BOTTOM + 1 - _LIST_TOP) // len(self.levels))
        for number, level in enumerate(self.levels, start=1):
            y = _LIST_TOP + pitch * (number - 1)
            canvas.petal_number(0, y, number, pitch)
            canvas.text(10, y, level, width=_STARS_LEFT - 11)
            for star in range(min(number, 5)):
                canvas.text(_STARS_LEFT + _STAR_PITCH * star, y, "★")
        _draw_robot(canvas)

    def words(self) -> Iterator[Text]:
        yield self.title
        for number, level in enumerate(self.levels, start=1):
            yield say("{key}: {answer}", key=number, answer=level)


def _draw_robot(canvas: Canvas) -> None:
    left, top, right, bottom = _HEAD
    middle = (left + right) // 2
    canvas.box(middle - 1, top - 4, middle + 1, top)
    canvas.disc(middle - 1, top - 6, 2, filled=True)
    canvas.frame(left, top, right, bottom)
    canvas.frame(left + 1, top + 1, right - 1, bottom - 1)
    for ear in (left - 2, right):
        canvas.box(ear, top + 7, ear + 2, top + 14)
    for eye in (left + 8, right - 9):
        canvas.disc(eye, top + 8, 3, filled=True)
        canvas.dot(eye + 1, top + 7, lit=False)
    canvas.frame(left + 7, bottom - 7, right - 7, bottom - 4)


@dataclass(frozen=True, kw_only=True)
class CutScreen(Screen):
    """A flower of keys to press, and how often a player has pressed them."""

    title: Text
    text: Text
    cuts: int

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title)
        bottom = canvas.paragraph(1, _LIST_TOP, self.text, width=_TEXT_WIDTH, pitch=10)
        if bottom - 10 + 7 > CONTENT_BOTTOM:
            canvas.overflow.append(canvas.said(self.text))
        for number, (x, y) in enumerate(petal_centres(*_FLOWER, _RING), start=1):
            canvas.disc(x, y, _PETAL, filled=True)
            canvas.text(x - 2, y - 3, number, lit=False)
        if self.cuts:
            x, y = _FLOWER
            canvas.text_centred(x - 6, x + 7, y - 3, self.cuts)

    def words(self) -> Iterator[Text]:
        yield self.title
        yield say("cuts: {cuts}", cuts=self.cuts)
        yield self.text
