"""The trained model of the robots: values of tiles, and weights for a turn in a round.

`learnt.json` has a model for each edition and number of players, with the revision and seed that
it was trained with. `python -m tools.train_robots` writes the file.
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
LIGHT = len(ANIMALS) - 1  # the number of animals with light tiles; the wolf comes last
NUMBERS = {
    letter: number
    for number, animal in enumerate(ANIMALS)
    for letter in (animal.letter, animal.letter.lower())
}
"""The index in ANIMALS of each tile, light or shadow."""

MOST_TILES = 12  # possible tile counts of an animal: 0 to 11 (ten light and one shadow tile)
LEARNT_TILES = 6  # the largest trained tile count; each further tile costs a point by the rules

Weights: TypeAlias = tuple[float, ...]
"""The weights of the features of a turn; its value is their dot product.

The weights of the rows' gains come first, best row first; those of OTHER_FEATURES follow.
"""
OTHER_FEATURES = ("contested", "best x tiles", "best squared", "tiles", "keeps", "one")


@dataclass(frozen=True)
class Stage:
    """The values of one round, as expected final points; `rounds_left` rounds come after it.

    - `worth[animal][tiles][kept]`: the value of a number of face-up and of kept tiles
    - `gains[animal][tiles][kept][more]`: how much `more` face-up tiles add to it
    - `keeps[left]`: the value of the keeps that a player has not used yet
    - `rock`: the value of the Rock
    - `hidden`: the value of an unknown kept light tile to its owner
    - `weights[players in][turn]`: the weights of each turn, by the number of players in the round
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
    """Return the values for all tile counts; each tile beyond the trained ones costs a point."""
    found, last = list(by_tiles), by_tiles[-1]
    for more in range(1, MOST_TILES - len(found) + 1):
        found.append([worth - more for worth in last])
    return found


def _exact_worth() -> list[list[list[float]]]:
    """Return the exact values when no round is left: kept tiles are added if they help (R12)."""
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
"""The stages of a game, indexed by the number of rounds left after the current one."""

ROUNDS = 4


def model_of(document: dict[str, Any]) -> Model:
    return tuple(Stage.of(stage, left) for left, stage in enumerate(document["stages"]))


@cache
def learnt(edition: Edition, players: int) -> Model:
    """Return the trained model for an edition and number of players."""
    return model_of(_document()["models"][f"{edition}-{players}"])


@cache
def _document() -> dict[str, Any]:
    text = files("triqueta.games.triqueta.robots").joinpath("learnt.json").read_text("utf-8")
    document: dict[str, Any] = json.loads(text)
    return document


def untrained(players: int) -> dict[str, Any]:
    """Return the model that training starts from, as a JSON document.

    In it, tiles are worth what they score now, and a turn is worth mainly the row that is likely
    to be left for it.
    """
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
    """Return weights that favour the row left over when every seat before takes a better one."""
    gains = [0.5 if row == turn else 0.5 / max(rows - 1, 1) for row in range(rows)]
    return [*gains, 0.0, 0.0, 0.0, 0.2, 0.3, 0.0]
