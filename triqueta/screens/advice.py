"""What a coach says: what may be done, best first; and what would have been better."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from triqueta.screens.canvas import CONTENT_BOTTOM, WIDTH, Canvas
from triqueta.screens.phrases import Text, say
from triqueta.screens.screen import Screen

Option: TypeAlias = tuple[Text, Text]
"""What may be done, and its points."""

_TOP = 12
_PITCH = 10
_INDENT = 6


def _draw_option(canvas: Canvas, y: int, option: Option) -> None:
    label, points = option
    width = canvas.width_of(points)
    canvas.text(1, y, label, width=WIDTH - 4 - width)
    canvas.text_right(WIDTH - 1, y, points)


def _draw_reason(canvas: Canvas, y: int, reason: Text) -> int:
    below = canvas.paragraph(_INDENT, y, reason, width=WIDTH - _INDENT - 1, pitch=_PITCH)
    if not _fits(below - _PITCH):
        canvas.overflow.append(canvas.said(reason))
    return below


def _fits(y: int) -> bool:
    return y + 7 <= CONTENT_BOTTOM


def _in_words(option: Option) -> Text:
    label, points = option
    return say("{choice}: {points}", choice=label, points=points)


@dataclass(frozen=True, kw_only=True)
class HintScreen(Screen):
    """The first of these with its reason, and as many of the others as there is room for."""

    title: Text
    corner: Text
    options: tuple[Option, ...]
    reason: Text

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title, self.corner)
        first, *others = self.options
        _draw_option(canvas, _TOP, first)
        y = _draw_reason(canvas, _TOP + _PITCH, self.reason)
        for option in others:
            if _fits(y):
                _draw_option(canvas, y, option)
            y += _PITCH

    def words(self) -> Iterator[Text]:
        yield self.title
        yield self.corner
        first, *others = self.options
        yield _in_words(first)
        yield self.reason
        yield from map(_in_words, others)


@dataclass(frozen=True, kw_only=True)
class DearScreen(Screen):
    """A decision that has cost points: when, which, and what would have been better.

    The reason is drawn if it fits in a line; in words it is always told.
    """

    title: Text
    corner: Text
    moment: Text
    lost: Text
    chosen: Option
    better: Option
    reason: Text

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title, self.corner)
        label, points = self.better
        better = (say("✓ {choice}", choice=label), points)
        options = ((self.moment, self.lost), self.chosen, better)
        for number, option in enumerate(options):
            _draw_option(canvas, _TOP + _PITCH * number, option)
        if len(canvas.wrapped(self.reason, WIDTH - _INDENT - 1)) == 1:
            _draw_reason(canvas, _TOP + 3 * _PITCH, self.reason)

    def words(self) -> Iterator[Text]:
        yield self.title
        yield self.corner
        yield self.moment
        yield _in_words(self.chosen)
        yield say("better: {choice}", choice=_in_words(self.better))
        yield self.reason
        yield say("lost: {points}", points=self.lost)
