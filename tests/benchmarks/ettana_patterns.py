"""Measure how long it takes to find all places of all 36 patterns on an Ettana board.

    .venv/bin/python -m tests.benchmarks.ettana_patterns

Boards are dealt as in a game. Each is searched several times and the shortest time counts. Times
are processor time, so other processes hardly affect them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from random import Random
from statistics import median
from time import process_time

from tests.benchmarks.goals import Goal, report
from triqueta.games.ettana.rules import Weave, deal
from triqueta.games.ettana.rules.board import threads_by_octagon
from triqueta.games.ettana.rules.patterns import shipped_deck

GOAL = 0.001
RUNS = 5


def boards(number: int) -> Iterator[Mapping[str, str]]:
    rng = Random(1)
    for _ in range(number):
        layout, _ = deal(rng.randbytes(32), 3, "")
        yield threads_by_octagon(layout.threads)


def searched(threads: Mapping[str, str]) -> tuple[int, float]:
    """Return how many places all patterns have on a board, and the shortest time in seconds."""
    patterns, taken = shipped_deck().patterns, []
    for _ in range(RUNS):
        started = process_time()
        weave = Weave(threads)
        found = [weave.places(pattern) for pattern in patterns]
        taken.append(process_time() - started)
    return sum(map(len, found)), min(taken)


def goals(times: list[float]) -> list[Goal]:
    return [
        Goal(f"patterns of Ettana, {name}", 1000 * seconds, 1000 * GOAL, "ms")
        for name, seconds in (("median", median(times)), ("longest", max(times)))
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description="time the search for Ettana's patterns")
    parser.add_argument("--boards", type=int, default=500, help="boards to search (default 500)")
    number = parser.parse_args().boards
    searched(next(boards(1)))  # warm up: the shapes are computed once
    found = [searched(threads) for threads in boards(number)]
    times = [seconds for _, seconds in found]
    print(f"{number:,} boards, 36 patterns, Python {sys.version.split()[0]}")
    print(f"  places: median {median(places for places, _ in found):.0f}")
    return report(*goals(times))


if __name__ == "__main__":
    sys.exit(main())
