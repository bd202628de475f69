"""How soon the device shows something, and how much memory it takes.

    .venv/bin/pip install -q -e '.[test]' && .venv/bin/python -m tests.benchmarks.start_up

A process that does all that `triqueta play --hardware` does, on the model bus, is timed from its
start until the chip of the table's display is lit with its first picture; beside it, in turns, one
that does nothing but import Pillow, luma.oled and gpiozero. Then a process with a hub and five
wired seats plays whole games, on the same models, and tells how much memory it had at most. Only
the libraries of the device are loaded there, beside the models themselves.
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
    """From the start of a process until the time that it prints: one clock is for all."""
    started = time.monotonic()
    return float(told_by(*words)) - started


def told_by(*words: str) -> str:
    """The last word that a process prints. It keeps its byte code, as an installed one does."""
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
    """Megabytes, at most, of a hub with five wired seats after some games."""
    return int(told_by("-m", "tests.benchmarks.started_device", "memory", str(games))) / 1024


def start_goal(runs: int = RUNS) -> Goal:
    """Time starts, beside bare imports."""
    ours, bare = [], []
    with tempfile.TemporaryDirectory() as folder:
        start_up(Path(folder))  # the first one writes the byte code
        for _ in range(runs):
            bare.append(seconds_until_told("-c", BARE))
            ours.append(start_up(Path(folder)))
    print(f"first picture:  {1000 * median(ours):6.0f} ms after the start of the process")
    print(f"bare imports:   {1000 * median(bare):6.0f} ms")
    ratio = median(ours) / median(bare)
    return Goal("the first picture, of bare imports", ratio, STARTS_GOAL, "times")


def memory_goal() -> Goal:
    return Goal("memory with a hub and five wired seats", memory(), MEMORY_GOAL, "MB")


def main() -> int:
    print(f"{RUNS} starts each in turns, medians, Python {sys.version.split()[0]}")
    return report(start_goal(), memory_goal())


if __name__ == "__main__":
    sys.exit(main())
