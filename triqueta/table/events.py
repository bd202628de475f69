"""What can happen to a table. Time comes with each event; the table has no clock."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

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


@dataclass(frozen=True, slots=True)
class KeyDown:
    """A key goes down; `is_up` if it was released before the table handles this event."""

    station: str
    key: Key
    time: float
    is_up: bool = False


@dataclass(frozen=True, slots=True)
class KeyUp:
    station: str
    key: Key
    time: float


@dataclass(frozen=True, slots=True)
class Join:
    """A station is there; one that was there already has started anew.

    A keyless one is a display only: its player uses the keys of the table.
    """

    station: str
    time: float
    keyless: bool = False


@dataclass(frozen=True, slots=True)
class Leave:
    station: str
    time: float


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody has typed a name: at a seat's own station, or at the table."""

    station: str
    name: str
    time: float


@dataclass(frozen=True, slots=True)
class FieldTapped:
    """Somebody has tapped a field of the large board, at a station that draws one."""

    station: str
    field: str
    time: float


@dataclass(frozen=True, slots=True)
class Decided:
    """A robot has chosen a move; `request` is what it was to think about (`MoveRequest.id`)."""

    request: str
    move: str
    time: float


@dataclass(frozen=True, slots=True)
class Tick:
    """Nothing but time going by: due when `Table.next_change` says so."""

    time: float


Event: TypeAlias = KeyDown | KeyUp | FieldTapped | Join | Leave | Named | Decided | Tick
