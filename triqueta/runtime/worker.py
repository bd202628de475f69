"""The process that robots think in, and what runs there."""

from __future__ import annotations

import math
import multiprocessing
import os
import signal
import threading
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import suppress
from time import perf_counter

from triqueta.table.any_game import Games, Thought

_NICER = 10  # than the process that has keys and displays to serve


def one_process() -> Executor:
    """Started anew: it has nothing of this one, and loads only what it needs."""
    return ProcessPoolExecutor(
        1, mp_context=multiprocessing.get_context("spawn"), initializer=_begin_to_work
    )


def _begin_to_work() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the table, which ends this
    with suppress(OSError):  # the device's service may not
        os.nice(_NICER)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Also if the table was killed, and could tell nobody."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def think(games: Games, thought: Thought, seconds: float) -> str:
    """A robot's move. A process that hangs is ended by its alarm: nobody waits for it any more."""
    is_worker = multiprocessing.parent_process() is not None
    if is_worker:
        signal.alarm(math.ceil(seconds))
    move = games.think(thought, perf_counter)
    if is_worker:
        signal.alarm(0)
    return move
