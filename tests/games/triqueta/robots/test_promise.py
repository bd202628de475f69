"""The value of tiles for the rounds to come."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.triqueta.robots.games import TABLES
from tests.games.triqueta.robots.test_position import start
from tools.future_points import CELLS, OTHERS, PromisesSeen, fit_promises, promise_features
from tools.self_play import SelfPlay, Watcher
from triqueta.games.triqueta.robots.model import ROUNDS, learnt
from triqueta.games.triqueta.robots.value_model import (
    Foresight,
    Hopes,
    Promise,
    apart,
    plenty_of,
    promises_of,
)
from triqueta.games.triqueta.rules import Edition


def hopes(edition: Edition, players: int) -> Hopes:
    model = learnt(edition, players)
    return apart(model[2].worth, model[0].worth)


def told(weights: list[float]) -> dict[str, object]:
    """Return weights in the format of the data file."""
    cells = iter(weights)
    return {
        "own": [[[next(cells) for _ in range(3)] for _ in range(5)] for _ in range(6)],
        "rivals": [[next(cells) for _ in range(4)] for _ in range(5)],
        **{name: next(cells) for name in OTHERS},
    }


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_what_is_added_up_in_play_is_what_was_learnt(edition: Edition, players: int) -> None:
    """`Promise` uses tables, the fitting tool a linear regression: both give the same values."""
    rng = Random(5)
    weights = [rng.uniform(-2, 2) for _ in range(CELLS + len(OTHERS))]
    promise = Promise.of(told(weights), hopes(edition, players))
    position = start(edition, players)
    for seat in range(players):
        position.front[seat] = [rng.randrange(8) for _ in position.front[seat]]
        position.kept[seat] = [0] * len(position.kept[seat])
        position.kept[seat][rng.randrange(6)] = rng.randrange(3)
    values = promise.values(position)
    for seat in range(players):
        row = promise_features(position, seat, promise.hopes)
        assert values[seat] == pytest.approx(sum(w * f for w, f in zip(weights, row, strict=True)))


def test_more_than_the_mean_is_plenty() -> None:
    assert plenty_of([4, 4, 4, 4, 4, 4]) == [0.0] * 6
    assert plenty_of([6, 2, 4, 4, 4, 4]) == [0.5, -0.5, 0.0, 0.0, 0.0, 0.0]
    assert plenty_of([0] * 6) == [0.0] * 6


def test_what_was_learnt_is_about_the_end_of_the_game() -> None:
    """The samples are, per seat and round except the last, the points still gained by the end."""
    model = learnt(Edition.BASE, 3)
    seen = PromisesSeen([hopes(Edition.BASE, 3)] * ROUNDS)

    def play(watcher: Watcher) -> list[float]:
        return SelfPlay(Edition.BASE, 3, model, Random(3)).play(watcher)

    seen.over(play(seen))
    seen.sum_up()
    assert {left: len(sums) for left, sums in seen.sums.items()} == {1: 1, 2: 1, 3: 1}
    assert all(sums[0].squares[CELLS + 1, CELLS + 1] >= 0 for sums in seen.sums.values())
    last, *others = fit_promises(model, play, 3)
    assert last is None
    assert all(stage is not None and len(stage["own"]) == 6 for stage in others)


def test_only_where_rounds_are_to_come() -> None:
    model = learnt(Edition.BASE, 3)
    promise = told([1.0] * (CELLS + len(OTHERS)))
    stages = [{"promise": None}, *[{"promise": promise}] * 3]
    found = promises_of(model, {"stages": stages})
    assert found[0] is None
    position = start(Edition.BASE, 3)
    foresight = Foresight([], [], [], found[2])
    assert foresight.now(position) != position.base
    assert Foresight([], [], [], None).now(position) == position.base
