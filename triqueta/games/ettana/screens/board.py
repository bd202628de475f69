"""Screens with the board: while a player points at it, and with the dice and the players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from PIL import ImageChops

from triqueta.games.ettana.names import FACE_NAMES
from triqueta.games.ettana.rules.board import (
    OCTAGON_ROWS,
    OCTAGONS,
    OCTAGONS_IN_A_ROW,
    SPACE_ROWS,
    SPACES,
    SPACES_IN_A_ROW,
    Octagon,
    Path,
    Space,
    Thread,
)
from triqueta.games.ettana.rules.views import PlayerView, TableView
from triqueta.games.ettana.screens.art import MARK, badge, needle_image, sign, thread_mark
from triqueta.games.ettana.words import say
from triqueta.screens import art
from triqueta.screens.canvas import CONTENT_BOTTOM, WIDTH, Canvas
from triqueta.screens.lists import initials_of
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen

_ACROSS, _DOWN = 12, 11  # pixels from mark to mark
_LEFT, _TOP = 1, 2
_NUMBER = (7, 5)  # the offset of a number from the mark above it and to its left
_DIVIDER = 56
PANEL = 59
"""The left edge of the panel beside the board."""
PANEL_WIDTH = WIDTH - PANEL


@dataclass(frozen=True, slots=True)
class Loom:
    """The contents of the board: threads and numbers row by row, and each seat's needle."""

    threads: str
    numbers: str
    needles: tuple[Space | None, ...]

    @classmethod
    def of(cls, view: TableView) -> Loom:
        return cls(
            threads="".join(view.threads[octagon] for octagon in OCTAGONS),
            numbers="".join(str(view.numbers[space]) for space in SPACES),
            needles=tuple(player.needle for player in view.players),
        )

    def thread_on(self, octagon: Octagon) -> Thread:
        return self.threads[OCTAGONS.index(octagon)]

    def with_thread(self, octagon: Octagon, thread: Thread) -> Loom:
        return replace(self, threads=_put(self.threads, OCTAGONS.index(octagon), thread))

    def swapped(self, one: Octagon, other: Octagon) -> Loom:
        first, second = self.thread_on(one), self.thread_on(other)
        return self.with_thread(one, second).with_thread(other, first)

    def number_on(self, space: Space) -> int:
        return int(self.numbers[SPACES.index(space)])

    def with_number(self, space: Space, number: int) -> Loom:
        return replace(self, numbers=_put(self.numbers, SPACES.index(space), str(number)))

    def needle_on(self, space: Space) -> int | None:
        """Return the seat whose needle is on a space, or None."""
        return self.needles.index(space) if space in self.needles else None


def _put(row: str, at: int, letter: str) -> str:
    return row[:at] + letter + row[at + 1 :]


@dataclass(frozen=True, slots=True)
class Pointed:
    """The fields a player points at: octagons, or a space with the path to it from its start."""

    octagons: tuple[Octagon, ...] = ()
    space: Space | None = None
    way: Path = ()

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of these fields on the large board."""
        return self.octagons if self.space is None else (*self.octagons, self.space)


NOWHERE = Pointed()


def draw_loom(canvas: Canvas, loom: Loom, pointed: Pointed = NOWHERE) -> None:
    """Draw the board at the left of a screen, with the line that divides it from the panel."""
    canvas.once(_draw_board, (loom, pointed))


def _draw_board(canvas: Canvas, shown: tuple[Loom, Pointed]) -> None:
    loom, pointed = shown
    for at, thread in enumerate(loom.threads):
        mark = thread_mark(thread)
        x, y = _at(at, OCTAGONS_IN_A_ROW)
        if OCTAGONS[at] in pointed.octagons:
            canvas.box(x - 1, y - 1, x + MARK + 1, y + MARK + 1)
            mark = ImageChops.invert(mark)
        canvas.stamp(x, y, mark)
    for before, after in zip(pointed.way, pointed.way[1:], strict=False):
        _draw_step(canvas, *sorted((_number_at(before), _number_at(after))))
    for space in SPACES:
        _draw_space(canvas, loom, space, pointed=space == pointed.space)
    canvas.line(_DIVIDER, 0, _DIVIDER, CONTENT_BOTTOM - 1)


def _draw_space(canvas: Canvas, loom: Loom, space: Space, *, pointed: bool) -> None:
    x, y = _number_at(space)
    seat, number = loom.needle_on(space), loom.number_on(space)
    if pointed:
        _draw_ring(canvas, x, y)
    elif seat is not None:
        canvas.stamp(x - 2, y - 2, needle_image(seat, number))
        return
    canvas.digits(x, y, number)


def _draw_ring(canvas: Canvas, x: int, y: int) -> None:
    """Draw a cursor around a number: an octagon, which looks unlike any needle."""
    left, top, right, bottom = x - 2, y - 2, x + 4, y + 6
    for row in (top, bottom):
        canvas.line(left + 2, row, right - 2, row)
    for column in (left, right):
        canvas.line(column, top + 2, column, bottom - 2)
    for corner in ((left + 1, top + 1), (right - 1, top + 1)):
        canvas.dot(*corner)
    for corner in ((left + 1, bottom - 1), (right - 1, bottom - 1)):
        canvas.dot(*corner)


def _draw_step(canvas: Canvas, one: tuple[int, int], other: tuple[int, int]) -> None:
    """Draw a line between two numbers; `one` is left of the other or above it."""
    x, y = one
    if y == other[1]:
        canvas.line(x + 4, y + 2, other[0] - 2, y + 2)
    else:
        canvas.line(x + 1, y + 6, x + 1, other[1] - 2)


def _at(index: int, side: int) -> tuple[int, int]:
    row, column = divmod(index, side)
    return _LEFT + _ACROSS * column, _TOP + _DOWN * row


def _number_at(space: Space) -> tuple[int, int]:
    x, y = _at(SPACES.index(space), SPACES_IN_A_ROW)
    return x + _NUMBER[0], y + _NUMBER[1]


def loom_in_words(loom: Loom, names: tuple[str, ...]) -> Iterator[Text]:
    """Yield the board in words: threads by letter, numbers, and each player's needle."""
    for at, row in enumerate(OCTAGON_ROWS):
        threads = " ".join(loom.threads[at * OCTAGONS_IN_A_ROW : (at + 1) * OCTAGONS_IN_A_ROW])
        yield say("threads of row {row}: {threads}", row=row, threads=threads)
    for at, row in enumerate(SPACE_ROWS):
        numbers = " ".join(loom.numbers[at * SPACES_IN_A_ROW : (at + 1) * SPACES_IN_A_ROW])
        yield say("numbers of row {row}: {numbers}", row=row, numbers=numbers)
    for name, space in zip(names, loom.needles, strict=True):
        if space is not None:
            yield say("{name}'s needle: {space}", name=name, space=space)


_LINES_TOP = 12
_PITCHES = (9, 8)  # pixels from line to line, for up to four lines and for more


@dataclass(frozen=True, kw_only=True)
class PointingScreen(Screen):
    """A preview of the board while a player points at it.

    `lines` say what changes and what it costs.
    """

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
            canvas.text(PANEL, _LINES_TOP + pitch * number, line)
        if _LINES_TOP + pitch * (len(wrapped) - 1) + 7 > CONTENT_BOTTOM:
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


_DIE_TOP = 11
_COUNTS = (PANEL + 24, PANEL + 39, PANEL + 54)  # tokens, annas, cards
_SIGNS = ("token", "anna", "card")
# By the number of players: the size of a die, the top of the first player's line, the line pitch.
_LINES = {2: (11, 29, 12), 3: (11, 25, 9), 4: (9, 21, 8)}


@dataclass(frozen=True, slots=True)
class Counts:
    """The public counts of a player's tokens, annas and cards."""

    name: str
    tokens: int
    annas: int
    actions: int
    patterns: int

    @classmethod
    def of(cls, player: PlayerView) -> Counts:
        return cls(player.name, player.tokens, player.annas, player.actions, player.patterns)


@dataclass(frozen=True, slots=True)
class Dice:
    """The faces of the dice; empty before a roll."""

    colour: str = ""
    number: int = 0


@dataclass(frozen=True, kw_only=True)
class TurnScreen(Screen):
    """The board, the player to act, the dice with a prompt, and all players' counts."""

    name: str
    prompt: Text
    dice: Dice
    players: tuple[Counts, ...]
    loom: Loom

    def draw(self, canvas: Canvas) -> None:
        draw_loom(canvas, self.loom)
        draw_panel_title(canvas, self.name)
        size, top, pitch = _LINES[len(self.players)]
        _draw_dice(canvas, self.dice, size)
        x, y = PANEL + 2 * size + 5, _DIE_TOP + (size - art.CAPITAL_HEIGHT) // 2
        canvas.text(x, y, self.prompt)
        initials = initials_of(tuple(player.name for player in self.players))
        for seat, player in enumerate(self.players):
            y = top + pitch * seat
            canvas.stamp(PANEL, y, badge(seat))
            canvas.capitals(PANEL + 10, y, initials[seat])
            _draw_counts(canvas, y, player)

    def words(self) -> Iterator[Text]:
        yield self.name
        yield self.prompt
        if self.dice.colour:
            yield say("colour die: {colour}", colour=FACE_NAMES[self.dice.colour])
        if self.dice.number:
            yield say("number die: {number}", number=self.dice.number)
        yield from map(counts_in_words, self.players)
        yield from loom_in_words(self.loom, tuple(player.name for player in self.players))


def draw_panel_title(canvas: Canvas, title: Text) -> None:
    """Draw the title of the panel, dark on lit."""
    canvas.box(PANEL - 1, 0, WIDTH, art.CELL_HEIGHT)
    canvas.text(PANEL + 1, 1, title, width=PANEL_WIDTH - 2, lit=False)
    if canvas.unsaved:  # this sign is rare, so it can cover the end of a long title
        canvas.box(WIDTH - 10, 0, WIDTH, art.CELL_HEIGHT, lit=False)
        canvas.stamp(WIDTH - 9, 0, art.sign("unsaved"))


def _draw_dice(canvas: Canvas, dice: Dice, size: int) -> None:
    for x in (PANEL, PANEL + size + 2):
        canvas.frame(x, _DIE_TOP, x + size, _DIE_TOP + size)
    inner = (size - MARK) // 2
    if dice.colour:
        canvas.stamp(PANEL + inner, _DIE_TOP + inner, thread_mark(dice.colour))
    if dice.number:
        canvas.digits(PANEL + size + 2 + inner + 1, _DIE_TOP + inner, dice.number)


def _draw_counts(canvas: Canvas, y: int, player: Counts) -> None:
    counts = (player.tokens, player.annas, player.actions + player.patterns)
    for x, name, count in zip(_COUNTS, _SIGNS, counts, strict=True):
        image = sign(name)
        canvas.stamp(x, y + 1, image)
        canvas.digits(x + image.width + 1, y + 1, count)


def counts_in_words(player: Counts) -> Text:
    return say(
        "{name}: tokens {tokens}, annas {annas}, action cards {actions}, patterns {patterns}",
        name=player.name,
        tokens=player.tokens,
        annas=player.annas,
        actions=player.actions,
        patterns=player.patterns,
    )
