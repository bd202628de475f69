"""What a turn usually brings whoever plays well: found in games of robots.

`python -m tools.zatre_usual` plays them, and prints these numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from math import comb

_CROSSES = 2  # that a turn may bring; more are rare


@dataclass(frozen=True, slots=True)
class Growth:
    """A column of sums: how likely a turn fills a cell of it, and the points in one."""

    chance: float
    points: float


SUMS = {10: Growth(0.39, 1.07), 11: Growth(0.40, 2.14), 12: Growth(0.50, 5.10)}
CROSSES = 0.39
"""How many a turn brings."""


def filled(total: int, cells: int, turns: int) -> float:
    """How likely a column gets so many more cells in so many turns."""
    return _at_least(cells, turns, SUMS[total].chance)


def crossed(cells: int, turns: int) -> float:
    """The same of crosses."""
    return _at_least(cells, _CROSSES * turns, CROSSES / _CROSSES)


def _at_least(often: int, times: int, chance: float) -> float:
    """How likely it happens so often, if it may happen so many times."""
    if often <= 0:
        return 1.0
    return _tails(times, chance)[often] if often <= times else 0.0


@cache
def _tails(times: int, chance: float) -> tuple[float, ...]:
    """By how often it happens at least."""
    exactly = [
        comb(times, often) * chance**often * (1 - chance) ** (times - often)
        for often in range(times + 1)
    ]
    return tuple(accumulate(reversed(exactly)))[::-1]
