"""A table that lives in real time: stations come and go, frames go out as they change."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from triqueta.runtime.thinking import Thinker
from triqueta.screens.frame import Frame, dark
from triqueta.screens.phrases import Text
from triqueta.table.any_game import Thought
from triqueta.table.events import (
    TABLE,
    Decided,
    Event,
    FieldTapped,
    Join,
    Key,
    KeyDown,
    KeyUp,
    Leave,
    Named,
    Tick,
    seat_station,
)
from triqueta.table.saving import Trouble
from triqueta.table.state import TableState
from triqueta.table.table import Table

Sink: TypeAlias = Callable[[Frame], None]
"""Takes a station's frames. Must return at once."""

Watcher: TypeAlias = Callable[[], None]
"""Told that something may have changed, once all stations have their frames."""


class Safe(Protocol):
    """Where what has to survive a pulled plug is kept: the journal."""

    @property
    def trouble(self) -> Trouble | None:
        """What is wrong with it, if anything is."""

    def save(self, state: TableState) -> None:
        """Returns when it is safe, or there is trouble."""


@dataclass(frozen=True)
class _Outlet:
    """Where a station's frames go, and whether keys come back from there."""

    sink: Sink
    keyless: bool


class Host:
    """Gives a table time, and its stations their frames, each only its own.

    Each kind of station attaches what it has under its own name. All that is attached to the
    table station shows the same. A seat is shown at the newest place alone, and dark at others:
    nobody leaves a secret behind by taking a seat with a phone. What comes back by itself takes
    no seat from a place that has it by now; a key pressed there does.
    """

    def __init__(
        self,
        table: Table,
        clock: Callable[[], float] | None = None,
        journal: Safe | None = None,
        new_executor: Callable[[], Executor] | None = None,
    ) -> None:
        self.table = table
        self._thinker = Thinker(table.games, self._decided, new_executor)
        self._journal = journal
        self._trouble: Trouble | None = None
        self._clock = clock or asyncio.get_running_loop().time
        self._outlets: dict[str, dict[object, _Outlet]] = {}
        self._sent: dict[tuple[str, object], Frame] = {}
        self._watchers: list[Watcher] = []
        self._timer: asyncio.TimerHandle | None = None
        self.acting = TABLE  # the station whose picture is waited for
        self.stopped = asyncio.Event()  # switched off at the table, or from outside
        self.handle(Tick(self._clock()))

    def attach(
        self,
        station: str,
        sink: Sink,
        owner: object = None,
        *,
        keyless: bool = False,
        yields: bool = False,
    ) -> None:
        """Connect a station; it gets its present frame at once.

        One that yields is dark as long as its seat is shown at another place.
        """
        outlets = self._outlets.setdefault(station, {})
        outlets.pop(owner, None)
        outlet = {owner: _Outlet(sink, keyless)}
        self._outlets[station] = {**outlet, **outlets} if yields else {**outlets, **outlet}
        self._sent.pop((station, owner), None)
        if station != TABLE and self.shows(station, owner):
            self.handle(Join(station, self._clock(), keyless))
        else:  # the table is always there
            self._push()

    def shows(self, station: str, owner: object) -> bool:
        """Whether a station is shown at this of its places; the table is at all of them."""
        outlets = self._outlets.get(station, {})
        return station == TABLE or (owner in outlets and owner == next(reversed(outlets)))

    def places(self, station: str) -> tuple[object, ...]:
        """The owners of all that is attached to a station, the newest last."""
        return tuple(self._outlets.get(station, {}))

    def press(self, station: str, owner: object, key: Key) -> bool:
        """A key goes down at one of a station's places; whether it counts.

        Nobody presses keys that he can't see: where a seat is dark, one only brings it back.
        """
        if self.shows(station, owner):
            self.down(station, key)
            return True
        self._bring(station, owner)
        return False

    def tap(self, station: str, owner: object, field: str) -> None:
        """A field of the large board is tapped at one of a station's places."""
        if self.shows(station, owner):
            self.handle(FieldTapped(station, field, self._clock()))
        else:
            self._bring(station, owner)

    def _bring(self, station: str, owner: object) -> None:
        outlet = self._outlets.get(station, {}).get(owner)
        if outlet is not None:
            self.wake()
            self.attach(station, outlet.sink, owner, keyless=outlet.keyless)

    def detach(self, station: str, owner: object = None) -> None:
        """A station is gone: what was shown there may be looked at elsewhere now."""
        outlets = self._outlets.get(station, {})
        was_shown = self.shows(station, owner)
        if outlets.pop(owner, None) is None:
            return
        self._sent.pop((station, owner), None)
        if not outlets:
            self.handle(Leave(station, self._clock()))
        elif was_shown and station != TABLE:
            newest = next(reversed(outlets.values()))
            self.handle(Join(station, self._clock(), newest.keyless))

    def watch(self, watcher: Watcher) -> None:
        """For who looks at the table as a whole, which stations come before."""
        self._watchers.append(watcher)

    def unwatch(self, watcher: Watcher) -> None:
        self._watchers.remove(watcher)

    def down(self, station: str, key: Key) -> None:
        self.handle(KeyDown(station, key, self._clock()))

    def up(self, station: str, key: Key) -> None:
        self.handle(KeyUp(station, key, self._clock()))

    def name(self, station: str, name: str) -> None:
        self.handle(Named(station, name, self._clock()))

    def tell(self, text: Text, station: str = TABLE) -> None:
        """Say something on a screen for a moment, which is lit for it."""
        self.wake()
        if station in self.table.stations:
            self.table.tell(self.table.stations[station], text)
        self._push()
        self._set_timer()

    def wake(self) -> bool:
        """Somebody is there; true if the screens were dark until now."""
        now = self._clock()
        was_off = self.table.idle.wake(now)
        self.handle(Tick(now))
        return was_off

    def handle(self, event: Event) -> None:
        if isinstance(event, KeyDown | KeyUp | FieldTapped):
            self.acting = self._where_it_is_awaited(event.station)
        self.table.handle(event)
        self._save()  # before anybody is shown what has come of it
        self._push()
        self._set_timer()
        self._thinker.think_about(self.table.robots.thought())
        if self.table.powered_off:
            self.stopped.set()

    def _decided(self, thought: Thought, move: str) -> None:
        self.handle(Decided(thought.id, move, self._clock()))

    def close(self) -> None:
        """No robot thinks any more."""
        self._thinker.close()

    def _save(self) -> None:
        if self._journal is None:
            return
        self._journal.save(self.table.state)
        if self._journal.trouble is self._trouble:
            return
        self._trouble = self._journal.trouble
        if self._trouble is not None:
            self.table.trouble_with_saving(self._trouble)
        elif self.table.unsaved:
            self.table.saved_again()

    def _where_it_is_awaited(self, station: str) -> str:
        """Where the one looks who has just touched a key, before the turn may pass.

        That is the key's own station. At the table it is the display of the seat to act, if it has
        one: what was drawn with the table's keys is shown there.
        """
        seat = self.table.play.actor if self.table.play is not None else None
        if station == TABLE and seat is not None and self.table.has_station(seat):
            return seat_station(seat)
        return station

    def _push(self) -> None:
        """Every station its frame, the one that is waited for first."""
        frames = self.table.frames()
        for station in sorted(self._outlets, key=lambda station: station != self.acting):
            outlets, frame = self._outlets[station], frames.get(station)
            if frame is None:
                continue
            for owner, outlet in list(outlets.items()):
                shown = frame if self.shows(station, owner) else dark(frame.language)
                if self._sent.get((station, owner)) != shown:
                    self._sent[station, owner] = shown
                    outlet.sink(shown)
        for watcher in self._watchers:
            watcher()

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self.table.next_change()
        if due is not None:
            delay = max(0.0, due - self._clock())
            self._timer = asyncio.get_running_loop().call_later(delay, self.tick)

    def tick(self) -> None:
        """Show what has changed by itself: time has passed, or something outside is new."""
        self.handle(Tick(self._clock()))
