"""Run a table in real time: pass it events, save its state, and send stations their frames."""

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
    StoodUp,
    Tick,
)
from triqueta.table.saving import StorageStatus
from triqueta.table.session import MoveRequest
from triqueta.table.state import TableState
from triqueta.table.table import Table

HIDE_SECONDS = 0.1
"""If a save takes longer than this, private screens that change, or might have to, are cleared."""
SIGN_SECONDS = 1.0
"""If a save takes longer than this, every lit screen says so."""
RETRY_SECONDS = 1.0
"""Delay before the retry of a save that failed with an unexpected error."""

NOTHING_SHOWN = float("-inf")
"""The value of `_shown_until` while some stations may show an outdated frame."""

Watcher: TypeAlias = Callable[[], None]
"""Called when something may have changed, after all stations have received their frames."""


class Store(Protocol):
    """Storage for the state that must survive a power cut: the journal."""

    @property
    def status(self) -> StorageStatus | None:
        """The problem with the storage, or None if it works."""

    def is_news(self, state: TableState) -> bool:
        """Return whether `state` has anything that is not saved yet."""

    def save(self, state: TableState) -> None:
        """Save `state`; return once it is on disk, or once `status` reports a problem."""


class Host:
    """The runtime of a table: it passes events to the table, and frames to each station.

    A station has outlets: displays, pods and pages, each attached by its owner. All outlets of the
    table station show the same. A seat is shown only at its newest outlet and the others are dark,
    so a player who moves to a phone leaves no secret behind. An outlet that reconnects
    automatically does not take the seat back from a newer outlet; a key pressed there does.

    The journal is written in the executor `saver`, if there is one. The table stops until the
    write is done: events wait in order, and no station shows anything new. Only hiding secrets
    never waits.
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
        self._shown_until = NOTHING_SHOWN  # the time at which the current frames are outdated
        self.acting = TABLE  # the station that gets its frame first: its player is waiting
        self.stopped = asyncio.Event()  # set by "switch off" at the table, or from outside
        self.handle(Tick(self._turns.time()))
        self._turns.saver = saver  # set after the first save: no station is attached, it can block

    @property
    def is_saving(self) -> bool:
        """Whether the table may be ahead of the journal, so that its state must not be shown."""
        return self._turns.is_paused

    async def settled(self) -> None:
        """Wait until all events so far are handled and saved."""
        await self._turns.settled()

    def when_saved(self, work: Work) -> None:
        """Run `work` once all events so far are saved (immediately if they are)."""
        self._turns.add(work)

    def keep(self, write: Work) -> None:
        """Run `write`, an additional write to the journal, in the thread that saves."""
        self._turns.add(partial(self._save_and_show, write))

    def attach(  # noqa: PLR0913 - most outlets need only the first three
        self,
        station: str,
        sink: Sink,
        owner: object = None,
        *,
        keyless: bool = False,
        yields: bool = False,
        draws_pages: bool = False,
    ) -> None:
        """Attach an outlet to a station and send it the current frame as soon as that is saved.

        `keyless` says that the outlet has no keys. With `yields`, the outlet stays dark as long as
        another outlet shows the seat. One that `draws_pages` gets the seat's page with its frames.
        """
        outlet = Outlet(sink, keyless, draws_pages)
        self._outlets.add(station, owner, outlet, yields=yields)
        self._presenter.darken_others(station)
        if station != TABLE and self.shows(station, owner):
            self._join(station, outlet)
        else:  # the table station is always present and needs no Join
            self._turns.add(self._save_and_show)

    def shows(self, station: str, owner: object) -> bool:
        """Return whether this owner's outlet shows the station (always true for the table)."""
        return self._outlets.shows(station, owner)

    def owners(self, station: str) -> tuple[object, ...]:
        """Return the owners of a station's outlets, newest last."""
        return tuple(self._outlets.at(station))

    def press(self, station: str, owner: object, key: Key) -> bool:
        """Handle a key press at one of a station's outlets; return whether it counts.

        At a dark outlet the key does not count: it only moves the seat back to that outlet.
        """
        if self.shows(station, owner):
            self.down(station, key)
            return True
        self._bring(station, owner)
        return False

    def tap(self, station: str, owner: object, field: str) -> None:
        """Handle a tap on a field of the large board at one of a station's outlets.

        At a dark outlet, the tap only moves the seat back to that outlet.
        """
        if self.shows(station, owner):
            self.handle(FieldTapped(station, field, self._turns.time()))
        else:
            self._bring(station, owner)

    def _bring(self, station: str, owner: object) -> None:
        outlet = self._outlets.at(station).get(owner)
        if outlet is not None:
            self.wake()
            self.attach(
                station,
                outlet.sink,
                owner,
                keyless=outlet.keyless,
                draws_pages=outlet.draws_pages,
            )

    def _join(self, station: str, outlet: Outlet) -> None:
        time = self._turns.time()
        self.handle(Join(station, time, outlet.keyless, outlet.draws_pages))

    def detach(self, station: str, owner: object = None) -> None:
        """Detach an outlet. If it showed a seat, the newest remaining outlet shows it next."""
        was_shown = self.shows(station, owner)
        if not self._outlets.remove(station, owner):
            return
        left = self._outlets.at(station)
        if not left:
            self.handle(Leave(station, self._turns.time()))
        elif was_shown and station != TABLE:
            self._join(station, next(reversed(left.values())))

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

    def stand_up(self, station: str) -> None:
        """Let the player at a seat's station give the seat up, before a game."""
        self.handle(StoodUp(station, self._turns.time()))

    def tell(self, text: Text, station: str = TABLE) -> None:
        """Light the screens and show a text on a station's screen for a moment."""
        self.wake()
        self._turns.add(partial(self._tell, text, station))

    def _tell(self, text: Text, station: str) -> None:
        if station in self.table.stations:
            self.table.tell(self.table.stations[station], text)
        self._save_and_show()

    def wake(self) -> bool:
        """Light the screens; return whether they were off."""
        now = self._turns.time()
        was_off = self.table.idle.light(now) is Light.OFF
        self._turns.add(partial(self._wake, now))
        return was_off

    def _wake(self, now: float) -> None:
        self.table.idle.wake(now)
        self._handle(Tick(now))

    def handle(self, event: Event) -> None:
        """Queue an event, which the table handles once everything before it is saved.

        Secrets that the event might end are hidden immediately.
        """
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
        except BaseException:  # the event may have been the release of a Look key
            self.table.stop_looking()
            self._presenter.hide_looks()
            raise
        self._save_and_show()

    def _release_quietly(self, event: KeyUp) -> bool:
        """Handle a key release without rendering any frame; return whether that was enough.

        Half of all events are key releases, so this saves time. The stations have shown current
        frames since the last event, and none of them changes with time before `_shown_until`.
        """
        station = self.table.stations.get(event.station)
        is_held = station is not None and station.held is not None
        if event.time >= self._shown_until or not self.table.release_quietly(event):
            return False
        if is_held:  # the next repeat of the held key is cancelled
            self._set_timer()
        return True

    def _decided(self, request: MoveRequest, move: str) -> None:
        self.handle(Decided(request.id, move, self._turns.time()))

    def close(self) -> None:
        """Stop the robots."""
        self._robots.close()

    # Saving.

    def _save_and_show(self, write: Work | None = None) -> None:
        """Save the table's changes, run `write`, then send all stations their frames."""
        self._shown_until = NOTHING_SHOWN
        state = self.table.state
        writes = [] if write is None else [write]
        if self._journal is not None and self._journal.is_news(state):
            writes.insert(0, partial(self._journal.save, state))
        if writes:
            self._keep(partial(_do_all, writes))
        elif self._presenter.begins_look:
            self._keep(None)  # the Look key may already be up, with its event still to come
        else:
            self._kept(None)

    def _keep(self, write: Work | None) -> None:
        """Run `write`, then show the new frames. Until then, events wait."""
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
        """Show the saved state or the problem with saving it.

        `frames` are the frames of that state if they have been rendered, or None.
        """
        is_told = self._report_status()
        try:
            self._push(None if is_told else frames)
        finally:  # the game continues even if a station fails
            due = self._set_timer()
            self._robots.think_about(self.table.robots.request())
        self._shown_until = float("inf") if due is None else due
        if self.table.powered_off:
            self.stopped.set()

    def _report_status(self) -> bool:
        """Inform the players if the storage status has changed; return whether it has."""
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
        """Return the station that the player who just pressed a key at `station` looks at.

        That is usually the station itself. For a key at the table, it is the private display of
        the current player, if there is one: a tile drawn with the table's keys appears there.
        """
        seat = self.table.session.current_player if self.table.session is not None else None
        if station == TABLE and seat is not None and self.table.has_station(seat):
            return seat_station(seat)
        return station

    def _push(self, frames: Mapping[str, Frame] | None = None) -> None:
        """Send every station its frame from `frames`, or render the table's current frames."""
        self._presenter.show(frames or self.table.frames(), self.acting)
        for watcher in self._watchers:
            watcher()

    def _set_timer(self) -> float | None:
        """Schedule a tick for the next time a frame changes without an event; return that time."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self.table.next_change()
        if due is not None:
            delay = max(0.0, due - self._turns.time())
            self._timer = asyncio.get_running_loop().call_later(delay, self.tick)
        return due

    def tick(self) -> None:
        """Update the frames after time has passed, or after a change outside the table."""
        self.handle(Tick(self._turns.time()))


def _do_all(works: Iterable[Work]) -> None:
    for work in works:
        work()


def _cancel(timers: Iterable[asyncio.TimerHandle]) -> None:
    for timer in timers:
        timer.cancel()
