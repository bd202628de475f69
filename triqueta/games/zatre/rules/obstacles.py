"""Why a turn is not legal as it lies: the clause, the fields, tile and sum, and a sentence.

Screens in other languages make their own sentence of the parts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from triqueta.games.zatre.rules.board import START, Field, Tile, TileLine
from triqueta.records.errors import IllegalMoveError


class Fault(StrEnum):
    """What is wrong with it."""

    NOT_HELD = "not held"
    NOT_EMPTY = "not empty"
    NO_START = "no start"
    NOT_JOINED = "not joined"
    TOO_MUCH = "too much"
    LIGHT = "light"
    FITS = "fits"


@dataclass(frozen=True, slots=True)
class Obstacle:
    """`fields` are those it is about: a line from end to end, or a tile's, then where it fits."""

    fault: Fault
    clause: str
    reason: str
    fields: tuple[Field, ...] = ()
    tile: Tile | None = None
    sum: int | None = None

    def error(self) -> IllegalMoveError:
        return IllegalMoveError(self.clause, self.reason)


def not_held(hand: Iterable[Tile], placed: Iterable[Tile]) -> Obstacle:
    held, wanted = (" ".join(map(str, tiles)) or "nothing" for tiles in (hand, placed))
    return Obstacle(Fault.NOT_HELD, "Z5", f"{wanted} can't be placed by who holds {held}")


def not_empty(field: Field) -> Obstacle:
    return Obstacle(Fault.NOT_EMPTY, "Z6", f"there is a tile on {field} already", (field,))


def no_start() -> Obstacle:
    reason = f"in the first turn a tile has to lie on the start field {START}"
    return Obstacle(Fault.NO_START, "Z6", reason, (START,))


def not_joined(field: Field, *, first_turn: bool) -> Obstacle:
    to = "the one on the start field" if first_turn else "those that lay before"
    reason = f"the tile on {field} is not joined to {to}"
    return Obstacle(Fault.NOT_JOINED, "Z6", reason, (field,))


def too_much(line: TileLine) -> Obstacle:
    reason = f"the line {line} sums to {line.sum}"
    return Obstacle(Fault.TOO_MUCH, "Z7", reason, line.fields, sum=line.sum)


def light_for_nothing(field: Field, tile: Tile, elsewhere: Field) -> Obstacle:
    reason = (
        f"the {tile} on the light field {field} is in no line of 10 to 12, and fits {elsewhere}"
    )
    return Obstacle(Fault.LIGHT, "Z8", reason, (field, elsewhere), tile)


def left_but_fits(tile: Tile, field: Field) -> Obstacle:
    reason = f"the {tile} that is left fits {field}"
    return Obstacle(Fault.FITS, "Z9", reason, (field,), tile)
