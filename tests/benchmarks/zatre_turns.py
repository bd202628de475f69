"""Measure how long it takes to list all legal turns of Zatre.

    .venv/bin/python -m tests.benchmarks.zatre_turns

The positions come from random games, with two tiles in hand and a quarter to three quarters of the
bag drawn. Each position is timed several times and the shortest time counts. Times are processor
time, so other processes hardly affect them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from statistics import median, quantiles
from time import process_time

from tests.benchmarks.goals import Goal, report
from triqueta.games.zatre.rules import Game, Setup, deal, legal_turns

GOAL = 0.020
MEDIAN_GOAL = 0.005
RUNS = 3
MID_GAME = range(30, 91)  # tiles drawn from the bag


@dataclass(frozen=True)
class Listed:
    """The number of legal turns in a position, and the seconds that listing them took."""

    turns: int
    seconds: float


def positions(games: int) -> Iterator[Game]:
    for seed in range(games):
        rng = Random(seed)
        players = rng.randint(2, 5)
        names = tuple(f"Player {seat}" for seat in range(1, players + 1))
        game = Game(Setup(names, *deal(rng.randbytes(32), players, "")))
        while game.to_act is not None:
            if game.taken in MID_GAME and len(game.hands[game.to_act]) == 2:
                yield game
            game.play(game.random_move(rng))


def listed(game: Game) -> Listed:
    assert game.to_act is not None
    taken = []
    for _ in range(RUNS):
        started = process_time()
        turns = legal_turns(game.tiles, game.hands[game.to_act])
        taken.append(process_time() - started)
    return Listed(len(turns), min(taken))


def goals(times: list[float]) -> list[Goal]:
    figures = {
        "median": (median(times), MEDIAN_GOAL),
        "99 of 100": (quantiles(times, n=100)[-1], GOAL),
        "longest": (max(times), GOAL),
    }
    return [
        Goal(f"turns of Zatre, {name}", 1000 * seconds, 1000 * goal, "ms")
        for name, (seconds, goal) in figures.items()
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description="time the listing of Zatre's legal turns")
    parser.add_argument("--games", type=int, default=50, help="random games (default 50)")
    games = parser.parse_args().games
    found = [listed(game) for game in positions(games)]
    times = [each.seconds for each in found]
    most = max(found, key=lambda each: each.turns)
    print(f"{len(found):,} positions with two tiles, Python {sys.version.split()[0]}")
    print(f"  turns: median {median(each.turns for each in found):.0f}, most {most.turns:,}")
    return report(*goals(times))


if __name__ == "__main__":
    sys.exit(main())
