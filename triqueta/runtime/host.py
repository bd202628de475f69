"""A table that lives in real time: stations come and go, frames go out as they change."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from typing import Protocol, TypeAlias

from triqueta.runtime.presenter import Outlet, Outlets, Presenter, Sink
from triqueta.runtime.robots import RobotExecutor
from triqueta.runtime.turns import Turns, Work
from triqueta.screens.frame import Frame, Light
from triqueta.screens.phrases import Text
from triqueta.screens.station import TABLE, Key, seat_station
from triqueta.table.events import (
    Decided,
    Event,
    FieldTapped,
    Join,
    KeyDown,
    KeyUp,
    Leave,
    Named,
    Tick,
)
from triqueta.table.saving import StorageStatus
from triqueta.table.session import MoveRequest
from triqueta.table.state import TableState
from triqueta.table.table import Table

HIDE_SECONDS = 0.1
"""When a save takes longer, private screens that will change, or may have to, are cleared."""
SIGN_SECONDS = 1.0
"""When a save takes longer, every lit screen says so."""
RETRY_SECONDS = 1.0
"""Delay before a save that failed in an unknown way is tried again."""

NOTHING_SHOWN = float("-inf")
"""The time until which stations show the table as it is, when some of them may not."""

Watcher: TypeAlias = Callable[[], None]
"""Told that something may have changed, once all stations have their frames."""


class Store(Protocol):
    """Where what has to survive a pulled plug is kept: the journal."""

    @property
    def status(self) -> StorageStatus | None:
        """What is wrong with it, if anything is."""

    def is_news(self, state: TableState) -> bool:
        """Whether there is anything to save."""

    def save(self, state: TableState) -> None:
        """Returns when it is safe, or there is trouble."""


class Host:
    """Gives a table time, and its stations their frames, each only its own.

    A station has outlets: displays, pods and pages, each attached by its owner. All outlets of the
    table station show the same. A seat is shown at its newest outlet only, and its others are
    dark: a player who takes a seat with a phone leaves no secret behind. An outlet that comes back
    by itself takes no seat from the outlet that shows it by now; a key pressed there does.

    The journal is written to in `saver`, if there is one. Until it is done, the table stands
    still: events wait in order, and no station is shown anything new. Only hiding never waits.
    """

    def __init__(
        self,
        table: Table,
        clock: Callable[[], float] | None = None,
        journal: Store | None = None,
        new_executor: Callable[[], Executor] | None = None,
        saver: Executor | None = None,
    ) -> None:
        self.table = table
        self._robots = RobotExecutor(table.games, self._decided, new_executor)
        self._journal = journal
        self._storage_status: StorageStatus | None = None
        self._turns = Turns(clock or asyncio.get_running_loop().time)
        self._outlets = Outlets()
        self._presenter = Presenter(table, self._turns, self._outlets)
        self._watchers: list[Watcher] = []
        self._timer: asyncio.TimerHandle | None = None
        self._shown_until = NOTHING_SHOWN  # when what the stations show is out of date
        self.acting = TABLE  # the station whose picture is waited for
        self.stopped = asyncio.Event()  # switched off at the table, or from outside
        self.handle(Tick(self._turns.time()))
        self._turns.saver = saver  # the first save may block: no station is attached yet

    @property
    def is_saving(self) -> bool:
        """Whether the table may be ahead of the journal, so that nothing of it may be shown."""
        return self._turns.is_paused

    async def settled(self) -> None:
        """Wait until all that has happened is saved."""
        await self._turns.settled()

    def when_saved(self, work: Work) -> None:
        """Run `work` once all that has happened so far is saved (at once, if it is)."""
        self._turns.add(work)

    def keep(self, write: Work) -> None:
        """Run `write`, which writes something else to the journal, in the thread that saves."""
        self._turns.add(partial(self._save_and_show, write))

    def attach(
        self,
        station: str,
        sink: Sink,
        owner: object = None,
        *,
        keyless: bool = False,
        yields: bool = False,
    ) -> None:
        """Connect a station; it gets its current frame at once, or when that is saved.

        An outlet that yields stays dark as long as another one shows its seat.
        """
        self._outlets.add(station, owner, Outlet(sink, keyless), yields=yields)
        self._presenter.darken_others(station)
        if station != TABLE and self.shows(station, owner):
            self.handle(Join(station, self._turns.time(), keyless))
        else:  # the table is always there
            self._turns.add(self._save_and_show)

    def shows(self, station: str, owner: object) -> bool:
        """Return whether this owner's outlet shows the station; those of the table all do."""
        return self._outlets.shows(station, owner)

    def owners(self, station: str) -> tuple[object, ...]:
        """Return the owners of a station's outlets, the newest last."""
        return tuple(self._outlets.at(station))

    def press(self, station: str, owner: object, key: Key) -> bool:
        """Handle a key that goes down at one of a station's outlets; return whether it counts.

        At a dark outlet it does not: it only brings the seat back there.
        """
        if self.shows(station, owner):
            self.down(station, key)
            return True
        self._bring(station, owner)
        return False

    def tap(self, station: str, owner: object, field: str) -> None:
        """Handle a tap on a field of the large board at one of a station's outlets."""
        if self.shows(station, owner):
            self.handle(FieldTapped(station, field, self._turns.time()))
        else:
            self._bring(station, owner)

    def _bring(self, station: str, owner: object) -> None:
        outlet = self._outlets.at(station).get(owner)
        if outlet is not None:
            self.wake()
            self.attach(station, outlet.sink, owner, keyless=outlet.keyless)

    def detach(self, station: str, owner: object = None) -> None:
        """Disconnect an outlet; its station may be shown elsewhere now."""
        was_shown = self.shows(station, owner)
        if not self._outlets.remove(station, owner):
            return
        left = self._outlets.at(station)
        if not left:
            self.handle(Leave(station, self._turns.time()))
        elif was_shown and station != TABLE:
            newest = next(reversed(left.values()))
            self.handle(Join(station, self._turns.time(), newest.keyless))

    def watch(self, watcher: Watcher) -> None:
        """Call `watcher` after each change, once all stations have their frames."""
        self._watchers.append(watcher)

    def unwatch(self, watcher: Watcher) -> None:
        self._watchers.remove(watcher)

    def down(self, station: str, key: Key) -> None:
        self.handle(KeyDown(station, key, self._turns.time()))

    def up(self, station: str, key: Key) -> None:
        self.handle(KeyUp(station, key, self._turns.time()))

    def name(self, station: str, name: str) -> None:
        self.handle(Named(station, name, self._turns.time()))

    def tell(self, text: Text, station: str = TABLE) -> None:
        """Show a text on a station's screen for a moment, and light it."""
        self.wake()
        self._turns.add(partial(self._tell, text, station))

    def _tell(self, text: Text, station: str) -> None:
        if station in self.table.stations:
            self.table.tell(self.table.stations[station], text)
        self._save_and_show()

    def wake(self) -> bool:
        """Light the screens; return whether they were dark until now."""
        now = self._turns.time()
        was_off = self.table.idle.light(now) is Light.OFF
        self._turns.add(partial(self._wake, now))
        return was_off

    def _wake(self, now: float) -> None:
        self.table.idle.wake(now)
        self._handle(Tick(now))

    def handle(self, event: Event) -> None:
        """Have the table handle an event once everything before it is saved; hide at once."""
        self._turns.add(partial(self._handle, event), event)
        if self.is_saving:
            self._presenter.hide_looks()
            if isinstance(event, KeyDown):
                loop = asyncio.get_running_loop()
                loop.call_later(HIDE_SECONDS, self._presenter.hide_where_keys_wait)

    def _handle(self, event: Event) -> None:
        if isinstance(event, KeyDown | KeyUp | FieldTapped):
            self.acting = self._where_it_is_awaited(event.station)
        if isinstance(event, KeyUp) and self._release_quietly(event):
            return
        if isinstance(event, KeyDown) and self._turns.is_up_again(event.station, event.key):
            event = replace(event, is_up=True)
        self._shown_until = NOTHING_SHOWN
        try:
            self.table.handle(event)
        except BaseException:  # it may have been that a Look key came up
            self.table.stop_looking()
            self._presenter.hide_looks()
            raise
        self._save_and_show()

    def _release_quietly(self, event: KeyUp) -> bool:
        """Release a key without looking at any station's frame; return whether that will do.

        Half of all events are such keys. What every station shows was made and sent after the last
        event, and time alone changes nothing of it before `_shown_until`.
        """
        station = self.table.stations.get(event.station)
        is_held = station is not None and station.held is not None
        if event.time >= self._shown_until or not self.table.release_quietly(event):
            return False
        if is_held:  # its step is due no more
            self._set_timer()
        return True

    def _decided(self, request: MoveRequest, move: str) -> None:
        self.handle(Decided(request.id, move, self._turns.time()))

    def close(self) -> None:
        """Stop the robots."""
        self._robots.close()

    # Saving.

    def _save_and_show(self, write: Work | None = None) -> None:
        """Save what is new at the table, then do `write`, then show all stations their frames."""
        self._shown_until = NOTHING_SHOWN
        state = self.table.state
        writes = [] if write is None else [write]
        if self._journal is not None and self._journal.is_news(state):
            writes.insert(0, partial(self._journal.save, state))
        if writes:
            self._keep(partial(_do_all, writes))
        elif self._presenter.begin_look:
            self._keep(None)  # its key may be up by now, with the event still to come
        else:
            self._kept(None)

    def _keep(self, write: Work | None) -> None:
        """Run `write` before anything new is shown; meanwhile all events wait."""
        if self._timer is not None:
            self._timer.cancel()
        self._presenter.hide_looks()
        frames = self.table.frames()
        slow: list[asyncio.TimerHandle] = []

        def kept() -> None:
            _cancel(slow)
            self._kept(frames)

        def failed() -> None:
            _cancel(slow)
            self._timer = asyncio.get_running_loop().call_later(RETRY_SECONDS, self.tick)

        self._turns.pause(write, kept, failed)
        if self.is_saving:
            loop = asyncio.get_running_loop()
            slow.append(loop.call_later(HIDE_SECONDS, self._presenter.hide_private, frames))
            slow.append(loop.call_later(SIGN_SECONDS, self._presenter.say_that_it_saves))

    def _kept(self, frames: Mapping[str, Frame] | None) -> None:
        """Show what has been saved, or the trouble with it; `frames` if they are made already."""
        is_told = self._tell_trouble()
        try:
            self._push(None if is_told else frames)
        finally:  # whatever is wrong with a station, the game goes on
            due = self._set_timer()
            self._robots.think_about(self.table.robots.request())
        self._shown_until = float("inf") if due is None else due
        if self.table.powered_off:
            self.stopped.set()

    def _tell_trouble(self) -> bool:
        """Tell the players if saving has got better or worse; return whether it has."""
        if self._journal is None or self._journal.status is self._storage_status:
            return False
        self._storage_status = self._journal.status
        if self._storage_status is not None:
            self.table.report_storage(self._storage_status)
        elif self.table.unsaved:
            self.table.saved_again()
        return True

    # Showing.

    def _where_it_is_awaited(self, station: str) -> str:
        """Where the one looks who has just touched a key, before the turn may pass.

        That is the key's own station. At the table it is the display of the seat to act, if it has
        one: what was drawn with the table's keys is shown there.
        """
        seat = self.table.session.current_player if self.table.session is not None else None
        if station == TABLE and seat is not None and self.table.has_station(seat):
            return seat_station(seat)
        return station

    def _push(self, frames: Mapping[str, Frame] | None = None) -> None:
        """Send every station its frame: `frames`, or else those of the table as it is now."""
        self._presenter.show(frames or self.table.frames(), self.acting)
        for watcher in self._watchers:
            watcher()

    def _set_timer(self) -> float | None:
        """Have the table tick when its frames change by themselves; return when that is."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self.table.next_change()
        if due is not None:
            delay = max(0.0, due - self._turns.time())
            self._timer = asyncio.get_running_loop().call_later(delay, self.tick)
        return due

    def tick(self) -> None:
        """Show what has changed by itself: time has passed, or something outside is new."""
        self.handle(Tick(self._turns.time()))


def _do_all(works: Iterable[Work]) -> None:
    for work in works:
        work()


def _cancel(timers: Iterable[asyncio.TimerHandle]) -> None:
    for timer in timers:
        timer.cancel()
