"""The board (Z2): its fields, which are light, and which lie in a row or a column.

A field is its name: `"H8"` is the one in column H and row 8, the start field.
"""

from __future__ import annotations

from typing import TypeAlias

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
    """The fields with one of these marks, by column, then row."""
    return tuple(
        f"{name}{row}"
        for column, name in enumerate(COLUMNS)
        for row in ROWS
        if _DRAWING[row - 1][column] in marks
    )


FIELDS = _drawn("oD")
"""All of them, by column, then row, as a move names them."""
LIGHT = frozenset(_drawn("D"))
ORDER = {field: number for number, field in enumerate(FIELDS)}


def place_of(field: Field) -> tuple[int, int]:
    """Column and row, counted from 0 at the upper left."""
    return COLUMNS.index(field[0]), int(field[1:]) - 1


def field_at(column: int, row: int) -> Field | None:
    """The field there; None where the board has none."""
    if column not in range(len(COLUMNS)) or row not in range(len(ROWS)):
        return None
    name = f"{COLUMNS[column]}{row + 1}"
    return name if name in ORDER else None


def _ray(field: Field, right: int, down: int) -> tuple[Field, ...]:
    column, row = place_of(field)
    found = []
    while (next_ := field_at(column := column + right, row := row + down)) is not None:
        found.append(next_)
    return tuple(found)


RAYS = {
    field: (_ray(field, -1, 0), _ray(field, 1, 0), _ray(field, 0, -1), _ray(field, 0, 1))
    for field in FIELDS
}
"""From each field, those to the left, to the right, above and below, the nearest first."""

NEIGHBOURS = {field: tuple(ray[0] for ray in rays if ray) for field, rays in RAYS.items()}
