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


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test with `tested` for every way to play.

    Fixture parameters would not do: when this folder is named on the command line, pytest reads
    this file before the profile is chosen.
    """
    if "tested" in metafunc.fixturenames and "tested" not in _own_parameters(metafunc):
        metafunc.parametrize("tested", first(list(EVERY_WAY), len(TESTED)), indirect=True)


@pytest.fixture
def tested(request: pytest.FixtureRequest, high_card: None) -> Tested:
    return EVERY_WAY[request.param]


def _own_parameters(metafunc: pytest.Metafunc) -> str:
    marks = metafunc.definition.iter_markers("parametrize")
    return " ".join(str(mark.args[0]) for mark in marks)
