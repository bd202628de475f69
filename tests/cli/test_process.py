"""Tests of the command as a process: exit codes, pipes, and a terminal."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import termios
from pathlib import Path

COMMAND = [sys.executable, "-m", "triqueta"]


def test_the_console_script_is_installed() -> None:
    script = Path(sys.executable).with_name("triqueta")
    result = subprocess.run([script, "--help"], capture_output=True, text=True, check=True)
    assert "simulate" in result.stdout


def test_bad_input_ends_with_exit_code_2_and_no_traceback() -> None:
    result = subprocess.run(
        [*COMMAND, "replay", "missing"], capture_output=True, text=True, check=False
    )
    assert result.returncode == 2
    assert result.stderr == "missing: No such file or directory\n"


def test_a_reader_that_closes_the_pipe_is_not_an_error(tmp_path: Path) -> None:
    subprocess.run([*COMMAND, "simulate", "--games", "40", "--record", tmp_path], check=True)
    script = f'"{sys.executable}" -m triqueta replay {tmp_path}/* | head -n 1'
    result = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout.startswith(str(tmp_path))
    assert result.stderr == ""


def test_a_full_disk_behind_the_output_is_reported() -> None:
    script = f'"{sys.executable}" -m triqueta simulate --games 1 > /dev/full'
    result = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert result.stderr == "triqueta: cannot write: No space left on device\n"


def test_a_closed_output_is_reported() -> None:
    script = f'"{sys.executable}" -m triqueta deal --players 2 --edition base >&-'
    result = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert result.stderr == "triqueta: standard output is closed\n"


def test_an_ascii_terminal_still_gets_a_readable_record(tmp_path: Path) -> None:
    words = ["deal", "--players", "2", "--edition", "base", "--names", "Zoé,Ben"]
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    dealt = subprocess.run([*COMMAND, *words], capture_output=True, env=env, check=True)
    (tmp_path / "game").write_bytes(dealt.stdout)
    replay = [*COMMAND, "replay", str(tmp_path / "game")]
    result = subprocess.run(replay, capture_output=True, text=True, env=env, check=False)
    assert result.returncode == 0
    assert "Zo\\xe9 and Ben" in result.stdout


def test_a_progress_bar_on_a_terminal() -> None:
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    with subprocess.Popen(
        [*COMMAND, "simulate", "--games", "200"], stderr=theirs, stdout=subprocess.DEVNULL
    ) as process:
        os.close(theirs)
        shown = os.read(ours, 1000)
        assert b"/200" in shown
        assert process.wait() == 0
    os.close(ours)
