"""A table at which the game from outside, or Zatre, has moved in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.games.every_game import EVERY_WAY, Tested, guests
from triqueta.games import GAMES


@pytest.fixture
def high_card() -> Iterator[None]:
    with guests():
        yield


@pytest.fixture
def zatre(monkeypatch: pytest.MonkeyPatch) -> None:
    """For one test, Zatre has moved in."""
    monkeypatch.setitem(GAMES, "zatre", "triqueta.games.zatre.kind")


@pytest.fixture(params=EVERY_WAY)
def tested(request: pytest.FixtureRequest, high_card: None, zatre: None) -> Tested:
    return EVERY_WAY[request.param]
