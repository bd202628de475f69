"""Screens with lists: rankings, names, letters to spell with, the coach's moves.

This is a separate module to keep `screen` small, which must load before the first picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from triqueta.screens.art import capitals_image
from triqueta.screens.canvas import CONTENT_BOTTOM, WIDTH, Canvas
from triqueta.screens.phrases import Text, say
from triqueta.screens.screen import Screen
from triqueta.screens.station import PETALS

_RANKING_TOP = 12


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player's line in a ranking, with the points as drawn and the whole line in words."""

    name: str
    points: Text
    in_words: Text
    has_won: bool


@dataclass(frozen=True, kw_only=True)
class RankingScreen(Screen):
    """A ranking of all players by points, with a star for each winner."""

    title: Text
    lines: tuple[Ranked, ...]

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title)
        pitch = min(10, 41 // len(self.lines))
        for number, line in enumerate(self.lines):
            y = _RANKING_TOP + pitch * number
            canvas.petal_number(0, y, number + 1, pitch)
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
                yield say("{name} won", name=line.name)


def points_ranking(title: Text, names: Sequence[str], points: Sequence[int]) -> RankingScreen:
    """Return the ranking of a game in which only the points decide who wins."""
    best_first = sorted(zip(points, names, strict=True), reverse=True)
    lines = (Ranked(who, str(n), f"{who}: {n}", n == max(points)) for n, who in best_first)
    return RankingScreen(title=title, lines=tuple(lines))


_LIST_TOP = 12


@dataclass(frozen=True, kw_only=True)
class NamesScreen(Screen):
    """A list of up to five lines: a name, a star for winners, and a value at the right."""

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
                yield say("{name} won", name=name)


_SPELLING_TOP = 21


@dataclass(frozen=True, kw_only=True)
class SpellingScreen(Screen):
    """A screen to spell a name, with a letter or a group of letters on each petal key."""

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


Option: TypeAlias = tuple[Text, Text]
"""A move that the coach suggests, and its points."""

_ADVICE_TOP = 12
_ADVICE_PITCH = 10
_REASON_INDENT = 11


def _draw_option(canvas: Canvas, x: int, y: int, option: Option) -> None:
    label, points = option
    width = canvas.width_of(points)
    canvas.text(x, y, label, width=WIDTH - 3 - x - width)
    canvas.text_right(WIDTH - 1, y, points)


def _draw_reason(canvas: Canvas, y: int, reason: Text) -> int:
    """Draw a reason, indented unless it is too long; return its number of lines."""
    indent = _REASON_INDENT
    if len(canvas.wrapped(reason, WIDTH - indent - 1)) > 2:
        indent = 2
    width = WIDTH - indent - 1
    below = canvas.paragraph(indent, y, reason, width=width, pitch=_ADVICE_PITCH)
    if not _has_room(below - _ADVICE_PITCH):
        canvas.overflow.append(canvas.said(reason))
    return (below - y) // _ADVICE_PITCH


def _has_room(y: int) -> bool:
    return y + 7 <= CONTENT_BOTTOM


def _in_words(option: Option) -> Text:
    label, points = option
    return say("{choice}: {points}", choice=label, points=points)


_COLUMN = 63


@dataclass(frozen=True, kw_only=True)
class HintScreen(Screen):
    """A hint of the coach: a move with its reason, and other moves as a list.

    A star marks the best move. `number` is that of the first option: each of the others has the
    petal key that shows its reason.
    """

    title: Text
    corner: Text
    options: tuple[Option, ...]
    reason: Text
    number: int = 1

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title, self.corner)
        first, *others = self.options
        if self.number == 1:
            canvas.text(1, _ADVICE_TOP, "★")
        else:
            canvas.petal_number(1, _ADVICE_TOP, self.number)
        _draw_option(canvas, _REASON_INDENT, _ADVICE_TOP, first)
        lines = _draw_reason(canvas, _ADVICE_TOP + _ADVICE_PITCH, self.reason)
        top = _ADVICE_TOP + _ADVICE_PITCH * (1 + lines) + 1
        _draw_others(canvas, top, self.number + 1, others)

    def words(self) -> Iterator[Text]:
        yield self.title
        yield self.corner
        first, *others = self.options
        yield _in_words(first)
        yield self.reason
        for number, option in enumerate(others, start=self.number + 1):
            yield say("{key}: {answer}", key=number, answer=_in_words(option))


def _draw_others(canvas: Canvas, y: int, number: int, options: Sequence[Option]) -> None:
    """Draw options with their petal keys, in two columns if they are short enough for that."""
    short = all(_short_width(canvas, option) <= _COLUMN for option in options)
    columns = 2 if short and len(options) > 1 else 1
    for place, (label, points) in enumerate(options):
        line, column = divmod(place, columns)
        if number + place > PETALS or not _has_room(y + _ADVICE_PITCH * line):
            return
        left, right = _COLUMN * column + column, _COLUMN * (column + 1) if columns == 2 else WIDTH
        top = y + _ADVICE_PITCH * line
        canvas.petal_number(left, top, number + place)
        room = right - left - 10 - canvas.width_of(points) - 3
        canvas.text(left + 9, top, label, width=room)
        canvas.text_right(right - 1, top, points)


def _short_width(canvas: Canvas, option: Option) -> int:
    label, points = option
    return 9 + canvas.width_of(label) + 4 + canvas.width_of(points) + 1


@dataclass(frozen=True, kw_only=True)
class CostlyDecisionScreen(Screen):
    """A move that cost its player points: when it was played, and a better move.

    The picture has the reason only if it fits on one line; the text always has it.
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
            _draw_option(canvas, 1, _ADVICE_TOP + _ADVICE_PITCH * number, option)
        if len(canvas.wrapped(self.reason, WIDTH - _REASON_INDENT - 1)) == 1:
            _draw_reason(canvas, _ADVICE_TOP + 3 * _ADVICE_PITCH, self.reason)

    def words(self) -> Iterator[Text]:
        yield self.title
        yield self.corner
        yield self.moment
        yield _in_words(self.chosen)
        yield say("better: {choice}", choice=_in_words(self.better))
        yield self.reason
        yield say("lost: {points}", points=self.lost)


_WIDEST_INITIALS = 11


def initials_of(names: tuple[str, ...]) -> list[str]:
    """Return two capitals for each name, distinct where possible."""
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
