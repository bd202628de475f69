"""The value model, which predicts each seat's points and its chance to win."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp
from operator import add, mul
from typing import Any, TypeAlias

from triqueta.games.triqueta.robots.model import LIGHT, MOST_TILES, Model, learnt
from triqueta.games.triqueta.robots.position import Position
from triqueta.games.triqueta.rules.setup import KEEPS_PER_GAME
from triqueta.games.triqueta.rules.tiles import Edition

OWN_TILES, RIVAL_TILES = 5, 4  # distinct tile counts, from 0; larger ones count as the last

Potential: TypeAlias = Sequence[Sequence[Sequence[float]]]
"""`[animal][tiles][kept]`: the potential of tiles, or how much their value can still grow."""


@dataclass(frozen=True)
class FuturePoints:
    """A linear model of the points that a seat will gain in the rounds after the current one.

    The prediction is the sum of:

    - `own[animal][tiles][kept]` for the seat's tiles of each animal
    - `rivals[own tiles][tiles of another]` for each animal and each other seat
    - `plenty` times the `potential` of each animal times its relative abundance
    - `keeps` for each unused keep
    - `base` for each point that the seat already has
    """

    potential: Potential
    own: Sequence[Sequence[Sequence[float]]]
    rivals: Sequence[Sequence[float]]
    plenty: float
    keeps: float
    base: float

    @classmethod
    def of(cls, document: dict[str, Any], potential: Potential) -> FuturePoints:
        own = [_stretched(by_tiles, MOST_TILES) for by_tiles in document["own"]]
        rivals = [_stretched(by_tiles, MOST_TILES) for by_tiles in document["rivals"]]
        rivals = _stretched(rivals, MOST_TILES + KEEPS_PER_GAME)
        plenty, keeps, base = (document[name] for name in ("plenty", "keeps", "base"))
        return cls(potential, own, rivals, plenty, keeps, base)

    def values(self, position: Position) -> list[float]:
        """Return the predicted gain of every seat, in points."""
        keeps, base = position.keeps, position.base
        values = [self.keeps * k + self.base * b for k, b in zip(keeps, base, strict=True)]
        seats = range(len(values))
        for animal, more in enumerate(plenty_of(position.pool)):
            own, potential = self.own[animal], self.potential[animal]
            held = [front[animal] for front in position.front]
            for seat in seats:
                tiles, kept = held[seat], position.kept[seat][animal]
                against = self.rivals[tiles + kept]
                values[seat] += (
                    own[tiles][kept]
                    + self.plenty * more * potential[tiles][kept]
                    + sum([against[n] for n in held])
                    - against[tiles]
                )
        return values


def plenty_of(pool: Sequence[int]) -> list[float]:
    """Return the relative abundance of each animal: its unseen tiles over the mean, minus 1."""
    mean = sum(pool) / LIGHT
    return [left / mean - 1 for left in pool] if mean else [0.0] * LIGHT


def _stretched(table: Sequence[Any], length: int) -> list[Any]:
    return [*table, *[table[-1]] * (length - len(table))]


TILES_APART = 4  # the width of the bins by which `ValueModel.spread` divides a round


@dataclass(frozen=True)
class ValueModel:
    """The value model of one round.

    - `potential[animal][tiles][kept]`: the value of tiles before the round, minus that after it
    - `weights[players in][turn]`: the weights of `features` and `more_features` for each turn
    - `spread[players in][tiles left // TILES_APART]`: the softmax temperature, in points, that
      turns predicted points into chances to win
    - `future_points`: the model of the rounds that follow, or None in the last round
    """

    potential: Potential
    weights: Sequence[Sequence[Sequence[float]]]
    spread: Sequence[Sequence[float]]
    future_points: FuturePoints | None = None

    def values(self, position: Position) -> list[float]:
        """Return the predicted final points of every seat."""
        values = self.now(position)
        order = position.order
        if order:
            weights, tiles = self.weights[len(order)], position.tiles
            tops = tops_of(position)
            for turn, seat in enumerate(order):
                found = features(position, seat, tiles, tops)
                found += more_features(position, seat, tiles, self.potential)
                values[seat] += sum(map(mul, weights[turn], found))
        return values

    def now(self, position: Position) -> list[float]:
        """Return the predicted final points of every seat if it gained nothing in this round."""
        if self.future_points is None:
            return position.base[:]
        return [*map(add, position.base, self.future_points.values(position))]

    def chances(self, position: Position, values: Sequence[float]) -> list[float]:
        """Return each seat's chance to win, given the predicted final points of all seats."""
        most = max(values)
        if not position.order and not position.stage.rounds_left:
            winners = values.count(most)
            return [(value == most) / winners for value in values]
        return shares(values, self.spread_at(position))

    def spread_at(self, position: Position) -> float:
        return self.spread[len(position.order)][position.tiles // TILES_APART]


def shares(values: Sequence[float], spread: float) -> list[float]:
    """Return the softmax of the values with the temperature `spread`."""
    most = max(values)
    odds = [exp((value - most) / spread) for value in values]
    every = sum(odds)
    return [each / every for each in odds]


ValueModels: TypeAlias = tuple[ValueModel, ...]
"""The value models, indexed by the number of rounds left after the current one."""


def tops_of(position: Position) -> list[int]:
    """Return the index of the row that would add most to each seat in the round."""
    return [gains.index(max(gains)) for gains in map(position.gains.__getitem__, position.order)]


def features(position: Position, seat: int, tiles: int, tops: Sequence[int]) -> list[float]:
    """Return a seat's features: the rows' gains, best first, then `model.OTHER_FEATURES`.

    `tiles` is the number of tiles left to draw; `tops` is the best row of each seat.
    """
    gains = position.gains[seat]
    by_gain = sorted(gains, reverse=True)
    best = by_gain[0]
    contested = 0.0
    if len(gains) > 1:
        contested = (tops.count(gains.index(best)) - 1) * (best - by_gain[1])
    return [*by_gain, contested, best * tiles, best * best, tiles, position.keeps[seat], 1.0]


def more_features(position: Position, seat: int, tiles: int, potential: Potential) -> list[float]:
    """Return two further features, each also multiplied by `tiles`.

    They are the potential of the seat's tiles, and what the next tile would add to its best row.
    """
    gains = position.gains[seat]
    own = _potential_of(position, seat, potential)
    rise = _rise(position, seat, position.rows[gains.index(max(gains))])
    return [own, own * tiles, rise, rise * tiles]


MORE_FEATURES = 4


def _potential_of(position: Position, seat: int, potential: Potential) -> float:
    tiles, kept = position.front[seat], position.kept[seat]
    return sum([by_tiles[n][k] for by_tiles, n, k in zip(potential, tiles, kept, strict=True)])


def _rise(position: Position, seat: int, row: Sequence[int]) -> float:
    """Return what an unseen light tile adds to the value of a row for a seat, on average."""
    pool, front, kept = position.pool, position.front[seat], position.kept[seat]
    total = 0.0
    for animal, (left, by_tiles) in enumerate(zip(pool, position.stage.gains, strict=False)):
        if left:
            gain, lying = by_tiles[front[animal]][kept[animal]], row[animal]
            total += left * (gain[lying + 1] - gain[lying])
    return total / max(sum(pool), 1)


def potential_of(model: Model) -> list[Potential]:
    """Return the potential of tiles in each round, indexed by the rounds left.

    In the first round it is zero: the players start without tiles.
    """
    worth = [stage.worth for stage in model]
    before = [*worth[1:], worth[-1]]
    return [apart(more, less) for more, less in zip(before, worth, strict=True)]


def apart(more: Potential, less: Potential) -> Potential:
    """Return the differences of two tables, entry by entry."""
    return [
        [[a - b for a, b in zip(*kept, strict=True)] for kept in zip(*tiles, strict=True)]
        for tiles in zip(more, less, strict=True)
    ]


def value_models_of(model: Model, document: dict[str, Any]) -> ValueModels:
    return tuple(
        ValueModel(potential, stage["weights"], stage["spread"], future_points)
        for potential, future_points, stage in zip(
            potential_of(model), future_points_of(model, document), document["stages"], strict=True
        )
    )


def future_points_of(model: Model, document: dict[str, Any]) -> list[FuturePoints | None]:
    """Return the models of the rounds to come, indexed by the rounds left (None for 0)."""
    exact = model[0].worth
    return [
        FuturePoints.of(stage["promise"], apart(at.worth, exact)) if stage["promise"] else None
        for at, stage in zip(model, document["stages"], strict=True)
    ]


@cache
def fitted_models(edition: Edition, players: int) -> ValueModels:
    """Return the fitted value models for an edition and number of players."""
    return value_models_of(learnt(edition, players), _document()["models"][f"{edition}-{players}"])


@cache
def _document() -> dict[str, Any]:
    text = files("triqueta.games.triqueta.robots").joinpath("value_model.json").read_text("utf-8")
    document: dict[str, Any] = json.loads(text)
    return document
