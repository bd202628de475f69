"""Names, keys and brightness of stations, and the defaults of times that `table.toml` can set.

This is a separate module with few imports, because `stations/oled/darken.py` must start quickly.
The module of frames, for example, loads Pillow.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

TABLE = "table"
SEATS = 5
"""The number of seats of the device. A game may use fewer."""
PETALS = 5
"""The number of petal keys of a station, and so the maximum number of answers to a question."""

DIM_AFTER = 120.0  # seconds without a key press until the displays dim
OFF_AFTER = 900.0  # seconds without a key press until the displays switch off
EVENT_SECONDS = 1.5  # seconds that the card of a person's move is shown
ROBOT_PAUSE = 2.5  # seconds that a robot's move is shown, and that a robot waits before its move
SHORTEST_GLANCE = 0.4  # seconds; a double tap must not skip a screen before it can be seen
SHIFT_EVERY = 60.0  # seconds without a key press between two shifts of the picture
_SHIFTS = ((0, 0), (1, 0), (1, 1), (0, 1))


def seat_station(seat: int) -> str:
    """Return the name of a seat's station. Seats are counted from 0, stations from 1."""
    return f"seat{seat + 1}"


STATIONS: dict[str, int | None] = {
    TABLE: None,
    **{seat_station(seat): seat for seat in range(SEATS)},
}
"""The seat of each station that a table can have. The table station belongs to no seat."""


class Key(StrEnum):
    """A key of a station: one of five petal keys in a ring or three soft keys below the screen."""

    PETAL1 = "petal1"
    PETAL2 = "petal2"
    PETAL3 = "petal3"
    PETAL4 = "petal4"
    PETAL5 = "petal5"
    SOFT1 = "soft1"
    SOFT2 = "soft2"
    SOFT3 = "soft3"

    @property
    def is_petal(self) -> bool:
        return self.value.startswith("petal")

    @property
    def number(self) -> int:
        return int(self.value[-1])


class Light(StrEnum):
    """The brightness of a display. `Contrasts` gives the number for each level."""

    FULL = "full"
    SOFT = "soft"
    DIM = "dim"
    LOWEST = "lowest"  # for a secret on the screen that all players share
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Contrasts:
    """The contrast of a display at each brightness, between 0 and 255 as in the display chips.

    No level is brighter than `full`, whatever its number. `lowest` is for a secret on the
    shared screen, and never brighter than `dim`.
    """

    full: int = 255
    soft: int = 64
    dim: int = 8
    lowest: int = 0

    def of(self, light: Light) -> int:
        """Return the contrast at a brightness, 0 if the display is off."""
        levels = {
            Light.FULL: self.full,
            Light.SOFT: self.soft,
            Light.DIM: self.dim,
            Light.LOWEST: min(self.dim, self.lowest),
        }
        return min(self.full, levels.get(light, 0))


class Idle:
    """The time since the last key press at any station.

    Without key presses, the displays dim, their pictures are shifted to avoid burn-in, and finally
    they switch off.
    """

    def __init__(
        self, time: float, dim_after: float = DIM_AFTER, off_after: float = OFF_AFTER
    ) -> None:
        self._last_key = time
        self._dim_after = dim_after
        self._off_after = off_after

    def light(self, now: float) -> Light:
        # The same sums as in next_change: rounding must not make a Tick at that time too early.
        if now >= self._last_key + self._off_after:
            return Light.OFF
        return Light.DIM if now >= self._last_key + self._dim_after else Light.FULL

    def shift(self, now: float) -> tuple[int, int]:
        return _SHIFTS[int((now - self._last_key) // SHIFT_EVERY) % len(_SHIFTS)]

    def wake(self, now: float) -> bool:
        """Record a key press. Return whether the displays were off, so that it has no effect."""
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
