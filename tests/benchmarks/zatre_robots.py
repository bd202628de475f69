"""How long Zatre's robots think about a turn, the listing of all turns included.

    .venv/bin/python -m tests.benchmarks.zatre_robots

Games of two to five robots of the level, and of random players, who get stuck with more tiles and
so have more turns to think about. Time is the processor's.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from statistics import median, quantiles
from time import process_time

from triqueta.games.robots import RandomRobot
from triqueta.games.zatre.kind import KIND
from triqueta.games.zatre.robots.levels import LEVELS
from triqueta.games.zatre.running_game import ZatrePlay
from triqueta.records.proof import Proof

GOAL = 0.200


@dataclass(frozen=True)
class Thought:
    """How many turns there were to choose from, and the seconds that it took to choose."""

    turns: int
    seconds: float


def thoughts(level: str, games: int) -> Iterator[Thought]:
    robot = KIND.robot(level, process_time)
    for number in range(games):
        rng, players = Random(number), 2 + number % 4
        play = KIND.deal("zatre", ("A", "B", "C", "D", "E")[:players], None, _proof(rng))
        assert isinstance(play, ZatrePlay)
        others = RandomRobot() if number % 2 else robot
        while (seat := play.actor) is not None:
            if (due := play.due(seat)) is not None:
                play.enter(due)
            started = process_time()
            view, moves = play.view(seat), play.moves(seat)
            move = robot.choose(view, moves, rng)
            yield Thought(len(moves), process_time() - started)
            play.enter(move if others is robot else others.choose(view, moves, rng))


def _proof(rng: Random) -> Proof:
    return Proof.of(rng.randbytes(32), "")


def report(level: str, found: list[Thought]) -> bool:
    times = [each.seconds for each in found]
    most = max(found, key=lambda each: each.turns)
    print(f"{level}: {len(found):,} turns, Python {sys.version.split()[0]}")
    print(
        f"  to choose from: median {median(each.turns for each in found):.0f}, most {most.turns:,}"
    )
    print(
        f"  milliseconds: median {median(times) * 1000:.1f}, "
        f"99 % {quantiles(times, n=100)[-1] * 1000:.1f}, longest {max(times) * 1000:.1f}"
    )
    reached = max(times) <= GOAL
    print(f"goal: {GOAL * 1000:.0f} ms at most: {'reached' if reached else 'missed'}")
    return reached


def main() -> int:
    parser = argparse.ArgumentParser(description="thinking about a turn of Zatre")
    parser.add_argument("--games", type=int, default=200, help="of each level (default 200)")
    games = parser.parse_args().games
    reached = [report(level, list(thoughts(level, games))) for level in LEVELS]
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main())
