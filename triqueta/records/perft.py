"""Counting legal move sequences: the strictest short test of a rules implementation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, Self


class Countable(Protocol):
    """A game whose moves can be listed, tried out on a copy, and so counted."""

    @property
    def legal_moves(self) -> Sequence[str]: ...

    def play(self, move: str) -> None: ...

    def copy(self) -> Self: ...


def perft(game: Countable, depth: int) -> int:
    """How many sequences of exactly `depth` legal moves start at this position."""
    if depth < 0:
        raise ValueError(f"depth {depth} is negative")
    if depth == 0:
        return 1
    if depth == 1:
        return len(game.legal_moves)
    count = 0
    for move in game.legal_moves:
        branch = game.copy()
        branch.play(move)
        count += perft(branch, depth - 1)
    return count
