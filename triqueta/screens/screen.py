"""The base class of all screens, and the most common ones: questions, texts, the greeting."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Self, TypeAlias

from triqueta.screens.canvas import CONTENT_BOTTOM, WIDTH, Canvas, petal_centres
from triqueta.screens.phrases import Text, say

SoftKeys: TypeAlias = tuple[Text | None, Text | None, Text | None]
Petals: TypeAlias = tuple[Text | None, ...]
NO_PETALS: Petals = (None,) * 5


@dataclass(frozen=True, kw_only=True)
class Screen(ABC):
    """The content of a screen, with the labels of the soft keys and the petal keys.

    The picture has no room for the labels of the petal keys: web pages show them next to the keys
    and give them to screen readers.

    The picture depends on the fields only, and all of them must be immutable and hashable: equal
    screens are drawn once.
    """

    soft: SoftKeys = (None, None, None)
    petals: Petals = field(default=NO_PETALS, hash=False)  # screens seldom differ in these alone

    def labelled(self, soft: SoftKeys, petals: Petals) -> Self:
        """Return the same screen with these labels.

        This runs for each station. `dataclasses.replace` would be slower, as it calls `__init__`.
        """
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, soft=soft, petals=petals)
        return other

    @abstractmethod
    def draw(self, canvas: Canvas) -> None:
        """Draw everything above the soft key labels."""

    def draw_soft_keys(self, canvas: Canvas) -> None:
        """Draw the labels of the soft keys, by default in the bottom line."""
        canvas.soft_keys(self.soft)

    @abstractmethod
    def words(self) -> Iterator[Text]:
        """Yield the same content as lines of text, for terminals, screen readers and tests."""


_TOP = 11
_LEAST_PITCH = 8  # minimum distance between lines, below which letters touch


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a question, with its petal key and a line of explanation."""

    petal: int
    label: Text
    detail: Text | None = None


def _pitch(lines: int) -> int:
    """Return the distance between lines if the screen has this number of them."""
    return min(10, (CONTENT_BOTTOM + 1 - _TOP) // max(lines, 1))


@dataclass(frozen=True, kw_only=True)
class Question(Screen):
    """A question with answers on the petal keys.

    The picture has the details of the answers only if there is room; the text always has them.
    """

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
            canvas.petal_number(0, y, answer.petal, pitch)
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
    """Yield a numbered screen for each text; `of` is the total if more screens follow."""
    for number, text in enumerate(texts, start=1):
        yield TextScreen(title=title, text=text, corner=f"{number}/{of or len(texts)}")


_FLOWER = (WIDTH // 2, 24)
_RING = 13
_PETAL = 6


@dataclass(frozen=True, kw_only=True)
class GreetingScreen(Screen):
    """The first picture after power-on: a flower and the name of the device."""

    def draw(self, canvas: Canvas) -> None:
        for x, y in petal_centres(*_FLOWER, _RING):
            canvas.disc(x, y, _PETAL, filled=True)
        canvas.disc(*_FLOWER, 3, filled=False)
        canvas.text_centred(0, WIDTH, 50, "Triqueta")

    def words(self) -> Iterator[Text]:
        yield "Triqueta"
