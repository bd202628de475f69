"""The robots by their levels: functions of a seat's view, the moves it may make, and chance."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from triqueta.games.robots import RankingRobot
from triqueta.games.zatre.robots.judging import Judge
from triqueta.games.zatre.robots.seeing import table_of
from triqueta.games.zatre.rules.moves import END, placed_by


class PlacingRobot(RankingRobot):
    """Ends the game as soon as it may: that is where nothing can be placed any more."""

    def rank(self, view: object, moves: Sequence[str], rng: Random) -> list[tuple[str, float]]:
        if END in moves:
            return [(END, 0.0)]
        return super().rank(view, moves, rng)


class Easy(PlacingRobot):
    """Any turn that scores most by its sums, whatever the block has, and whatever comes next."""

    def worth(self, view: object, moves: Sequence[str], rng: Random) -> dict[str, float]:
        table = table_of(view)
        return {move: float(table.turn(placed_by(move)).scored.points) for move in moves}


class Good(PlacingRobot):
    """Looks at what a turn brings by the end of the game, and at what it leaves."""

    def worth(self, view: object, moves: Sequence[str], rng: Random) -> dict[str, float]:
        judge = Judge(table_of(view))
        return {move: judge.of(move).points for move in moves}


LEVELS: dict[str, PlacingRobot] = {"easy": Easy(), "good": Good()}
"""Weakest first."""
