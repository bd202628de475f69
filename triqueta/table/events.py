"""What can happen to a table. Time comes with each event; the table has no clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from triqueta.screens.station import Key


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
