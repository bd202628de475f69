"""Load everything that a key may need, in a thread, once the table is shown.

An import takes a Pi Zero 2 W up to a second, and much longer while the machine is busy. It would
stop the event loop for that time. In a thread it does not: importing is Python code, and Python
switches threads every 5 ms.
"""

from __future__ import annotations

import gc
import logging
from importlib import import_module
from importlib.resources import files
from random import Random
from threading import RLock, Thread

from triqueta.table.registry import Registry

AT_KEYS = ("triqueta.runtime.worker", "segno")
"""Modules that are imported where they are used: for a robot's first thought, and for QR codes."""

log = logging.getLogger("triqueta.play")


def load_meanwhile(games: Registry) -> Thread:
    """Start a thread that loads the rest, and return it."""
    games.load_whole_games(RLock)
    thread = Thread(target=_load, args=(games,), name="loading", daemon=True)
    thread.start()
    return thread


def _load(games: Registry) -> None:
    try:
        for spec in games:
            games.model(spec.id)
        for module in AT_KEYS:
            import_module(module)
        files("triqueta.games")  # imports the resource readers that robots use for their tables
        Random("")  # imports the hash that turns a text into a seed, since Python 3.13
    except Exception:  # the code that needs the module raises it again
        log.exception("not everything could be loaded ahead")
    keep_what_is_loaded()


def keep_what_is_loaded() -> None:
    """Exempt everything loaded so far from garbage collection.

    Modules stay until the program ends. Without this, some keys would wait while the collector
    walks through all of them.
    """
    gc.freeze()
