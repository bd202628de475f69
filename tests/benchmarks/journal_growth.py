"""How the journal's work grows with the games in it.

    .venv/bin/python -m tests.benchmarks.journal_growth

Records of random games are imported into an empty journal with `triqueta history --import`. Then
`triqueta history` and `triqueta stats` run on it, each from the start of its process to its end,
with the memory it took at most. Other processes open the journal as the start of play does, and
show the page of past games: there only the journal's part is timed, without Python's own start.
In brackets stands the time of the processor, which other programs on the machine hardly change.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from triqueta.games.triqueta.random_player import random_player
from triqueta.games.triqueta.rules import Edition, Game, Proof, Record, Setup, deal
from triqueta.records.shuffle import random_cuts

SIZES = (10, 1_000, 10_000)
RUNS = 5
NAMES = ("Ana", "Ben", "Chloé", "Dan", "Eva", "Finn", "Grete", "Hugo")
FIRST = datetime(2026, 11, 14, 18, tzinfo=UTC)
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
    """Of a process, or a part of it: seconds, those of the processor, megabytes at most."""

    seconds: float
    processor: float
    megabytes: float = 0.0


@dataclass(frozen=True)
class Growth:
    """What a journal of some games costs."""

    games: int
    importing: Cost
    history: Cost
    stats: Cost
    opening: Cost
    page: Cost


def random_record(number: int) -> Record:
    rng = Random(number)
    edition, players = rng.choice(list(Edition)), rng.randint(2, 5)
    secret, cuts = rng.randbytes(32), random_cuts(players, rng)
    piles = deal(secret, edition, players, cuts)
    game = Game(Setup(edition, tuple(rng.sample(NAMES, players)), 0, piles))
    choose = random_player(rng)
    while game.legal_moves:
        game.play(choose(game))
    date = (FIRST + timedelta(hours=3 * number)).strftime("%Y-%m-%dT%H:%M:%SZ")
    return Record(game, {"date": date, "proof": Proof.of(secret, cuts).document()})


def write_records(folder: Path, games: int) -> Iterator[Path]:
    for number in range(games):
        file = folder / f"{number:05}.tqr.json"
        if not file.exists():
            file.write_bytes(random_record(number).encode())
        yield file


def run(*words: str | Path) -> Cost:
    started = perf_counter()
    process = subprocess.Popen([sys.executable, *map(str, words)], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, words[:4]
    processor = usage.ru_utime + usage.ru_stime
    return Cost(perf_counter() - started, processor, usage.ru_maxrss / 1024)


def at_the_table(journal: Path) -> tuple[Cost, Cost]:
    """What it takes to open it, and to show the page of past games."""
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
    history = ("-m", "triqueta", "history", "--journal", journal)
    importing = run(*history, "--import", *write_records(records, games))
    stats = ("-m", "triqueta", "stats", "--journal", journal)
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


def main() -> None:
    print(f"medians of {RUNS} runs, Python {sys.version.split()[0]}")
    print("| games | opening | page of past games | `history` | `stats` | `history --import` |")
    print("|---|---|---|---|---|---|")
    # A folder of the home directory: /tmp may be memory, which knows no syncs.
    with TemporaryDirectory(dir=Path(sys.argv[1]) if len(sys.argv) > 1 else Path()) as folder:
        for games in SIZES:
            print(row(measure(Path(folder), games)), flush=True)


if __name__ == "__main__":
    main()
