"""The robots that games name: all of them are there, and no others."""

from __future__ import annotations

import pytest

from triqueta.games import GAMES, game


@pytest.mark.parametrize("name", GAMES)
def test_the_kind_knows_them_all(name: str) -> None:
    kind = game(name)
    for level in (*kind.robot_levels, *kind.yardsticks):
        assert kind.robot(level, clock=float)
    assert not kind.quick_level or kind.quick_level in kind.robot_levels
    with pytest.raises(KeyError):
        kind.robot("hardest", clock=float)
