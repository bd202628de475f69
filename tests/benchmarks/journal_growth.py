"""Measure how the journal's time and memory grow with the number of games in it.

    .venv/bin/python -m tests.benchmarks.journal_growth

Records of random games are imported into an empty journal with `triqueta history --import`. Then
`triqueta history` and `triqueta stats` run on it. Each is timed from the start of its process to
its end, and its peak memory is taken. Other processes open the journal as `triqueta play` does and
show the page of past games; there, only the journal's part is timed.

Processor time, which other programs hardly affect, is in brackets. The goals are for the largest
journal, in processor time.
"""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.benchmarks.goals import Goal, report
from triqueta.games.triqueta.rules import Edition, Game, Proof, Record, Setup, deal
from triqueta.records.shuffle import random_cuts

SIZES = (10, 1_000, 10_000)
GAMES = 10_000
RUNS = 5
NAMES = ("Ana", "Ben", "Chloé", "Dan", "Eva", "Finn", "Grete", "Hugo")
FIRST = datetime(2026, 11, 14, 18, tzinfo=UTC)
# Not `ru_maxrss`, which a new process inherits from its parent.
COMMAND = """
import atexit, os, runpy, sys
def tell():
    with open("/proc/self/status") as status:
        most = next(line.split()[1] for line in status if line.startswith("VmHWM"))
    os.write(int(channel), most.encode())
channel = sys.argv.pop(1)
atexit.register(tell)
runpy.run_module("triqueta", run_name="__main__", alter_sys=True)
"""
AT_THE_TABLE = """
import sys
from pathlib import Path
from time import perf_counter, process_time
from triqueta.journal.journal import Journal
print(perf_counter(), process_time())
journal = Journal(Path(sys.argv[1]))
print(perf_counter(), process_time())
assert journal.past_games().last
print(perf_counter(), process_time())
"""


@dataclass(frozen=True)
class Cost:
    """The cost of a process or a part of it: seconds, processor seconds, peak megabytes."""

    seconds: float
    processor: float
    megabytes: float = 0.0


@dataclass(frozen=True)
class Growth:
    """The costs of a journal with `games` games."""

    games: int
    importing: Cost
    history: Cost
    stats: Cost
    opening: Cost
    page: Cost


def random_record(number: int) -> Record[Game]:
    rng = Random(number)
    edition, players = rng.choice(list(Edition)), rng.randint(2, 5)
    secret, cuts = rng.randbytes(32), random_cuts(players, rng)
    piles = deal(secret, edition, players, cuts)
    game = Game(Setup(edition, tuple(rng.sample(NAMES, players)), 0, piles))
    while game.legal_moves:
        game.play(game.random_move(rng))
    date = (FIRST + timedelta(hours=3 * number)).strftime("%Y-%m-%dT%H:%M:%SZ")
    return Record(game, {"date": date, "proof": Proof.of(secret, cuts).document()})


def write_records(folder: Path, games: int) -> Iterator[Path]:
    for number in range(games):
        file = folder / f"{number:05}.tqr.json"
        if not file.exists():
            file.write_bytes(random_record(number).encode())
        yield file


def run(*words: str | Path) -> Cost:
    """Run `triqueta` with arguments in its own process, and return the cost."""
    started = perf_counter()
    reading, writing = os.pipe()
    command = [sys.executable, "-c", COMMAND, str(writing), *map(str, words)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, pass_fds=[writing])
    os.close(writing)
    with open(reading, encoding="utf-8") as told:  # reads until the process ends
        kilobytes = told.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, words[:4]
    processor = usage.ru_utime + usage.ru_stime
    return Cost(perf_counter() - started, processor, int(kilobytes) / 1024)


def at_the_table(journal: Path) -> tuple[Cost, Cost]:
    """Return the costs of opening a journal and of showing the page of past games."""
    words = [sys.executable, "-c", AT_THE_TABLE, str(journal)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    begun, opened, shown = ([float(n) for n in line.split()] for line in done.stdout.splitlines())
    return (
        Cost(opened[0] - begun[0], opened[1] - begun[1]),
        Cost(shown[0] - opened[0], shown[1] - opened[1]),
    )


def typical(costs: Iterable[Cost]) -> Cost:
    found = list(costs)
    return Cost(
        median(cost.seconds for cost in found),
        median(cost.processor for cost in found),
        max(cost.megabytes for cost in found),
    )


def measure(folder: Path, games: int, runs: int = RUNS) -> Growth:
    records = folder / "records"
    records.mkdir(exist_ok=True)
    journal = folder / f"{games}.db"
    history = ("history", "--journal", journal)
    importing = run(*history, "--import", *write_records(records, games))
    stats = ("stats", "--journal", journal)
    table = [at_the_table(journal) for _ in range(runs)]
    return Growth(
        games,
        importing,
        typical(run(*history) for _ in range(runs)),
        typical(run(*stats) for _ in range(runs)),
        typical(opening for opening, _ in table),
        typical(page for _, page in table),
    )


def row(found: Growth) -> str:
    parts = [
        f"{1000 * cost.seconds:.1f} ms ({1000 * cost.processor:.1f})"
        for cost in (found.opening, found.page)
    ]
    commands = [
        f"{cost.seconds:.2f} s ({cost.processor:.2f}), {cost.megabytes:.0f} MB"
        for cost in (found.history, found.stats, found.importing)
    ]
    return f"| {' | '.join([f'{found.games:,}', *parts, *commands])} |"


def goals(found: Growth) -> list[Goal]:
    """Return the goals, which apply to a journal of any size up to 10,000 games."""
    per_game = 1e3 * found.importing.processor / found.games
    return [
        Goal("opening", 1e3 * found.opening.processor, 10, "ms"),
        Goal("page of past games", 1e3 * found.page.processor, 10, "ms"),
        Goal("history", found.history.processor, 1, "s"),
        Goal("history, memory", found.history.megabytes, 40, "MB"),
        Goal("stats", found.stats.processor, 1, "s"),
        Goal("stats, memory", found.stats.megabytes, 40, "MB"),
        Goal("importing a game", per_game, 5, "ms"),
        Goal("importing, memory", found.importing.megabytes, 60, "MB"),
    ]


def arguments(summary: str | None) -> tuple[list[int], Path]:
    """Parse the command line; return the journal sizes to measure, and the folder to use."""
    parser = ArgumentParser(description=summary, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument(
        "--games", type=int, default=GAMES, help="games in the largest journal (default 10000)"
    )
    # Not /tmp by default: it may be in memory, where syncs cost nothing.
    parser.add_argument(
        "folder",
        type=Path,
        nargs="?",
        default=Path(),
        help="a folder on the disk to measure (default: here)",
    )
    given = parser.parse_args()
    return [*(size for size in SIZES if size < given.games), given.games], given.folder


def main() -> int:
    sizes, parent = arguments(__doc__)
    print(f"medians of {RUNS} runs, Python {sys.version.split()[0]}")
    print("| games | opening | page of past games | `history` | `stats` | `history --import` |")
    print("|---|---|---|---|---|---|")
    with TemporaryDirectory(dir=parent) as folder:
        for games in sizes:
            found = measure(Path(folder), games)
            print(row(found), flush=True)
    return report(*goals(found))


if __name__ == "__main__":
    sys.exit(main())
