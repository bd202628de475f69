"""Calibrate Triqueta's coach, so that the costs and scores it states are right on average.

    nice .venv/bin/python -m tools.fit_coach --workers 2

For each edition and number of players, the tool plays games between robots and fits two things:
what a decision really costs, given its estimated cost, and a seat's final score, given its
prospects. Run it again after each training of the robots. It needs numpy. `check_coach` then
checks the result on other games.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from tools.coach_games import (
    VARIANTS,
    Compared,
    Played,
    arguments,
    compared,
    of_all,
    play,
    seeming,
    setup_of,
)
from tools.train_robots import revision
from triqueta.games.triqueta.robots.coach import prospects
from triqueta.games.triqueta.robots.model import ROUNDS

CALIBRATED = Path("triqueta/games/triqueta/robots/calibrated.json")
LOOK = 0.2  # the share of moments to keep: successive moments are nearly the same

Seen: TypeAlias = tuple[int, int, list[float], Played]
"""Rounds left, players in the round, each seat's prospects, and the result of the game."""


def cost(variant: str, seed: int, number: int) -> list[Compared]:
    return compared(variant, seed, number, seeming)


def look_at(variant: str, seed: int, number: int) -> list[Seen]:
    """Play a game without noise, and return a sample of its moments with the result."""
    setup = setup_of(variant, seed, number)
    played = play(setup, f"{seed} {number}", look=LOOK)
    bare = Played(played.scores, played.winners)
    return [
        (
            moment.rounds_left,
            sum(player.in_round for player in moment.views[0].table.players),
            [prospects(view) for view in moment.views],
            bare,
        )
        for moment in played.moments
    ]


def factors(found: list[Compared]) -> list[float]:
    """Fit a factor from estimated to real cost for each number of rounds left.

    The regression is regularized towards a common factor. It also includes how far the seat was
    ahead without noise, which removes the luck of the deal.
    """
    x = np.array([(*one.losses, -one.clean) for one in found])
    y = np.array([-one.noisy for one in found])
    together = x[:, :ROUNDS].sum(axis=1)
    common = float(together @ y / (together @ together))
    held = 0.1 * np.diag([*(x[:, :ROUNDS] ** 2).sum(axis=0), 0.0])
    fitted = np.linalg.solve(x.T @ x + held, x.T @ y + held @ np.full(ROUNDS + 1, common))
    return [round(max(float(each), 0.05), 3) for each in fitted[:ROUNDS]]


def line(seen: list[Seen]) -> tuple[float, float]:
    """Fit the final score as a line in the prospects: return its intercept and slope.

    The slope is between 0 and 1: better prospects never mean a lower score.
    """
    expected = np.array([points for _, _, all_, _ in seen for points in all_])
    ended = np.array([float(score) for *_, played in seen for score in played.scores])
    slope = min(max(float(np.polyfit(expected, ended, 1)[0]), 0.0), 1.0)
    return round(float(ended.mean() - slope * expected.mean()), 3), round(slope, 3)


def fit(variant: str, args: Any, known: dict[str, Any]) -> list[dict[str, object]]:
    if args.forecasts:
        fitted = [stage["factor"] for stage in known["models"][variant]["stages"]]
    else:
        fitted = factors([one for each in of_all(cost, variant, args) for one in each])
    seen = [one for each in of_all(look_at, variant, args) for one in each]
    by_stage: dict[int, list[Seen]] = defaultdict(list)
    for one in seen:
        by_stage[one[0]].append(one)
    players = range(int(variant[-1]) + 1)
    return [
        {
            "factor": factor,
            "forecasts": [
                line([one for one in by_stage[left] if one[1] == players_in])
                for players_in in players
            ],
        }
        for left, factor in enumerate(fitted)
    ]


def main() -> int:
    parser = arguments("calibrate the coach", games=2000, seed=1)
    parser.add_argument("--out", type=Path, default=CALIBRATED)
    parser.add_argument(
        "--forecasts",
        action="store_true",
        help="keep the factors, if only the value model has changed since they were fitted",
    )
    args = parser.parse_args()
    known = json.loads(args.out.read_text("utf-8")) if args.out.exists() else {"models": {}}
    for variant in args.variants or VARIANTS:
        stages = fit(variant, args, known)
        known["models"][variant] = {"revision": revision(), "seed": args.seed, "stages": stages}
        args.out.write_text(json.dumps(known, indent=1) + "\n", "utf-8")
        print(variant, "factors by rounds left:", *(stage["factor"] for stage in stages))
    return 0


if __name__ == "__main__":
    sys.exit(main())
