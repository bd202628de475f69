"""Compute robot moves in a worker process, so that keys and displays never wait for them.

The time that a robot needs depends on its hidden tiles, so it could give players a hint. Each
move is therefore published a fixed time after the request. A robot that has not decided by then
is replaced by a faster one.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from time import perf_counter
from typing import Any, TypeAlias

from triqueta.table.registry import Registry
from triqueta.table.session import MoveRequest

THINKING_TIME = 1.5
"""Seconds between a request and its move: enough for every robot, even on a Pi Zero 2 W."""

LATEST_ANSWER = 0.8
"""The fraction of that time after which the fallback chooses, so that its move is in time."""

START_TIMEOUT = 10.0
"""Seconds to wait for the worker process to start."""

Tell: TypeAlias = Callable[[MoveRequest, str], None]

log = logging.getLogger("triqueta.robots")


class RobotExecutor:
    """An executor that computes robot moves one at a time in a worker process, with a timeout.

    `tell` is called with each move, exactly `seconds` after the request. The first request starts
    the worker process, and its time counts from the moment that the process is ready.
    """

    def __init__(
        self,
        games: Registry,
        tell: Tell,
        new_executor: Callable[[], Executor] | None = None,
        seconds: float = THINKING_TIME,
    ) -> None:
        self._games = games
        self._tell = tell
        self._new_executor = new_executor
        self._seconds = seconds
        self._executor: Executor | None = None
        self._ready: dict[str, Future[None]] = {}  # done once the process has loaded that game
        self._request: MoveRequest | None = None
        self._is_asked = False  # whether the time of the request is running
        self._move = ""  # the move that was chosen, until it is published
        self._timers: list[asyncio.TimerHandle] = []

    def think_about(self, request: MoveRequest | None) -> None:
        """Start on this request (None: on nothing) and drop the previous one.

        Nothing happens if it has the same id as the previous one.
        """
        if (request and request.id) == (self._request and self._request.id):
            return
        self._stop_timers()
        self._request, self._is_asked, self._move = request, False, ""
        if request is not None:
            self._ask_when_ready(request)

    def close(self) -> None:
        self.think_about(None)
        self._dismiss()

    def _ask_when_ready(self, request: MoveRequest) -> None:
        """Send the request once the worker process is ready."""
        loop = asyncio.get_running_loop()
        try:
            ready = self._get_ready(request.game_id)
        except (BrokenExecutor, OSError) as error:
            self._ask(request, f"can't think ({error})")
            return
        if ready.done():
            self._ask(request)
            return
        self._timers = [loop.call_later(START_TIMEOUT, self._ask, request, "did not start")]
        self._in_loop(ready, lambda: self._ask(request))

    def _get_ready(self, game: str) -> Future[None]:
        """Return a future that is done once a worker process has loaded this game."""
        from triqueta.runtime.worker import OneProcess, get_ready

        if self._executor is None:
            self._executor = (self._new_executor or OneProcess)()
        if game not in self._ready:
            self._ready[game] = self._executor.submit(get_ready, self._games, game)
        return self._ready[game]

    def _ask(self, request: MoveRequest, why_not: str = "") -> None:
        """Send the request and start its timers.

        The fallback chooses if there is no worker process. `why_not` is the reason for the log.
        """
        from triqueta.runtime.worker import think

        if request is not self._request or self._is_asked:
            return
        self._stop_timers()
        self._is_asked = True
        loop = asyncio.get_running_loop()
        latest = LATEST_ANSWER * self._seconds
        self._timers = [
            loop.call_later(latest, self._choose_instead, request, "took too long"),
            loop.call_later(self._seconds, self._decide, request),
        ]
        if why_not or self._executor is None:
            self._fail(request, why_not)
            return
        try:
            future = self._executor.submit(think, self._games, request)
        except (BrokenExecutor, OSError) as error:
            self._fail(request, f"can't think ({error})")
            return
        self._in_loop(future, lambda: self._answered(request, future))

    def _in_loop(self, future: Future[Any], call: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()

        def done(_: Future[Any]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(call)

        future.add_done_callback(done)

    def _answered(self, request: MoveRequest, future: Future[str]) -> None:
        if not self._is_awaited(request) or future.cancelled():
            return
        error = future.exception()
        if error is not None:
            self._fail(request, f"failed ({type(error).__name__}: {error})")
        elif future.result() not in request.moves:
            self._fail(request, f"chose {future.result()!r}, which is not a legal move")
        else:
            self._move = future.result()

    def _is_awaited(self, request: MoveRequest) -> bool:
        return request is self._request and not self._move

    def _fail(self, request: MoveRequest, why: str) -> None:
        """Use the fallback, and drop the worker process: the next request starts a new one."""
        self._choose_instead(request, why)
        self._dismiss()

    def _choose_instead(self, request: MoveRequest, why: str) -> None:
        """Choose a move with the fast fallback robot, so that the game continues."""
        if not self._is_awaited(request):
            return
        quick = self._games.fallback(request)
        log.error("the robot (%s) %s: %s chooses instead", request.level, why, quick.level)
        self._move = self._games.think(quick, perf_counter)

    def _decide(self, request: MoveRequest) -> None:
        self._stop_timers()
        self._tell(request, self._move)

    def _stop_timers(self) -> None:
        for timer in self._timers:
            timer.cancel()
        self._timers = []

    def _dismiss(self) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor, self._ready = None, {}
