"""Measure how long robots think about a move, including the listing of legal moves.

    .venv/bin/python -m tests.benchmarks.robot_times

The games alternate between robots of the measured level and random players, who reach more
unusual positions. They cover all editions and numbers of players. Times are processor time.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from statistics import fmean, median, quantiles
from time import process_time

from tests.benchmarks.goals import Goal, report
from triqueta.cli.workers import CpuClock
from triqueta.games import installed_games
from triqueta.records.shuffle import Proof
from triqueta.table.robots import RandomRobot


@dataclass(frozen=True)
class Limits:
    """The limits for a move in milliseconds: mean, 99th percentile and maximum."""

    mean: float
    nearly_all: float
    longest: float


# A quick robot's longest moves are those during which Python collects garbage.
QUICK = Limits(mean=1, nearly_all=1, longest=100)
EXPERT = Limits(mean=100, nearly_all=300, longest=300)
GUEST = Limits(mean=200, nearly_all=200, longest=200)


def limits_of(name: str, level: str) -> Limits:
    if name != "triqueta":
        return GUEST
    return EXPERT if level == "expert" else QUICK


@dataclass(frozen=True)
class MoveRequest:
    """The number of legal moves, and the seconds that the robot took to choose one."""

    moves: int
    seconds: float


def requests(name: str, level: str, games: int) -> Iterator[MoveRequest]:
    every = installed_games()
    tables = [
        (edition, players) for edition in every[name].editions for players in edition.players
    ]
    robot = every.robot(name, level, CpuClock())
    for number in range(games):
        rng, (edition, players) = Random(number), tables[number % len(tables)]
        names, proof = ("A", "B", "C", "D", "E")[:players], Proof.of(rng.randbytes(32), "")
        session = every.deal(name, edition.name, names, number % players, proof)
        others = RandomRobot() if number // len(tables) % 2 else robot
        while (seat := session.current_player) is not None:
            if (due := session.chance() or session.pending_ack(seat)) is not None:
                session.apply(due)
                continue
            started = process_time()
            view, moves = session.view(seat), session.moves(seat)
            move = robot.choose(view, moves, rng)
            yield MoveRequest(len(moves), process_time() - started)
            session.apply(move if others is robot else others.choose(view, moves, rng))


def describe(name: str, level: str, found: list[MoveRequest]) -> None:
    most = max(found, key=lambda each: each.moves)
    print(f"{name}, {level}: {len(found):,} moves, Python {sys.version.split()[0]}")
    typical = median(each.moves for each in found)
    print(f"  to choose from: median {typical:.0f}, most {most.moves:,}")
    print(f"  milliseconds: median {1000 * median(each.seconds for each in found):.2f}")


def goals(name: str, level: str, found: list[MoveRequest]) -> list[Goal]:
    times, limits = [1000 * each.seconds for each in found], limits_of(name, level)
    figures = (
        ("mean", fmean(times), limits.mean),
        ("99 of 100", quantiles(times, n=100)[-1], limits.nearly_all),
        ("longest", max(times), limits.longest),
    )
    return [Goal(f"{name}, {level}, {which}", ms, limit, "ms") for which, ms, limit in figures]


def measure(name: str, level: str, games: int) -> int:
    """Time the moves of some games, print the results and return the exit status."""
    found = list(requests(name, level, games))
    describe(name, level, found)
    return report(*goals(name, level, found))


def main() -> int:
    parser = argparse.ArgumentParser(description="measure how long robots think")
    parser.add_argument("--game", choices=tuple(installed_games().specs), help="only this game")
    parser.add_argument("--games", type=int, default=16, help="games per level (default 16)")
    args = parser.parse_args()
    return max(
        measure(name, level, args.games)
        for name in ([args.game] if args.game else installed_games().specs)
        for level in installed_games()[name].robot_levels
    )


if __name__ == "__main__":
    sys.exit(main())
