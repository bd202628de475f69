"""How long the rescue of a damaged journal takes, with 10, 1,000 and 10,000 games in it.

    .venv/bin/python -m tests.benchmarks.rescue_growth

A bit of the header is flipped, so nothing of the file can be believed, and all of its games are
there to be rescued. "By their bytes": the first page is gone, and with it all tables, so every
game has to be found in the bare bytes and played through. It is timed as the start of play has
it, from the damaged file to the journal that is open; in brackets the time of the processor.
"""

from __future__ import annotations

import logging
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from tests.benchmarks.journal_growth import SIZES, random_record
from triqueta.games import load_record
from triqueta.journal.database import create, open_for_reading
from triqueta.journal.games import add_game, read_games
from triqueta.journal.journal import Journal
from triqueta.table.trouble import Trouble

PAGE = 4096


def flipped(content: bytes) -> bytes:
    return content[:68] + bytes([content[68] ^ 1]) + content[69:]


def headless(content: bytes) -> bytes:
    return bytes(PAGE) + content[PAGE:]


def made(path: Path, games: int) -> bytes:
    """The content of a sound journal."""

    def fill(new: sqlite3.Connection) -> None:
        for number in range(games):
            add_game(new, load_record(random_record(number).encode()), at_table=False)

    create(path, fill)
    return path.read_bytes()


def rescue_seconds(path: Path, content: bytes, games: int) -> tuple[float, float]:
    """How long a rescue takes, and how long the processor works on it."""
    path.write_bytes(content)
    started, worked = perf_counter(), process_time()
    with closing(Journal(path)) as journal:
        cost = perf_counter() - started, process_time() - worked
        assert journal.trouble is Trouble.DAMAGED
    with closing(open_for_reading(path)) as connection:
        assert sum(1 for _ in read_games(connection)) == games
    return cost


DAMAGES: dict[str, Callable[[bytes], bytes]] = {"": flipped, ", by their bytes": headless}


def main() -> None:
    logging.disable(logging.CRITICAL)
    with TemporaryDirectory(dir=Path(sys.argv[1]) if len(sys.argv) > 1 else Path()) as folder:
        for games in SIZES:
            path = Path(folder, "triqueta.db")
            content = made(path, games)
            for name, damage in DAMAGES.items():
                seconds, processor = rescue_seconds(path, damage(content), games)
                print(f"{games:6,} games{name}: {seconds:6.2f} s ({processor:.2f} s)")


if __name__ == "__main__":
    main()
