"""The robots by their levels, and which turns come to the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import TypeAlias

from triqueta.games.zatre.robots.evaluation import Judge, Judged
from triqueta.games.zatre.rules.board import COLUMNS, Tiles, place_of
from triqueta.games.zatre.rules.turn import END, placed_by
from triqueta.games.zatre.views import ZatreView
from triqueta.table.robots import RankingRobot

_LAST = len(COLUMNS) - 1  # the board is as high as it is wide

Pattern: TypeAlias = tuple[tuple[int, int, int], ...]


def said_once(turns: Iterable[Judged]) -> list[list[Judged]]:
    """All turns, those together that come to the same, in the order they have."""
    found: dict[Pattern, list[Judged]] = {}
    for judged in turns:
        turn = judged.turn
        images = _images(turn.placed)
        found.setdefault(next(images) if turn.before else min(images), []).append(judged)
    return list(found.values())


def _images(placed: Tiles) -> Iterator[Pattern]:
    """In all eight ways to look at the board; first as it lies."""
    places = [(*place_of(field), tile) for field, tile in placed.items()]
    for turned in (places, [(row, column, tile) for column, row, tile in places]):
        for across in (False, True):
            for down in (False, True):
                yield tuple(
                    sorted(
                        (_LAST - column if across else column, _LAST - row if down else row, tile)
                        for column, row, tile in turned
                    )
                )


class PlacingRobot(RankingRobot[ZatreView]):
    """Ends the game as soon as it may: that is where nothing can be placed any more."""

    def rank(self, view: ZatreView, moves: Sequence[str], rng: Random) -> list[tuple[str, float]]:
        if END in moves:
            return [(END, 0.0)]
        return super().rank(view, moves, rng)


class Easy(PlacingRobot):
    """Any turn that scores most by its sums, whatever the block has, and whatever comes next."""

    def worth(self, view: ZatreView, moves: Sequence[str], rng: Random) -> dict[str, float]:
        return {move: float(view.table.turn(placed_by(move)).scored.points) for move in moves}


class Good(PlacingRobot):
    """Looks at what a turn brings by the end of the game, and at what it leaves."""

    def worth(self, view: ZatreView, moves: Sequence[str], rng: Random) -> dict[str, float]:
        judge = Judge(view.table)
        return {move: judge.of(move).points for move in moves}


LEVELS: dict[str, PlacingRobot] = {"easy": Easy(), "good": Good()}
"""Weakest first."""
