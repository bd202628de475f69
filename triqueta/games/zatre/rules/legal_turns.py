"""The search for legal turns.

Turns grow tile by tile, each on an open field. Lines only get longer, so a line over 12 never
becomes legal again. Therefore every turn that is connected and within 12 (Z6, Z7) is reached
through shorter turns that are. Light fields (Z8) and leftover tiles (Z9) are checked where a turn
could end.

A hand of two tiles has about a hundred turns. A player who has collected many tiles, and can
finally place them, may have millions. To save time, a caller can limit how many partial turns of
each length are extended.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from triqueta.games.zatre.rules.board import (
    LIGHT,
    ORDER,
    START,
    Field,
    Ground,
    Tile,
    Tiles,
    beside,
    is_worth,
    without,
)

Placed: TypeAlias = tuple[tuple[Field, Tile], ...]
"""The fields and tiles of a turn, by column, then row."""


def legal_turns(
    before: Tiles, hand: Sequence[Tile], most: int | None = None
) -> tuple[Placed, ...]:
    """Return all legal turns without duplicates, shorter ones first.

    With `most`, extend at most this many partial turns of each length. Then some legal turns may
    be missing, but every turn returned is legal, and there is at least one.
    """
    return some_legal_turns(before, hand, most)[0]


def some_legal_turns(
    before: Tiles, hand: Sequence[Tile], most: int | None
) -> tuple[tuple[Placed, ...], bool]:
    """Return the same as `legal_turns`, and whether these are all legal turns."""
    search = _Search(before, most)
    return tuple(search.turns(tuple(hand))), not search.has_left_out


@dataclass(frozen=True, slots=True)
class _Half:
    """A partial turn; `unfinished` has its light fields that are not yet in a line of 10 to 12."""

    ground: Ground
    left: tuple[Tile, ...]
    unfinished: tuple[Field, ...]


_NO_GROUND = Ground({}, {})  # for turns without leftover tiles, which are most turns


class _Search:
    def __init__(self, before: Tiles, most: int | None) -> None:
        self._before = before
        self._most = most
        self.has_left_out = False
        self._grounds: dict[Placed, Ground] = {}  # by the tiles placed

    def turns(self, hand: tuple[Tile, ...]) -> Iterator[Placed]:
        level: dict[Placed, _Half] = {(): _Half(self._ground_of(()), hand, ())}
        while level:
            ends = [placed for placed, half in level.items() if self._may_end(placed, half)]
            yield from sorted(ends, key=_sort_key)
            level = self._longer(level)

    def _ground_of(self, placed: Placed) -> Ground:
        if placed not in self._grounds:
            self._grounds[placed] = Ground.of(self._before, dict(placed))
        return self._grounds[placed]

    def _longer(self, level: dict[Placed, _Half]) -> dict[Placed, _Half]:
        """Return all partial turns with one tile more."""
        found: dict[Placed, _Half] = {}
        for placed, half in self._followed_up(level):
            for tile in set(half.left):
                for field in half.ground.within(tile):
                    longer = _with(placed, field, tile)
                    if longer not in found:
                        found[longer] = self._extended(longer, half, field, tile)
        return found

    def _followed_up(self, level: dict[Placed, _Half]) -> list[tuple[Placed, _Half]]:
        """Return the partial turns to extend: all, or a fixed sample from the whole board.

        The first of a sample has no unfinished light field, so it becomes a legal turn when tiles
        are added wherever they fit.
        """
        halves = list(level.items())
        if self._most is None or len(halves) <= self._most:
            return halves
        self.has_left_out = True
        halves.sort(key=lambda item: (len(item[1].unfinished), _sort_key(item[0])))
        return halves[:: -(-len(halves) // self._most)]

    def _extended(self, longer: Placed, half: _Half, field: Field, tile: Tile) -> _Half:
        left, unfinished = without(half.left, (tile,)), _unfinished(half, field, tile)
        if not left:
            return _Half(_NO_GROUND, left, unfinished)
        ground = self._grounds[longer] = half.ground.plus(field, tile)
        return _Half(ground, left, unfinished)

    def _may_end(self, placed: Placed, half: _Half) -> bool:
        if any(half.ground.fitting(tile) for tile in half.left):
            return False  # Z9
        return not any(self._fits_elsewhere(placed, field) for field in half.unfinished)

    def _fits_elsewhere(self, placed: Placed, field: Field) -> bool:
        """Return whether the tile on a light field fits another field, so it can't stay (Z8)."""
        others = tuple(pair for pair in placed if pair[0] != field)
        ground, tile = self._ground_of(others), dict(placed)[field]
        return any(ground.fits(tile, other) for other in ground.open)


def _unfinished(half: _Half, field: Field, tile: Tile) -> tuple[Field, ...]:
    """Return the light fields that are not in a line of 10 to 12 after one more tile."""
    unfinished = half.unfinished
    if unfinished:
        tiles = {**half.ground.tiles, field: tile}
        unfinished = tuple(f for f in unfinished if not is_worth(tiles[f], *beside(tiles, f)))
    if field in LIGHT and field != START and not is_worth(tile, *half.ground.open[field]):
        return (*unfinished, field)
    return unfinished


def _with(placed: Placed, field: Field, tile: Tile) -> Placed:
    """Return the turn with one more tile, inserted in the order of fields."""
    order = ORDER[field]
    for index, (other, _) in enumerate(placed):
        if ORDER[other] > order:
            return (*placed[:index], (field, tile), *placed[index:])
    return (*placed, (field, tile))


def _sort_key(placed: Placed) -> list[tuple[int, Tile]]:
    return [(ORDER[field], tile) for field, tile in placed]
