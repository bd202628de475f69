"""A log that cannot be flooded: the device's is on a card that wears out."""

from __future__ import annotations

import logging
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path

SECONDS_BETWEEN_LINES = 60.0


class SparseLog:
    """One line a minute of each kind, which says how many there would have been."""

    def __init__(self, log: logging.Logger, clock: Callable[[], float]) -> None:
        self._log = log
        self._clock = clock
        self._said: dict[str, float] = {}
        self._unsaid: Counter[str] = Counter()

    def warning(self, kind: str, *words: object) -> None:
        """A line of a kind; its `words` are of the last one."""
        now = self._clock()
        if kind in self._said and now - self._said[kind] < SECONDS_BETWEEN_LINES:
            self._unsaid[kind] += 1
            return
        self._said[kind] = now
        unsaid = self._unsaid.pop(kind, 0)
        more = f" ({unsaid} more since the last line)" if unsaid else ""
        self._log.warning(f"{kind}%s", *words, more)

    def failure(self, what: str, error: BaseException) -> None:
        """A fault of the program: its kind and where, but not its words.

        Those could hold a path, and a path may hold the code of a seat.
        """
        places = traceback.extract_tb(error.__traceback__)
        where = ", ".join(f"{Path(place.filename).name}:{place.lineno}" for place in places)
        self.warning(f"{what}: {type(error).__name__} at {where}")
