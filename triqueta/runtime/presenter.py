"""Send frames to the outlets of stations, and hide secrets while the table saves."""

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
"""Receives a station's frames. It must return immediately."""


def do_all(works: Iterator[Callable[[], None]]) -> None:
    """Call each function in turn. If one raises an error, call the rest before re-raising it."""
    for work in works:
        try:
            work()
        except BaseException:
            do_all(works)
            raise


@dataclass(frozen=True)
class Outlet:
    """A destination for a station's frames; `keyless` says that it has no keys.

    One that `draws_pages` shows a seat's page in full colour instead of the small screen.
    """

    sink: Sink
    keyless: bool
    draws_pages: bool = False


class Outlets:
    """The outlets of all stations of a table.

    All outlets of the table station show it. A seat is shown only at its newest outlet; its other
    outlets are dark. An outlet receives a frame only if it differs from the previous one.
    """

    def __init__(self) -> None:
        self._outlets: dict[str, dict[object, Outlet]] = {}
        self._sent: dict[tuple[str, object], Frame] = {}

    @property
    def stations(self) -> tuple[str, ...]:
        return tuple(self._outlets)

    def at(self, station: str) -> dict[object, Outlet]:
        """Return a station's outlets by owner, newest last."""
        return self._outlets.get(station, {})

    def shows(self, station: str, owner: object) -> bool:
        """Return whether this owner's outlet shows the station."""
        outlets = self.at(station)
        return station == TABLE or (owner in outlets and owner == next(reversed(outlets)))

    def add(self, station: str, owner: object, outlet: Outlet, *, yields: bool) -> None:
        """Attach an outlet as the station's newest, or as its oldest if it yields.

        The next frame is sent to it in any case.
        """
        others = {key: other for key, other in self.at(station).items() if key != owner}
        own = {owner: outlet}
        self._outlets[station] = {**own, **others} if yields else {**others, **own}
        self._sent.pop((station, owner), None)

    def remove(self, station: str, owner: object) -> bool:
        """Detach an outlet; return whether it was attached."""
        self._sent.pop((station, owner), None)
        return self.at(station).pop(owner, None) is not None

    def sent(self, station: str) -> Frame | None:
        """Return the frame that a station's screen shows, or None if it shows none."""
        shown = (
            self._sent.get((station, owner))
            for owner in self.at(station)
            if self.shows(station, owner)
        )
        return next((frame for frame in shown if frame is not None), None)

    def send(self, station: str, frame: Frame) -> None:
        """Send a frame to the outlets that show a station, and darken its other outlets.

        If one outlet fails, the others still get their frame, since it may hide a secret.
        """
        outlets = self.at(station)
        if len(outlets) == 1:  # the usual case, kept fast
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
        outlet = self.at(station).get(owner)  # None if sending to another outlet removed it
        if outlet is not None and self._sent.get((station, owner)) != frame:
            self._sent[station, owner] = frame
            try:
                outlet.sink(frame)
            except BaseException:
                self._sent.pop((station, owner), None)  # so that the next send retries
                raise


class Presenter:
    """A presenter that sends frames to outlets, and hides secrets without waiting for a save.

    The current state of the table may not be saved yet and must not be shown. So a secret is
    replaced by the frame that was shown before it, or by an empty screen.
    """

    def __init__(self, table: Table, turns: Turns, outlets: Outlets) -> None:
        self._table = table
        self._turns = turns
        self._outlets = outlets
        self._looks: set[str] = set()  # stations that show a secret while Look is held
        self._before: dict[str, Frame] = {}  # the last frame of each station without Look

    def show(self, frames: Mapping[str, Frame], first: str) -> None:
        """Send every station its frame, starting with `first`."""
        in_order = sorted(self._outlets.stations, key=lambda name: name != first)
        do_all(partial(self._show, name, frames[name]) for name in in_order if name in frames)

    def _show(self, name: str, frame: Frame) -> None:
        station = self._table.stations.get(name)
        if self.is_looking(name):
            self._looks.add(name)
        elif station is not None and station.looking:  # but its key has been released
            frame = self._without_look(name)
        else:
            self._looks.discard(name)
            self._before[name] = frame
        self._outlets.send(name, frame)

    def is_looking(self, name: str) -> bool:
        """Return whether a Look key is held at a station, taking waiting events into account.

        The release of the key counts even before the table has handled it. A waiting Join or Leave
        also ends the look, because the secret may belong on another station afterwards.
        """
        station = self._table.stations.get(name)
        if station is None or station.look_key is None:
            return False
        is_up = self._turns.is_up_again(name, station.look_key)
        return not is_up and not self._turns.stations_change

    @property
    def begins_look(self) -> bool:
        """Whether a station is about to show a secret because its Look key is held."""
        return any(
            self.is_looking(name) for name in self._table.stations if name not in self._looks
        )

    def hide_looks(self) -> None:
        """Restore the previous frame of every station whose Look key is no longer held."""
        for name in [name for name in self._looks if not self.is_looking(name)]:
            self._looks.remove(name)
            self._outlets.send(name, self._without_look(name))

    def _without_look(self, name: str) -> Frame:
        before = self._before.get(name)
        return dark(self._table.language) if before is None else replace(before, notice=None)

    def hide_private(self, frames: Mapping[str, Frame]) -> None:
        """Clear each private screen whose frame is not the one in `frames`."""
        for name in self._outlets.stations:
            if self._outlets.sent(name) != frames.get(name):
                self._clear(name)

    def hide_where_keys_wait(self) -> None:
        """Clear each private screen with a waiting key press, which may be meant to hide it."""
        for event in self._turns.events():
            if isinstance(event, KeyDown):
                self._clear(event.station)

    def _clear(self, name: str) -> None:
        """Clear a station's screen if it is private and lit."""
        sent = self._outlets.sent(name)
        if name != TABLE and _is_lit(sent):
            self._outlets.send(name, _cleared(sent))

    def darken_others(self, name: str) -> None:
        """Darken the outlets that no longer show a station."""
        self._outlets.darken_others(name, self._table.language_of(STATIONS[name]))

    def say_that_it_saves(self) -> None:
        """Show on every lit screen that the table is saving."""
        for name in self._outlets.stations:
            sent = self._outlets.sent(name)
            if name not in self._looks and _is_lit(sent) and sent.screen != SAVING_SCREEN:
                self._outlets.send(name, replace(sent, notice=SAVING))


def _cleared(frame: Frame) -> Frame:
    """Return a frame with the saving screen. Its public board stays, but without cursors."""
    board = frame.board and replace(frame.board, cursors=(), tappable=frozenset())
    return replace(frame, screen=SAVING_SCREEN, notice=None, board=board, page=None)


def _is_lit(frame: Frame | None) -> TypeGuard[Frame]:
    return frame is not None and frame.light is not Light.OFF
