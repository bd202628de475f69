"""The outlets of stations: what each is sent, and how secrets are hidden during a save."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias, TypeGuard

from triqueta.runtime.turns import Turns
from triqueta.screens.frame import Frame, Light, dark
from triqueta.screens.phrases import Language
from triqueta.screens.station import STATIONS, TABLE
from triqueta.table.events import KeyDown
from triqueta.table.saving import SAVING, SAVING_SCREEN
from triqueta.table.table import Table

Sink: TypeAlias = Callable[[Frame], None]
"""Takes a station's frames. Must return at once."""


def do_all(works: Iterator[Callable[[], None]]) -> None:
    """Do one after the other; if one fails, the others are done before its error is raised."""
    for work in works:
        try:
            work()
        except BaseException:
            do_all(works)
            raise


@dataclass(frozen=True)
class Outlet:
    """Where a station's frames go, and whether keys come back from there."""

    sink: Sink
    keyless: bool


class Outlets:
    """All that is attached to the stations of a table.

    All outlets of the table station show it; a seat is shown at its newest outlet only, and its
    others are dark. An outlet is sent a frame only if it differs from the one before.
    """

    def __init__(self) -> None:
        self._outlets: dict[str, dict[object, Outlet]] = {}
        self._sent: dict[tuple[str, object], Frame] = {}

    @property
    def stations(self) -> tuple[str, ...]:
        return tuple(self._outlets)

    def at(self, station: str) -> dict[object, Outlet]:
        """Return what is attached to a station by its owners, the newest last."""
        return self._outlets.get(station, {})

    def shows(self, station: str, owner: object) -> bool:
        """Return whether this owner's outlet shows the station."""
        outlets = self.at(station)
        return station == TABLE or (owner in outlets and owner == next(reversed(outlets)))

    def add(self, station: str, owner: object, outlet: Outlet, *, yields: bool) -> None:
        """Attach an outlet, as the newest unless it yields; it is sent the next frame."""
        others = {key: other for key, other in self.at(station).items() if key != owner}
        own = {owner: outlet}
        self._outlets[station] = {**own, **others} if yields else {**others, **own}
        self._sent.pop((station, owner), None)

    def remove(self, station: str, owner: object) -> bool:
        """Detach an outlet; return whether it was attached."""
        self._sent.pop((station, owner), None)
        return self.at(station).pop(owner, None) is not None

    def sent(self, station: str) -> Frame | None:
        """Return what is on a station's screen."""
        shown = (
            self._sent.get((station, owner))
            for owner in self.at(station)
            if self.shows(station, owner)
        )
        return next((frame for frame in shown if frame is not None), None)

    def send(self, station: str, frame: Frame) -> None:
        """Send a frame to the outlets that show a station, and darken its other outlets.

        If one outlet fails, the others still get their frame, which may hide a secret.
        """
        outlets = self.at(station)
        if len(outlets) == 1:  # as most stations have
            self._send(station, next(iter(outlets)), frame)
            return
        sends = [
            partial(
                self._send,
                station,
                owner,
                frame if self.shows(station, owner) else dark(frame.language),
            )
            for owner in outlets
        ]
        do_all(iter(sends))

    def darken_others(self, station: str, language: Language) -> None:
        """Darken the outlets that no longer show a station."""
        for owner in list(self.at(station)):
            if not self.shows(station, owner) and (station, owner) in self._sent:
                self._send(station, owner, dark(language))

    def _send(self, station: str, owner: object, frame: Frame) -> None:
        outlet = self.at(station).get(owner)  # None if sending to another one has removed it
        if outlet is not None and self._sent.get((station, owner)) != frame:
            self._sent[station, owner] = frame
            try:
                outlet.sink(frame)
            except BaseException:
                self._sent.pop((station, owner), None)  # so it is sent again
                raise


class Presenter:
    """Sends frames to the outlets that show them, and hides secrets without waiting for a save.

    The current state of the table may not be saved yet. So a secret is replaced by what was shown
    before it, or by an empty screen.
    """

    def __init__(self, table: Table, turns: Turns, outlets: Outlets) -> None:
        self._table = table
        self._turns = turns
        self._outlets = outlets
        self._looks: set[str] = set()  # stations that show what a held Look key shows
        self._before: dict[str, Frame] = {}  # what each station showed last without Look

    def show(self, frames: Mapping[str, Frame], first: str) -> None:
        """Send every station its frame, starting with `first`."""
        in_order = sorted(self._outlets.stations, key=lambda name: name != first)
        # If one fails, the others still get their frame.
        do_all(partial(self._show, name, frames[name]) for name in in_order if name in frames)

    def _show(self, name: str, frame: Frame) -> None:
        station = self._table.stations.get(name)
        if self.is_looking(name):
            self._looks.add(name)
        elif station is not None and station.looking:  # but its key is up by now
            frame = self._without_look(name)
        else:
            self._looks.discard(name)
            self._before[name] = frame
        self._outlets.send(name, frame)

    def is_looking(self, name: str) -> bool:
        """Whether a Look key is held at a station, as far as that is known by now.

        Its release may still wait its turn. So may a station that has come or gone: a secret may
        belong elsewhere then.
        """
        station = self._table.stations.get(name)
        if station is None or station.look_key is None:
            return False
        is_up = self._turns.is_up_again(name, station.look_key)
        return not is_up and not self._turns.stations_change

    @property
    def begin_look(self) -> bool:
        """Whether a station is about to show what a Look key shows."""
        return any(
            self.is_looking(name) for name in self._table.stations if name not in self._looks
        )

    def hide_looks(self) -> None:
        """Show what was there before, at every station whose Look key is no longer held."""
        for name in [name for name in self._looks if not self.is_looking(name)]:
            self._looks.remove(name)
            self._outlets.send(name, self._without_look(name))

    def _without_look(self, name: str) -> Frame:
        before = self._before.get(name)
        return dark(self._table.language) if before is None else replace(before, notice=None)

    def hide_private(self, frames: Mapping[str, Frame]) -> None:
        """Clear each seat's own screen that will show something else."""
        for name in self._outlets.stations:
            if self._outlets.sent(name) != frames.get(name):
                self._clear(name)

    def hide_where_keys_wait(self) -> None:
        """Clear each seat's own screen whose key is waiting: it may hide something."""
        for event in self._turns.events():
            if isinstance(event, KeyDown):
                self._clear(event.station)

    def _clear(self, name: str) -> None:
        """Clear a private screen; what is public may stay."""
        sent = self._outlets.sent(name)
        if name != TABLE and _is_lit(sent):
            self._outlets.send(name, _cleared(sent))

    def darken_others(self, name: str) -> None:
        """Darken the outlets that no longer show a station."""
        self._outlets.darken_others(name, self._table.language_of(STATIONS[name]))

    def say_that_it_saves(self) -> None:
        """Say on every lit screen why nothing happens."""
        for name in self._outlets.stations:
            sent = self._outlets.sent(name)
            if name not in self._looks and _is_lit(sent) and sent.screen != SAVING_SCREEN:
                self._outlets.send(name, replace(sent, notice=SAVING))


def _cleared(frame: Frame) -> Frame:
    """Return a frame without its screen; its public board stays, without the cursor."""
    board = frame.board and replace(frame.board, cursors=(), tappable=frozenset())
    return replace(frame, screen=SAVING_SCREEN, notice=None, board=board)


def _is_lit(frame: Frame | None) -> TypeGuard[Frame]:
    return frame is not None and frame.light is not Light.OFF
