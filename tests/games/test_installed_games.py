"""Tests that games are found by the entry points of installed packages."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import pytest

from tests.cli.command import Command
from tests.games.every_game import AT_HOME, EXAMPLE, HIGH_CARD, only_games
from triqueta.games import GROUP, OWN_GAMES, installed_games
from triqueta.records.errors import NoGamesError

LISTED = """
from triqueta.games import installed_games
print(*installed_games().specs)
"""


def test_our_own_games_register_themselves() -> None:
    assert {point.name for point in entry_points(group=GROUP)} >= set(OWN_GAMES)
    assert list(installed_games().specs)[: len(OWN_GAMES)] == list(OWN_GAMES)


def test_a_package_of_its_own_is_found(tmp_path: Path) -> None:
    """Install the example as pip would: a module, and metadata with its entry point."""
    info = tmp_path / "triqueta_highcard-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: triqueta-highcard\nVersion: 1.0\n"
    )
    pyproject = Path(EXAMPLE, "pyproject.toml").read_text("utf-8")
    (line,) = [line for line in pyproject.splitlines() if line.startswith("highcard = ")]
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{line.replace(chr(34), '')}\n")
    (tmp_path / "highcard.py").write_bytes(Path(EXAMPLE, "highcard.py").read_bytes())
    found = subprocess.run(
        [sys.executable, "-c", LISTED],
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.split() == [*OWN_GAMES, "highcard"]


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("no_such_module:SPEC", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("highcard:NO_SPEC", "AttributeError"),
        ("highcard:MODEL", "TypeError: highcard:MODEL is not a GameSpec"),
        ("triqueta.games.zatre.spec:SPEC", "another game already has the id 'zatre'"),
    ],
)
def test_a_game_that_cannot_be_used_is_left_out(
    value: str, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    with only_games(*AT_HOME.values(), EntryPoint("guest", value, GROUP), HIGH_CARD):
        assert list(installed_games().specs) == [*OWN_GAMES, "highcard"]
    assert "skipping the game guest: " in caplog.text
    assert reason in caplog.text


@pytest.mark.parametrize("words", ["simulate --games 1", "stats", "deal --players 2"])
def test_without_any_game_the_remedy_is_printed(
    words: str, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    with only_games():
        told = Command(capsysbinary).fails(*words.split())
        with pytest.raises(NoGamesError):
            installed_games()
    assert told == (
        "triqueta: no games are installed: reinstall triqueta with pip, as the README says"
    )
