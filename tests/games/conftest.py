"""A table at which the game from outside has moved in."""

from __future__ import annotations

import pytest

from tests.games.every_game import HIGH_CARD, TESTED, Tested
from triqueta.games import GAMES


@pytest.fixture
def guests(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, module in HIGH_CARD.items():
        monkeypatch.setitem(GAMES, name, module)


@pytest.fixture(params=TESTED)
def tested(request: pytest.FixtureRequest, guests: None) -> Tested:
    return TESTED[request.param]
