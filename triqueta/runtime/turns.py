"""A queue of work that runs one piece at a time and pauses while something is saved."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import TypeAlias

from triqueta.screens.station import Key
from triqueta.table.events import Event, Join, KeyUp, Leave

Work: TypeAlias = Callable[[], None]


@dataclass(frozen=True, slots=True)
class _Turn:
    work: Work
    event: Event | None = None


class Turns:
    """A queue that runs work in order, one piece at a time, and immediately if it is empty.

    A piece of work can pause the queue until something is written. With an executor `saver`, the
    write runs there while the event loop continues; without it, the write blocks.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.saver: Executor | None = None
        self._clock = clock
        self._waiting: deque[_Turn] = deque()
        self._is_running = False
        self._paused_at: float | None = None
        self._paused_for = 0.0  # seconds, total of all pauses
        self._settled = asyncio.Event()

    @property
    def is_paused(self) -> bool:
        return self._paused_at is not None

    def time(self) -> float:
        """Return the time of a clock that stops during pauses.

        Nothing new is shown during a pause. So pauses must not count for texts that are shown for
        a limited time, nor for screens that must be visible for a while before keys count.
        """
        now = self._clock() if self._paused_at is None else self._paused_at
        return now - self._paused_for

    def add(self, work: Work, event: Event | None = None) -> None:
        """Run `work` after everything that waits; `event` is the event that it handles, if any."""
        self._waiting.append(_Turn(work, event))
        self._run()

    def events(self) -> Iterator[Event]:
        """Yield the waiting events in order."""
        return (turn.event for turn in self._waiting if turn.event is not None)

    def is_up_again(self, station: str, key: Key) -> bool:
        """Return whether the release of a key is among the waiting events."""
        ups = (event for event in self.events() if isinstance(event, KeyUp))
        return any((event.station, event.key) == (station, key) for event in ups)

    @property
    def stations_change(self) -> bool:
        """Whether a station joins or leaves in one of the waiting events."""
        return any(isinstance(event, Join | Leave) for event in self.events())

    def pause(self, write: Work | None, then: Work, on_failure: Work) -> None:
        """Run `write`, then `then`, while other work waits. Call this from running work.

        If `write` is None, the pause lasts until the event loop has run the callbacks that are
        already due, such as the release of a key whose press is still being handled. If `write`
        raises an error, `on_failure` runs instead of `then`, and the error is re-raised.
        """
        self._paused_at = self._clock()
        try:
            self._write(write, then, on_failure)
        except BaseException:
            self._end_pause()
            on_failure()
            raise
        if self.saver is None:
            self._end_pause()
            then()

    def _write(self, write: Work | None, then: Work, on_failure: Work) -> None:
        """Run `write` in the saver, then resume with `then` or `on_failure`; else just run it."""
        if self.saver is None:
            if write is not None:
                write()
            return
        loop = asyncio.get_running_loop()
        if write is None:
            loop.call_soon(self._resume, then)
            return

        def done(written: Future[None]) -> None:
            def go_on() -> None:
                try:
                    written.result()
                except BaseException:
                    on_failure()
                    raise
                then()

            if not loop.is_closed():
                loop.call_soon_threadsafe(self._resume, go_on)

        self.saver.submit(write).add_done_callback(done)

    async def settled(self) -> None:
        """Wait until everything is written and nothing is waiting."""
        while self.is_paused or self._waiting:
            self._settled.clear()
            await self._settled.wait()

    def _resume(self, then: Work) -> None:
        self._end_pause()
        self._waiting.appendleft(_Turn(then))
        self._run()

    def _end_pause(self) -> None:
        if self._paused_at is not None:
            self._paused_for += self._clock() - self._paused_at
            self._paused_at = None

    def _run(self) -> None:
        if self._is_running:  # called from running work: the outer call runs the new piece
            return
        self._is_running = True
        try:
            while self._waiting and not self.is_paused:
                self._waiting.popleft().work()
        finally:
            self._is_running = False
            if self._waiting and not self.is_paused:
                # One piece failed, and the others must still run.
                asyncio.get_running_loop().call_soon(self._run)
            elif not self.is_paused:
                self._settled.set()
