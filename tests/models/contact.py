"""A model of a bouncing key contact: the times at which it closes and opens."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from random import Random

MS = 0.001
LONGEST_BOUNCE = 10.0
"""Milliseconds from the first edge of a press or a release to its last edge."""


@dataclass(frozen=True, slots=True)
class Contact:
    """A contact that starts open; `edges` are the times, in seconds, at which it toggles."""

    edges: list[float]

    def is_closed(self, at: float) -> bool:
        return bisect_right(self.edges, at) % 2 == 1


def tapped(
    rng: Random, taps: int, *, hold: tuple[float, float], pause: tuple[float, float]
) -> Contact:
    """Return a contact that is tapped `taps` times and bounces at each press and release.

    `hold` is the shortest and the longest time from a press to its release, `pause` the
    shortest and the longest time from a release to the next press. Both are in milliseconds
    and count from first edge to first edge.
    """
    edges: list[float] = []
    at = 1.0
    for _ in range(taps):
        for span in (hold, pause):
            edges += [at, *(at + bounce * MS for bounce in _bounces(rng))]
            at += rng.uniform(*span) * MS
    return Contact(edges)


def _bounces(rng: Random) -> list[float]:
    """Return the bounces after a first edge: an even number of times in milliseconds after it."""
    match rng.randrange(4):
        case 0:
            return []
        case 1:  # scattered
            number = 2 * rng.randint(1, 8)
            return sorted(rng.uniform(0.01, LONGEST_BOUNCE) for _ in range(number))
        case 2:  # scattered, the last as late as possible
            number = 2 * rng.randint(0, 4) + 1
            scattered = sorted(rng.uniform(0.01, LONGEST_BOUNCE - 0.01) for _ in range(number))
            return [*scattered, LONGEST_BOUNCE]
        case _:  # at regular intervals
            step = rng.choice((0.3, 0.5, 0.9, 1.1, 2.0, 3.0))
            number = int(LONGEST_BOUNCE / step) // 2 * 2
            return [step * (turn + 1) for turn in range(number)]
