"""Robots think in another process, so that no key and no display waits for them.

How long a robot thinks depends on what it holds, and players can tell time. So each answer is told
a fixed time after the question, however soon the robot has decided, and a robot that has not
decided by then is not waited for.
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
"""Seconds from a question to its answer: enough for every robot, on a Pi Zero 2 W too."""

LATEST_ANSWER = 0.8
"""The part of that time after which the fallback chooses, so that its move is there in time."""

START_TIMEOUT = 10.0
"""Seconds until a worker process that does not start is given up."""

Tell: TypeAlias = Callable[[MoveRequest, str], None]

log = logging.getLogger("triqueta.robots")


class RobotExecutor:
    """Run robot moves one at a time in a worker process, and tell each after a fixed time.

    `tell` gets the move, `seconds` after the question. The worker process starts with the first
    question, which counts from the moment that the process is ready.
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
        self._ready: dict[str, Future[None]] = {}  # done once the process knows that game
        self._request: MoveRequest | None = None
        self._is_asked = False  # whether the clock of this thought runs
        self._move = ""  # what was decided
        self._timers: list[asyncio.TimerHandle] = []

    def think_about(self, request: MoveRequest | None) -> None:
        """From now on about this, or about nothing: what came before matters no more."""
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
        """Ask once the worker process is ready, which may take any time."""
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
        """Start the clock of a thought; without a worker process the fallback chooses."""
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
            self._fail(request, f"chose {future.result()!r}, which is no move")
        else:
            self._move = future.result()

    def _is_awaited(self, request: MoveRequest) -> bool:
        return request is self._request and not self._move

    def _fail(self, request: MoveRequest, why: str) -> None:
        """Use the fallback, and give up the worker process: the next thought gets a new one."""
        self._choose_instead(request, why)
        self._dismiss()

    def _choose_instead(self, request: MoveRequest, why: str) -> None:
        """Whatever is wrong over there, the game goes on: with a move that takes no time."""
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
