"""The robots by their levels: functions of a seat's view, the moves it may make, and chance."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random

from triqueta.games.zatre.robots.judging import Judge
from triqueta.games.zatre.robots.seeing import table_of
from triqueta.games.zatre.rules.moves import placed_by
from triqueta.games.zatre.rules.views import TableView


class ZatreRobot(ABC):
    """What the table hands it is the view that every seat has."""

    def choose(self, view: object, moves: Sequence[str], rng: Random) -> str:
        return self.rank(view, moves, rng)[0][0]

    def rank(self, view: object, moves: Sequence[str], rng: Random) -> list[tuple[str, float]]:
        """The moves with what each is worth, best first; among equals chance decides."""
        worth = self.worth(table_of(view), moves)
        ranked = [(move, worth[move]) for move in rng.sample(moves, len(moves))]
        return sorted(ranked, key=lambda pair: -pair[1])

    @abstractmethod
    def worth(self, view: TableView, moves: Sequence[str]) -> dict[str, float]:
        """What each move is worth to who is to act."""


class Easy(ZatreRobot):
    """Any turn that scores most by its sums, whatever the block has, and whatever comes next."""

    def worth(self, view: TableView, moves: Sequence[str]) -> dict[str, float]:
        return {move: float(view.turn(placed_by(move)).scored.points) for move in moves}


class Good(ZatreRobot):
    """Looks at what a turn brings by the end of the game, and at what it leaves."""

    def worth(self, view: TableView, moves: Sequence[str]) -> dict[str, float]:
        judge = Judge(view)
        return {move: judge.of(move).points for move in moves}


LEVELS: dict[str, ZatreRobot] = {"easy": Easy(), "good": Good()}
"""Weakest first."""
