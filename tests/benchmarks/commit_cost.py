"""Measure what it costs to write a move to disk, compared to a bare SQLite insert.

    .venv/bin/python -m tests.benchmarks.commit_cost

Random players play whole games. After every key that changes the state, the journal saves it; then
a bare table with the same columns and settings, in its own file, gets one row. Both are timed in
turn, key by key, in the same run on the same disk. Pass a folder to choose the disk.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.benchmarks.goals import Goal, report
from tests.journal.saved_evening import SavedEvening
from tests.table.autopilot import step
from triqueta.table.events import Event

GAMES = 10


class TimedEvening(SavedEvening):
    """An evening that times the journal's work for every event, and a bare insert next to it."""

    def __init__(self, path: Path, bare: Callable[[], object]) -> None:
        self.kept: list[float] = []
        self.bare: list[float] = []
        self._insert = bare
        super().__init__(path)

    def handle(self, event: Event) -> None:
        self.table.handle(event)
        kept = self.table.state
        if self.journal.is_news(kept):
            works = [(self.kept, lambda: self.journal.save(kept)), (self.bare, self._insert)]
            # Alternate which comes first: the disk may be faster the second time.
            for times, work in works[:: 1 if len(self.kept) % 2 else -1]:
                times.append(timed(work))


def timed(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started


def bare_insert(connection: sqlite3.Connection) -> Callable[[], object]:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE bare (game INTEGER, number INTEGER, entry TEXT, sum INTEGER)")
    return lambda: connection.execute("INSERT INTO bare VALUES (1, 2, 'd3', 3)")


def measure(folder: Path, games: int) -> TimedEvening:
    with closing(sqlite3.connect(folder / "bare.db", isolation_level=None)) as bare:
        evening = TimedEvening(folder / "triqueta.db", bare_insert(bare))
        for seed in range(games):
            evening.begin()
            rng = Random(seed)
            while evening.table.session is not None and not evening.table.session.over:
                step(evening, rng)
            evening.finish()
            evening.press("soft1 soft1")
        evening.close()
    return evening


def main() -> int:
    # Not /tmp by default: it may be in memory, where syncs cost nothing.
    with TemporaryDirectory(dir=Path(sys.argv[1]) if len(sys.argv) > 1 else Path()) as folder:
        measured = measure(Path(folder), GAMES)
    kept, bare = measured.kept, measured.bare
    print(f"{len(kept):,} commits in {GAMES} games")
    for name, times in (("a move in the journal", kept), ("a bare insert", bare)):
        worst = quantiles(times, n=100)[-1]
        print(f"  {name:22} {median(times) * 1000:6.3f} ms (99 %: {worst * 1000:.3f} ms)")
    ratio = median(kept) / median(bare)
    print(f"  ratio of medians {ratio:.2f}, of sums {sum(kept) / sum(bare):.2f}")
    return report(Goal("a move, relative to a bare insert, medians", ratio, 1.2))


if __name__ == "__main__":
    sys.exit(main())
