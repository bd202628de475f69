"""Tests that a tutorial is restored after a power cut, but deleted once it leaves the table."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.journal.saved_evening import SavedEvening, connection_of
from tests.table.autopilot import finish
from triqueta.journal.database import open_for_reading
from triqueta.journal.games import read_games
from triqueta.screens.lists import RankingScreen
from triqueta.table.saving import StorageStatus

TUTORIAL = "petal1 soft1 petal2 soft2 petal1 soft2"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "triqueta.db"


def games_in(file: Path) -> int:
    with closing(open_for_reading(file)) as connection:
        return len(list(read_games(connection)))


def test_a_hint_is_shown_again_until_it_was_read(file: Path) -> None:
    evening = SavedEvening(file).press(TUTORIAL).wait(3)
    for keys, expected in (("", "Hint for Player 1"), ("soft2", "Player 1's turn")):
        evening.press(keys)
        evening.close()
        evening = SavedEvening(file).go_on()
        assert evening.says().startswith(expected)
    evening.close()


def test_its_result_does_not_count(file: Path) -> None:
    evening = SavedEvening(file).press(TUTORIAL)
    finish(evening, Random(1))
    assert evening.journal.past_games().last == ()
    assert evening.journal.past_games().wins == ()
    evening.close()
    evening = SavedEvening(file)
    assert isinstance(evening.frame().screen, RankingScreen)  # it is still on the table
    assert games_in(file) == 1
    evening.press("soft1")
    assert games_in(file) == 0
    assert evening.status is None
    evening.close()


def test_one_that_is_given_up_leaves_nothing(file: Path) -> None:
    evening = SavedEvening(file).press(TUTORIAL).wait(3).press("soft2 soft3 petal5 petal1 petal5")
    assert evening.says().startswith("Again:")
    assert games_in(file) == 0
    evening.begin().play_on(10).close()
    assert games_in(file) == 1
    again = SavedEvening(file)
    assert not again.doubted
    again.close()


def test_one_that_could_not_be_saved_is_not_saved_later(file: Path) -> None:
    evening = SavedEvening(file)
    connection_of(evening.journal).execute("PRAGMA query_only = ON")
    evening.press(TUTORIAL).wait(3).press("soft2 soft3 petal5 petal1 petal5")
    assert evening.status is StorageStatus.READ_ONLY
    connection_of(evening.journal).execute("PRAGMA query_only = OFF")
    assert evening.begin().status is None
    assert games_in(file) == 1
    evening.close()
