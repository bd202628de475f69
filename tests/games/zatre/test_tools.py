"""The tools that fit Zatre's robots and measure its coach."""

from __future__ import annotations

import pytest

from tools.check_zatre_coach import measured, outlooks
from tools.coach_games import NOISES
from tools.zatre_constants import ahead, report, usual


def test_what_turns_usually_bring_is_counted() -> None:
    game = usual(2, 1, 0)
    lines = list(report([game]))
    tens = sum(len(block.tens) for block in game.blocks)
    assert lines[0].startswith(f"  10: in {tens / len(game.history):.3f} of the turns")
    crosses = sum(block.crosses for block in game.blocks)
    assert lines[3] == f"  crosses: {crosses / len(game.history):.3f} in a turn"


def test_a_player_with_the_same_points_as_all_others_is_ahead_by_0() -> None:
    both = [ahead(2, 0.0, 1, seat) for seat in range(2)]
    assert sum(both) == 0


@pytest.mark.full
def test_the_same_deal_is_played_with_and_without_noise() -> None:
    found = measured(2, 1, 0)
    assert [one.noise for one in found.compared] == [noise for noise in NOISES for _ in range(2)]
    assert all(sum(one.losses) > 0 for one in found.compared)
    for noise in NOISES:
        assert sum(one.clean for one in found.compared if one.noise == noise) == 0
    lines = list(outlooks(found.predicted))
    assert lines[0].startswith("  before turn  1: expected ")
