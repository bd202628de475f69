"""What a board offers whoever comes next: the best place of each tile.

A turn changes little of a board. So its places are listed once, and of each turn only those are
looked at anew that it takes or changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from triqueta.games.zatre.rules.fields import LIGHT, RAYS, Field
from triqueta.games.zatre.rules.ground import Ground
from triqueta.games.zatre.rules.sums import MOST, Beside, Tiles, beside, sums_with
from triqueta.games.zatre.rules.tiles import VALUES, Tile


@dataclass(frozen=True, slots=True)
class Worth:
    """What one more line of each sum is worth to somebody, and what a cross is."""

    sums: Mapping[int, float]
    cross: float


Place: TypeAlias = tuple[float, Field]
"""What a tile would be worth there."""

NOWHERE: Place = (0.0, "")


class Offers:
    """Of a board before a turn, to a player to whom sums are worth so much."""

    def __init__(self, before: Tiles, worth: Worth) -> None:
        self._before = before
        self._worth = worth
        self._known: dict[tuple[Beside, bool], Mapping[Tile, float]] = {}
        places = {
            field: self._at(field, near) for field, near in Ground.of(before, {}).open.items()
        }
        self._best_first: dict[Tile, list[Place]] = {
            tile: sorted(((at[tile], field) for field, at in places.items()), reverse=True)
            for tile in VALUES
        }

    def after(self, placed: Tiles) -> dict[Tile, Place]:
        """The best place of each tile, once these were placed."""
        tiles = {**self._before, **placed}
        ends = {end for field in placed for end in _ends(tiles, field)}
        changed = [(self._at(end, beside(tiles, end)), end) for end in ends]
        found = {}
        for tile, places in self._best_first.items():
            new = max(((at[tile], end) for at, end in changed), default=NOWHERE)
            old = (place for place in places if place[1] not in ends and place[1] not in placed)
            found[tile] = max(new, next(old, NOWHERE))
        return found

    def _at(self, field: Field, near: Beside) -> Mapping[Tile, float]:
        """What each tile is worth on a field with this beside it."""
        light = field in LIGHT
        if (near, light) not in self._known:
            self._known[near, light] = {tile: self._points(tile, near, light) for tile in VALUES}
        return self._known[near, light]

    def _points(self, tile: Tile, near: Beside, light: bool) -> float:
        sums = sums_with(tile, near)
        if max(sums, default=0) > MOST:
            return 0.0
        points = sum(self._worth.sums.get(total, 0.0) for total in sums)
        return points + self._worth.cross if points and light else points


def _ends(tiles: Tiles, field: Field) -> list[Field]:
    """The nearest empty field on each side."""
    ends = (next((end for end in ray if end not in tiles), None) for ray in RAYS[field])
    return [end for end in ends if end is not None]
