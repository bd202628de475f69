"""What is loaded once the table is shown: after that no key imports anything.

An import takes a Pi Zero 2 W up to a second, and much longer while the machine is busy; the event
loop would stand still for so long. So a thread imports all that a key may need. The loop goes on
meanwhile: importing is Python code, and Python switches threads every 5 ms.
"""

from __future__ import annotations

import logging
from importlib import import_module
from importlib.resources import files
from threading import RLock, Thread

from triqueta.games import GAMES, game, load_whole_games

AT_KEYS = ("triqueta.runtime.worker", "segno")
"""Modules that are imported where they are used: for a robot's first thought, and for QR codes."""

log = logging.getLogger("triqueta.play")


def load_meanwhile() -> Thread:
    """Load the rest in a thread; return the thread, which nobody has to wait for."""
    load_whole_games(RLock)
    thread = Thread(target=_load, name="loading", daemon=True)
    thread.start()
    return thread


def _load() -> None:
    try:
        for name in GAMES:
            game(name)
        for module in AT_KEYS:
            import_module(module)
        files("triqueta.games")  # imports what reads the tables of robots
    except Exception:  # whoever needs it hears of it again
        log.exception("not everything could be loaded ahead")
