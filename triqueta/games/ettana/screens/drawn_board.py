"""The whole board as pages draw it: threads in colours with marks, numbers, and needles.

A needle stands on a space, whose number stays to be read; a flag says whose it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from triqueta.games.ettana.rules import TableView, spaces, threads
from triqueta.games.ettana.rules.spaces import SPACES, Space
from triqueta.games.ettana.rules.threads import OCTAGONS, Octagon, Thread
from triqueta.games.ettana.screens.board_words import octagon_in_words, space_in_words
from triqueta.games.ettana.screens.colours import COLOURS, INK
from triqueta.games.ettana.screens.names_of_things import FACE_NAMES
from triqueta.games.ettana.words import say
from triqueta.screens.large_board import (
    BoardField,
    BoardLabel,
    BoardMark,
    LargeBoard,
    LegendLine,
    Paint,
)

_EIGHT_CORNERS = 0.29
_ON_ITS_POINT = 0.5
_SPACE = 0.62  # as wide as octagons leave room for, in octagons

MARKS: dict[Thread, BoardMark] = {
    "G": BoardMark.PLUS,
    "R": BoardMark.DISC,
    "Y": BoardMark.CROSS,
    "B": BoardMark.BARS,
    "V": BoardMark.CIRCLE,
}
"""The same as on the screens of stations."""

_THREADS = {
    thread: Paint(COLOURS[thread], cut=_EIGHT_CORNERS, marks=(mark,))
    for thread, mark in MARKS.items()
}
_LOOM = Paint("#eee4cc", cut=_EIGHT_CORNERS)
_NUMBER_COLOUR = "#ffffff"
_LABELS = (
    *(BoardLabel(x, -0.75, name) for x, name in enumerate(threads.COLUMNS)),
    *(BoardLabel(-0.75, y, name) for y, name in enumerate(threads.ROWS)),
    *(BoardLabel(x + 0.5, threads.SIDE - 0.25, name) for x, name in enumerate(spaces.COLUMNS)),
    *(BoardLabel(threads.SIDE - 0.25, y + 0.5, name) for y, name in enumerate(spaces.ROWS)),
)
_THREAD_LINES = tuple(LegendLine(FACE_NAMES[thread], _LOOM, _THREADS[thread]) for thread in MARKS)


def drawn_board(view: TableView) -> LargeBoard:
    """With no cursor yet."""
    flags = flags_of([player.name for player in view.players])
    needles = {
        player.needle: (player.name, flag)
        for player, flag in zip(view.players, flags, strict=True)
        if player.needle
    }
    octagons = (_octagon(octagon, view.threads[octagon]) for octagon in OCTAGONS)
    between = (_space(space, view.numbers[space], needles) for space in SPACES)
    legend = (*_THREAD_LINES, *_needle_lines(needles))
    return LargeBoard(say("The board"), (*octagons, *between), _LABELS, legend)


def flags_of(names: Sequence[str]) -> list[str]:
    """The first letters of the names; the numbers of the players where those are not enough."""
    letters = [name[:1].upper() for name in names]
    if len(set(letters)) == len(names) and all(letter.isalpha() for letter in letters):
        return letters
    return [str(number) for number in range(1, len(names) + 1)]


def _octagon(octagon: Octagon, thread: Thread) -> BoardField:
    x, y = threads.COLUMNS.index(octagon[0]), threads.ROWS.index(octagon[1])
    return BoardField(octagon, x, y, octagon_in_words(octagon, thread), _LOOM, _THREADS[thread])


def _space(space: Space, number: int, needles: Mapping[Space, tuple[str, str]]) -> BoardField:
    x, y = spaces.COLUMNS.index(space[0]), spaces.ROWS.index(space[1])
    owner, flag = needles.get(space, (None, ""))
    ground = _needle(str(number), flag) if flag else _number(str(number))
    words = space_in_words(space, number, owner)
    return BoardField(space, x + 0.5, y + 0.5, words, ground, size=_SPACE)


def _number(text: str) -> Paint:
    return Paint(_NUMBER_COLOUR, text, _ON_ITS_POINT)


def _needle(text: str, flag: str) -> Paint:
    return Paint(INK, text, _ON_ITS_POINT, flag=flag)


def _needle_lines(needles: Mapping[Space, tuple[str, str]]) -> Iterator[LegendLine]:
    for name, flag in needles.values():
        yield LegendLine(name, _needle("", flag))
