"""Measure how soon the device shows its first picture, and how much memory it needs.

    .venv/bin/pip install -q -e '.[test]' && .venv/bin/python -m tests.benchmarks.start_up

One process runs all of `triqueta play --hardware` on modelled chips. It is timed from its start
until the table's display lights up with the first picture. It takes turns with a process that
only imports Pillow, luma.oled and gpiozero.

Then a process with a hub and five wired seats plays whole games on the same models and prints its
peak memory. It loads the device's libraries and the models, and nothing else.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.benchmarks.goals import Goal, report

RUNS = 15
GAMES = 3
STARTS_GOAL = 1.5
MEMORY_GOAL = 60.0
BARE = "import time, PIL.Image, luma.oled.device, gpiozero; print(time.monotonic())"


def seconds_until_told(*words: str) -> float:
    """Return the seconds from the start of a process to the (system-wide) time it prints."""
    started = time.monotonic()
    return float(told_by(*words)) - started


def told_by(*words: str) -> str:
    """Run Python with arguments and return the last word that it prints.

    Python may cache its byte code, as it does for an installed program.
    """
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, check=True, env=environment
    )
    return done.stdout.split()[-1]


def start_up(folder: Path) -> float:
    config = folder / "table.toml"
    config.write_text('[table]\nlanguage = "en"\n', "utf-8")
    journal = folder / "triqueta.db"
    child = ("-m", "tests.benchmarks.started_device", "first-picture", str(config), str(journal))
    return seconds_until_told(*child)


def memory(games: int = GAMES) -> float:
    """Return the peak memory, in megabytes, of a hub with five wired seats that plays games."""
    return int(told_by("-m", "tests.benchmarks.started_device", "memory", str(games))) / 1024


def start_goal(runs: int = RUNS) -> Goal:
    """Return the goal for the time to the first picture, relative to bare imports."""
    ours, bare = [], []
    with tempfile.TemporaryDirectory() as folder:
        start_up(Path(folder))  # the first start writes the byte code
        for _ in range(runs):
            bare.append(seconds_until_told("-c", BARE))
            ours.append(start_up(Path(folder)))
    print(f"first picture:  {1000 * median(ours):6.0f} ms after the start of the process")
    print(f"bare imports:   {1000 * median(bare):6.0f} ms")
    ratio = median(ours) / median(bare)
    return Goal("first picture, relative to bare imports", ratio, STARTS_GOAL, "times")


def memory_goal() -> Goal:
    return Goal("memory with a hub and five wired seats", memory(), MEMORY_GOAL, "MB")


def main() -> int:
    print(f"medians of {RUNS} alternating starts, Python {sys.version.split()[0]}")
    return report(start_goal(), memory_goal())


if __name__ == "__main__":
    sys.exit(main())
