"""The board: octagons with threads (E1), and between them spaces with number tiles (E2).

A thread is the letter of its colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import TypeAlias

Thread: TypeAlias = str
Octagon: TypeAlias = str

COLOURS = "GRYBV"
BLACK = "K"  # a face of the colour die; no thread is black
FACES = COLOURS + BLACK

OCTAGONS_IN_A_ROW = 5
OCTAGON_COLUMNS = "abcde"
OCTAGON_ROWS = "12345"
OCTAGONS: tuple[Octagon, ...] = tuple(
    column + row for row in OCTAGON_ROWS for column in OCTAGON_COLUMNS
)
"""All octagons, row by row: the order in which threads are dealt and recorded."""

BY_COLUMN = tuple(sorted(OCTAGONS))
_ORDER = {octagon: number for number, octagon in enumerate(BY_COLUMN)}

THREADS_OF_A_COLOUR = 6  # one of them in the reserve
ON_THE_BOARD = COLOURS * (THREADS_OF_A_COLOUR - 1)


def pair_of(one: Octagon, other: Octagon) -> str:
    """Return two octagons in the notation of moves, ordered by column, then row."""
    return "-".join(sorted((one, other), key=_ORDER.__getitem__))


def pairs_among(octagons: Iterable[Octagon]) -> Iterator[str]:
    ordered = sorted(octagons, key=_ORDER.__getitem__)
    return (f"{one}-{other}" for one, other in combinations(ordered, 2))


ALL_PAIRS = tuple(pairs_among(OCTAGONS))


def threads_by_octagon(rows: Iterable[str]) -> dict[Octagon, Thread]:
    """Return the thread on each octagon, from rows of letters."""
    return dict(zip(OCTAGONS, "".join(rows), strict=True))


def in_rows(threads: Mapping[Octagon, Thread]) -> tuple[str, ...]:
    letters = "".join(threads[octagon] for octagon in OCTAGONS)
    return tuple(
        letters[start : start + OCTAGONS_IN_A_ROW]
        for start in range(0, len(letters), OCTAGONS_IN_A_ROW)
    )


# The spaces between octagons, the paths over them, and their number tiles.


Space: TypeAlias = str
Path: TypeAlias = tuple[Space, ...]

SPACES_IN_A_ROW = 4
SPACE_COLUMNS = "ABCD"
SPACE_ROWS = "1234"
SPACES: tuple[Space, ...] = tuple(column + row for row in SPACE_ROWS for column in SPACE_COLUMNS)
"""All spaces, row by row: the order in which number tiles are dealt and recorded."""

NUMBERS = range(1, 7)
TILES_OF_A_NUMBER = 3
ALL_TILES = tuple(number for number in NUMBERS for _ in range(TILES_OF_A_NUMBER))


def _octagons_at(space: Space) -> tuple[Octagon, ...]:
    column, row = SPACE_COLUMNS.index(space[0]), SPACE_ROWS.index(space[1])
    return tuple(
        OCTAGON_COLUMNS[column + right] + OCTAGON_ROWS[row + down]
        for right in (0, 1)
        for down in (0, 1)
    )


OCTAGONS_AT = {space: _octagons_at(space) for space in SPACES}
"""The four octagons around each space."""


def _neighbours(space: Space) -> tuple[Space, ...]:
    """Return the spaces above, left of, right of and below a space."""
    column, row = SPACE_COLUMNS.index(space[0]), SPACE_ROWS.index(space[1])
    beside = ((column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1))
    return tuple(
        SPACE_COLUMNS[c] + SPACE_ROWS[r]
        for c, r in beside
        if c in range(SPACES_IN_A_ROW) and r in range(SPACES_IN_A_ROW)
    )


NEIGHBOURS = {space: _neighbours(space) for space in SPACES}


@cache
def paths_from(space: Space, steps: int) -> tuple[Path, ...]:
    """Return all paths of `steps` steps that visit no space twice and never the start (E12)."""
    return tuple(_longer((), space, space, steps))


def _longer(path: Path, at: Space, left: Space, steps: int) -> Iterator[Path]:
    if not steps:
        yield path
        return
    for space in NEIGHBOURS[at]:
        if space != left and space not in path:
            yield from _longer((*path, space), space, left, steps - 1)


def numbers_by_space(rows: Iterable[str]) -> dict[Space, int]:
    """Return the number on each space, from rows of digits."""
    return dict(zip(SPACES, map(int, "".join(rows)), strict=True))
