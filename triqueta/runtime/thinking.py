"""Robots think in another process, so that no key and no display waits for them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from time import perf_counter
from typing import TypeAlias

from triqueta.table.any_game import Games, Thought

SECONDS = 10.0
"""An answer takes less than one; but the first waits until the other process has started."""

Tell: TypeAlias = Callable[[Thought, str], None]

log = logging.getLogger("triqueta.robots")


class Thinker:
    """Has moves thought out, one at a time; whoever is late is not waited for.

    `tell` is told what was decided. The other process starts with the first thought.
    """

    def __init__(
        self,
        games: Games,
        tell: Tell,
        new_executor: Callable[[], Executor] | None = None,
        seconds: float = SECONDS,
    ) -> None:
        self._games = games
        self._tell = tell
        self._new_executor = new_executor
        self._seconds = seconds
        self._executor: Executor | None = None
        self._thought: Thought | None = None
        self._awaited: Thought | None = None  # the same, until it was decided
        self._deadline: asyncio.TimerHandle | None = None

    def think_about(self, thought: Thought | None) -> None:
        """From now on about this, or about nothing: what came before matters no more."""
        if (thought and thought.id) == (self._thought and self._thought.id):
            return
        self._stop_waiting()
        self._thought = self._awaited = thought
        if thought is not None:
            self._ask(thought)

    def close(self) -> None:
        self.think_about(None)
        self._dismiss()

    def _ask(self, thought: Thought) -> None:
        from triqueta.runtime.worker import one_process, think

        loop = asyncio.get_running_loop()
        try:
            if self._executor is None:
                self._executor = (self._new_executor or one_process)()
            future = self._executor.submit(think, self._games, thought, self._seconds)
        except (BrokenExecutor, OSError) as error:
            loop.call_soon(self._give_up, thought, f"can't think ({error})")
            return
        self._deadline = loop.call_later(self._seconds, self._give_up, thought, "took too long")

        def done(future: Future[str]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._answered, thought, future)

        future.add_done_callback(done)

    def _answered(self, thought: Thought, future: Future[str]) -> None:
        if thought is not self._awaited or future.cancelled():
            return
        error = future.exception()
        if error is not None:
            self._give_up(thought, f"failed ({type(error).__name__}: {error})")
        elif future.result() not in thought.moves:
            self._give_up(thought, f"chose {future.result()!r}, which is no move")
        else:
            self._decide(thought, future.result())

    def _give_up(self, thought: Thought, why: str) -> None:
        """Whatever is wrong over there, the game goes on: with a move that takes no time."""
        if thought is not self._awaited:
            return
        quick = self._games.quickly(thought)
        log.error("the robot (%s) %s: %s chooses instead", thought.level, why, quick.level)
        self._dismiss()
        self._decide(thought, self._games.think(quick, perf_counter))

    def _decide(self, thought: Thought, move: str) -> None:
        self._stop_waiting()
        self._awaited = None
        self._tell(thought, move)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _dismiss(self) -> None:
        """The next thought gets another process."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None
