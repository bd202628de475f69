"""The robots by their levels: functions of a seat's view, the moves it may make, and chance."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random

from triqueta.games.ettana.robots.judging import Judge
from triqueta.games.ettana.rules.views import SeatView


class EttanaRobot(ABC):
    """What the table hands it is its seat's view."""

    def choose(self, view: object, moves: Sequence[str], rng: Random) -> str:
        return self.rank(view, moves, rng)[0][0]

    def rank(self, view: object, moves: Sequence[str], rng: Random) -> list[tuple[str, float]]:
        """The moves with what each is worth, best first; among equals chance decides."""
        if not isinstance(view, SeatView):
            raise TypeError("a robot gets its seat's view")
        worth = self.worth(view, moves, rng)
        ranked = [(move, worth[move]) for move in rng.sample(moves, len(moves))]
        return sorted(ranked, key=lambda pair: -pair[1])

    @abstractmethod
    def worth(self, view: SeatView, moves: Sequence[str], rng: Random) -> dict[str, float]:
        """What each move is worth to who is to act."""


class Easy(EttanaRobot):
    """Claims what lies there, and else does anything: a kind of move, and one of that kind."""

    def worth(self, view: SeatView, moves: Sequence[str], rng: Random) -> dict[str, float]:
        kinds: dict[str, float] = {"claim": 1.0}
        return {move: kinds.setdefault(_kind_of(move), rng.random()) for move in moves}


def _kind_of(move: str) -> str:
    verb, _, what = move.partition(":")
    return move if what in ("action", "pattern") else verb.rstrip("ABCD1234")


class Good(EttanaRobot):
    """Knows what its patterns lack, which swaps bring them nearer, and what that is worth."""

    def worth(self, view: SeatView, moves: Sequence[str], rng: Random) -> dict[str, float]:
        judge = Judge(view)
        return {move: judge.of(move) for move in moves}


LEVELS: dict[str, EttanaRobot] = {"easy": Easy(), "good": Good()}
"""Weakest first."""
