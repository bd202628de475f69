"""A short version of the robots' strength goals; `tools.robot_strength` plays all games."""

from __future__ import annotations

import pytest

from tests.profiles import budget
from tools.robot_strength import GOALS, main


@pytest.mark.full
def test_hard_beats_greedy(capsys: pytest.CaptureFixture[str]) -> None:
    """With 150 games the interval is 14 points wide, so the test asks for less than the goal."""
    main(["greedy", "--games", str(budget(150, least=150)), "--seed", "1"])
    share = next(line for line in capsys.readouterr().out.splitlines() if " hard " in line)
    assert float(share.split()[1].rstrip("%")) > 65


@pytest.mark.full
def test_good_beats_easy_in_zatre(capsys: pytest.CaptureFixture[str]) -> None:
    """With 30 games, a robot reaches the goal of 80 % if it loses at most one of them."""
    assert main(["zatre", "--games", str(budget(30, least=30)), "--seed", "1"]) == 0
    assert "80% for good: reached" in capsys.readouterr().out


def test_every_match_is_played_and_judged(capsys: pytest.CaptureFixture[str]) -> None:
    quick = [name for name, goal in GOALS.items() if "expert" not in goal.players]
    assert main([*quick, "--games", "3", "--seed", "1"]) == 1, "three games are too few"
    assert capsys.readouterr().out.count("missed") == len(quick)


def test_unknown_matches_are_reported(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["hardest"])
    assert "hardest" in capsys.readouterr().err
