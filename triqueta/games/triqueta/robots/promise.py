"""What a seat's tiles promise for the rounds to come, beside what they are worth by themselves.

What an animal is worth is learnt tile by tile (`model`), whoever else collects it and however many
are left. This is what that makes: an animal that others want as well comes seldom, and one
of which little is left can't grow. Only the next rounds are meant, so in the last there is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from triqueta.games.triqueta.robots.model import LIGHT, MOST_TILES
from triqueta.games.triqueta.robots.position import Position
from triqueta.games.triqueta.rules.setup import KEEPS_PER_GAME

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
