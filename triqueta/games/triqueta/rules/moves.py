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
