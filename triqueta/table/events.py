"""The events that a table handles.

The table reads no clock. `time` is the time of an event in seconds. `station` is the name of the
station where it happened.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from triqueta.screens.station import Key


@dataclass(frozen=True, slots=True)
class KeyDown:
    """A key was pressed. `is_up` says that it was already released when the event is handled."""

    station: str
    key: Key
    time: float
    is_up: bool = False


@dataclass(frozen=True, slots=True)
class KeyUp:
    """A key was released."""

    station: str
    key: Key
    time: float


@dataclass(frozen=True, slots=True)
class Join:
    """A station was connected, or restarted if it was already connected.

    A keyless station is only a display: its player uses the keys of the table station. One that
    `draws_pages` shows a seat's page in full colour.
    """

    station: str
    time: float
    keyless: bool = False
    draws_pages: bool = False


@dataclass(frozen=True, slots=True)
class Leave:
    """A station was disconnected."""

    station: str
    time: float


@dataclass(frozen=True, slots=True)
class Named:
    """A player typed a name, at a seat's own station or at the table station."""

    station: str
    name: str
    time: float


@dataclass(frozen=True, slots=True)
class StoodUp:
    """A player gave their seat up before a game, at the seat's own station.

    The station is disconnected by another event, `Leave`.
    """

    station: str
    time: float


@dataclass(frozen=True, slots=True)
class FieldTapped:
    """A player tapped a field of the large board, at a station that shows one."""

    station: str
    field: str
    time: float


@dataclass(frozen=True, slots=True)
class Decided:
    """A robot chose a move. `request` is the `MoveRequest.id` that it answers."""

    request: str
    move: str
    time: float


@dataclass(frozen=True, slots=True)
class Tick:
    """Time passed. Send this event at the time that `Table.next_change` returns."""

    time: float


Event: TypeAlias = KeyDown | KeyUp | FieldTapped | Join | Leave | Named | StoodUp | Decided | Tick
