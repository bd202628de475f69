"""Run every benchmark that has goals, and print one table of them.

    .venv/bin/pip install -q -e '.[test,bench]' && .venv/bin/python -m tests.benchmarks.all

Each benchmark runs in its own process, one after the other, with a budget that keeps the whole run
under ten minutes on two quiet cores. Name some of them to run only those. The exit status is 1 if
a goal is missed or could not be measured.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from time import monotonic
from typing import NamedTuple

BENCHMARKS: dict[str, Sequence[str]] = {
    "rules_speed": ["--pairs", "40"],
    "zatre_turns": [],
    "ettana_patterns": [],
    "robot_times": [],
    "match_cost": [],
    "drawing_speed": [],
    "event_cost": [],
    "web_load": [],
    "web_flood": [],
    "thinking_keys": [],
    "wire": [],
    "start_up": [],
    "pod_line": [],
    "pod_firmware": [],
    "commit_cost": [],
    "journal_growth": [],
    "rescue_growth": [],
    "log_modes": [],
}
"""The modules of this package that have goals, with their options in this run."""

_GOAL = re.compile(r"goal: (.+): (\S+(?: .+)?), (at (?:most|least) .+): (met|MISSED)")


class Row(NamedTuple):
    """A line of the table."""

    benchmark: str
    goal: str
    measured: str
    limit: str
    verdict: str


def rows_of(benchmark: str, output: str, status: int) -> Iterator[Row]:
    """Yield the goals that a benchmark printed, and a FAILED row if it ended early."""
    found = [match for line in output.splitlines() if (match := _GOAL.fullmatch(line.strip()))]
    for match in found:
        yield Row(benchmark, *match.groups())
    missed = any(match[4] == "MISSED" for match in found)
    if not found or (status != 0 and not missed):
        yield Row(benchmark, "(ended early)", f"exit status {status}", "", "FAILED")


def measure(benchmark: str) -> list[Row]:
    """Run a benchmark and return its rows; its own report goes to standard error."""
    words = [sys.executable, "-m", f"tests.benchmarks.{benchmark}", *BENCHMARKS[benchmark]]
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=False)
    sys.stderr.write(done.stdout)
    return list(rows_of(benchmark, done.stdout, done.returncode))


def table(rows: Sequence[Row]) -> str:
    """Return the rows in aligned columns, under a heading."""
    lines = [Row("benchmark", "goal", "measured", "limit", ""), *rows]
    widths = [max(len(row[column]) for row in lines) for column in range(len(Row._fields))]
    padded = (
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True))
        for row in lines
    )
    return "\n".join(line.rstrip() for line in padded)


def main() -> int:
    parser = argparse.ArgumentParser(description="run the benchmarks that have goals")
    parser.add_argument("name", nargs="*", help=f"one of {', '.join(BENCHMARKS)} (default: all)")
    chosen: list[str] = parser.parse_args().name
    for name in chosen:
        if name not in BENCHMARKS:
            parser.error(f"{name!r} is not a benchmark (choose from {', '.join(BENCHMARKS)})")
    started, rows = monotonic(), list[Row]()
    for benchmark in chosen or BENCHMARKS:
        began = monotonic()
        print(f"{benchmark} ...", file=sys.stderr, flush=True)
        rows += measure(benchmark)
        print(f"{benchmark} took {monotonic() - began:.0f} s\n", file=sys.stderr, flush=True)
    met = sum(row.verdict == "met" for row in rows)
    print(table(rows))
    print(f"{met} of {len(rows)} goals met in {monotonic() - started:.0f} s")
    return 0 if met == len(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
