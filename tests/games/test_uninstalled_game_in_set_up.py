"""Tests that the table starts when the game being set up is no longer installed."""

from __future__ import annotations

import pytest

from tests.table.evening import NAMES, Evening
from tests.table.services import services
from triqueta.screens.phrases import Language
from triqueta.table.state import NewGame, Preferences, TableState
from triqueta.table.table import Table

CHOSEN = {"players": 2, "names": NAMES[:2], "game": "highcard", "edition": "plain"}
SEALED = {**CHOSEN, "secret": bytes(32)}


def started(preferences: Preferences, new_game: NewGame) -> Evening:
    evening = Evening()
    evening.table = Table(services(lambda: bytes(32)), TableState(preferences, new_game))
    return evening


@pytest.mark.parametrize("answers", [CHOSEN, SEALED, {**SEALED, "cutting": True}])
def test_which_game_is_asked_again(answers: dict[str, object]) -> None:
    new_game = NewGame(**answers)  # type: ignore[arg-type]
    evening = started(Preferences(Language.ENGLISH), new_game)
    assert evening.says().startswith("Which game?")
    evening.press("petal1 petal1 petal5")
    assert evening.table.session is not None
    assert evening.table.session.names == NAMES[:2]


def test_a_number_of_players_that_no_installed_game_allows() -> None:
    evening = started(Preferences(Language.ENGLISH, last_players=NAMES[:1]), NewGame())
    assert evening.says().startswith("How many players?")


def test_help_has_the_rules_of_a_game_that_is_here() -> None:
    evening = started(Preferences(Language.ENGLISH), NewGame(**CHOSEN))  # type: ignore[arg-type]
    assert "Next" in evening.press("soft3 petal3 soft3 petal1").says()


def test_an_edition_that_is_gone() -> None:
    gone = {**SEALED, "game": "triqueta", "edition": "gone", "seat": 0, "cutting": True}
    evening = started(Preferences(Language.ENGLISH), NewGame(**gone))  # type: ignore[arg-type]
    assert evening.says().startswith("Which game?")
