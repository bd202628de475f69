"""The board (Z1, Z2, Z7): tiles, fields, lines and their sums, and where a tile can go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Tile: TypeAlias = int

VALUES = range(1, 7)
ALL_TILES = "1" * 21 + "".join(str(value) * 20 for value in VALUES[1:])


def tiles_in(digits: str) -> tuple[Tile, ...]:
    return tuple(map(int, digits))


def digits_of(tiles: Iterable[Tile]) -> str:
    return "".join(map(str, tiles))


def without(hand: Sequence[Tile], placed: Iterable[Tile]) -> tuple[Tile, ...]:
    """Return the hand without the placed tiles. Raise ValueError if one is not in the hand."""
    left = list(hand)
    for tile in placed:
        left.remove(tile)
    return tuple(left)


Field: TypeAlias = str

COLUMNS = "ABCDEFGHIJKLMNO"
ROWS = range(1, 16)
START: Field = "H8"

_DRAWING = (
    "####ooD#Doo####",
    "#DoooooooooooD#",
    "#oDoooooooooDo#",
    "#ooDoooooooDoo#",
    "ooooDoooooDoooo",
    "oooooDoooDooooo",
    "DoooooDoDoooooD",
    "#ooooooDoooooo#",
    "DoooooDoDoooooD",
    "oooooDoooDooooo",
    "ooooDoooooDoooo",
    "#ooDoooooooDoo#",
    "#oDoooooooooDo#",
    "#DoooooooooooD#",
    "####ooD#Doo####",
)


def _drawn(marks: str) -> tuple[Field, ...]:
    """Return the fields with one of these marks, by column, then row."""
    return tuple(
        f"{name}{row}"
        for column, name in enumerate(COLUMNS)
        for row in ROWS
        if _DRAWING[row - 1][column] in marks
    )


FIELDS = _drawn("oD")
"""All fields, by column, then row: the order in which moves name them."""
LIGHT = frozenset(_drawn("D"))
ORDER = {field: number for number, field in enumerate(FIELDS)}


def column_and_row(field: Field) -> tuple[int, int]:
    """Return the column and the row of a field, counted from 0 at the upper left."""
    return COLUMNS.index(field[0]), int(field[1:]) - 1


def field_at(column: int, row: int) -> Field | None:
    """Return the field at a position, counted from 0, or None where the board has none."""
    if column not in range(len(COLUMNS)) or row not in range(len(ROWS)):
        return None
    name = f"{COLUMNS[column]}{row + 1}"
    return name if name in ORDER else None


def _ray(field: Field, right: int, down: int) -> tuple[Field, ...]:
    column, row = column_and_row(field)
    found = []
    while (next_ := field_at(column := column + right, row := row + down)) is not None:
        found.append(next_)
    return tuple(found)


RAYS = {
    field: (_ray(field, -1, 0), _ray(field, 1, 0), _ray(field, 0, -1), _ray(field, 0, 1))
    for field in FIELDS
}
"""By field: the fields to its left, to its right, above and below it, each nearest first."""

NEIGHBOURS = {field: tuple(ray[0] for ray in rays if ray) for field, rays in RAYS.items()}


Tiles: TypeAlias = Mapping[Field, Tile]
"""Tiles on the board, by field."""

Beside: TypeAlias = tuple[int, int]
"""The sum of the tiles in line with a field in its row, and that in its column."""

MOST = 12
WORTH = {10: 1, 11: 2, 12: 4}
"""The sums that score, and their points (Z11)."""
LEAST_WORTH = min(WORTH)


@dataclass(frozen=True, slots=True)
class TileLine:
    """A line of tiles; its fields go from left to right or from top to bottom."""

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
    """Return the sums of the lines that a tile makes, in its row, then in its column."""
    return tuple(total + tile for total in beside if total)


def lines_through(tiles: Tiles, fields: Iterable[Field]) -> tuple[TileLine, ...]:
    """Return all lines through these fields without duplicates, rows first."""
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


# Where a tile can go: the empty fields that are connected, and the sums beside each.


_ALL_TILES = Counter(tiles_in(ALL_TILES))


def joined(before: Tiles, tiles: Tiles) -> set[Field]:
    """Return the fields of all tiles that are connected to the tiles of earlier turns (Z6).

    In the first turn there are none. Then tiles have to be connected to the start field.
    """
    new = [field for field in (before or (START,)) if field in tiles]
    found = set(new)
    while new:
        touching = {near for field in new for near in NEIGHBOURS[field] if near in tiles}
        new = list(touching - found)
        found |= touching
    return found


@dataclass(frozen=True, slots=True)
class Ground:
    """The tiles on the board, and the open fields with the sums beside each.

    A field is open if it is empty and a tile there would be connected. In the first turn only the
    start field is open until a tile is on it.
    """

    tiles: Tiles
    open: dict[Field, Beside]

    @classmethod
    def of(cls, before: Tiles, placed: Tiles) -> Ground:
        tiles = {**before, **placed}
        ends = {near for field in joined(before, tiles) for near in NEIGHBOURS[field]}
        if not before and START not in tiles:
            ends = {START}
        return cls(tiles, {field: beside(tiles, field) for field in ends if field not in tiles})

    def plus(self, field: Field, tile: Tile) -> Ground:
        """Return the ground with one more tile on an open field. This is faster than `of`."""
        tiles = {**self.tiles, field: tile}
        open_ = self.open.copy()
        del open_[field]
        for ray in RAYS[field]:
            for end in ray:
                if end not in tiles:
                    open_[end] = beside(tiles, end)
                    break
        return Ground(tiles, open_)

    def fits(self, tile: Tile, field: Field) -> bool:
        """Return whether a tile fits an open field (Z8)."""
        row, column = self.open[field]
        return stays_within(tile, row, column) and (
            field not in LIGHT or field == START or is_worth(tile, row, column)
        )

    def fitting(self, tile: Tile) -> list[Field]:
        return [field for field in self.open if self.fits(tile, field)]

    def within(self, tile: Tile) -> list[Field]:
        """Return the open fields, light or not, where a tile makes no line over 12."""
        return [
            field for field, (row, column) in self.open.items() if stays_within(tile, row, column)
        ]


def is_dead(tiles: Tiles) -> bool:
    """Return whether no tile in a hand or in the bag can ever be placed.

    This follows from the public board, because all tiles that are not on it are in hands or in
    the bag. A turn's first tile goes next to a tile on the board, with no line over 12 (Z6, Z7).
    If the smallest of the other tiles can go nowhere, no tile can, and the board stays as it is.
    """
    left = _ALL_TILES - Counter(tiles.values())
    open_fields = (near for field in tiles for near in NEIGHBOURS[field] if near not in tiles)
    return bool(tiles and left) and not any(
        stays_within(min(left), *beside(tiles, field)) for field in open_fields
    )


def stays_within(tile: Tile, row: int, column: int) -> bool:
    """Return whether a tile makes no line over 12 with these sums beside it (Z7)."""
    return row + tile <= MOST and column + tile <= MOST


def is_worth(tile: Tile, row: int, column: int) -> bool:
    """Return whether a tile makes a line of 10 or more with these sums beside it."""
    return row + tile >= LEAST_WORTH or column + tile >= LEAST_WORTH
