"""What players will have at the end of the round and of the game, and who will win."""

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

OWN_TILES, RIVAL_TILES = 5, 4  # told apart, none among them; more are like the most

Hopes: TypeAlias = Sequence[Sequence[Sequence[float]]]
"""`[animal][tiles][kept]`: how much more tiles may become than they are."""


@dataclass(frozen=True)
class Promise:
    """`own[animal][tiles][kept]` and `rivals[own tiles][tiles of another]` add up over animals.

    `plenty` times the hopes counts as much more as there is more left of an animal than of others,
    `keeps` for each keep that is left, `base` for each point that the seat has by itself.
    """

    hopes: Hopes
    own: Sequence[Sequence[Sequence[float]]]
    rivals: Sequence[Sequence[float]]
    plenty: float
    keeps: float
    base: float

    @classmethod
    def of(cls, document: dict[str, Any], hopes: Hopes) -> Promise:
        own = [_stretched(by_tiles, MOST_TILES) for by_tiles in document["own"]]
        rivals = [_stretched(by_tiles, MOST_TILES) for by_tiles in document["rivals"]]
        rivals = _stretched(rivals, MOST_TILES + KEEPS_PER_GAME)
        plenty, keeps, base = (document[name] for name in ("plenty", "keeps", "base"))
        return cls(hopes, own, rivals, plenty, keeps, base)

    def values(self, position: Position) -> list[float]:
        """Of every seat, in points."""
        keeps, base = position.keeps, position.base
        values = [self.keeps * k + self.base * b for k, b in zip(keeps, base, strict=True)]
        seats = range(len(values))
        for animal, more in enumerate(plenty_of(position.pool)):
            own, hopes = self.own[animal], self.hopes[animal]
            held = [front[animal] for front in position.front]
            for seat in seats:
                tiles, kept = held[seat], position.kept[seat][animal]
                against = self.rivals[tiles + kept]
                values[seat] += (
                    own[tiles][kept]
                    + self.plenty * more * hopes[tiles][kept]
                    + sum([against[n] for n in held])
                    - against[tiles]
                )
        return values


def plenty_of(pool: Sequence[int]) -> list[float]:
    """By how much more is left of each animal than of the mean of all."""
    mean = sum(pool) / LIGHT
    return [left / mean - 1 for left in pool] if mean else [0.0] * LIGHT


def _stretched(table: Sequence[Any], length: int) -> list[Any]:
    return [*table, *[table[-1]] * (length - len(table))]


TILES_APART = 4  # by which how far a round is gets told apart


@dataclass(frozen=True)
class Foresight:
    """In a round after which `rounds_left` come; `promise` tells of those, if there are any.

    `hopes[animal][tiles][kept]` is how much more tiles were worth when the round began than if it
    brings nothing. `weights[players in][turn]` belong to `features`, for each turn in the order.
    `spread[players in][tiles left // TILES_APART]` is by how many points seats have to differ
    at that moment to say something about who wins.
    """

    hopes: Hopes
    weights: Sequence[Sequence[Sequence[float]]]
    spread: Sequence[Sequence[float]]
    promise: Promise | None = None

    def values(self, position: Position) -> list[float]:
        """What every seat will have at the end of the round, and what that will be worth."""
        values = self.now(position)
        order = position.order
        if order:
            weights, tiles = self.weights[len(order)], position.tiles
            tops = tops_of(position)
            for turn, seat in enumerate(order):
                found = features(position, seat, tiles, tops)
                found += more_features(position, seat, tiles, self.hopes)
                values[seat] += sum(map(mul, weights[turn], found))
        return values

    def now(self, position: Position) -> list[float]:
        """What every seat would have if the round brought nothing more."""
        if self.promise is None:
            return position.base[:]
        return [*map(add, position.base, self.promise.values(position))]

    def chances(self, position: Position, values: Sequence[float]) -> list[float]:
        """The chance of each seat to win the game, if they may expect this much."""
        most = max(values)
        if not position.order and not position.stage.rounds_left:
            winners = values.count(most)
            return [(value == most) / winners for value in values]
        return shares(values, self.spread_at(position))

    def spread_at(self, position: Position) -> float:
        return self.spread[len(position.order)][position.tiles // TILES_APART]


def shares(values: Sequence[float], spread: float) -> list[float]:
    """The chance of each to be the best in the end, if values are off by about a spread."""
    most = max(values)
    odds = [exp((value - most) / spread) for value in values]
    every = sum(odds)
    return [each / every for each in odds]


Foresights: TypeAlias = tuple[Foresight, ...]
"""By the number of rounds that are left after the one that is played."""


def tops_of(position: Position) -> list[int]:
    """The row that each seat in the round would like best."""
    return [gains.index(max(gains)) for gains in map(position.gains.__getitem__, position.order)]


def features(position: Position, seat: int, tiles: int, tops: Sequence[int]) -> list[float]:
    """What moves are weighed by, as `model.OTHER_FEATURES` has it."""
    gains = position.gains[seat]
    by_gain = sorted(gains, reverse=True)
    best = by_gain[0]
    contested = 0.0
    if len(gains) > 1:
        contested = (tops.count(gains.index(best)) - 1) * (best - by_gain[1])
    return [*by_gain, contested, best * tiles, best * best, tiles, position.keeps[seat], 1.0]


def more_features(position: Position, seat: int, tiles: int, hopes: Hopes) -> list[float]:
    """What the seat's tiles may still become, and what a tile to come adds to its best row."""
    gains = position.gains[seat]
    hope = _hope(position, seat, hopes)
    rise = _rise(position, seat, position.rows[gains.index(max(gains))])
    return [hope, hope * tiles, rise, rise * tiles]


MORE_FEATURES = 4


def _hope(position: Position, seat: int, hopes: Hopes) -> float:
    tiles, kept = position.front[seat], position.kept[seat]
    return sum([hope[n][k] for hope, n, k in zip(hopes, tiles, kept, strict=True)])


def _rise(position: Position, seat: int, row: Sequence[int]) -> float:
    """What one of the light tiles that nobody has seen adds to a row, in the mean."""
    pool, front, kept = position.pool, position.front[seat], position.kept[seat]
    total = 0.0
    for animal, (left, by_tiles) in enumerate(zip(pool, position.stage.gains, strict=False)):
        if left:
            gain, lying = by_tiles[front[animal]][kept[animal]], row[animal]
            total += left * (gain[lying + 1] - gain[lying])
    return total / max(sum(pool), 1)


def hopes_of(model: Model) -> list[Hopes]:
    """By rounds left; before the first round nobody has tiles to hope with."""
    worth = [stage.worth for stage in model]
    before = [*worth[1:], worth[-1]]
    return [apart(more, less) for more, less in zip(before, worth, strict=True)]


def apart(more: Hopes, less: Hopes) -> Hopes:
    return [
        [[a - b for a, b in zip(*kept, strict=True)] for kept in zip(*tiles, strict=True)]
        for tiles in zip(more, less, strict=True)
    ]


def foresights_of(model: Model, document: dict[str, Any]) -> Foresights:
    return tuple(
        Foresight(hopes, stage["weights"], stage["spread"], promise)
        for hopes, promise, stage in zip(
            hopes_of(model), promises_of(model, document), document["stages"], strict=True
        )
    )


def promises_of(model: Model, document: dict[str, Any]) -> list[Promise | None]:
    """By rounds left; in the last round there is nothing to come."""
    exact = model[0].worth
    return [
        Promise.of(stage["promise"], apart(at.worth, exact)) if stage["promise"] else None
        for at, stage in zip(model, document["stages"], strict=True)
    ]


@cache
def foretold(edition: Edition, players: int) -> Foresights:
    """What was found for this edition with so many players."""
    return foresights_of(learnt(edition, players), _document()["models"][f"{edition}-{players}"])


@cache
def _document() -> dict[str, Any]:
    text = files("triqueta.games.triqueta.robots").joinpath("foresight.json").read_text("utf-8")
    document: dict[str, Any] = json.loads(text)
    return document
