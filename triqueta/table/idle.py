"""When nobody presses a key: dim, shift the picture against burn-in, and at last turn off."""

from __future__ import annotations

from triqueta.screens.light import Light
from triqueta.screens.station import DIM_AFTER, OFF_AFTER

SHORTEST_GLANCE = 0.4  # seconds; people tap twice, and nobody sees what comes up in between
SHIFT_EVERY = 60.0
_SHIFTS = ((0, 0), (1, 0), (1, 1), (0, 1))


class Idle:
    """Counts from the last key, on whichever station."""

    def __init__(
        self, time: float, dim_after: float = DIM_AFTER, off_after: float = OFF_AFTER
    ) -> None:
        self._last_key = time
        self._dim_after = dim_after
        self._off_after = off_after

    def light(self, now: float) -> Light:
        # The very sums that next_change gives out, so that a Tick on time is never early.
        if now >= self._last_key + self._off_after:
            return Light.OFF
        return Light.DIM if now >= self._last_key + self._dim_after else Light.FULL

    def shift(self, now: float) -> tuple[int, int]:
        return _SHIFTS[int((now - self._last_key) // SHIFT_EVERY) % len(_SHIFTS)]

    def wake(self, now: float) -> bool:
        """Note a key; true if the displays were off, so that it shall do nothing else."""
        was_off = self.light(now) is Light.OFF
        self._last_key = now
        return was_off

    def next_change(self, now: float) -> float | None:
        light = self.light(now)
        if light is Light.OFF:
            return None
        if light is Light.FULL:
            return self._last_key + self._dim_after
        shifts = (now - self._last_key) // SHIFT_EVERY + 1
        return min(self._last_key + SHIFT_EVERY * shifts, self._last_key + self._off_after)
