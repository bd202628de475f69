"""How long robots think about a move, the listing of all moves included.

    .venv/bin/python -m tests.benchmarks.robot_times

Games of robots of the level, and of random players, who get into stranger places and so have more
to think about; of all editions and numbers of players in turn. Time is the processor's.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from statistics import fmean, median, quantiles
from time import process_time

from triqueta.cli.own_time import OwnTime
from triqueta.games import GAMES, game
from triqueta.games.robots import RandomRobot
from triqueta.records.proof import Proof


@dataclass(frozen=True)
class Goal:
    """Seconds that a move may take, in the mean and in 99 of 100, or at most."""

    mean: float
    most: float
    is_for_all: bool = True


QUICK = Goal(mean=0.001, most=0.001, is_for_all=False)  # the longest is a collection of garbage
EXPERT = Goal(mean=0.100, most=0.300)
GUEST = Goal(mean=0.200, most=0.200)


def goal_of(name: str, level: str) -> Goal:
    if name != "triqueta":
        return GUEST
    return EXPERT if level == "expert" else QUICK


@dataclass(frozen=True)
class Thought:
    """How many moves there were to choose from, and the seconds that it took to choose."""

    moves: int
    seconds: float


def thoughts(name: str, level: str, games: int) -> Iterator[Thought]:
    kind = game(name)
    tables = [(edition, players) for edition in kind.editions for players in edition.players]
    robot = kind.robot(level, OwnTime())
    for number in range(games):
        rng, (edition, players) = Random(number), tables[number % len(tables)]
        names, proof = ("A", "B", "C", "D", "E")[:players], Proof.of(rng.randbytes(32), "")
        play = kind.deal(edition.name, names, number % players, proof)
        others = RandomRobot() if number // len(tables) % 2 else robot
        while (seat := play.actor) is not None:
            if (due := play.chance() or play.due(seat)) is not None:
                play.enter(due)
                continue
            started = process_time()
            view, moves = play.view(seat), play.moves(seat)
            move = robot.choose(view, moves, rng)
            yield Thought(len(moves), process_time() - started)
            play.enter(move if others is robot else others.choose(view, moves, rng))


def report(name: str, level: str, found: list[Thought]) -> bool:
    times, goal = [each.seconds for each in found], goal_of(name, level)
    most = max(found, key=lambda each: each.moves)
    print(f"{name}, {level}: {len(found):,} moves, Python {sys.version.split()[0]}")
    print(
        f"  to choose from: median {median(each.moves for each in found):.0f}, most {most.moves:,}"
    )
    mean, nearly_all, longest = fmean(times), quantiles(times, n=100)[-1], max(times)
    print(
        f"  milliseconds: mean {mean * 1000:.2f}, median {median(times) * 1000:.2f}, "
        f"99 % {nearly_all * 1000:.1f}, longest {longest * 1000:.1f}"
    )
    reached = mean <= goal.mean and (longest if goal.is_for_all else nearly_all) <= goal.most
    which = "longest" if goal.is_for_all else "99 %"
    print(
        f"goal: mean {goal.mean * 1000:.0f} ms, {which} {goal.most * 1000:.0f} ms: "
        f"{'reached' if reached else 'missed'}",
        flush=True,
    )
    return reached


def main() -> int:
    parser = argparse.ArgumentParser(description="how long robots think")
    parser.add_argument("--game", choices=tuple(GAMES), help="one of them alone")
    parser.add_argument("--games", type=int, default=200, help="of each level (default 200)")
    args = parser.parse_args()
    reached = [
        report(name, level, list(thoughts(name, level, args.games)))
        for name in ([args.game] if args.game else GAMES)
        for level in game(name).robot_levels
    ]
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main())
