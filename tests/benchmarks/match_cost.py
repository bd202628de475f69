"""Measure how many games three robots play per second, and how their time is spent.

    .venv/bin/python -m tests.benchmarks.match_cost

Every game is played twice. The first time it runs as in `triqueta match`, and its total time is
taken. The second time, making the robots' views and choosing moves are timed separately. The
rules' share is the time to replay the moves alone. The rest is dealing, acknowledgements and the
result. Times are processor time, so games per second are those of an otherwise idle core.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter, process_time
from typing import ParamSpec, TypeVar

from tests.benchmarks.goals import Goal, report
from triqueta.cli.match_games import Match, chances, deal, play_game
from triqueta.games import installed_games
from triqueta.games.triqueta.rules import Game, Record
from triqueta.table.robots import play_out

GOALS = {"hard": 20.0, "expert": 0.2}  # games of three per second and core
P = ParamSpec("P")
T = TypeVar("T")


@dataclass
class Cost:
    """The processor time of some games, in seconds: in total, and of each part."""

    games: int = 0
    whole: float = 0.0
    rules: float = 0.0
    views: float = 0.0
    thinking: float = 0.0

    @property
    def per_second(self) -> float:
        return self.games / self.whole

    def shares(self) -> dict[str, float]:
        parts = {"rules": self.rules, "views": self.views, "thinking": self.thinking}
        rest = max(self.whole - sum(parts.values()), 0.0)
        return {name: part / self.whole for name, part in {**parts, "rest": rest}.items()}


def measure(robot: str, games: int, seed: int = 7) -> Cost:
    match, cost = Match("triqueta", "base", (robot,) * 3, seed), Cost()
    play_game(match, games)  # warm up: modules and tables are loaded once
    for number in range(games):
        cost.games += 1
        cost.whole += timed(play_game, match, number)[0]
        add_parts(cost, match, number)
    return cost


def add_parts(cost: Cost, match: Match, number: int) -> None:
    players = len(match.players)
    session, turned = deal(match, number // players), number % players
    rngs = chances(match, number)
    robots = [installed_games().robot(match.game, name, perf_counter) for name in match.players]

    def move_of(seat: int) -> str:
        who = (seat + turned) % players
        took, view = timed(session.view, seat)
        cost.views += took
        took, move = timed(robots[who].choose, view, session.moves(seat), rngs[who])
        cost.thinking += took
        return move

    play_out(session, move_of)
    played = Record.read(session.document(), Game).game
    cost.rules += timed(Game, played.setup, played.moves)[0]


def timed(work: Callable[P, T], *args: P.args, **more: P.kwargs) -> tuple[float, T]:
    started = process_time()
    done = work(*args, **more)
    return process_time() - started, done


def goal(robot: str, cost: Cost) -> Goal:
    return Goal(f"games of {robot} per second", cost.per_second, GOALS[robot], at_least=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="measure games of robots per second")
    parser.add_argument("--hard", type=int, default=200, help="games at level hard (default 200)")
    parser.add_argument("--expert", type=int, default=6, help="games at level expert (default 6)")
    games = vars(parser.parse_args())
    print(f"games of three robots per second and core, Python {sys.version.split()[0]}")
    costs = {robot: measure(robot, games[robot]) for robot in GOALS}
    for robot, cost in costs.items():
        shares = ", ".join(f"{name} {share:.1%}" for name, share in cost.shares().items())
        print(f"  {robot:7} {cost.per_second:7.2f}   of which {shares}")
    return report(*(goal(robot, cost) for robot, cost in costs.items()))


if __name__ == "__main__":
    sys.exit(main())
