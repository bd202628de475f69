"""Goals of the benchmarks, printed next to the measured values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Goal:
    """A limit that a benchmark must keep: `measured` is at most, or at least, `limit`."""

    name: str
    measured: float
    limit: float
    unit: str = ""
    at_least: bool = False

    @property
    def is_met(self) -> bool:
        return self.measured >= self.limit if self.at_least else self.measured <= self.limit

    def __str__(self) -> str:
        bound = "at least" if self.at_least else "at most"
        unit = f" {self.unit}" if self.unit else ""
        verdict = "met" if self.is_met else "MISSED"
        figures = f"{self.measured:.4g}{unit}, {bound} {self.limit:g}{unit}"
        return f"goal: {self.name}: {figures}: {verdict}"


def report(*goals: Goal) -> int:
    """Print each goal and return the exit status: 1 if one of them is missed."""
    for goal in goals:
        print(goal)
    return 0 if all(goal.is_met for goal in goals) else 1
