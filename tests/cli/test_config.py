"""Tests of `triqueta config`: it prints the settings in use, or the mistakes in a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Command
from triqueta.config import reading
from triqueta.config.reading import read_config
from triqueta.config.settings import TableConfig, printed


@pytest.fixture(autouse=True)
def own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TRIQUETA_CONFIG", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(reading, "DEVICE_FILE", tmp_path / "etc" / "table.toml")


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.toml"
    path.write_text('[display]\ndriver = "sh1106"\n', "utf-8")
    return path


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.toml"
    path.write_text("[keys]\npetal1 = 8\npetl2 = 6\n", "utf-8")
    return path


MISTAKES = [
    "2: keys.petal1: GPIO 8 belongs to SPI port 0, see display.spi_port (by default); "
    "free GPIOs: 2, 3, 4, 5, 12, 14, 15, 17, 18, 22, 23, 27",
    "3: keys.petl2: unknown name; did you mean petal2?",
]


def test_the_defaults(triqueta: Command) -> None:
    result = triqueta("config")
    assert (result.code, result.err) == (0, "")
    assert result.out == f"# Defaults: there is no file\n\n{printed(TableConfig())}"


def test_the_output_can_be_used_as_a_settings_file(
    triqueta: Command,
    good: Path,
    tmp_path: Path,
) -> None:
    first = triqueta("config", "--config", good).out
    assert first.startswith(f"# From {good}\n")
    assert 'driver = "sh1106"' in first
    assert read_config(first) == read_config(good.read_text("utf-8"))
    again = tmp_path / "again.toml"
    again.write_text(first, "utf-8")
    assert triqueta("config", "--check", again) == (0, f"{again}: ok\n", "")


def test_the_file_that_is_found(
    triqueta: Command,
    good: Path,
    bad: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TRIQUETA_CONFIG", str(good))
    assert triqueta("config").out.startswith(f"# From {good}\n")
    assert triqueta("config", "--config", bad).code == 2


@pytest.mark.parametrize("option", ["--check", "--config"])
def test_all_mistakes_one_to_a_line(triqueta: Command, bad: Path, option: str) -> None:
    result = triqueta("config", option, bad)
    assert (result.code, result.out) == (2, "")
    assert result.err.splitlines() == [f"{bad}:{mistake}" for mistake in MISTAKES]


@pytest.mark.parametrize("option", ["--check", "--config"])
def test_a_file_that_is_not_there(triqueta: Command, option: str) -> None:
    assert triqueta.fails("config", option, "none.toml") == "none.toml: No such file or directory"


def test_one_file_at_a_time(triqueta: Command) -> None:
    error = triqueta.fails("config", "--check", "a", "--config", "b")
    assert "not allowed with argument" in error


def test_names_cannot_move_the_cursor(triqueta: Command, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text('"\\u001b[2J" = 1', "utf-8")
    assert triqueta.fails("config", "--check", path).startswith(f"{path}:1: \\x1b[2J: unknown")
