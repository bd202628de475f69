"""Measure the strength of the robots: play matches between their levels, each with a goal.

    .venv/bin/python -m tools.robot_strength --workers 2

A match reaches its goal if the lower bound of the 95 % interval does. Every deal is played on all
seats. With fewer games than the default the intervals are wide, so a goal can be missed by chance.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass

from triqueta.cli.match import MatchTally, tally_of
from triqueta.cli.match_games import Match
from triqueta.cli.workers import add_worker_arguments, executor_for


@dataclass(frozen=True)
class Goal:
    """A match whose first player should win at least `share` of the games."""

    share: float
    edition: str
    players: tuple[str, ...]
    games: int = 2000  # enough for a narrow interval
    game: str = "triqueta"


GOALS = {
    "greedy": Goal(0.75, "base", ("hard", "greedy", "greedy"), games=6000),
    "easy": Goal(0.50, "base", ("medium", "easy", "easy")),
    "medium": Goal(0.50, "base", ("hard", "medium", "medium")),
    "three": Goal(0.50, "base", ("expert", "hard", "hard")),
    "four": Goal(0.40, "base", ("expert", "hard", "hard", "hard")),
    "five": Goal(0.30, "base", ("expert", "hard", "hard", "hard", "hard")),
    "wolves": Goal(0.70, "shadow", ("expert", "hard")),
    "zatre": Goal(0.80, "zatre", ("good", "easy"), games=200, game="zatre"),
    "ettana": Goal(0.75, "ettana", ("good", "easy"), games=200, game="ettana"),
}


def reached(goal: Goal, tally: MatchTally) -> bool:
    least: float = tally.document()["sides"][0]["least"]
    return least >= goal.share


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(description="play the matches that measure the robots")
    found.add_argument("names", nargs="*", help=f"{', '.join(GOALS)} (default: all)")
    found.add_argument(
        "--games", type=int, help="games in each match (default: enough for its goal)"
    )
    found.add_argument("--seed", type=int, default=2026, help="seed of the deals (default 2026)")
    add_worker_arguments(found)
    return found


def main(words: list[str] | None = None) -> int:
    args = parser().parse_args(words)
    for name in args.names:
        if name not in GOALS:
            parser().error(f"unknown match {name!r} (choose from {', '.join(GOALS)})")
    missed = 0
    with executor_for(args, "robot_strength") as executor:
        for name in args.names or GOALS:
            goal = GOALS[name]
            match = Match(goal.game, goal.edition, goal.players, args.seed)
            tally = tally_of(match, args.games or goal.games, executor)
            is_reached = reached(goal, tally)
            missed += not is_reached
            verdict = "reached" if is_reached else "missed"
            print(*tally.lines(), sep="\n")
            print(
                f"{name}: at least {goal.share:.0%} for {goal.players[0]}: {verdict}", flush=True
            )
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
