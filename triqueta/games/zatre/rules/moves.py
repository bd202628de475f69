"""A turn as a record writes it: `H8=6 I8=5 J8=1`, by column, then row; `-` places nothing.

`end` ends the game on a board where nothing can be placed any more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from triqueta.games.zatre.rules.fields import ORDER, Field
from triqueta.games.zatre.rules.sums import Tiles
from triqueta.games.zatre.rules.tiles import Tile
from triqueta.records.errors import IllegalMoveError, InvalidMoveError

NOTHING = "-"
END = "end"

_PART = re.compile(r"([A-O](?:[1-9]|1[0-5]))=([1-6])")


def move_of(placed: Tiles) -> str:
    """The move that puts these tiles down, in whatever order that was done."""
    fields = sorted(placed, key=ORDER.__getitem__)
    return move_of_pairs((field, placed[field]) for field in fields)


def move_of_pairs(placed: Iterable[tuple[Field, Tile]]) -> str:
    """The same of tiles that are in the order of a move already."""
    return " ".join([f"{field}={tile}" for field, tile in placed]) or NOTHING


def placed_by(move: str) -> dict[Field, Tile]:
    """What a move puts where, or InvalidMoveError; IllegalMoveError if it names no field (Z2)."""
    if move in (NOTHING, END):
        return {}
    placed: dict[Field, Tile] = {}
    for part in move.split(" "):
        field, tile = _read(part)
        if field in placed:
            raise InvalidMoveError(f"no such move; {field} is named twice")
        placed[field] = tile
    if move_of(placed) != move:
        raise InvalidMoveError(
            f"no such move; by column, then row, it is written {move_of(placed)}"
        )
    return placed


def _read(part: str) -> tuple[Field, Tile]:
    found = _PART.fullmatch(part)
    if found is None:
        raise InvalidMoveError("no such move; moves are H8=6 I8=5 (for example), - and end")
    field, tile = found.groups()
    if field not in ORDER:
        raise IllegalMoveError("Z2", f"the board has no field {field}")
    return field, int(tile)
