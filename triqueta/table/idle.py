"""When nobody presses a key: dim, shift the picture against burn-in, and at last turn off."""

from __future__ import annotations

from triqueta.screens.frame import Light

DIM_AFTER = 120.0
OFF_AFTER = 900.0
SHIFT_EVERY = 60.0
_SHIFTS = ((0, 0), (1, 0), (1, 1), (0, 1))


class Idle:
    """Counts from the last key, on whichever station."""

    def __init__(self, time: float) -> None:
        self._last_key = time

    def light(self, now: float) -> Light:
        idle = now - self._last_key
        if idle >= OFF_AFTER:
            return Light.OFF
        return Light.DIM if idle >= DIM_AFTER else Light.FULL

    def shift(self, now: float) -> tuple[int, int]:
        return _SHIFTS[int((now - self._last_key) // SHIFT_EVERY) % len(_SHIFTS)]

    def wake(self, now: float) -> bool:
        """Note a key; true if the displays were off, so that it shall do nothing else."""
        was_off = self.light(now) is Light.OFF
        self._last_key = now
        return was_off

    def next_change(self, now: float) -> float | None:
        idle = now - self._last_key
        if idle >= OFF_AFTER:
            return None
        if idle < DIM_AFTER:
            return self._last_key + DIM_AFTER
        return min(
            self._last_key + SHIFT_EVERY * (idle // SHIFT_EVERY + 1), self._last_key + OFF_AFTER
        )
