"""The points that a seat's tiles will bring in later rounds."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.triqueta.robots.games import TABLES
from tests.games.triqueta.robots.test_position import start
from tools.future_points import (
    CELLS,
    OTHERS,
    FuturePointsSeen,
    fit_future_points,
    future_points_features,
)
from tools.self_play import SelfPlay, Watcher
from triqueta.games.triqueta.robots.model import ROUNDS, learnt
from triqueta.games.triqueta.robots.value_model import (
    FuturePoints,
    Potential,
    ValueModel,
    apart,
    future_points_of,
    plenty_of,
)
from triqueta.games.triqueta.rules import Edition


def potential(edition: Edition, players: int) -> Potential:
    model = learnt(edition, players)
    return apart(model[2].worth, model[0].worth)


def to_json(weights: list[float]) -> dict[str, object]:
    """Return weights in the format of the data file."""
    cells = iter(weights)
    return {
        "own": [[[next(cells) for _ in range(3)] for _ in range(5)] for _ in range(6)],
        "rivals": [[next(cells) for _ in range(4)] for _ in range(5)],
        **{name: next(cells) for name in OTHERS},
    }


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_play_and_fitting_compute_the_same_values(edition: Edition, players: int) -> None:
    """`FuturePoints` uses tables, the fitting tool a regression: both give the same values."""
    rng = Random(5)
    weights = [rng.uniform(-2, 2) for _ in range(CELLS + len(OTHERS))]
    future_points = FuturePoints.of(to_json(weights), potential(edition, players))
    position = start(edition, players)
    for seat in range(players):
        position.front[seat] = [rng.randrange(8) for _ in position.front[seat]]
        position.kept[seat] = [0] * len(position.kept[seat])
        position.kept[seat][rng.randrange(6)] = rng.randrange(3)
    values = future_points.values(position)
    for seat in range(players):
        row = future_points_features(position, seat, future_points.potential)
        assert values[seat] == pytest.approx(sum(w * f for w, f in zip(weights, row, strict=True)))


def test_abundance_is_relative_to_the_mean() -> None:
    assert plenty_of([4, 4, 4, 4, 4, 4]) == [0.0] * 6
    assert plenty_of([6, 2, 4, 4, 4, 4]) == [0.5, -0.5, 0.0, 0.0, 0.0, 0.0]
    assert plenty_of([0] * 6) == [0.0] * 6


def test_the_samples_are_the_points_still_to_come() -> None:
    """The samples are, per seat and round except the last, the points still gained by the end."""
    model = learnt(Edition.BASE, 3)
    seen = FuturePointsSeen([potential(Edition.BASE, 3)] * ROUNDS)

    def play(watcher: Watcher) -> list[float]:
        return SelfPlay(Edition.BASE, 3, model, Random(3)).play(watcher)

    seen.over(play(seen))
    seen.sum_up()
    assert {left: len(sums) for left, sums in seen.sums.items()} == {1: 1, 2: 1, 3: 1}
    assert all(sums[0].squares[CELLS + 1, CELLS + 1] >= 0 for sums in seen.sums.values())
    last, *others = fit_future_points(model, play, 3)
    assert last is None
    assert all(stage is not None and len(stage["own"]) == 6 for stage in others)


def test_the_last_round_has_no_future_points() -> None:
    model = learnt(Edition.BASE, 3)
    future_points = to_json([1.0] * (CELLS + len(OTHERS)))
    stages = [{"promise": None}, *[{"promise": future_points}] * 3]
    found = future_points_of(model, {"stages": stages})
    assert found[0] is None
    position = start(Edition.BASE, 3)
    value_model = ValueModel([], [], [], found[2])
    assert value_model.now(position) != position.base
    assert ValueModel([], [], [], None).now(position) == position.base
