"""Tests that commands distinguish robots from people."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.command import Command
from tests.journal.test_robots import file, play_with_robots
from tests.table.test_charts import texts

__all__ = ["file"]


def test_history_and_stats(file: Path, triqueta: Command, tmp_path: Path) -> None:
    play_with_robots(file).press("soft1 soft1").close()
    (line,) = [
        line for line in triqueta("history", "--journal", file).out.splitlines() if "Moss" in line
    ]
    assert "Moss (robot: hard)" in line
    assert "Twig (robot: easy)" in line
    assert "No finished games yet" in triqueta("stats", "--journal", file).out
    out = triqueta("stats", "--journal", file, "--robots").out
    assert "1 finished game" in out
    assert "robot: hard" in out
    assert "Moss" not in out
    document = json.loads(triqueta("stats", "--journal", file, "--robots", "--json").out)
    assert {who["name"]: who.get("robot") for who in document["players"]} == {
        "Player 1": None,
        "hard": True,
        "easy": True,
    }
    play_with_robots(file).press("soft1 soft1").close()
    picture = tmp_path / "robots.svg"
    assert "written to" in triqueta("stats", "--journal", file, "--robots", "--plot", picture).out
    drawn = texts(picture.read_text("utf-8"))
    assert {"Player 1", "Robot: easy", "Robot: hard"} <= set(drawn)
    assert "Moss" not in drawn


def test_a_record_taken_elsewhere_keeps_them(
    file: Path, triqueta: Command, tmp_path: Path
) -> None:
    play_with_robots(file).press("soft1 soft1").close()
    triqueta("history", "--journal", file, "--export", tmp_path / "records")
    (record,) = (tmp_path / "records").iterdir()
    other = tmp_path / "other.db"
    triqueta("history", "--journal", other, "--import", record)
    assert "Moss (robot: hard)" in triqueta("history", "--journal", other).out
