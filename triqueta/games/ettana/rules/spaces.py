"""The spaces between octagons, the ways over them, and the number tiles there (E2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import TypeAlias

from triqueta.games.ettana.rules.threads import COLUMNS as OCTAGON_COLUMNS
from triqueta.games.ettana.rules.threads import ROWS as OCTAGON_ROWS
from triqueta.games.ettana.rules.threads import Octagon

Space: TypeAlias = str
Path: TypeAlias = tuple[Space, ...]

SIDE = 4
COLUMNS = "ABCD"
ROWS = "1234"
SPACES: tuple[Space, ...] = tuple(column + row for row in ROWS for column in COLUMNS)
"""Row by row, as number tiles are dealt and records write them."""

NUMBERS = range(1, 7)
TILES_OF_A_NUMBER = 3
ALL_TILES = tuple(number for number in NUMBERS for _ in range(TILES_OF_A_NUMBER))


def _octagons_at(space: Space) -> tuple[Octagon, ...]:
    column, row = COLUMNS.index(space[0]), ROWS.index(space[1])
    return tuple(
        OCTAGON_COLUMNS[column + right] + OCTAGON_ROWS[row + down]
        for right in (0, 1)
        for down in (0, 1)
    )


OCTAGONS_AT = {space: _octagons_at(space) for space in SPACES}
"""The four that a space lies between."""


def _neighbours(space: Space) -> tuple[Space, ...]:
    """Left, right, above and below."""
    column, row = COLUMNS.index(space[0]), ROWS.index(space[1])
    beside = ((column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1))
    return tuple(COLUMNS[c] + ROWS[r] for c, r in beside if c in range(SIDE) and r in range(SIDE))


NEIGHBOURS = {space: _neighbours(space) for space in SPACES}


@cache
def paths_from(space: Space, steps: int) -> tuple[Path, ...]:
    """All ways of so many steps: no space twice, and not the one left (E12)."""
    return tuple(_longer((), space, space, steps))


def _longer(path: Path, at: Space, left: Space, steps: int) -> Iterator[Path]:
    if not steps:
        yield path
        return
    for space in NEIGHBOURS[at]:
        if space != left and space not in path:
            yield from _longer((*path, space), space, left, steps - 1)


def laid_out(rows: Iterable[str]) -> dict[Space, int]:
    """Which number lies where, of rows of digits."""
    return dict(zip(SPACES, map(int, "".join(rows)), strict=True))
