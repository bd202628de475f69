"""Fit how many points a seat's tiles bring in later rounds, from self-play.

The results are the parameters of `FuturePoints` in the robots' value model.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np

from tools.self_play import SelfPlay, Session
from tools.train_robots import Sums, ridge
from triqueta.games.triqueta.robots.model import LIGHT, ROUNDS, Model
from triqueta.games.triqueta.robots.position import Position
from triqueta.games.triqueta.robots.value_model import (
    OWN_TILES,
    RIVAL_TILES,
    Potential,
    apart,
    plenty_of,
)
from triqueta.games.triqueta.rules.setup import KEEPS_PER_GAME

KEPT = KEEPS_PER_GAME + 1
OWN = LIGHT * OWN_TILES * KEPT
CELLS = OWN + OWN_TILES * RIVAL_TILES
OTHERS = ("plenty", "keeps", "base")
PENALTY = 30.0
AT_ONCE = 1000  # games whose rows are kept before they are summed up, to save memory


class FuturePointsSeen:
    """A watcher that records, at the end of each round, the points still to come for each seat."""

    def __init__(self, potential: list[Potential]) -> None:
        self._potential = potential
        self._seen: list[tuple[int, int, list[float], float]] = []
        self._rows: dict[int, list[tuple[list[float], float]]] = defaultdict(list)
        self.sums: dict[int, list[Sums]] = defaultdict(list)

    def before_turn(self, game: SelfPlay, position: Position) -> None:
        """Do nothing: only the ends of rounds count."""

    def after_round(self, game: SelfPlay, position: Position) -> None:
        left = position.stage.rounds_left
        if left:
            for seat, value in enumerate(game.with_trees(position.base)):
                row = future_points_features(position, seat, self._potential[left])
                self._seen.append((left, seat, row, value))

    def over(self, points: list[float]) -> None:
        for left, seat, row, value in self._seen:
            self._rows[left].append((row, points[seat] - value))
        self._seen = []
        if any(len(rows) >= AT_ONCE * len(points) for rows in self._rows.values()):
            self.sum_up()

    def sum_up(self) -> None:
        for left, rows in self._rows.items():
            found, targets = zip(*rows, strict=True)
            self.sums[left].append(Sums(np.array(found), np.array(targets)))
        self._rows.clear()


def future_points_features(position: Position, seat: int, potential: Potential) -> list[float]:
    """Return the terms of the sum in `FuturePoints.values`, as a row of the regression."""
    row = [0.0] * CELLS
    front, kept, plenty = position.front[seat], position.kept[seat], 0.0
    for animal, more in enumerate(plenty_of(position.pool)):
        tiles, hidden = front[animal], kept[animal]
        row[(animal * OWN_TILES + min(tiles, OWN_TILES - 1)) * KEPT + hidden] += 1
        first = OWN + min(tiles + hidden, OWN_TILES - 1) * RIVAL_TILES
        for other, theirs in enumerate(position.front):
            if other != seat:
                row[first + min(theirs[animal], RIVAL_TILES - 1)] += 1
        plenty += more * potential[animal][tiles][hidden]
    return [*row, plenty, position.keeps[seat], position.base[seat]]


def fit_future_points(model: Model, play: Session, games: int) -> list[dict[str, Any] | None]:
    """Fit the parameters of `FuturePoints` for each number of rounds left (None for 0)."""
    seen = FuturePointsSeen([apart(stage.worth, model[0].worth) for stage in model])
    for _ in range(games):
        seen.over(play(seen))
    seen.sum_up()
    penalty = np.full(CELLS + len(OTHERS), PENALTY)
    return [None, *(_to_json(ridge(seen.sums[left], penalty)) for left in range(1, ROUNDS))]


def _to_json(weights: Any) -> dict[str, Any]:
    rounded = [round(float(weight), 3) for weight in weights]
    own = np.reshape(rounded[:OWN], (LIGHT, OWN_TILES, KEPT)).tolist()
    rivals = np.reshape(rounded[OWN:CELLS], (OWN_TILES, RIVAL_TILES)).tolist()
    return {"own": own, "rivals": rivals, **dict(zip(OTHERS, rounded[CELLS:], strict=True))}
