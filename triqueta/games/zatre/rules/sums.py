"""Lines and what they sum to (Z7): two or more tiles that touch in a row or a column."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from triqueta.games.zatre.rules.fields import ORDER, RAYS, Field
from triqueta.games.zatre.rules.tiles import Tile

Tiles: TypeAlias = Mapping[Field, Tile]
"""Tiles on the board, by the field that each lies on."""

Beside: TypeAlias = tuple[int, int]
"""What the tiles sum to that touch a field in its row, and in its column."""

MOST = 12
WORTH = {10: 1, 11: 2, 12: 4}
"""The sums that count, and the points of each (Z11)."""
LEAST_WORTH = min(WORTH)


@dataclass(frozen=True, slots=True)
class TileLine:
    """A line, its fields from left to right or from top to bottom."""

    fields: tuple[Field, ...]
    sum: int

    def __str__(self) -> str:
        return f"{self.fields[0]}-{self.fields[-1]}"


def beside(tiles: Tiles, field: Field) -> Beside:
    left, right, above, below = RAYS[field]
    return _run(tiles, left) + _run(tiles, right), _run(tiles, above) + _run(tiles, below)


def _run(tiles: Tiles, ray: tuple[Field, ...]) -> int:
    total = 0
    for field in ray:
        if field not in tiles:
            break
        total += tiles[field]
    return total


def sums_with(tile: Tile, beside: Beside) -> tuple[int, ...]:
    """What the lines sum to that a tile makes, in its row, then in its column."""
    return tuple(total + tile for total in beside if total)


def lines_through(tiles: Tiles, fields: Iterable[Field]) -> tuple[TileLine, ...]:
    """Every line that one of these fields lies in, rows first, none twice."""
    found = [
        line
        for first, second in ((0, 1), (2, 3))
        for field in sorted(fields, key=ORDER.__getitem__)
        if (line := _line(tiles, field, first, second)) is not None
    ]
    return tuple(dict.fromkeys(found))


def _line(tiles: Tiles, field: Field, back: int, forth: int) -> TileLine | None:
    rays = RAYS[field]
    before, after = _touching(tiles, rays[back]), _touching(tiles, rays[forth])
    fields = (*before[::-1], field, *after)
    return TileLine(fields, sum(map(tiles.__getitem__, fields))) if len(fields) > 1 else None


def _touching(tiles: Tiles, ray: tuple[Field, ...]) -> list[Field]:
    found = []
    for field in ray:
        if field not in tiles:
            break
        found.append(field)
    return found
