"""The robots of each level, and `greedy`, a yardstick to measure them against."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import log
from random import Random

from triqueta.games.triqueta.robots.evaluation import points_of
from triqueta.games.triqueta.robots.model import (
    NUMBERS,
    ROUNDS,
    Model,
    learnt,
    model_of,
    untrained,
)
from triqueta.games.triqueta.robots.position import Position, is_of_a_round, position_of
from triqueta.games.triqueta.robots.search import Effort, Search
from triqueta.games.triqueta.robots.value_model import fitted_models
from triqueta.games.triqueta.rules.moves import ADD, BOX, DRAW, KEEP, PLACE, RETURN, TAKE, Phase
from triqueta.games.triqueta.rules.tiles import Edition
from triqueta.games.triqueta.rules.views import SeatView
from triqueta.games.triqueta.views import OwnView, totals_of_decision
from triqueta.table.robots import RankingRobot

GOOD = 5.0  # the points from which greedy takes a row instead of drawing


@cache
def _scores_now() -> Model:
    """Return a model in which everything is worth what it scores now, in every round."""
    return (model_of(untrained(5))[0],) * ROUNDS


def greedy_move(view: SeatView, moves: Sequence[str]) -> str:
    if view.table.phase is Phase.REVEAL:
        return ADD if totals_of_decision(view)[2] else RETURN
    if not is_of_a_round(view):
        return moves[0]
    position = position_of(view, _scores_now())
    gains = dict(zip(position.numbers, position.gains[view.seat], strict=True))
    if view.table.phase is Phase.CHOICE:
        return _choice(position, NUMBERS[view.drawn[0]], view.seat, moves)
    draws = [move for move in moves if move in DRAW]
    takes = [move for move in moves if move in TAKE]
    best = max(takes, key=lambda move: gains[TAKE.index(move)], default=None)
    if best is None or (draws and gains[TAKE.index(best)] < GOOD):
        return draws[0]
    return best


def _choice(position: Position, tile: int, seat: int, moves: Sequence[str]) -> str:
    """Return the placement that gives the seat its best row; without one, box or keep the tile."""
    place_moves = [move for move in moves if move in PLACE]
    if not place_moves:
        return BOX if BOX in moves else KEEP

    def best_after(move: str) -> tuple[float, float]:
        twin = position.copy()
        row = twin.numbers.index(PLACE.index(move))
        twin.place(tile, row)
        return max(twin.gains[seat]), twin.gains[seat][row] - position.gains[seat][row]

    return max(place_moves, key=best_after)


NOISE = {"easy": 3.2, "medium": 1.3, "hard": 0.0}
"""The scale of the random noise, in points, that a level adds to the value of each move."""
SET_APART = {(Edition.SHADOW, 2): {**NOISE, "hard": 0.3}}
"""Exceptions to NOISE: without this one, hard would be much closer to expert than to medium.
docs/robots.md has the figures."""
FAR = {5: Effort(turns=8, last_turns=12)}
"""The numbers of players for which expert looks further ahead: with five players, each has only
every fifth turn."""

LEVELS = (*NOISE, "expert")
YARDSTICKS = ("greedy",)


class OneTurnAhead(RankingRobot[OwnView]):
    """A robot that ranks moves by the evaluation, plus the random noise of its level."""

    def __init__(self, level: str) -> None:
        self._level = level

    def worth(self, view: OwnView, moves: Sequence[str], rng: Random) -> dict[str, float]:
        variant = _variant_of(view.seat)
        points = points_of(view.seat, moves, learnt(*variant))
        noise = noise_of(self._level, *variant)
        if not noise:
            return points
        return {move: worth + noise * gumbel(rng) for move, worth in points.items()}


class Expert(RankingRobot[OwnView]):
    """A robot that searches over determinizations and ranks moves by their chance to win."""

    def __init__(self, clock: Callable[[], float], effort: Effort | None = None) -> None:
        self._clock, self._effort = clock, effort

    def worth(self, view: OwnView, moves: Sequence[str], rng: Random) -> dict[str, float]:
        variant = _variant_of(view.seat)
        model = learnt(*variant)
        if len(moves) == 1 or not is_of_a_round(view.seat):
            return points_of(view.seat, moves, model)
        effort = self._effort or FAR.get(variant[1], Effort())
        deadline = self._clock() + effort.seconds
        search = Search(view.seat, model, fitted_models(*variant), effort, rng)
        return search.chances(moves, lambda: self._clock() >= deadline)


class Greedy(RankingRobot[OwnView]):
    """A robot that takes the row that scores most now, and draws until one is good enough."""

    def worth(self, view: OwnView, moves: Sequence[str], rng: Random) -> dict[str, float]:
        best = greedy_move(view.seat, moves)
        return {move: float(move == best) for move in moves}


def _variant_of(view: SeatView) -> tuple[Edition, int]:
    return view.table.edition, len(view.table.players)


def noise_of(level: str, edition: Edition, players: int) -> float:
    return SET_APART.get((edition, players), NOISE)[level]


def gumbel(rng: Random) -> float:
    return -log(-log(rng.random() or 0.5))


def robot(level: str, clock: Callable[[], float]) -> RankingRobot[OwnView]:
    """Return the robot of a level or a yardstick; raise KeyError for an unknown name."""
    if level == "expert":
        return Expert(clock)
    if level == "greedy":
        return Greedy()
    if level not in NOISE:
        raise KeyError(level)
    return OneTurnAhead(level)
