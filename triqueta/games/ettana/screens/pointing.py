"""The board while somebody points at it, and beside it what would come of that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from triqueta.games.ettana.screens.loom import (
    PANEL,
    PANEL_WIDTH,
    Loom,
    Pointed,
    draw_loom,
    loom_in_words,
)
from triqueta.games.ettana.screens.turn_board import draw_panel_title
from triqueta.games.ettana.words import say
from triqueta.screens.canvas import CONTENT_BOTTOM, Canvas
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen

_TOP = 12
_PITCHES = (9, 8)  # from line to line: as many as fit


@dataclass(frozen=True, kw_only=True)
class PointingScreen(Screen):
    """The board is drawn as it would be: `lines` say what it costs and what changes."""

    title: Text
    lines: tuple[Text, ...]
    loom: Loom
    pointed: Pointed
    names: tuple[str, ...]

    def draw(self, canvas: Canvas) -> None:
        draw_loom(canvas, self.loom, self.pointed)
        draw_panel_title(canvas, self.title)
        wrapped = [part for line in self.lines for part in canvas.wrapped(line, PANEL_WIDTH)]
        pitch = _PITCHES[0] if len(wrapped) <= 4 else _PITCHES[1]
        for number, line in enumerate(wrapped):
            canvas.text(PANEL, _TOP + pitch * number, line)
        if _TOP + pitch * (len(wrapped) - 1) + 7 > CONTENT_BOTTOM:
            canvas.overflow.append(wrapped[-1])

    def words(self) -> Iterator[Text]:
        yield self.title
        for octagon in self.pointed.octagons:
            thread = self.loom.thread_on(octagon)
            yield say("cursor on {place}: {what}", place=octagon, what=thread)
        if self.pointed.space is not None:
            number = self.loom.number_on(self.pointed.space)
            yield say("cursor on {place}: {what}", place=self.pointed.space, what=number)
        yield from self.lines
        yield from loom_in_words(self.loom, self.names)
