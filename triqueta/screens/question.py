"""A question whose answers lie on the petal keys, and a screen of plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from triqueta.screens.canvas import CONTENT_BOTTOM, WIDTH, Canvas
from triqueta.screens.phrases import Text, say
from triqueta.screens.screen import Screen

_TOP = 11
_LEAST_PITCH = 8  # from line to line: any closer, and letters touch


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer and its petal key; `detail` explains it in a line."""

    petal: int
    label: Text
    detail: Text | None = None


def _pitch(lines: int) -> int:
    """From line to line, if there are so many."""
    return min(10, (CONTENT_BOTTOM + 1 - _TOP) // max(lines, 1))


@dataclass(frozen=True, kw_only=True)
class Question(Screen):
    """Details are drawn if there is room for them; in words they are always told."""

    title: Text
    answers: tuple[Answer, ...]
    corner: Text = ""

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title, self.corner)
        details = sum(answer.detail is not None for answer in self.answers)
        pitch = _pitch(len(self.answers) + details)
        explains = pitch >= _LEAST_PITCH
        if not explains:
            pitch = _pitch(len(self.answers))
        y = _TOP
        for answer in self.answers:
            canvas.petal_number(0, y, answer.petal)
            canvas.text(10, y, answer.label)
            y += pitch
            if answer.detail is not None and explains:
                canvas.text(10, y, answer.detail)
                y += pitch

    def words(self) -> Iterator[Text]:
        yield self.title
        if self.corner:
            yield self.corner
        for answer in self.answers:
            yield say("{key}: {answer}", key=answer.petal, answer=answer.label)
            if answer.detail is not None:
                yield answer.detail


@dataclass(frozen=True, kw_only=True)
class TextScreen(Screen):
    """A title and a text, wrapped to the width of the screen."""

    title: Text
    text: Text
    corner: Text = ""

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title, self.corner)
        lines = canvas.wrapped(self.text, WIDTH - 2)
        pitch = 10 if len(lines) <= 4 else 8
        bottom = canvas.paragraph(1, _TOP + 1, self.text, width=WIDTH - 2, pitch=pitch)
        if bottom - pitch + 7 > CONTENT_BOTTOM:
            canvas.overflow.append(canvas.said(self.text))

    def words(self) -> Iterator[Text]:
        yield self.title
        if self.corner:
            yield self.corner
        yield self.text


def numbered(title: Text, texts: Sequence[Text], of: int | None = None) -> Iterator[TextScreen]:
    """A screen for each text, with the number it has; `of` counts others that come behind."""
    for number, text in enumerate(texts, start=1):
        yield TextScreen(title=title, text=text, corner=f"{number}/{of or len(texts)}")
