"""Measure the constants of Zatre's robots in games between them.

    nice .venv/bin/python -m tools.zatre_constants --workers 2

The constants are what a turn usually scores, and TAKEN, the share of a turn's new opportunities
that the next player is assumed to use. Both are in `triqueta/games/zatre/robots.py`. For TAKEN,
a player with each candidate value plays against players with 0, on each seat in turn.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from math import sqrt
from statistics import fmean, stdev

from tools.zatre_games import arguments, by_points, dealt, margin, of_all, play_to_the_end
from triqueta.games.zatre.rules import Block, Game

TAKEN = (0.25, 0.5, 0.75, 1.0)


def usual(players: int, seed: int, number: int) -> Game:
    """Return a finished game in which all seats play like the robot `good`."""
    return play_to_the_end(dealt(players, seed, number), [by_points] * players, f"{seed} {number}")


def report(games: list[Game]) -> Iterator[str]:
    """Yield lines about what a turn scores on average."""
    turns = sum(len(game.history) for game in games)
    blocks = [block for game in games for block in game.blocks]
    for total, column in (("10", "tens"), ("11", "elevens"), ("12", "twelves")):
        cells = [points for block in blocks for points in getattr(block, column)]
        yield f"  {total}: in {len(cells) / turns:.3f} of the turns, {fmean(cells):.2f} points"
    yield f"  crosses: {_crosses(blocks) / turns:.3f} in a turn"
    held = Counter(bool(hand) for game in games for hand in game.hands)
    yield f"  players who hold tiles at the end: {held[True] / held.total():.1%}"


def _crosses(blocks: list[Block]) -> int:
    return sum(block.crosses for block in blocks)


def ahead(players: int, taken: float, seed: int, number: int) -> float:
    """Return how far a player who uses `taken` is ahead of others who use 0, in points."""
    deal, seat = divmod(number, players)
    choosers = [partial(by_points, taken=0.0)] * players
    choosers[seat] = partial(by_points, taken=taken)
    game = play_to_the_end(dealt(players, seed, deal), choosers, f"{seed} {deal}")
    if game.outcome is None:
        raise ValueError("the game has no outcome")
    return margin(game.outcome.scores, seat)


def main() -> int:
    about = "measure the constants of Zatre's robots"
    args = arguments(about, games=200, seed=1).parse_args()
    for players in args.players:
        numbers = range(args.games)
        print(f"{players} players, {args.games:,} games, seed {args.seed}")
        games = list(of_all(partial(usual, players, args.seed), numbers, args.workers))
        print(*report(games), sep="\n", flush=True)
        for taken in TAKEN:
            work = partial(ahead, players, taken, args.seed)
            points = list(of_all(work, numbers, args.workers))
            half = 1.96 * stdev(points) / sqrt(len(points))
            print(f"  taken {taken}: ahead by {fmean(points):5.1f} ± {half:.1f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
