"""The large board in colour for web pages, and drawings of threads, numbers and patterns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from PIL import Image, ImageDraw

from triqueta.games.ettana.names import ANNA, FACE_NAMES, octagon_in_words, space_in_words
from triqueta.games.ettana.rules import TableView
from triqueta.games.ettana.rules.board import (
    BLACK,
    NUMBERS,
    OCTAGON_COLUMNS,
    OCTAGON_ROWS,
    OCTAGONS,
    OCTAGONS_IN_A_ROW,
    SPACE_COLUMNS,
    SPACE_ROWS,
    SPACES,
    Octagon,
    Space,
    Thread,
)
from triqueta.games.ettana.rules.patterns import ANY
from triqueta.games.ettana.screens.art import sign, thread_mark
from triqueta.games.ettana.screens.cards import pattern_image
from triqueta.games.ettana.words import say
from triqueta.screens.art import digits_image
from triqueta.screens.board import BoardField, BoardLabel, BoardMark, LargeBoard, LegendLine, Paint

INK = "#2b2622"
COLOURS = {
    "G": "#2e7d32",
    "R": "#c62828",
    "Y": "#f9d648",
    "B": "#1565c0",
    "V": "#7b3fa0",
    BLACK: INK,
}
"""The colours of the threads, and of the black face of the colour die."""

_SIZE = 9
_SPOOL = 11  # the diameter of a spool of thread, drawn around its mark
_PALE = "#ffffff"
_AROUND = 10  # the margin of a pattern, because pages crop drawings to a circle
_LEAST = 33  # the smallest size, so that pages don't enlarge small patterns
_PATTERN = re.compile(rf"pattern((?:-[A-Z_]{{1,{OCTAGONS_IN_A_ROW}}}){{1,{OCTAGONS_IN_A_ROW}}})")


def in_colour(name: str) -> Image.Image | None:
    """Return a drawing by its name, centred and on a transparent ground; None if unknown."""
    if name in COLOURS:
        return _thread(name)
    if name in map(str, NUMBERS):
        return _middle(digits_image(name), INK, _SIZE)
    if name == ANNA:
        return _middle(sign(name), INK, _SIZE)
    pattern = _PATTERN.fullmatch(name)
    if pattern is None:
        return None
    return _drawn_pattern(tuple(pattern[1].replace("_", ANY)[1:].split("-")))


def _thread(name: str) -> Image.Image:
    """Return a thread's mark, pale or dark, on a disc of its colour."""
    spool = Image.new("RGBA", (_SPOOL, _SPOOL))
    ImageDraw.Draw(spool).ellipse((0, 0, _SPOOL - 1, _SPOOL - 1), fill=COLOURS[name])
    mark = _middle(thread_mark(name), INK if name == "Y" else _PALE, _SPOOL)
    return Image.alpha_composite(spool, mark)


def _middle(drawing: Image.Image, colour: str, size: int) -> Image.Image:
    image = Image.new("RGBA", (size, size))
    image.paste(colour, ((size - drawing.width) // 2, (size - drawing.height) // 2), drawing)
    return image


def _drawn_pattern(rows: tuple[str, ...]) -> Image.Image | None:
    letters = {*"".join(rows)} - {ANY}
    if len({*map(len, rows)}) > 1 or len(letters) > len(COLOURS) - 1:
        return None
    whole = pattern_image(rows, large=True)
    drawing = whole.crop(whole.getbbox())
    return _middle(drawing, INK, max(_LEAST, max(drawing.size) + _AROUND))


_EIGHT_CORNERS = 0.29
_ON_ITS_POINT = 0.5
_SPACE = 0.62  # the size of a space, relative to an octagon: as much as fits between octagons

MARKS: dict[Thread, BoardMark] = {
    "G": BoardMark.PLUS,
    "R": BoardMark.DISC,
    "Y": BoardMark.CROSS,
    "B": BoardMark.BARS,
    "V": BoardMark.CIRCLE,
}
"""The marks of the threads, the same as on the screens of stations."""

_THREADS = {
    thread: Paint(COLOURS[thread], cut=_EIGHT_CORNERS, marks=(mark,))
    for thread, mark in MARKS.items()
}
_LOOM = Paint("#eee4cc", cut=_EIGHT_CORNERS)
_NUMBER_COLOUR = "#ffffff"
_LABELS = (
    *(BoardLabel(x, -0.75, name) for x, name in enumerate(OCTAGON_COLUMNS)),
    *(BoardLabel(-0.75, y, name) for y, name in enumerate(OCTAGON_ROWS)),
    *(BoardLabel(x + 0.5, OCTAGONS_IN_A_ROW - 0.25, name) for x, name in enumerate(SPACE_COLUMNS)),
    *(BoardLabel(OCTAGONS_IN_A_ROW - 0.25, y + 0.5, name) for y, name in enumerate(SPACE_ROWS)),
)
_THREAD_LINES = tuple(LegendLine(FACE_NAMES[thread], _LOOM, _THREADS[thread]) for thread in MARKS)


def drawn_board(view: TableView) -> LargeBoard:
    """Return the large board without cursors."""
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
    """Return the first letters of the names, or the players' numbers if those are ambiguous."""
    letters = [name[:1].upper() for name in names]
    if len(set(letters)) == len(names) and all(letter.isalpha() for letter in letters):
        return letters
    return [str(number) for number in range(1, len(names) + 1)]


def _octagon(octagon: Octagon, thread: Thread) -> BoardField:
    x, y = OCTAGON_COLUMNS.index(octagon[0]), OCTAGON_ROWS.index(octagon[1])
    return BoardField(octagon, x, y, octagon_in_words(octagon, thread), _LOOM, _THREADS[thread])


def _space(space: Space, number: int, needles: Mapping[Space, tuple[str, str]]) -> BoardField:
    x, y = SPACE_COLUMNS.index(space[0]), SPACE_ROWS.index(space[1])
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
