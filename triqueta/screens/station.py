"""What every station has in common: names, keys, light, and times until `table.toml` changes them.

A separate module that imports next to nothing: `stations/oled/darken.py` has to start quickly, and
frames load Pillow.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

TABLE = "table"
SEATS = 5
"""How many seats the device has, as many as petals; a game may use fewer."""
PETALS = 5
"""How many petal keys a station has: so many answers fit a question."""

DIM_AFTER = 120.0  # seconds without a key until the displays are dimmed
OFF_AFTER = 900.0  # and until they are dark
ROBOT_PAUSE = 2.5  # seconds to read what a robot has done, and before it answers a person
SHORTEST_GLANCE = 0.4  # seconds; people tap twice, and nobody sees what comes up in between
SHIFT_EVERY = 60.0  # seconds without a key until the picture is shifted, and shifted again
_SHIFTS = ((0, 0), (1, 0), (1, 1), (0, 1))


def seat_station(seat: int) -> str:
    """The name of a seat's own station; seats are counted from 0, stations from 1."""
    return f"seat{seat + 1}"


STATIONS: dict[str, int | None] = {
    TABLE: None,
    **{seat_station(seat): seat for seat in range(SEATS)},
}
"""Every station a table can have, and the seat it belongs to."""


class Key(StrEnum):
    """Five petal keys in a ring, and three soft keys under the screen."""

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
    """How bright a display is; `Contrasts` has the number for it."""

    FULL = "full"
    SOFT = "soft"
    DIM = "dim"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Contrasts:
    """The contrast of a display at each light, between 0 and 255, as the chips count.

    A softer light is never brighter than the full one.
    """

    full: int = 255
    soft: int = 64
    dim: int = 8

    def of(self, light: Light) -> int:
        """Return the contrast at a light; 0 where the display is off."""
        levels = {Light.FULL: self.full, Light.SOFT: self.soft, Light.DIM: self.dim}
        return min(self.full, levels.get(light, 0))


class Idle:
    """The time since the last key, on any station.

    Without a key the displays are dimmed, their pictures are shifted against burn-in, and at last
    they are turned off.
    """

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
