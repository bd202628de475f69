"""Where a tile can go: the empty fields joined to what lies, and what lies beside each."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from triqueta.games.zatre.rules.board import (
    ALL_TILES,
    LEAST_WORTH,
    LIGHT,
    MOST,
    NEIGHBOURS,
    RAYS,
    START,
    Beside,
    Field,
    Tile,
    Tiles,
    beside,
    tiles_in,
)

_ALL_TILES = Counter(tiles_in(ALL_TILES))


def joined(before: Tiles, tiles: Tiles) -> set[Field]:
    """The fields of the tiles that are joined to those that lay before (Z6).

    In the first turn nothing lay before: then to the one on the start field.
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
    """Tiles as they lie, and by its beside each empty field where another would be joined.

    The start field is open in the first turn alone, until a tile lies on it.
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
        """With one more on an open field, where all that lie are joined: quicker than anew."""
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
        """Whether a tile fits an open field (Z8): by itself, whatever else is to be placed."""
        row, column = self.open[field]
        return stays_within(tile, row, column) and (
            field not in LIGHT or field == START or is_worth(tile, row, column)
        )

    def fitting(self, tile: Tile) -> list[Field]:
        return [field for field in self.open if self.fits(tile, field)]

    def within(self, tile: Tile) -> list[Field]:
        """The open fields where a tile makes no line of more than 12, light or not."""
        return [
            field for field, (row, column) in self.open.items() if stays_within(tile, row, column)
        ]


def is_dead(tiles: Tiles) -> bool:
    """Return whether no tile that is still in a hand or in the bag can ever be placed.

    This follows from the tiles on the board, which are public: the others are all the rest. A
    turn puts its first tile beside one that lies there, with no line over 12 (Z6, Z7). Where even
    the smallest tile left can't go, none can, and so the board never changes again.
    """
    left = _ALL_TILES - Counter(tiles.values())
    open_fields = (near for field in tiles for near in NEIGHBOURS[field] if near not in tiles)
    return bool(tiles and left) and not any(
        stays_within(min(left), *beside(tiles, field)) for field in open_fields
    )


def stays_within(tile: Tile, row: int, column: int) -> bool:
    """Whether no line gets over 12 (Z7); with nothing beside it there is none."""
    return row + tile <= MOST and column + tile <= MOST


def is_worth(tile: Tile, row: int, column: int) -> bool:
    """Whether one of its lines gets to 10 or more."""
    return row + tile >= LEAST_WORTH or column + tile >= LEAST_WORTH
