"""Patterns, and where they lie on the board: turned by quarters, never mirrored (E13).

All places are found at once. Of each distance between two octagons it is worked out which of the
25 have the colour of the one so far behind them: a bit each, in one number. A pattern is then so
many shifts and ands, whatever its colours are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise
from typing import TypeAlias

from triqueta.games.ettana.rules.threads import COLOURS, OCTAGONS, SIDE, Octagon, Thread

ANY = "."
Place: TypeAlias = tuple[Octagon, ...]


@dataclass(frozen=True, slots=True)
class Pattern:
    """The same letter is the same colour, different letters are different ones, `.` is any."""

    annas: int
    rows: tuple[str, ...]


class Weave:
    """The threads on a board, to look for patterns."""

    __slots__ = ("_alike",)

    def __init__(self, threads: Mapping[Octagon, Thread]) -> None:
        letters = [threads[octagon] for octagon in OCTAGONS]
        colours = [sum(1 << at for at, one in enumerate(letters) if one == c) for c in COLOURS]
        g, r, y, b, v = colours
        # Of each distance, the octagons with the colour of the one so far behind them.
        self._alike = [
            g & g >> far | r & r >> far | y & y >> far | b & b >> far | v & v >> far
            for far in range(len(OCTAGONS))
        ]

    def has(self, pattern: Pattern) -> bool:
        """Whether a pattern lies anywhere."""
        return any(self._corners(shape) for shape in _shapes(pattern.rows))

    def places(self, pattern: Pattern) -> list[Place]:
        """Wherever it lies: the octagons of its letters, row by row."""
        return [
            place
            for shape in _shapes(pattern.rows)
            if (corners := self._corners(shape))
            for corner, place in shape.places
            if corners & corner
        ]

    def _corners(self, shape: _Shape) -> int:
        """The octagons that are its top left corner wherever it lies, a bit each."""
        alike, found = self._alike, shape.corners
        for at, far in shape.same:
            found &= alike[far] >> at
        for at, far in shape.different:
            found &= ~(alike[far] >> at)
        return found


@dataclass(frozen=True, slots=True)
class _Shape:
    """A pattern turned one way: how far from its corner, and from there, what is alike or not."""

    corners: int
    same: tuple[tuple[int, int], ...]
    different: tuple[tuple[int, int], ...]
    places: tuple[tuple[int, Place], ...]  # by the bit of the corner


@cache
def placements(rows: tuple[str, ...]) -> tuple[tuple[Place, ...], ...]:
    """All ways for a pattern to lie on a board: the octagons of each of its letters."""
    return tuple(
        tuple(tuple(OCTAGONS[corner + far] for far in found) for found in cells.values())
        for turned in _turned(rows)
        for cells in (_cells_of(turned),)
        for corner in _corners_of(turned)
    )


@cache
def _shapes(rows: tuple[str, ...]) -> tuple[_Shape, ...]:
    return tuple(map(_shape_of, _turned(rows)))


def _turned(rows: tuple[str, ...]) -> list[tuple[str, ...]]:
    """All ways to turn it that differ by more than the names of its letters."""
    turned: dict[tuple[str, ...], tuple[str, ...]] = {}
    for _ in range(4):
        turned.setdefault(_named_anew(rows), rows)
        rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))
    return list(turned.values())


def _named_anew(rows: tuple[str, ...]) -> tuple[str, ...]:
    """With the letters in the order they come in."""
    letters = dict.fromkeys("".join(rows).replace(ANY, ""))
    names = dict(zip(letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", strict=False))
    return tuple("".join(names.get(letter, ANY) for letter in row) for row in rows)


def _cells_of(rows: tuple[str, ...]) -> dict[str, list[int]]:
    """How far from the corner each letter is."""
    cells: dict[str, list[int]] = {}
    for down, row in enumerate(rows):
        for right, letter in enumerate(row):
            if letter != ANY:
                cells.setdefault(letter, []).append(down * SIDE + right)
    return cells


def _corners_of(rows: tuple[str, ...]) -> list[int]:
    """Where its top left corner may be."""
    return [
        down * SIDE + right
        for down in range(SIDE - len(rows) + 1)
        for right in range(SIDE - len(rows[0]) + 1)
    ]


def _shape_of(rows: tuple[str, ...]) -> _Shape:
    cells, corners = _cells_of(rows), _corners_of(rows)
    firsts = [far for far, *_ in cells.values()]
    same = [between for found in cells.values() for between in pairwise(found)]
    covered = sorted(far for found in cells.values() for far in found)
    return _Shape(
        corners=sum(1 << corner for corner in corners),
        same=tuple(_distances(same)),
        different=tuple(_distances(combinations(sorted(firsts), 2))),
        places=tuple(
            (1 << corner, tuple(OCTAGONS[corner + far] for far in covered)) for corner in corners
        ),
    )


def _distances(pairs: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    return ((near, far - near) for near, far in pairs)
