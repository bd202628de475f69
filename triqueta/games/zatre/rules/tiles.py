"""The tiles (Z1). A tile is its value, 1 to 6; a record writes several as a string of digits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

Tile: TypeAlias = int

VALUES = range(1, 7)
ALL_TILES = "1" * 21 + "".join(str(value) * 20 for value in VALUES[1:])


def tiles_in(digits: str) -> tuple[Tile, ...]:
    return tuple(map(int, digits))


def digits_of(tiles: Iterable[Tile]) -> str:
    return "".join(map(str, tiles))


def without(hand: Sequence[Tile], placed: Iterable[Tile]) -> tuple[Tile, ...]:
    """What stays in a hand, in its order; ValueError if a tile placed is not in it."""
    left = list(hand)
    for tile in placed:
        left.remove(tile)
    return tuple(left)
