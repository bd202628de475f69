"""The robots by their levels: functions of a seat's view, the moves it may make, and chance."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from triqueta.games.ettana.robots.evaluation import Judge
from triqueta.games.ettana.rules.views import SeatView
from triqueta.table.robots import RankingRobot


class Easy(RankingRobot[SeatView]):
    """Claims what lies there, and else does anything: a kind of move, and one of that kind."""

    def worth(self, view: SeatView, moves: Sequence[str], rng: Random) -> dict[str, float]:
        kinds: dict[str, float] = {"claim": 1.0}
        return {move: kinds.setdefault(_kind_of(move), rng.random()) for move in moves}


def _kind_of(move: str) -> str:
    verb, _, what = move.partition(":")
    return move if what in ("action", "pattern") else verb.rstrip("ABCD1234")


class Good(RankingRobot[SeatView]):
    """Knows what its patterns lack, which swaps bring them nearer, and what that is worth."""

    def worth(self, view: SeatView, moves: Sequence[str], rng: Random) -> dict[str, float]:
        judge = Judge(view)
        return {move: judge.of(move) for move in moves}


LEVELS: dict[str, RankingRobot[SeatView]] = {"easy": Easy(), "good": Good()}
"""Weakest first."""
