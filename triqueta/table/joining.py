"""Joining a game before it starts: which seats are free, and who sits at a phone already."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from triqueta.screens.phrases import Text, say
from triqueta.screens.station import SEATS, seat_station
from triqueta.table.scene import Station

if TYPE_CHECKING:
    from triqueta.table.table import Table

NOT_NOW = say("Phones can join before a game starts")
SEAT_TAKEN = say("This seat is already taken.")


def is_open(table: Table) -> bool:
    """Return whether phones may pick a seat: before a game, unless the settings forbid it."""
    return table.session is None and table.preferences.joining


def seats(table: Table) -> range:
    """Return the seats of the game, or all seats until the number of players is known."""
    if table.session is not None:
        return range(len(table.session.names))
    return range(table.new_game.players or SEATS)


def is_free(table: Table, seat: int) -> bool:
    """Return whether a person can take a seat: it has no display yet, and no robot plays it."""
    return seat in seats(table) and not table.has_station(seat) and not table.is_robot(seat)


def why_not_sit(table: Table, seat: int, name: str) -> Text | None:
    """Return why a player can't take a seat under a name now, or None."""
    if not is_open(table):
        return NOT_NOW
    if not is_free(table, seat):
        return SEAT_TAKEN
    return table.why_not_take_name(Station(seat_station(seat), seat), name)


def seated_names(table: Table) -> tuple[str, ...]:
    """Return the names of the players who sit at their own displays, from the first seat on.

    The list ends before the first seat without a display, or whose player has typed no name.
    """
    return tuple(takewhile(bool, (_seated_name(table, seat) for seat in range(SEATS))))


def _seated_name(table: Table, seat: int) -> str:
    return table.typed_names.get(seat, "") if table.has_station(seat) else ""
