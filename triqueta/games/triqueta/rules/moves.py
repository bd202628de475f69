"""The phases of a game, and the moves, written as in a record: `"d3"` draws from petal 3."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias


class Phase(StrEnum):
    TURN = "turn"  # draw a tile or take a row (R3)
    SECOND_DRAW = "second draw"  # two players with the expansion (D1)
    CHOICE = "choice"  # where a drawn light tile goes (R4, D3)
    NEXT_PILE = "next pile"  # the Rock holder opens one (R11)
    REVEAL = "reveal"  # add or return a kept light tile (R12)
    OVER = "over"


Moves: TypeAlias = tuple[str, ...]

DRAW = ("d1", "d2", "d3", "d4", "d5")
PLACE = ("r1", "r2", "r3", "r4", "r5")
KEEP = "k"
BOX = "x"
TAKE = ("t1", "t2", "t3", "t4", "t5")
OPEN = ("p2", "p3", "p4")
ADD = "+"
RETURN = "-"

DECISIONS = (ADD, RETURN)
ALL_MOVES = (*DRAW, *PLACE, KEEP, BOX, *TAKE, *OPEN, *DECISIONS)

KINDS = (DRAW, PLACE, (KEEP,), (BOX,), TAKE, OPEN, DECISIONS)
_KINDS = {move: kind for kind in KINDS for move in kind}
_NUMBERS = {move: int(move[1:]) for kind in (DRAW, PLACE, TAKE, OPEN) for move in kind}


def kind_of(move: str) -> Moves:
    """All moves of the same kind: `kind_of("d3") is DRAW`."""
    return _KINDS[move]


def number_of(move: str) -> int:
    """The petal, row or pile that a move names, counted from 1 as players do."""
    return _NUMBERS[move]


def by_number(moves: Moves, kind: Moves) -> dict[int, str]:
    """The moves of a kind among these, by the petal, row or pile they name."""
    return {_NUMBERS[move]: move for move in moves if move in kind}


def is_draw(move: str) -> bool:
    return move in DRAW


def is_take(move: str) -> bool:
    return move in TAKE
