"""Screens with the cards in a hand, and questions with a drawing beside each answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from PIL import Image

from triqueta.games.ettana.names import CARD_NAMES
from triqueta.games.ettana.rules.patterns import ANY, Weave
from triqueta.games.ettana.rules.setup import Action
from triqueta.games.ettana.rules.views import SeatView
from triqueta.games.ettana.screens.art import action_icon, sign, thread_mark
from triqueta.games.ettana.words import say, say_n
from triqueta.screens.canvas import WIDTH, Canvas
from triqueta.screens.phrases import Text
from triqueta.screens.phrases import say as say_core
from triqueta.screens.screen import Screen

_SIDE = 5
_SMALL, _LARGE = 3, 8  # pixels from cell to cell of a pattern
_SMALL_PITCH = 16
_MOST_SMALL = 8
_ICON_TOP, _SMALL_TOP = 12, 27
_LARGE_LEFT, _LARGE_TOP = 3, 12
_TEXT_LEFT = 48
# Each letter has its own fill: solid, a frame, a slash and so on. Small cells have four pixels.
_LARGE_CELLS = (
    ("#######",) * 7,
    ("#######", *("#.....#",) * 5, "#######"),
    ("......#", ".....#.", "....#..", "...#...", "..#....", ".#.....", "#......"),
    ("#.#.#.#", ".......", "#.#.#.#", ".......", "#.#.#.#", ".......", "#.#.#.#"),
    (".......", "..###..", ".#...#.", ".#...#.", ".#...#.", "..###..", "......."),
)
_SMALL_CELLS = (("##", "##"), (".#", "#."), ("#.", "#."), ("##", ".."), ("..", ".#"))
_ANY_LARGE, _ANY_SMALL = (*(".......",) * 3, "...#...", *(".......",) * 3), ("..", "..")


@dataclass(frozen=True, slots=True)
class HeldPattern:
    """A pattern card in a player's hand, and whether its pattern is on the board."""

    card: int
    annas: int
    rows: tuple[str, ...]
    lies: bool


def held_patterns(view: SeatView) -> tuple[HeldPattern, ...]:
    """Return the pattern cards in a seat's hand. Show them only to that seat."""
    weave, deck = Weave(view.table.threads), view.table.deck
    return tuple(
        HeldPattern(card, deck[card].annas, deck[card].rows, weave.has(deck[card]))
        for card in view.patterns
    )


@cache
def pattern_image(rows: tuple[str, ...], *, large: bool) -> Image.Image:
    """Return a drawing of a pattern, centred in five by five cells; equal letters look equal."""
    pitch = _LARGE if large else _SMALL
    cells, any_cell = (_LARGE_CELLS, _ANY_LARGE) if large else (_SMALL_CELLS, _ANY_SMALL)
    size = _SIDE * pitch - 1
    image = Image.new("1", (size, size))
    letters = [*dict.fromkeys("".join(rows).replace(ANY, ""))]
    left, top = (size - len(rows[0]) * pitch + 1) // 2, (size - len(rows) * pitch + 1) // 2
    for down, row in enumerate(rows):
        for right, letter in enumerate(row):
            cell = any_cell if letter == ANY else cells[letters.index(letter)]
            for y, line in enumerate(cell):
                for x, pixel in enumerate(line):
                    at = (left + pitch * right + x, top + pitch * down + y)
                    image.putpixel(at, int(pixel == "#"))
    return image


@dataclass(frozen=True, kw_only=True)
class HandScreen(Screen):
    """The cards in a player's hand; a star marks each pattern that is on the board."""

    title: Text
    actions: tuple[Action, ...]
    patterns: tuple[HeldPattern, ...]

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title)
        for number, (action, count) in enumerate(counted(self.actions).items()):
            x = 1 + 11 * number
            canvas.stamp(x, _ICON_TOP, action_icon(action))
            if count > 1:
                canvas.digits(x + 3, _ICON_TOP + 10, count)
        if not self.actions:
            canvas.text(1, _ICON_TOP + 1, say("No action cards"))
        for number, pattern in enumerate(self._shown):
            x = 1 + _SMALL_PITCH * number
            canvas.stamp(x, _SMALL_TOP + 2, pattern_image(pattern.rows, large=False))
            canvas.digits(x + 2, _SMALL_TOP + 19, pattern.annas)
            if pattern.lies:
                canvas.stamp(x + 7, _SMALL_TOP + 19, sign("anna"))
        if len(self.patterns) > len(self._shown):
            canvas.text(1 + _SMALL_PITCH * (_MOST_SMALL - 1), _SMALL_TOP + 6, "...")
        if not self.patterns:
            canvas.text(1, _SMALL_TOP + 6, say("No pattern cards"))

    @property
    def _shown(self) -> tuple[HeldPattern, ...]:
        """The patterns that fit. If not all of them fit, dots take the place of the last one."""
        fit = _MOST_SMALL if len(self.patterns) <= _MOST_SMALL else _MOST_SMALL - 1
        return self.patterns[:fit]

    def words(self) -> Iterator[Text]:
        yield self.title
        if not self.actions:
            yield say("No action cards")
        for action, count in counted(self.actions).items():
            name = CARD_NAMES[action]
            yield name if count == 1 else say("{name} x {count}", name=name, count=count)
        if not self.patterns:
            yield say("No pattern cards")
        for pattern in self.patterns:
            yield from pattern_in_words(pattern)


def counted(actions: tuple[Action, ...]) -> dict[Action, int]:
    """Return the number of cards of each action, in the order of `Action`."""
    return {action: actions.count(action) for action in Action if action in actions}


@dataclass(frozen=True, kw_only=True)
class PatternScreen(Screen):
    """A large pattern, its annas, and whether it is on the board."""

    title: Text
    corner: Text
    pattern: HeldPattern

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title, self.corner)
        canvas.stamp(_LARGE_LEFT, _LARGE_TOP, pattern_image(self.pattern.rows, large=True))
        y = _LARGE_TOP + 2
        for line in (worth(self.pattern), where_it_lies(self.pattern)):
            y = canvas.paragraph(_TEXT_LEFT, y, line, width=WIDTH - _TEXT_LEFT) + 3

    def words(self) -> Iterator[Text]:
        yield self.title
        yield self.corner
        yield from pattern_in_words(self.pattern)


def pattern_in_words(pattern: HeldPattern) -> Iterator[Text]:
    yield say("Pattern {rows}", rows=" / ".join(pattern.rows))
    yield worth(pattern)
    yield where_it_lies(pattern)


def worth(pattern: HeldPattern) -> Text:
    return say_n("Worth {n} anna", "Worth {n} annas", pattern.annas)


def where_it_lies(pattern: HeldPattern) -> Text:
    return say("It's on the board!") if pattern.lies else say("Not on the board")


_TOP = 11
_PITCHES = (10, 8)  # pixels from line to line, for up to four lines and for more


@dataclass(frozen=True, slots=True)
class MarkedAnswer:
    """An answer, its petal key, and the thread mark or the action icon drawn beside it."""

    petal: int
    label: Text
    mark: str = ""
    icon: str = ""


@dataclass(frozen=True, kw_only=True)
class MarkedQuestion(Screen):
    title: Text
    answers: tuple[MarkedAnswer, ...]

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title)
        pitch = _PITCHES[len(self.answers) > 4]
        for number, answer in enumerate(self.answers):
            y = _TOP + pitch * number
            canvas.petal_number(0, y, answer.petal, pitch)
            if answer.mark:
                canvas.stamp(11, y + 1, thread_mark(answer.mark))
            if answer.icon:
                canvas.stamp(9, y - 1, action_icon(answer.icon))
            canvas.text(21, y, answer.label)

    def words(self) -> Iterator[Text]:
        yield self.title
        for answer in self.answers:
            yield say_core("{key}: {answer}", key=answer.petal, answer=answer.label)
