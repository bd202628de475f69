"""A key that is held repeats its step, where the offer says that it does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from triqueta.table.events import Key

if TYPE_CHECKING:
    from triqueta.table.rooms import Room, Station
    from triqueta.table.table import Table

FIRST_AFTER = 0.5  # seconds; whoever presses once has let go by then
EVERY = 0.15


@dataclass(frozen=True, slots=True)
class HeldKey:
    """What is held, the room in which that was begun, and when its step is due again."""

    key: Key
    room: Room
    due: float


def hold(table: Table, station: Station, key: Key, room: Room) -> None:
    """A key was pressed in a room that repeats its step."""
    station.held = HeldKey(key, room, table.now + FIRST_AFTER)


def repeat_steps(table: Table) -> None:
    """The steps that are due, one at each station: whoever was late does not catch up."""
    for station in list(table.stations.values()):
        if station.held is not None and station.held.due <= table.now:
            _repeat(table, station, station.held)


def _repeat(table: Table, station: Station, held: HeldKey) -> None:
    """Again, as long as the same room offers it; elsewhere a key would do something else."""
    offer = table.offer(station)
    action = offer.action(held.key)
    if table.room_at(station) is not held.room or not offer.repeats(held.key) or action is None:
        station.held = None
        return
    station.held = replace(held, due=table.now + EVERY)
    action()


def next_steps(table: Table) -> Iterator[float]:
    """When steps are due."""
    for station in table.stations.values():
        if station.held is not None:
            yield station.held.due
