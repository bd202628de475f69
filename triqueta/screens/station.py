"""What every station has in common: names, keys, and times until `table.toml` changes them.

A separate module that imports next to nothing: `stations/oled/darken.py` has to start quickly.
"""

from __future__ import annotations

from enum import StrEnum

TABLE = "table"
SEATS = 5
"""How many seats the device has, as many as petals; a game may use fewer."""
PETALS = 5
"""How many petal keys a station has: so many answers fit a question."""


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


DIM_AFTER = 120.0  # seconds without a key until the displays are dimmed
OFF_AFTER = 900.0  # and until they are dark
ROBOT_PAUSE = 2.5  # seconds to read what a robot has done, and before it answers a person
