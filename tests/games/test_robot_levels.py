"""Tests that the robot levels a game names are exactly those it has."""

from __future__ import annotations

import pytest

from triqueta.games import OWN_GAMES, installed_games


@pytest.mark.parametrize("name", OWN_GAMES)
def test_the_model_has_them_all(name: str) -> None:
    games = installed_games()
    spec = games[name]
    for level in (*spec.robot_levels, *spec.yardsticks):
        assert games.robot(name, level, clock=float)
    assert not spec.quick_level or spec.quick_level in spec.robot_levels
    with pytest.raises(KeyError):
        games.robot(name, "hardest", clock=float)
