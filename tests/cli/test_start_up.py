"""Tests that slow modules are not loaded before the first picture, and not by a key."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from triqueta.cli import COMMANDS

AFTER_THE_FIRST_PICTURE = {
    "asyncio",
    "gpiozero",
    "platformdirs",
    "segno",
    "serial",
    "sqlite3",
    "websockets",
    "triqueta.cli.play_table",
    "triqueta.games",
    "triqueta.journal.journal",
    "triqueta.table.table",
}

FIRST_PICTURE = """
import sys
from tests.benchmarks import started_device

def tell_and_end():
    print(*sys.modules)
    started_device.os._exit(sys.stdout.flush() or 0)

started_device.tell_and_end = tell_and_end
started_device.first_picture(*sys.argv[1:])
"""

HELP = """
import atexit, sys
from triqueta.cli import main

atexit.register(lambda: print(*sys.modules))
main(["--help"])
"""


def loaded(program: str, *words: str) -> set[str]:
    """Run a program and return the modules that it lists in its last line."""
    done = subprocess.run(
        [sys.executable, "-c", program, *words], capture_output=True, text=True, check=True
    )
    return set(done.stdout.splitlines()[-1].split())


def test_the_first_picture_waits_for_nothing_that_it_does_not_need(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text('[table]\nlanguage = "en"\n', "utf-8")
    modules = loaded(FIRST_PICTURE, str(config), str(tmp_path / "triqueta.db"))
    assert "triqueta.screens.frame" in modules
    assert not modules & AFTER_THE_FIRST_PICTURE


def test_no_key_imports_anything_once_the_rest_is_loaded(tmp_path: Path) -> None:
    """Set up games with robots and a coach, play all kinds to the end, and open every page."""
    played = subprocess.run(
        [sys.executable, "-m", "tests.cli.played_by_keys", str(tmp_path / "triqueta.db")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert played.stderr == ""
    assert played.stdout == "imported by keys:\n"


def test_the_list_of_commands_loads_none_of_them() -> None:
    modules = loaded(HELP)
    assert "triqueta.cli" in modules
    assert not modules & {f"triqueta.cli.{name}" for name in COMMANDS}
