"""Measure the time and memory that rescuing a damaged journal of up to 10,000 games takes.

    .venv/bin/python -m tests.benchmarks.rescue_growth

Each rescue runs in its own process, as at the start of `triqueta play`: from the damaged file to
the open journal. Processor time is in brackets. Memory is the peak of the whole process, including
Python and the program. There are three kinds of damage:

- A bit of the header is flipped.
- The first page is lost, and with it the schema.
- No row has a valid checksum, so every game has to be replayed by the rules.

The goals are for the largest journal, in processor time.
"""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory

from tests.benchmarks.goals import Goal, report
from tests.benchmarks.journal_growth import Cost, arguments, random_record
from triqueta.games import installed_games
from triqueta.journal.database import connect, create, open_for_reading
from triqueta.journal.games import add_game, read_games
from triqueta.journal.raw import PAGE_SIZE

# Not `ru_maxrss`, which a new process inherits from its parent.
RESCUE = """
import logging, re, sys
from pathlib import Path
from time import perf_counter, process_time
from triqueta.journal.journal import Journal
from triqueta.table.saving import StorageStatus
logging.disable(logging.CRITICAL)
started, worked = perf_counter(), process_time()
journal = Journal(Path(sys.argv[1]))
print(perf_counter() - started, process_time() - worked)
print(re.search("VmHWM: *\\t *([0-9]+) kB", Path("/proc/self/status").read_text())[1])
assert journal.status is StorageStatus.DAMAGED
journal.close()
"""


def flip_header(path: Path) -> None:
    _overwrite(path, 68, bytes([path.read_bytes()[68] ^ 1]))


def wipe_first_page(path: Path) -> None:
    _overwrite(path, 0, bytes(PAGE_SIZE))


def wipe_checksums(path: Path) -> None:
    with closing(connect(path)) as connection:
        connection.execute("UPDATE game SET checksum = 0")
    flip_header(path)


def _overwrite(path: Path, place: int, content: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(place)
        file.write(content)


def make(path: Path, games: int) -> None:
    """Create an undamaged journal with `games` random games."""

    def fill(new: sqlite3.Connection) -> None:
        for number in range(games):
            add_game(new, installed_games().load(random_record(number).encode()), at_table=False)

    create(path, fill)


def rescue_cost(path: Path, games: int) -> Cost:
    """Rescue a damaged journal, check that all games are back, and return the cost."""
    words = [sys.executable, "-c", RESCUE, str(path)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    seconds, processor, kilobytes = map(float, done.stdout.split())
    with closing(open_for_reading(path)) as connection:
        assert sum(1 for _ in read_games(connection)) == games
    return Cost(seconds, processor, kilobytes / 1024)


DAMAGES: dict[str, Callable[[Path], None]] = {
    "a flipped bit": flip_header,
    "no first page": wipe_first_page,
    "no checksums": wipe_checksums,
}
SECONDS_PER_GAME = {"a flipped bit": 5e-4, "no first page": 5e-4, "no checksums": 3e-3}


def measure(sound: Path, games: int, damage: Callable[[Path], None]) -> Cost:
    """Damage a copy of the journal `sound`, and return the cost of its rescue."""
    with TemporaryDirectory(dir=sound.parent) as folder:
        path = Path(copy(sound, folder))
        damage(path)
        return rescue_cost(path, games)


def goals(name: str, cost: Cost, games: int) -> list[Goal]:
    """Return the goals of a rescue: half a second to load the program, plus a time per game."""
    seconds = 0.5 + games * SECONDS_PER_GAME[name]
    return [
        Goal(f"{name}: rescue of {games:,} games", cost.processor, seconds, "s"),
        Goal(f"{name}: memory", cost.megabytes, 80, "MB"),
    ]


def main() -> int:
    sizes, parent = arguments(__doc__)
    with TemporaryDirectory(dir=parent) as folder:
        for games in sizes:
            sound = Path(folder) / f"{games}.db"
            make(sound, games)
            costs = {name: measure(sound, games, damage) for name, damage in DAMAGES.items()}
            for name, cost in costs.items():
                times = f"{cost.seconds:6.2f} s ({cost.processor:.2f} s)"
                print(f"{games:6,} games, {name}: {times}, {cost.megabytes:.0f} MB", flush=True)
    return report(*(goal for name, cost in costs.items() for goal in goals(name, cost, games)))


if __name__ == "__main__":
    sys.exit(main())
