"""A journal whose saves take as long as a test wants."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from triqueta.table.saving import StorageStatus
from triqueta.table.state import TableState


class SlowDisk(Executor):
    """A slow disk: both the journal of a host and the executor that saves for it."""

    def __init__(self) -> None:
        self.status: StorageStatus | None = None
        self.entries: list[str] = []  # entries of the game saved so far
        self.before_save: Callable[[], object] = lambda: None
        self.refuses = False  # refuse work, like an executor that can't start its thread
        self._last: tuple[TableState, int] | None = None
        self._held: deque[tuple[Callable[[], Any], Future[Any]]] = deque()

    def is_news(self, state: TableState) -> bool:
        return self._last != _kept(state)

    def save(self, state: TableState) -> None:
        self.before_save()
        self._last = _kept(state)
        self.entries = list(state.session.entries) if state.session is not None else []

    def submit(self, work: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        if self.refuses:
            raise RuntimeError("can't start new thread")
        future: Future[Any] = Future()
        self._held.append((lambda: work(*args), future))
        return future

    @property
    def is_busy(self) -> bool:
        return bool(self._held)

    async def finish(self) -> None:
        """Finish the current save, and let the event loop handle its result."""
        work, future = self._held.popleft()
        work()
        future.set_result(None)
        await passes()

    async def fail(self) -> None:
        """Let the current save fail with an error that the journal does not catch."""
        _, future = self._held.popleft()
        future.set_exception(MemoryError())
        await passes()

    async def finish_all(self) -> None:
        while self.is_busy:
            await self.finish()


async def passes(times: int = 3) -> None:
    """Run the callbacks that are ready in the event loop."""
    for _ in range(times):
        await asyncio.sleep(0)


def _kept(state: TableState) -> tuple[TableState, int]:
    return state, len(state.session.entries) if state.session is not None else 0
