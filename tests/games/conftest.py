"""Fixtures with which the example game High Card is installed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.games.every_game import EVERY_WAY, TESTED, Tested, guests
from tests.profiles import first


@pytest.fixture
def high_card() -> Iterator[None]:
    with guests():
        yield


@pytest.fixture(params=first(list(EVERY_WAY), len(TESTED)))
def tested(request: pytest.FixtureRequest, high_card: None) -> Tested:
    return EVERY_WAY[request.param]
