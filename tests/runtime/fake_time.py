"""An event loop with simulated time: timers fire at exactly their time, without waiting."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

_T = TypeVar("_T")


class FakeTimeLoop(asyncio.SelectorEventLoop):
    """An event loop that jumps to the next timer instead of waiting for it."""

    def __init__(self) -> None:
        self._now = 0.0
        super().__init__(_NeverWaiting(self))

    def time(self) -> float:
        return self._now

    def pass_time(self, seconds: float) -> None:
        self._now += seconds


class _NeverWaiting(selectors.DefaultSelector):
    def __init__(self, loop: FakeTimeLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if timeout is None and not ready:
            raise AssertionError("nothing is left that could happen")
        if timeout is not None and timeout > 0 and not ready:
            self._loop.pass_time(timeout)
        return ready


def run_in_fake_time(work: Coroutine[Any, Any, _T]) -> _T:
    with asyncio.Runner(loop_factory=FakeTimeLoop) as runner:
        return runner.run(work)
