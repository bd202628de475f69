"""Tests that the registry refuses a game whose parts don't match, and says what is wrong."""

from __future__ import annotations

import pickle
from dataclasses import replace
from random import Random

import highcard
import pytest

from triqueta.games import installed_games
from triqueta.records.game import play_at_random
from triqueta.records.shuffle import Proof
from triqueta.table.registry import Registry


def test_an_edition_of_another_game() -> None:
    edition = replace(highcard.SPEC.editions[0], game_id="highcart")
    with pytest.raises(ValueError, match="'highcard' has the game_id 'highcart', not 'highcard'"):
        replace(highcard.SPEC, editions=(edition,))


def test_another_format_of_records() -> None:
    games = Registry([replace(highcard.SPEC, record_version=2)])
    with pytest.raises(ValueError, match="FORMAT is 'highcard-record/1', not 'highcard-record/2'"):
        games.model("highcard")


def test_a_level_without_a_robot() -> None:
    games = Registry([replace(highcard.SPEC, robot_levels=("easy", "genius"))])
    with pytest.raises(ValueError, match="the model has no robot 'genius'"):
        games.model("highcard")


def test_a_game_that_forgets_its_chance() -> None:
    class Forgetful(highcard.Game):
        @property
        def chance_may_be_next(self) -> bool:
            return False

        @property
        def legal_moves(self) -> tuple[str, ...]:
            return ()

    game = Forgetful(highcard.Setup(("Ana", "Ben"), ((1, 2, 3), (4, 5, 6))))
    with pytest.raises(ValueError, match="has no legal move and no chance move"):
        play_at_random(game, Proof.of(bytes(32), ""), Random(1))


def test_a_robots_process_gets_the_specs() -> None:
    games = installed_games()
    again = pickle.loads(pickle.dumps(games))  # noqa: S301 - our own
    assert dict(again.specs) == dict(games.specs)
    assert again.robot("zatre", "good", float)
