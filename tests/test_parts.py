"""Tests for missing programs and packages: skipped and reported at the end, or a failure on CI."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests import parts

ROOT = Path(__file__).parent.parent
NEEDY = ("tests/stations/test_contract.py", "tests/hardware/test_wiring.py")
WORDS = [
    sys.executable,
    "-m",
    "pytest",
    "-q",
    "-n0",
    "-p",
    "no:cacheprovider",
    "-k",
    "dark or stale or date or modules",
]


def run_on_a_bare_machine(
    tmp_path: Path, files: Sequence[str] = NEEDY, **settings: str
) -> tuple[int, list[str]]:
    bare = {**os.environ, "PATH": "", "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    bare.pop("TRIQUETA_MICROPYTHON", None)
    done = subprocess.run(
        [*WORDS, *files],
        cwd=ROOT,
        env={**bare, **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout.splitlines()


def test_what_is_missing_is_skipped_and_said_at_the_end(tmp_path: Path) -> None:
    code, lines = run_on_a_bare_machine(tmp_path, CI="")
    assert code == 0
    assert lines[-2] == (
        "Not tested because these are missing: dot (1), micropython (4). To get them: "
        "sudo apt-get install graphviz && firmware/simulator/get-micropython"
    )


def test_on_ci_it_fails(tmp_path: Path) -> None:
    code, lines = run_on_a_bare_machine(tmp_path, CI="true")
    assert code == 1
    text = "\n".join(lines)
    for name in ("dot", parts.MICROPYTHON):
        assert f"needs {name}: .ci/run installs it" in text


def without_trimesh(tmp_path: Path, ci: str) -> tuple[int, str]:
    text = "raise ModuleNotFoundError(\"No module named 'trimesh'\")"
    (tmp_path / "trimesh.py").write_text(text)
    files = ("tests/hardware/test_screws.py", "tests/config/test_reading.py")
    code, lines = run_on_a_bare_machine(tmp_path, files, CI=ci, PYTHONPATH=str(tmp_path))
    return code, "\n".join(lines)


def test_a_file_that_imports_a_missing_package_is_skipped(tmp_path: Path) -> None:
    code, text = without_trimesh(tmp_path, ci="")
    assert code == 0
    assert "missing: trimesh (1). To get them: .venv/bin/pip install -e '.[test,hardware]'" in text


def test_on_ci_that_file_fails(tmp_path: Path) -> None:
    code, text = without_trimesh(tmp_path, ci="true")
    assert code != 0
    assert "No module named 'trimesh'" in text


def test_other_reasons_are_not_reported_as_missing() -> None:
    assert parts.not_tested(["Skipped: not today", "Skipped: needs coffee"]) == ""
