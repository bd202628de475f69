"""Fit the robots' value model: predict scores and winners from positions.

    nice .venv/bin/python -m tools.fit_value_model --seed 1 --workers 2

The tool uses games of the robots against themselves. For each edition and number of players:

1. A ridge regression, at the ends of rounds, of the points still to come (`future_points`).
2. A ridge regression of the value at the end of the round, for each place in the turn order.
3. The spread with which a softmax of these values predicts the winner best.

Run it again after `train_robots`, and then run `fit_coach`. It needs numpy.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import numpy as np

from tools.future_points import fit_future_points
from tools.self_play import Place, Places, SelfPlay, Session, Watcher
from tools.train_robots import Sums, revision, ridge, variants
from triqueta.games.triqueta.robots.model import OTHER_FEATURES, learnt
from triqueta.games.triqueta.robots.position import Position
from triqueta.games.triqueta.robots.value_model import (
    MORE_FEATURES,
    TILES_APART,
    Potential,
    ValueModels,
    features,
    more_features,
    potential_of,
    value_models_of,
)
from triqueta.games.triqueta.rules import Edition

MODEL_FILE = Path("triqueta/games/triqueta/robots/value_model.json")
MOST_DRAWN = 20  # tiles of a pile
ENOUGH = 300  # samples needed to fit a spread for a single number of tiles
# A factor on --games: each end of a round gives only one sample.
GAMES_FOR_FUTURE_POINTS = 5
SPREADS = [round(1.1**power, 2) for power in range(1, 38)]  # points, up to 34


class Rounds(Places):
    """Training data: the value model's features of each seat, and what the round brought it."""

    def __init__(self, potential: list[Potential], value_models: ValueModels) -> None:
        super().__init__(self._features, lambda p: value_models[p.stage.rounds_left].now(p))
        self._potential = potential

    def _features(
        self, position: Position, seat: int, tiles: int, tops: Sequence[int]
    ) -> list[float]:
        potential = self._potential[position.stage.rounds_left]
        found = features(position, seat, tiles, tops)
        return found + more_features(position, seat, tiles, potential)


@dataclass
class Standings:
    """A watcher that records the predicted values of all seats before each turn."""

    value_models: ValueModels
    seen: list[tuple[Place, list[float]]]

    def before_turn(self, game: SelfPlay, position: Position) -> None:
        left, rows = position.stage.rounds_left, len(position.order)
        values = game.with_trees(self.value_models[left].values(position))
        self.seen.append(((left, rows, position.tiles // TILES_APART), values))

    after_round = before_turn


Expected: TypeAlias = list[tuple[list[float], list[float]]]
"""Pairs of the seats' predicted values, and 1.0 for each winner, 0.0 for the other seats."""


def fit_weights(rounds: Rounds, left: int, players: int) -> list[list[list[float]]]:
    return [
        [fit_place(rounds, (left, rows, place)) for place in range(rows)]
        for rows in range(players + 1)
    ]


def fit_place(rounds: Rounds, key: Place) -> list[float]:
    penalty = np.full(key[1] + len(OTHER_FEATURES) + MORE_FEATURES, 3.0)
    found, targets = zip(*rounds.places[key], strict=True)
    weights = ridge([Sums(np.array(found), np.array(targets))], penalty)
    return [round(float(weight), 4) for weight in weights]


def fit_spreads(
    expected: dict[tuple[int, int, int], Expected], left: int, players: int
) -> list[list[float]]:
    """Return the spread by players in the round, then by tiles left // TILES_APART."""
    found = []
    for rows in range(players + 1):
        keys = [(left, rows, tiles) for tiles in range(MOST_DRAWN // TILES_APART + 1)]
        together = [row for key in keys for row in expected[key]]
        all_of_them = spread_of(together)
        by_tiles = [expected[key] for key in keys]
        found.append([spread_of(r) if len(r) > ENOUGH else all_of_them for r in by_tiles])
    return found


def spread_of(rows: Expected) -> float:
    """Return the spread with which a softmax of the values predicts the winners best."""
    if not rows:
        return SPREADS[-1]
    values, wins = (np.array(part) for part in zip(*rows, strict=True))
    values = values - values.max(axis=1, keepdims=True)
    wins = wins / wins.sum(axis=1, keepdims=True)

    def likelihood(spread: float) -> float:
        shares = np.exp(values / spread)
        logs = values / spread - np.log(shares.sum(axis=1, keepdims=True))
        return float((wins * logs).sum())

    return max(SPREADS, key=likelihood)


def fit(edition: Edition, players: int, seed: int, games: int) -> list[dict[str, Any]]:
    rng, model = Random(f"{seed} {edition} {players}"), learnt(edition, players)

    def play(watcher: Watcher) -> list[float]:
        return SelfPlay(edition, players, model, rng).play(watcher)

    stages: list[dict[str, Any]] = [
        {"weights": [], "spread": [], "promise": future_points}
        for future_points in fit_future_points(model, play, games * GAMES_FOR_FUTURE_POINTS)
    ]
    rounds = Rounds(potential_of(model), value_models_of(model, {"stages": stages}))
    for _ in range(games):
        play(rounds)
    for left, stage in enumerate(stages):
        stage["weights"] = fit_weights(rounds, left, players)
    expected = expectations(value_models_of(model, {"stages": stages}), play, games)
    for left, stage in enumerate(stages):
        stage["spread"] = fit_spreads(expected, left, players)
    return stages


def expectations(value_models: ValueModels, play: Session, games: int) -> dict[Place, Expected]:
    expected: dict[Place, Expected] = defaultdict(list)
    for _ in range(games):
        standings = Standings(value_models, [])
        points = play(standings)
        wins = [float(value == max(points)) for value in points]
        for key, values in standings.seen:
            expected[key].append((values, wins))
    return expected


def main() -> int:
    parser = argparse.ArgumentParser(description="fit the robots' value model")
    parser.add_argument("variants", nargs="*", help="for example base-3 (default: all)")
    parser.add_argument("--seed", type=int, default=1, help="default 1")
    parser.add_argument(
        "--games", type=int, default=3000, help="games for each step (default 3000)"
    )
    parser.add_argument("--workers", type=int, default=1, help="number of processes (default 1)")
    parser.add_argument("--out", type=Path, default=MODEL_FILE, help=f"default {MODEL_FILE}")
    args = parser.parse_args()
    known = json.loads(args.out.read_text("utf-8")) if args.out.exists() else {"models": {}}
    asked, found_by = list(variants(args.variants)), revision()
    work = partial(fit, seed=args.seed, games=args.games)
    with ProcessPoolExecutor(args.workers) as executor:
        found = executor.map(work, *zip(*asked, strict=True))
        for (edition, players), stages in zip(asked, found, strict=True):
            known["models"][f"{edition}-{players}"] = {
                **{"revision": found_by, "seed": args.seed, "games": args.games},
                "stages": stages,
            }
            args.out.write_text(json.dumps(known, separators=(",", ":")) + "\n", "utf-8")
            print(f"{edition}-{players}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
