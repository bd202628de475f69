"""Counting legal move sequences: the strictest short test of a rules implementation."""

from __future__ import annotations

from typing import Any

from triqueta.records.game_of_moves import GameOfMoves


def perft(game: GameOfMoves[Any], depth: int) -> int:
    """How many sequences of exactly `depth` legal moves start at this position.

    Where chance may come next, that is one sequence, however long it is to be.
    """
    if depth < 0:
        raise ValueError(f"depth {depth} is negative")
    if depth == 0:
        return 1
    count = int(game.chance_may_be_next)
    if depth == 1:
        return count + len(game.legal_moves)
    for move in game.legal_moves:
        branch = game.copy()
        branch.play(move)
        count += perft(branch, depth - 1)
    return count
