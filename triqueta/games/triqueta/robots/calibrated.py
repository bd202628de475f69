"""How far what the robots have learnt is off, so that a coach can say what is true.

`calibrated.json` holds it, one part for each edition and number of players. It is made by
`python -m tools.fit_coach`, and says from which revision and seed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from triqueta.games.triqueta.rules.tiles import Edition


@dataclass(frozen=True)
class Forecast:
    """What prospects lead to: points at the end are `start` plus `slope` times them."""

    start: float
    slope: float


@dataclass(frozen=True)
class Calibration:
    """Of a round: `factor` makes points that a decision seems to cost those that it does cost.

    `forecasts` are there for each number of players who are still in it.
    """

    factor: float
    forecasts: Sequence[Forecast]


@cache
def calibrated(edition: Edition, players: int) -> tuple[Calibration, ...]:
    """What was found for this edition with so many players, by the rounds that are left."""
    stages = _document()["models"][f"{edition}-{players}"]["stages"]
    return tuple(
        Calibration(stage["factor"], [Forecast(*numbers) for numbers in stage["forecasts"]])
        for stage in stages
    )


@cache
def _document() -> dict[str, Any]:
    text = files("triqueta.games.triqueta.robots").joinpath("calibrated.json").read_text("utf-8")
    document: dict[str, Any] = json.loads(text)
    return document
