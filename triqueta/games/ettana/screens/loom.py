"""The board as screens draw it: 25 marks, a number between each four, needles around numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from PIL import ImageChops

from triqueta.games.ettana.rules.spaces import ROWS as SPACE_ROWS
from triqueta.games.ettana.rules.spaces import SIDE as SPACES_SIDE
from triqueta.games.ettana.rules.spaces import SPACES, Path, Space
from triqueta.games.ettana.rules.threads import OCTAGONS, ROWS, SIDE, Octagon, Thread
from triqueta.games.ettana.rules.views import TableView
from triqueta.games.ettana.screens.art import MARK, needle_image, thread_mark
from triqueta.games.ettana.words import say
from triqueta.screens.canvas import CONTENT_BOTTOM, WIDTH, Canvas
from triqueta.screens.phrases import Text

_ACROSS, _DOWN = 12, 11  # from mark to mark
_LEFT, _TOP = 1, 2
_NUMBER = (7, 5)  # from the mark above it, at its left
_DIVIDER = 56
PANEL = 59
"""Where what stands beside the board begins."""
PANEL_WIDTH = WIDTH - PANEL


@dataclass(frozen=True, slots=True)
class Loom:
    """What lies where: threads and numbers row by row, and each seat's needle."""

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

    def with_needle(self, seat: int, space: Space) -> Loom:
        needles = (*self.needles[:seat], space, *self.needles[seat + 1 :])
        return replace(self, needles=needles)

    def needle_on(self, space: Space) -> int | None:
        """Whose it is."""
        return self.needles.index(space) if space in self.needles else None


def _put(row: str, at: int, letter: str) -> str:
    return row[:at] + letter + row[at + 1 :]


@dataclass(frozen=True, slots=True)
class Pointed:
    """What somebody points at: octagons, or a space and the way there, from where it begins."""

    octagons: tuple[Octagon, ...] = ()
    space: Space | None = None
    way: Path = ()

    @property
    def fields(self) -> tuple[str, ...]:
        """Their names, as the large board of pages has them."""
        return self.octagons if self.space is None else (*self.octagons, self.space)


NOWHERE = Pointed()


def draw_loom(canvas: Canvas, loom: Loom, pointed: Pointed = NOWHERE) -> None:
    """At the left of a screen, with the line that divides it from what stands beside it."""
    canvas.once(_draw_board, (loom, pointed))


def _draw_board(canvas: Canvas, shown: tuple[Loom, Pointed]) -> None:
    loom, pointed = shown
    for at, thread in enumerate(loom.threads):
        mark = thread_mark(thread)
        x, y = _at(at, SIDE)
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
    """Around a number: an octagon, as no needle is."""
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
    """Between two numbers, the one at the left or above first."""
    x, y = one
    if y == other[1]:
        canvas.line(x + 4, y + 2, other[0] - 2, y + 2)
    else:
        canvas.line(x + 1, y + 6, x + 1, other[1] - 2)


def _at(place: int, side: int) -> tuple[int, int]:
    row, column = divmod(place, side)
    return _LEFT + _ACROSS * column, _TOP + _DOWN * row


def _number_at(space: Space) -> tuple[int, int]:
    x, y = _at(SPACES.index(space), SPACES_SIDE)
    return x + _NUMBER[0], y + _NUMBER[1]


def loom_in_words(loom: Loom, names: tuple[str, ...]) -> Iterator[Text]:
    """Threads by their letters, numbers, and whose needle is where."""
    for at, row in enumerate(ROWS):
        threads = " ".join(loom.threads[at * SIDE : (at + 1) * SIDE])
        yield say("threads of row {row}: {threads}", row=row, threads=threads)
    for at, row in enumerate(SPACE_ROWS):
        numbers = " ".join(loom.numbers[at * SPACES_SIDE : (at + 1) * SPACES_SIDE])
        yield say("numbers of row {row}: {numbers}", row=row, numbers=numbers)
    for name, space in zip(names, loom.needles, strict=True):
        if space is not None:
            yield say("{name}'s needle: {space}", name=name, space=space)
