"""A turn: its notation, its tiles while they are being placed, and why it is not legal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from triqueta.games.zatre.rules.board import (
    LIGHT,
    MOST,
    ORDER,
    START,
    WORTH,
    Field,
    Ground,
    Tile,
    TileLine,
    Tiles,
    beside,
    joined,
    lines_through,
    sums_with,
    without,
)
from triqueta.games.zatre.rules.score import Block, Scored
from triqueta.records.errors import IllegalMoveError, InvalidMoveError

# Why a turn is not legal. An obstacle has an English sentence for error messages; screens use the
# other parts to make their own text in the player's language.


class Fault(StrEnum):
    """A way in which a turn can break the rules."""

    NOT_HELD = "not held"
    NOT_EMPTY = "not empty"
    NO_START = "no start"
    NOT_JOINED = "not joined"
    TOO_MUCH = "too much"
    LIGHT = "light"
    FITS = "fits"


@dataclass(frozen=True, slots=True)
class Obstacle:
    """An obstacle to ending a turn: the fault, and the fields, tile and sum concerned.

    `fields` are the fields of a line, or the field of a tile, or where a tile fits or has to be.
    """

    fault: Fault
    clause: str
    reason: str
    fields: tuple[Field, ...] = ()
    tile: Tile | None = None
    sum: int | None = None

    def error(self) -> IllegalMoveError:
        return IllegalMoveError(self.clause, self.reason)


def _not_held(hand: Iterable[Tile], placed: Iterable[Tile]) -> Obstacle:
    held, wanted = (" ".join(map(str, tiles)) or "nothing" for tiles in (hand, placed))
    return Obstacle(Fault.NOT_HELD, "Z5", f"can't place {wanted}: the hand has {held}")


def _not_empty(field: Field) -> Obstacle:
    return Obstacle(Fault.NOT_EMPTY, "Z6", f"there is already a tile on {field}", (field,))


def _no_start() -> Obstacle:
    reason = f"in the first turn a tile has to be on the start field {START}"
    return Obstacle(Fault.NO_START, "Z6", reason, (START,))


def _not_joined(field: Field, *, first_turn: bool) -> Obstacle:
    to = "the tile on the start field" if first_turn else "the tiles of earlier turns"
    reason = f"the tile on {field} is not connected to {to}"
    return Obstacle(Fault.NOT_JOINED, "Z6", reason, (field,))


def _too_much(line: TileLine) -> Obstacle:
    reason = f"the line {line} sums to {line.sum}"
    return Obstacle(Fault.TOO_MUCH, "Z7", reason, line.fields, sum=line.sum)


def _light_for_nothing(field: Field, tile: Tile, elsewhere: Field) -> Obstacle:
    reason = (
        f"the {tile} on the light field {field} is not in a line of 10 to 12, but fits {elsewhere}"
    )
    return Obstacle(Fault.LIGHT, "Z8", reason, (field, elsewhere), tile)


def _left_but_fits(tile: Tile, field: Field) -> Obstacle:
    reason = f"the {tile} left in the hand fits {field}"
    return Obstacle(Fault.FITS, "Z9", reason, (field,), tile)


# The notation of turns.


NOTHING = "-"
END = "end"

_PART = re.compile(r"([A-O](?:[1-9]|1[0-5]))=([1-6])")


def move_of(placed: Tiles) -> str:
    """Return the move that places these tiles, which can be in any order."""
    fields = sorted(placed, key=ORDER.__getitem__)
    return move_of_pairs((field, placed[field]) for field in fields)


def move_of_pairs(placed: Iterable[tuple[Field, Tile]]) -> str:
    """Return the move that places these tiles, which are already in the order of a move."""
    return " ".join([f"{field}={tile}" for field, tile in placed]) or NOTHING


def placed_by(move: str) -> dict[Field, Tile]:
    """Return the tiles that a move places, by field.

    Raise InvalidMoveError if the notation is wrong, and IllegalMoveError if the board has no such
    field (Z2).
    """
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
            f"no such move; ordered by column, then row, it is {move_of(placed)}"
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


class TurnSoFar:
    """An immutable turn with the tiles put down so far, whose order does not matter.

    `before` has the tiles of earlier turns, which are none in the first turn. `hand` has all tiles
    of the player, including those in `placed`.
    """

    def __init__(self, before: Tiles, hand: Sequence[Tile], placed: Tiles | None = None) -> None:
        """Raise IllegalMoveError if a placed tile is not in the hand, or its field not empty."""
        self.before = before
        self.hand = tuple(hand)
        self.placed = {field: (placed or {})[field] for field in sorted(placed or {}, key=_order)}
        for field in self.placed:
            if field in before:
                raise _not_empty(field).error()
        try:
            self.left = without(hand, self.placed.values())
        except ValueError:
            raise _not_held(hand, self.placed.values()).error() from None

    def with_tile(self, field: Field, tile: Tile) -> TurnSoFar:
        """Return the turn with one more tile put down."""
        if field in self.placed:
            raise _not_empty(field).error()
        return TurnSoFar(self.before, self.hand, {**self.placed, field: tile})

    def without(self, field: Field) -> TurnSoFar:
        """Return the turn with one tile picked up again."""
        return TurnSoFar(self.before, self.hand, self._others(field))

    @property
    def move(self) -> str:
        """The turn in the notation of records."""
        return move_of(self.placed)

    @cached_property
    def tiles(self) -> dict[Field, Tile]:
        """All tiles on the board, including those of this turn."""
        return {**self.before, **self.placed}

    # The score.

    @cached_property
    def lines(self) -> tuple[TileLine, ...]:
        """All lines through a placed tile, whatever their sums."""
        return lines_through(self.tiles, self.placed)

    @cached_property
    def scored(self) -> Scored:
        """What the turn would score if it ended now, legal or not (Z11, Z13)."""
        lines = tuple(line for line in self.lines if line.sum in WORTH)
        worth = {field for line in lines for field in line.fields}
        return Scored(lines, tuple(f for f in self.placed if f in LIGHT and f in worth))

    # Legality.

    @cached_property
    def obstacle(self) -> Obstacle | None:
        """Why the turn can't end now, by the first clause that it breaks; None if it can."""
        return next(self._obstacles(), None)

    @property
    def is_legal(self) -> bool:
        return self.obstacle is None

    def _obstacles(self) -> Iterator[Obstacle]:
        yield from self._not_joined()
        yield from (_too_much(line) for line in self.lines if line.sum > MOST)
        yield from self._light_for_nothing()
        yield from self._left_but_fit()

    def _not_joined(self) -> Iterator[Obstacle]:
        first_turn = not self.before
        if first_turn and self.placed and START not in self.placed:
            yield _no_start()
        reached = joined(self.before, self.tiles)
        for field in self.placed:
            if field not in reached:
                yield _not_joined(field, first_turn=first_turn)

    def _light_for_nothing(self) -> Iterator[Obstacle]:
        # The start field is exempt: it is only empty in the first turn.
        for field, tile in self.placed.items():
            if field in LIGHT and field not in (*self.scored.crosses, START):
                elsewhere = self._fits_elsewhere(field)
                if elsewhere:
                    yield _light_for_nothing(field, tile, elsewhere[0])

    def _fits_elsewhere(self, field: Field) -> list[Field]:
        """Return the fields that the tile on a light field fits, with all others in place (Z8).

        Its own field is not among them: without a line of 10 to 12, the tile does not fit there.
        """
        ground = Ground.of(self.before, self._others(field))
        return sorted(ground.fitting(self.placed[field]), key=_order)

    def _others(self, field: Field) -> dict[Field, Tile]:
        return {other: tile for other, tile in self.placed.items() if other != field}

    def _left_but_fit(self) -> Iterator[Obstacle]:
        for tile in self.left:
            if fields := self.fitting(tile):
                yield _left_but_fits(tile, fields[0])

    # Where a tile in hand can go.

    @cached_property
    def _ground(self) -> Ground:
        return Ground.of(self.before, self.placed)

    def fitting(self, tile: Tile) -> tuple[Field, ...]:
        """Return the empty fields that a tile in hand fits, given the tiles put down (Z8)."""
        return tuple(sorted(self._ground.fitting(tile), key=_order))

    def excepted(self, tile: Tile) -> tuple[Field, ...]:
        """Return the light fields allowed for a tile that fits no field (Z8's second exception).

        Return nothing if the tile fits a field.
        """
        if self._ground.fitting(tile):
            return ()
        return tuple(sorted(self._ground.within(tile), key=_order))

    def makes(self, tile: Tile, field: Field) -> tuple[int, ...]:
        """Return the sums of the lines that a tile would make on an empty field, row first."""
        return sums_with(tile, beside(self.tiles, field))

    def gain(self, tile: Tile, field: Field, block: Block) -> int:
        """Return the extra points that a block gains if a tile in hand is also put on a field."""
        return self._total_with(tile, field, block) - block.plus(self.scored).total

    def _total_with(self, tile: Tile, field: Field, block: Block) -> int:
        return block.plus(self.with_tile(field, tile).scored).total

    def best_fields(self, tile: Tile, block: Block) -> tuple[Field, ...]:
        """Return the fields where a tile can go now, best first.

        They are ordered by the points that the block gains, then by the sums, then by crosses.
        """

        def worth(field: Field) -> tuple[int, int, bool]:
            points = sum(WORTH.get(total, 0) for total in self.makes(tile, field))
            total = self._total_with(tile, field, block)  # sorts the fields as the gain would
            return total, points, points > 0 and field in LIGHT

        fields = self.fitting(tile) or self.excepted(tile)
        return tuple(sorted(fields, key=worth, reverse=True))


def _order(field: Field) -> int:
    return ORDER[field]


@dataclass(frozen=True, slots=True)
class TurnPlayed:
    """A completed turn: the player's hand, the fields of the tiles placed, and the score.

    `ends_game` marks a turn in which the player ended the game on a dead board, before drawing.
    """

    seat: int
    hand: tuple[Tile, ...]
    placed: tuple[Field, ...]
    scored: Scored
    ends_game: bool = False
