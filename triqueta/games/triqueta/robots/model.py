"""What the robots have learnt: the worth of tiles, and of a turn in a round.

`learnt.json` holds it, one part for each edition and number of players. It is made by
`python -m tools.train_robots`, and says from which revision and seed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from triqueta.games.triqueta.rules import Animal, Edition, points_for
from triqueta.games.triqueta.rules.setup import KEEPS_PER_GAME

ANIMALS = tuple(Animal)
LIGHT = len(ANIMALS) - 1  # all but the wolf, which comes last
NUMBERS = {
    letter: number
    for number, animal in enumerate(ANIMALS)
    for letter in (animal.letter, animal.letter.lower())
}
"""The animal of a tile, light or shadow, as a number."""

MOST_TILES = 12  # of an animal: ten light ones and a shadow tile, and none
LEARNT_TILES = 6  # more of one animal are worth as much less as the rules say

Weights: TypeAlias = tuple[float, ...]
"""What a turn in a round is worth, as the sum of these times `features`.

First the gains of the rows, best first; then what OTHER_FEATURES says.
"""
OTHER_FEATURES = ("contested", "best x tiles", "best squared", "tiles", "keeps", "one")


@dataclass(frozen=True)
class Stage:
    """What things are worth in a round, counted at its end; `rounds_left` come after it.

    `worth[animal][tiles][kept]` is what so many tiles of an animal, and light ones kept besides,
    bring in the end; `gains[animal][tiles][kept][more]` how much more it is with more
    of them. `keeps[left]` is what keeps not used yet are worth, `rock` the Rock. `hidden` is what
    a light tile kept by somebody else is worth to its owner. `weights[players in][turn]` has
    the weights of each turn in the order.
    """

    rounds_left: int
    worth: Sequence[Sequence[Sequence[float]]]
    gains: Sequence[Sequence[Sequence[Sequence[float]]]]
    keeps: Sequence[float]
    rock: float
    hidden: float
    weights: Sequence[Sequence[Weights]]

    @classmethod
    def of(cls, document: dict[str, Any], rounds_left: int) -> Stage:
        learnt = document["worth"] if rounds_left else _exact_worth()
        worth = [_extended(by_tiles) for by_tiles in learnt]
        return cls(
            rounds_left=rounds_left,
            worth=worth,
            gains=[_gains(by_tiles) for by_tiles in worth],
            keeps=document["keeps"],
            rock=document["rock"],
            hidden=document["hidden"],
            weights=[[tuple(each) for each in by_turn] for by_turn in document["places"]],
        )


def _extended(by_tiles: Sequence[Sequence[float]]) -> list[Sequence[float]]:
    """For more tiles than were learnt about: each one costs a point (R13)."""
    found, last = list(by_tiles), by_tiles[-1]
    for more in range(1, MOST_TILES - len(found) + 1):
        found.append([worth - more for worth in last])
    return found


def _exact_worth() -> list[list[list[float]]]:
    """With no round left: kept tiles are added as they serve best (R12)."""
    return [
        [
            [
                float(max(points_for(animal, tiles + added) for added in range(kept + 1)))
                for kept in range(KEEPS_PER_GAME + 1)
            ]
            for tiles in range(LEARNT_TILES + 1)
        ]
        for animal in ANIMALS
    ]


def _gains(worth: Sequence[Sequence[float]]) -> list[list[tuple[float, ...]]]:
    return [
        [
            tuple(
                worth[min(tiles + more, MOST_TILES - 1)][kept] - worth[tiles][kept]
                for more in range(16)
            )
            for kept in range(KEEPS_PER_GAME + 1)
        ]
        for tiles in range(MOST_TILES)
    ]


Model: TypeAlias = tuple[Stage, ...]
"""The stages of a game, by the number of rounds that are left after the one that is played."""

ROUNDS = 4


def model_of(document: dict[str, Any]) -> Model:
    return tuple(Stage.of(stage, left) for left, stage in enumerate(document["stages"]))


@cache
def learnt(edition: Edition, players: int) -> Model:
    """What was learnt about this edition with so many players."""
    return model_of(_document()["models"][f"{edition}-{players}"])


@cache
def _document() -> dict[str, Any]:
    text = files("triqueta.games.triqueta.robots").joinpath("learnt.json").read_text("utf-8")
    document: dict[str, Any] = json.loads(text)
    return document


def untrained(players: int) -> dict[str, Any]:
    """Where learning begins: tiles are worth what they score now, a turn what its best row is."""
    stage = {
        "worth": _exact_worth(),
        "keeps": [0.0, 0.0, 0.0],
        "rock": 1.0,
        "hidden": 1.0,
        "places": [
            [_first_weights(rows, turn) for turn in range(rows)] for rows in range(players + 1)
        ],
    }
    later = {**stage, "keeps": [0.0, 1.0, 2.0], "rock": 1.5}
    return {"stages": [stage, *[later] * (ROUNDS - 1)]}


def _first_weights(rows: int, turn: int) -> list[float]:
    """Mostly the row that is left if all those before take a better one."""
    gains = [0.5 if row == turn else 0.5 / max(rows - 1, 1) for row in range(rows)]
    return [*gains, 0.0, 0.0, 0.0, 0.2, 0.3, 0.0]
