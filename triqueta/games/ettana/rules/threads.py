"""Threads, and the octagons they lie on (E1). A thread is the letter of its colour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import TypeAlias

Thread: TypeAlias = str
Octagon: TypeAlias = str

COLOURS = "GRYBV"
BLACK = "K"  # on the colour die alone
FACES = COLOURS + BLACK

SIDE = 5
COLUMNS = "abcde"
ROWS = "12345"
OCTAGONS: tuple[Octagon, ...] = tuple(column + row for row in ROWS for column in COLUMNS)
"""Row by row, as threads are dealt and records write them."""

BY_COLUMN = tuple(sorted(OCTAGONS))
_ORDER = {octagon: number for number, octagon in enumerate(BY_COLUMN)}

THREADS_OF_A_COLOUR = 6  # one of them in the reserve
ON_THE_BOARD = COLOURS * (THREADS_OF_A_COLOUR - 1)


def pair_of(one: Octagon, other: Octagon) -> str:
    """Two octagons as a move names them: by column, then row."""
    return "-".join(sorted((one, other), key=_ORDER.__getitem__))


def pairs_among(octagons: Iterable[Octagon]) -> Iterator[str]:
    ordered = sorted(octagons, key=_ORDER.__getitem__)
    return (f"{one}-{other}" for one, other in combinations(ordered, 2))


ALL_PAIRS = tuple(pairs_among(OCTAGONS))


def laid_out(rows: Iterable[str]) -> dict[Octagon, Thread]:
    """What lies where, of rows of letters."""
    return dict(zip(OCTAGONS, "".join(rows), strict=True))


def in_rows(threads: Mapping[Octagon, Thread]) -> tuple[str, ...]:
    letters = "".join(threads[octagon] for octagon in OCTAGONS)
    return tuple(letters[start : start + SIDE] for start in range(0, len(letters), SIDE))
