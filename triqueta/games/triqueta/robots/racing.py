"""Candidates that are tried in the same worlds, until one is clearly ahead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

CHECKED = 8
"""Worlds after which those that are behind are looked for, each time."""
LEAST = 16
"""Worlds before which nobody can tell how far off luck may be."""


@dataclass(frozen=True)
class Effort:
    """How much is thought.

    At most so many worlds, each of so many turns, or of `last_turns` in the last round, where the
    end is in sight. What is `behind` the best by so many standard
    errors is given up, and so is what can't be better by more than a `trifle` of a chance to win:
    thought is kept for where it matters. The prior counts as much as that many worlds.
    """

    worlds: int = 400
    turns: int = 5
    last_turns: int = 8
    prior: float = 4.0
    behind: float = 2.5
    trifle: float = 0.01
    seconds: float = 0.25


class Race:
    """As all share the worlds' luck, what counts is by how much they differ in each."""

    def __init__(self, prior: dict[str, float], effort: Effort) -> None:
        self._prior, self._effort = prior, effort
        self._tried: dict[str, list[float]] = {move: [] for move in prior}
        self.running = sorted(prior, key=prior.__getitem__, reverse=True)

    @property
    def best(self) -> str:
        return max(self.running, key=self._mean)

    def add(self, chances: Sequence[float]) -> None:
        """What came of those that are running, in one more world."""
        for move, chance in zip(self.running, chances, strict=True):
            self._tried[move].append(chance)
        worlds = len(self._tried[self.running[0]])
        if worlds % CHECKED == 0 and worlds >= LEAST:
            best = self.best
            self.running = [m for m in self.running if m == best or not self._beaten(m, best)]

    def _beaten(self, move: str, best: str) -> bool:
        apart = [a - b for a, b in zip(self._tried[best], self._tried[move], strict=True)]
        mean = sum(apart) / len(apart)
        spread = sqrt(sum([(each - mean) ** 2 for each in apart])) / len(apart)
        ahead = self._mean(best) - self._mean(move) + self._effort.trifle
        return ahead > self._effort.behind * spread

    def _mean(self, move: str) -> float:
        tried, weight = self._tried[move], self._effort.prior
        return (sum(tried) + weight * self._prior[move]) / (len(tried) + weight)

    def found(self) -> dict[str, float]:
        return {move: self._mean(move) for move in self._tried}
