"""The worker process that computes robot moves, and the functions that run in it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from time import perf_counter
from typing import Any

from triqueta.table.registry import Registry
from triqueta.table.session import MoveRequest

HANGS_AFTER = 10
"""Seconds after which a worker process that still computes a move ends itself."""

_NICER = 10  # added niceness: keys and displays come first


class OneProcess(Executor):
    """An executor with one worker process, started in a thread so that no key waits for it."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="robots")
        self._pool: ProcessPoolExecutor | None = None
        self._is_shut = False

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return self._thread.submit(self._run, work, args, kwargs)

    def _run(self, work: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        try:
            if self._pool is None:
                self._pool = new_pool()
            return self._pool.submit(work, *args, **kwargs).result()
        finally:
            if self._is_shut:
                self._end_process()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._is_shut = True
        self._thread.shutdown(wait=wait, cancel_futures=cancel_futures)
        self._end_process()

    def _end_process(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False)


def new_pool() -> ProcessPoolExecutor:
    """Return a pool with one spawned process, which imports only the modules it needs."""
    return ProcessPoolExecutor(
        1, mp_context=multiprocessing.get_context("spawn"), initializer=_begin_to_work
    )


def _begin_to_work() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the table, which ends this process
    with suppress(OSError):  # the device's service is not allowed to
        os.nice(_NICER)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Exit when the parent process ends, even if it was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def get_ready(games: Registry, game: str) -> None:
    """Load a game's robots, so that the first move takes no longer than the others."""
    games.load_robots(game)


def think(games: Registry, request: MoveRequest) -> str:
    """Return a robot's move. An alarm ends the worker process if the robot hangs."""
    is_worker = multiprocessing.parent_process() is not None
    if is_worker:
        signal.alarm(HANGS_AFTER)
    move = games.think(request, perf_counter)
    if is_worker:
        signal.alarm(0)
    return move
