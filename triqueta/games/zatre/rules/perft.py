"""Counting legal sequences of turns: the strictest short test of a rules implementation."""

from __future__ import annotations

from triqueta.games.zatre.rules.game import Game


def perft(game: Game, depth: int) -> int:
    """How many sequences of exactly `depth` legal turns start at this position."""
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
