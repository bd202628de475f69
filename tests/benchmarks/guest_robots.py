"""How long the robots of guests think about a move, the listing of all moves included.

    .venv/bin/python -m tests.benchmarks.guest_robots

Games of robots of the level, and of random players, who get into stranger places and so have more
to think about. Time is the processor's.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from statistics import median, quantiles
from time import process_time

from triqueta.games import game
from triqueta.games.robots import RandomRobot
from triqueta.records.proof import Proof

GOAL = 0.200
GUESTS = ("zatre", "ettana")


@dataclass(frozen=True)
class Thought:
    """How many moves there were to choose from, and the seconds that it took to choose."""

    moves: int
    seconds: float


def thoughts(name: str, level: str, games: int) -> Iterator[Thought]:
    kind, (edition, *_) = game(name), game(name).editions
    robot = kind.robot(level, process_time)
    for number in range(games):
        rng, players = Random(number), edition.players[number % len(edition.players)]
        play = kind.deal(edition.name, ("A", "B", "C", "D", "E")[:players], None, _proof(rng))
        others = RandomRobot() if number % 2 else robot
        while (seat := play.actor) is not None:
            if (due := play.chance() or play.due(seat)) is not None:
                play.enter(due)
                continue
            started = process_time()
            view, moves = play.view(seat), play.moves(seat)
            move = robot.choose(view, moves, rng)
            yield Thought(len(moves), process_time() - started)
            play.enter(move if others is robot else others.choose(view, moves, rng))


def _proof(rng: Random) -> Proof:
    return Proof.of(rng.randbytes(32), "")


def report(level: str, found: list[Thought]) -> bool:
    times = [each.seconds for each in found]
    most = max(found, key=lambda each: each.moves)
    print(f"{level}: {len(found):,} moves, Python {sys.version.split()[0]}")
    print(
        f"  to choose from: median {median(each.moves for each in found):.0f}, most {most.moves:,}"
    )
    print(
        f"  milliseconds: median {median(times) * 1000:.1f}, "
        f"99 % {quantiles(times, n=100)[-1] * 1000:.1f}, longest {max(times) * 1000:.1f}"
    )
    reached = max(times) <= GOAL
    print(f"goal: {GOAL * 1000:.0f} ms at most: {'reached' if reached else 'missed'}")
    return reached


def main() -> int:
    parser = argparse.ArgumentParser(description="how long robots of guests think")
    parser.add_argument("--game", choices=GUESTS, help="one of them alone")
    parser.add_argument("--games", type=int, default=200, help="of each level (default 200)")
    args = parser.parse_args()
    reached = [
        report(f"{name}, {level}", list(thoughts(name, level, args.games)))
        for name in ([args.game] if args.game else GUESTS)
        for level in game(name).robot_levels
    ]
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main())
