"""Screens of every game: what a screen is, questions, plain text, rankings, lists, spelling."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Self, TypeAlias

from triqueta.screens.art import capitals_image
from triqueta.screens.canvas import CONTENT_BOTTOM, WIDTH, Canvas
from triqueta.screens.phrases import Text, say

SoftKeys: TypeAlias = tuple[Text | None, Text | None, Text | None]
Petals: TypeAlias = tuple[Text | None, ...]
NO_PETALS: Petals = (None,) * 5


@dataclass(frozen=True, kw_only=True)
class Screen(ABC):
    """One screen's contents; `soft` is what the three soft keys do, `petals` what the five do.

    There is no room to draw what petals do: pages say it beside them, and screen readers.

    Its fields say all that is drawn, and none of them can change or be without a hash: screens
    that are equal are drawn once.
    """

    soft: SoftKeys = (None, None, None)
    petals: Petals = field(default=NO_PETALS, hash=False)  # five texts: they seldom differ alone

    def labelled(self, soft: SoftKeys, petals: Petals) -> Self:
        """Return the same screen with these labels.

        `dataclasses.replace` would hand every field to `__init__` again, for each station.
        """
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, soft=soft, petals=petals)
        return other

    @abstractmethod
    def draw(self, canvas: Canvas) -> None:
        """Draw everything above the line of soft keys."""

    @abstractmethod
    def words(self) -> Iterator[Text]:
        """Say the same line by line, for terminals, screen readers and tests."""


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


_RANKING_TOP = 12


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player's line: the points as they are drawn, and in words."""

    name: str
    points: str
    in_words: Text
    has_won: bool


@dataclass(frozen=True, kw_only=True)
class RankingScreen(Screen):
    """Everybody's total, best first; the winners are starred."""

    title: Text
    lines: tuple[Ranked, ...]

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title)
        pitch = min(10, 41 // len(self.lines))
        for place, line in enumerate(self.lines):
            y = _RANKING_TOP + pitch * place
            canvas.petal_number(0, y, place + 1)
            x = canvas.text(10, y, line.name)
            if line.has_won:
                canvas.text(x + 3, y, "★")
            canvas.text_right(WIDTH - 1, y, line.points)

    def words(self) -> Iterator[Text]:
        yield self.title
        for line in self.lines:
            yield line.in_words
        for line in self.lines:
            if line.has_won:
                yield say("{name} has won", name=line.name)


_LIST_TOP = 12


@dataclass(frozen=True, kw_only=True)
class NamesScreen(Screen):
    """Up to five lines, each a name, a star for the winners, and a number at the right."""

    title: Text
    corner: Text
    lines: tuple[tuple[Text, bool, Text], ...]

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title, self.corner)
        pitch = min(10, 41 // max(1, len(self.lines)))
        for number, (name, starred, value) in enumerate(self.lines):
            y = _LIST_TOP + pitch * number
            x = canvas.text(1, y, name)
            if starred:
                canvas.text(x + 3, y, "★")
            canvas.text_right(WIDTH - 1, y, value)

    def words(self) -> Iterator[Text]:
        yield self.title
        if self.corner:
            yield self.corner
        for name, starred, value in self.lines:
            yield say("{key}: {answer}", key=name, answer=value)
            if starred:
                yield say("{name} has won", name=name)


_SPELLING_TOP = 21


@dataclass(frozen=True, kw_only=True)
class SpellingScreen(Screen):
    """The name so far, and the letters, or groups of letters, on the petal keys."""

    title: Text
    name: str
    choices: tuple[str, ...]

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title)
        canvas.text(1, 12, f"{self.name}_")
        columns = 2 if len(self.choices[0]) > 1 else 5
        for number, choice in enumerate(self.choices, start=1):
            line, column = divmod(number - 1, columns)
            x, y = column * (WIDTH // columns), _SPELLING_TOP + 2 + 10 * line
            canvas.petal_number(x, y, number)
            canvas.text(x + 10, y, shown(choice))

    def words(self) -> Iterator[Text]:
        yield self.title
        yield self.name
        for number, choice in enumerate(self.choices, start=1):
            yield say("{key}: {answer}", key=number, answer=shown(choice))


def shown(letters: str) -> str:
    return letters.replace(" ", "·")


_WIDEST_INITIALS = 11


def initials_of(names: tuple[str, ...]) -> list[str]:
    """Two capitals for each name that tell it from the others, where two can."""
    capitals = [name.upper() for name in names]
    found: list[str] = []
    for seat, name in enumerate(capitals):
        others = capitals[:seat] + capitals[seat + 1 :]
        found.append(_initials(name, others, found))
    return found


def _initials(name: str, others: list[str], taken: list[str]) -> str:
    if name[-1].isdigit():
        return name[0] + name[-1]  # Player 3
    pairs = [(at, name[0] + name[at]) for at in range(1, len(name)) if _fits(name[0] + name[at])]
    free = [(at, pair) for at, pair in pairs if pair not in taken]
    for at, pair in free:
        if all(other[:1] + other[at : at + 1] != pair for other in others):
            return pair
    return (free or pairs or [(0, name[0])])[0][1]


def _fits(initials: str) -> bool:
    return capitals_image(initials).width <= _WIDEST_INITIALS
