"""A world that may be: a guess at all that a seat has not seen."""

from __future__ import annotations

from math import exp
from random import Random

from triqueta.games.triqueta.robots.model import Model
from triqueta.games.triqueta.robots.policy import Coming
from triqueta.games.triqueta.robots.position import Position
from triqueta.games.triqueta.rules.views import SeatView

KEPT_BEFORE = 2  # rounds that were to come when most tiles get kept
TASTE = 0.9
"""How much rather a tile is kept that is worth a point more, as the exponent of e. With these two
what others really keep is most likely among tiles drawn by chance: hard robots were looked at."""


class Imagined:
    """The tiles to come, and what others have kept, as it may be.

    Everybody has secrets there: what others know of this seat is what is `shown`.
    """

    def __init__(
        self, view: SeatView, root: Position, shown: Position, model: Model, rng: Random
    ) -> None:
        light = [animal for animal, n in enumerate(root.pool) for _ in range(n)]
        dark = [animal for animal, n in enumerate(root.dark_pool) for _ in range(n)]
        rng.shuffle(light)
        rng.shuffle(dark)
        self.position = root.copy()
        for seat, player in enumerate(view.table.players):
            if seat != view.seat:
                front, kept = self.position.front[seat], self.position.kept[seat]
                for _ in range(player.kept_light):
                    wanted = _wanted(front, kept, model)
                    at = rng.choices(range(len(light)), [wanted[tile] for tile in light])[0]
                    kept[light.pop(at)] += 1
                for _ in range(player.kept_shadow):
                    front[dark.pop()] += 1
        self.position.reckon()
        for seat, player in enumerate(view.table.players):
            self.position.base[seat] += player.trees
        self.position.hide(shown)
        self.coming = Coming(light, dark)


def _wanted(front: list[int], kept: list[int], model: Model) -> list[float]:
    """How likely each animal is to be kept by somebody who has these."""
    worth = model[KEPT_BEFORE].worth
    return [
        exp(TASTE * (by_tiles[tiles][hidden + 1] - by_tiles[tiles][hidden]))
        if hidden < len(by_tiles[tiles]) - 1
        else 1.0
        for by_tiles, tiles, hidden in zip(worth, front, kept, strict=True)
    ]
