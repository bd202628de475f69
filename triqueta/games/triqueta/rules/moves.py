"""The moves, written as in a game record. A move is its text: `"d3"` draws from petal 3."""

from __future__ import annotations

from typing import TypeAlias

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
