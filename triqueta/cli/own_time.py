"""A processor's time, for robots that have a deadline while others use the machine as well."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter, process_time

STALE = 0.02
"""Seconds after which it is asked for again. To ask costs up to a millisecond, and a robot that
thinks does so a thousand times a second."""


class OwnTime:
    """A clock of what this process has worked, ahead by no more than what is stale."""

    def __init__(
        self,
        clock: Callable[[], float] = perf_counter,
        processor: Callable[[], float] = process_time,
    ) -> None:
        self._clock, self._processor = clock, processor
        self._asked, self._worked = clock(), processor()

    def __call__(self) -> float:
        since = self._clock() - self._asked
        if since < STALE:
            return self._worked + since
        self._asked, self._worked = self._clock(), self._processor()
        return self._worked
