"""Measure a commit in SQLite's journal modes, and the damage of a flipped bit in its log.

    .venv/bin/python -m tests.benchmarks.log_modes

The first is why the journal uses a write-ahead log, the second why
`triqueta/journal/write_ahead.py` checks that log itself. The goals are that both reasons still
hold. Pass a folder to choose the disk.
"""

from __future__ import annotations

import sqlite3
import sys
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from shutil import copy
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.benchmarks.goals import Goal, report
from tests.journal.saved_evening import SavedEvening
from triqueta.journal.write_ahead import Log

COMMITS = 300
FLIPS = 300
MODES = {
    "write-ahead log": ("WAL", False),
    "the same with checkpoints": ("WAL", True),
    "rollback journal, PERSIST": ("PERSIST", False),
    "rollback journal, TRUNCATE": ("TRUNCATE", False),
    "rollback journal, DELETE": ("DELETE", False),
}


class Bare:
    """A bare table in one journal mode, with the seconds that each commit took.

    `all` includes the checkpoint after the commit, `commits` does not.
    """

    def __init__(self, connection: sqlite3.Connection, mode: str, checkpoint: bool) -> None:
        self._connection = connection
        self._checkpoint = checkpoint
        self.commits: list[float] = []
        self.all: list[float] = []
        connection.execute(f"PRAGMA journal_mode = {mode}")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE bare (game INTEGER, number INTEGER, entry TEXT)")

    def insert(self) -> None:
        started = perf_counter()
        self._connection.execute("INSERT INTO bare VALUES (1, 2, 'd3')")
        self.commits.append(perf_counter() - started)
        if self._checkpoint:
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.all.append(perf_counter() - started)


def measure_modes(folder: Path, commits: int) -> dict[str, Bare]:
    """Time commits in all modes in turn, so that a busy disk affects each of them alike."""
    with ExitStack() as stack:
        found = {}
        for number, (name, (mode, checkpoint)) in enumerate(MODES.items()):
            connection = sqlite3.connect(folder / f"{number}.db", isolation_level=None)
            found[name] = Bare(stack.enter_context(closing(connection)), mode, checkpoint)
        for _ in range(commits):
            for bare in found.values():
                bare.insert()
    return found


def silent_losses(folder: Path, flips: int) -> list[int]:
    """Flip one bit of the log at a time; return how many entries each flip loses unnoticed."""
    evening = SavedEvening(folder / "evening.db").begin().play_on(60)
    log = (folder / "evening.db-wal").read_bytes()
    assert not Log(log).is_damaged()
    (folder / "flipped").mkdir()
    flipped = Path(copy(folder / "evening.db", folder / "flipped" / "evening.db"))
    file = flipped.read_bytes()
    assert evening.table.session is not None
    entries = len(evening.table.session.entries)
    evening.close()
    rng = Random(1)
    return [entries - _entries_left(flipped, file, _flip(log, rng)) for _ in range(flips)]


def _flip(log: bytes, rng: Random) -> bytes:
    content = bytearray(log)
    content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    return bytes(content)


def _entries_left(path: Path, file: bytes, log: bytes) -> int:
    path.write_bytes(file)
    path.with_name(path.name + "-wal").write_bytes(log)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA quick_check").fetchone() == ("ok",)
        (left,) = connection.execute("SELECT count(*) FROM entry").fetchone()
    return int(left)


def main() -> int:
    with TemporaryDirectory(dir=Path(sys.argv[1]) if len(sys.argv) > 1 else Path()) as name:
        folder = Path(name)
        modes = measure_modes(folder, COMMITS)
        lost = silent_losses(folder, FLIPS)
    bare = modes["write-ahead log"]
    for name, mode in modes.items():
        ratio, quarter = (part(mode.commits) / part(bare.commits) for part in (median, _quarter))
        whole = sum(mode.all) / sum(bare.all)
        milliseconds = median(mode.commits) * 1000
        print(f"{name:32} {milliseconds:6.2f} ms, ratio {ratio:5.2f}", end="")
        print(f" (lower quartile {quarter:5.2f}, sum {whole:5.2f})")
    more = [entries for entries in lost if entries > 1]
    print(f"{len(more)} of {FLIPS} flips in the log lose more than one entry, ", end="")
    print(f"median {median(more):.0f}, at most {max(more)}; SQLite reports none of them")
    rollback = min(
        _quarter(mode.commits) / _quarter(bare.commits)
        for name, mode in modes.items()
        if name.startswith("rollback")
    )
    return report(
        Goal(
            "rollback journal, relative to the log, lower quartiles", rollback, 1.5, at_least=True
        ),
        Goal(
            "share of flips that lose more than one entry", len(more) / FLIPS, 0.5, at_least=True
        ),
    )


def _quarter(times: list[float]) -> float:
    return quantiles(times, n=4)[0]


if __name__ == "__main__":
    sys.exit(main())
