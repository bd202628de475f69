"""The value model: predicted points and predicted winners."""

from __future__ import annotations

import json
from importlib.resources import files
from random import Random

import pytest

from tests.games.triqueta.robots.games import TABLES
from tests.games.triqueta.robots.test_position import start
from tools.fit_value_model import Rounds, fit
from tools.self_play import SelfPlay
from triqueta.games.triqueta.robots.model import ANIMALS, OTHER_FEATURES, learnt
from triqueta.games.triqueta.robots.value_model import (
    MORE_FEATURES,
    features,
    fitted_models,
    more_features,
    potential_of,
    shares,
    tops_of,
)
from triqueta.games.triqueta.rules import Edition


def test_equal_seats_have_equal_chances() -> None:
    assert shares([7.0, 7.0, 7.0], spread=3.0) == pytest.approx([1 / 3] * 3)
    assert shares([0.0, 60.0], spread=1.1) == pytest.approx([0.0, 1.0])
    chances = shares([1.0, 4.0, 2.5], spread=2.0)
    assert sum(chances) == pytest.approx(1.0)
    assert chances[1] > chances[2] > chances[0]


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_every_feature_has_a_weight(edition: Edition, players: int) -> None:
    position = start(edition, players)
    value_model = fitted_models(edition, players)[position.stage.rounds_left]
    tiles, tops = position.tiles, tops_of(position)
    values = value_model.values(position)
    for place, seat in enumerate(position.order):
        found = features(position, seat, tiles, tops)
        assert len(found) == players + len(OTHER_FEATURES)
        more = more_features(position, seat, tiles, value_model.potential)
        assert len(more) == MORE_FEATURES
        weights = value_model.weights[players][place]
        worth = sum(w * f for w, f in zip(weights, found + more, strict=True))
        assert values[seat] == pytest.approx(value_model.now(position)[seat] + worth)


def test_seats_out_of_the_round_and_the_end_of_the_game() -> None:
    position = start(Edition.BASE, 3)
    value_models = fitted_models(Edition.BASE, 3)
    out = position.order[0]
    position.take(0)
    assert value_models[2].values(position)[out] == value_models[2].now(position)[out]
    position.stage = learnt(Edition.BASE, 3)[0]
    while position.order:
        position.take(0)
    assert value_models[0].chances(position, [20.0, 31.0, 30.9]) == [0.0, 1.0, 0.0]
    assert value_models[0].chances(position, [31.0, 31.0, 30.0]) == [0.5, 0.5, 0.0]


def test_potential_is_what_a_round_can_add() -> None:
    """With a round to come, two bears are worth more than their points: a third can follow."""
    potential, bear = potential_of(learnt(Edition.BASE, 3)), 3
    assert potential[0][bear][2][0] > potential[0][bear][3][0] + 1
    first = potential[3]
    assert all(value == 0.0 for animal in first for tiles in animal for value in tiles)


def test_the_next_tile_adds_the_mean_of_the_pool_to_a_row() -> None:
    position = start(Edition.BASE, 3)
    seat = position.order[0]
    position.front[seat] = [0] * len(ANIMALS)
    position.rows = [[0] * len(ANIMALS) for _ in position.rows]
    position.pool = [0, 0, 3, 0, 0, 0]
    position.recompute()
    rise = more_features(position, seat, 6, potential_of(learnt(Edition.BASE, 3))[2])[2:]
    one = position.stage.gains[2][0][0][1]
    assert rise == pytest.approx([one, 6 * one])


def test_each_round_gives_training_data_for_every_seat() -> None:
    model = learnt(Edition.BASE, 2)
    rounds = Rounds(potential_of(model), fitted_models(Edition.BASE, 2))
    SelfPlay(Edition.BASE, 2, model, Random(1)).play(rounds)
    assert {left for left, _, _ in rounds.places} == {0, 1, 2, 3}
    gained = [gain for _, gain in rounds.places[0, 1, 0]]
    assert gained
    assert [found[-1] for found, _ in rounds.places[0, 2, 1]] == pytest.approx(
        [found[-2] * found[-7] for found, _ in rounds.places[0, 2, 1]]
    )


def test_a_few_games_suffice_to_fit_that_more_points_win() -> None:
    stages = fit(Edition.BASE, 2, seed=1, games=25)
    assert len(stages) == 4
    ended = stages[0]["spread"][0][0]
    assert ended == min(min(row) for stage in stages for row in stage["spread"])


def test_the_file_names_the_revision_and_number_of_games() -> None:
    text = files("triqueta.games.triqueta.robots").joinpath("value_model.json").read_text("utf-8")
    models = json.loads(text)["models"]
    assert set(models) == {f"{edition}-{players}" for edition, players in TABLES}
    for model in models.values():
        assert len(model["revision"]) == 40
        assert model["games"] >= 1000
