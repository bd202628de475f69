"""The robots that play Zatre, and their evaluation of turns.

A turn is worth the points that its player can expect from it by the end of the game, less the
opportunities that it opens for the next player.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate, count
from math import comb
from random import Random
from typing import TypeAlias

from triqueta.games.zatre.rules.board import (
    COLUMNS,
    LIGHT,
    MOST,
    RAYS,
    START,
    VALUES,
    WORTH,
    Beside,
    Field,
    Ground,
    Tile,
    TileLine,
    Tiles,
    beside,
    column_and_row,
    sums_with,
)
from triqueta.games.zatre.rules.score import Block, Scored, bonus_of
from triqueta.games.zatre.rules.turn import END, TurnSoFar, placed_by
from triqueta.games.zatre.rules.views import TableView
from triqueta.games.zatre.views import ZatreView
from triqueta.table.robots import RankingRobot

_CROSSES = 2  # the most crosses per turn in the value model; more are rare


@dataclass(frozen=True, slots=True)
class Growth:
    """The growth of a column of sums: the chance that a turn fills a cell, and a cell's points."""

    chance: float
    points: float


SUMS = {10: Growth(0.39, 1.07), 11: Growth(0.40, 2.14), 12: Growth(0.50, 5.10)}
CROSSES = 0.39
"""The expected number of crosses per turn."""


def filled(total: int, cells: int, turns: int) -> float:
    """Return the probability that the column of a sum gets `cells` more cells in `turns` turns."""
    return _at_least(cells, turns, SUMS[total].chance)


def crossed(cells: int, turns: int) -> float:
    """Return the probability that a block gets `cells` more crosses in `turns` turns."""
    return _at_least(cells, _CROSSES * turns, CROSSES / _CROSSES)


def _at_least(often: int, times: int, chance: float) -> float:
    """Return the probability that at least `often` of `times` trials succeed."""
    if often <= 0:
        return 1.0
    return _tails(times, chance)[often] if often <= times else 0.0


@cache
def _tails(times: int, chance: float) -> tuple[float, ...]:
    """Return the probabilities that at least 0, 1, ... of `times` trials succeed."""
    exactly = [
        comb(times, often) * chance**often * (1 - chance) ** (times - often)
        for often in range(times + 1)
    ]
    return tuple(accumulate(reversed(exactly)))[::-1]


_CACHED_BLOCKS = 4096  # enough blocks for a game and the turns considered in it


@lru_cache(maxsize=_CACHED_BLOCKS)
def final_points(block: Block, turns: int) -> float:
    """Return the expected points of a block after `turns` more turns."""
    total = 0.0
    for row in count():
        points = _row(block, row, turns)
        if not points:
            return total
        total += points * (1 + crossed(row + 1 - block.crosses, turns))
    raise AssertionError("unreachable: every block ends")


def _row(block: Block, row: int, turns: int) -> float:
    """Return the expected points of a row, counted from 0, without the doubling by a cross."""
    points, complete = 0.0, 1.0
    columns = (block.tens, block.elevens, block.twelves)
    for cells, (total, growth) in zip(columns, SUMS.items(), strict=True):
        if row < len(cells):
            points += cells[row]
        else:
            likely = filled(total, row + 1 - len(cells), turns)
            points += growth.points * likely
            complete *= likely
    return points + bonus_of(row + 1) * complete


@dataclass(frozen=True, slots=True)
class Worth:
    """The value to a player of one more line of each sum, and of one more cross."""

    sums: Mapping[int, float]
    cross: float


ValuedField: TypeAlias = tuple[float, Field]
"""The value of a tile on a field, and the field."""

NOWHERE: ValuedField = (0.0, "")


class Offers:
    """The scoring opportunities that a board offers the next player, weighted by `worth`."""

    def __init__(self, before: Tiles, worth: Worth) -> None:
        self._before = before
        self._worth = worth
        self._known: dict[tuple[Beside, bool], Mapping[Tile, float]] = {}
        by_field = {
            field: self._at(field, near) for field, near in Ground.of(before, {}).open.items()
        }
        self._best_first: dict[Tile, list[ValuedField]] = {
            tile: sorted(((at[tile], field) for field, at in by_field.items()), reverse=True)
            for tile in VALUES
        }

    def after(self, placed: Tiles) -> dict[Tile, ValuedField]:
        """Return the best field for each tile after the tiles in `placed` are put down."""
        tiles = {**self._before, **placed}
        ends = {end for field in placed for end in _ends(tiles, field)}
        changed = [(self._at(end, beside(tiles, end)), end) for end in ends]
        found = {}
        for tile, fields in self._best_first.items():
            new = max(((at[tile], end) for at, end in changed), default=NOWHERE)
            old = (best for best in fields if best[1] not in ends and best[1] not in placed)
            found[tile] = max(new, next(old, NOWHERE))
        return found

    def _at(self, field: Field, near: Beside) -> Mapping[Tile, float]:
        """Return the value of each tile on a field, given the sums beside the field."""
        light = field in LIGHT
        if (near, light) not in self._known:
            self._known[near, light] = {tile: self._points(tile, near, light) for tile in VALUES}
        return self._known[near, light]

    def _points(self, tile: Tile, near: Beside, light: bool) -> float:
        sums = sums_with(tile, near)
        if max(sums, default=0) > MOST:
            return 0.0
        points = sum(self._worth.sums.get(total, 0.0) for total in sums)
        return points + self._worth.cross if points and light else points


def _ends(tiles: Tiles, field: Field) -> list[Field]:
    """Return the nearest empty field in each direction."""
    ends = (next((end for end in ray if end not in tiles), None) for ray in RAYS[field])
    return [end for end in ends if end is not None]


TAKEN = 0.5
"""The share of the opportunities opened or spoilt by a turn that the next player would take."""
STUCK = 0.5
"""The probability that a tile that fits nowhere now is still held at the end."""


@dataclass(frozen=True, slots=True)
class Judged:
    """An evaluated turn, and the best field for each tile after it.

    `brings` is the expected gain of its player, and `leaves` that of the next player.
    """

    turn: TurnSoFar
    brings: float
    leaves: float
    best_fields: Mapping[Tile, ValuedField]

    @property
    def points(self) -> float:
        return self.brings - self.leaves


class Judge:
    """An evaluation of the turns that are possible now, based on the public view."""

    def __init__(self, view: TableView, taken: float = TAKEN) -> None:
        if view.to_act is None:
            raise ValueError("the game is over")
        players = len(view.players)
        self._view = view
        self._taken = taken
        self._turns = turns_left(view, players)
        self.block = view.players[view.to_act].block
        self._next = view.players[(view.to_act + 1) % players]
        self._likely = self._likely_tiles()
        self._offers = Offers(
            view.tiles, worth_to(self._next.block, max(turns_left(view, 1) - 1, 0))
        )
        self.best_fields = self._offers.after({})
        self._offered = self._points_of(self.best_fields)

    def of(self, move: str) -> Judged:
        """Return the evaluation of a turn, given as a move."""
        turn = self._view.turn(placed_by(move))
        best_fields = self._offers.after(turn.placed)
        leaves = self._taken * (self._points_of(best_fields) - self._offered)
        return Judged(turn, self._brought_by(turn), leaves, best_fields)

    def _brought_by(self, turn: TurnSoFar) -> float:
        after, now = self.block.plus(turn.scored), self.block
        held = sum(turn.left) * (STUCK if self._turns else 1)
        return final_points(after, self._turns) - final_points(now, self._turns) - held

    # The opportunities of the next player.

    def _likely_tiles(self) -> dict[Tile, float]:
        """Return the expected number of each tile in the next player's hand."""
        held, left = self._next.hand, self._view.left_in_bag
        drawn = min(1 if held else 2, left)
        return {
            tile: held.count(tile) + (drawn * count / left if left else 0)
            for tile, count in self._view.bag.items()
        }

    def _points_of(self, best_fields: Mapping[Tile, ValuedField]) -> float:
        """Return the points that the next player can expect from the best fields."""
        if not self._view.left_in_bag:
            return 0.0
        return sum(self.offer(tile, best_fields) for tile in best_fields)

    def offer(self, tile: Tile, best_fields: Mapping[Tile, ValuedField]) -> float:
        """Return the points that the next player can expect from a tile on its best field."""
        return self._likely[tile] * best_fields[tile][0]


def worth_to(block: Block, turns: int) -> Worth:
    """Return the value of lines and crosses to a player with this block and `turns` turns left."""

    def more(scored: Scored) -> float:
        return final_points(block.plus(scored), turns) - final_points(block, turns)

    lines = {total: TileLine((START,), total) for total in WORTH}
    sums = {total: more(Scored((line,))) for total, line in lines.items()}
    return Worth(sums, more(Scored(crosses=(START,))))


def turns_left(view: TableView, ahead: int) -> int:
    """Return how many turns are left to the player whose next turn is `ahead` turns from now.

    This assumes that each turn draws two tiles. Players who still hold tiles draw only one, so
    there are a few turns more in practice.
    """
    turns = -(-view.left_in_bag // 2)
    return (turns - ahead) // len(view.players) + 1 if turns >= ahead else 0


# Equivalent turns, and the levels.


_LAST = len(COLUMNS) - 1  # also the last row: the board is square

Pattern: TypeAlias = tuple[tuple[int, int, int], ...]


def group_equivalent(turns: Iterable[Judged]) -> list[list[Judged]]:
    """Return the turns in their order, with equivalent turns grouped.

    On the empty board, turns are equivalent if rotating or mirroring one gives the other.
    """
    found: dict[Pattern, list[Judged]] = {}
    for judged in turns:
        turn = judged.turn
        images = _images(turn.placed)
        found.setdefault(next(images) if turn.before else min(images), []).append(judged)
    return list(found.values())


def _images(placed: Tiles) -> Iterator[Pattern]:
    """Yield the tiles under all eight symmetries of the board, the identity first."""
    tiles = [(*column_and_row(field), tile) for field, tile in placed.items()]
    for turned in (tiles, [(row, column, tile) for column, row, tile in tiles]):
        for across in (False, True):
            for down in (False, True):
                yield tuple(
                    sorted(
                        (_LAST - column if across else column, _LAST - row if down else row, tile)
                        for column, row, tile in turned
                    )
                )


class PlacingRobot(RankingRobot[ZatreView]):
    """A robot that ends the game as soon as it can, on a dead board."""

    def rank(self, view: ZatreView, moves: Sequence[str], rng: Random) -> list[tuple[str, float]]:
        if END in moves:
            return [(END, 0.0)]
        return super().rank(view, moves, rng)


class Easy(PlacingRobot):
    """A robot that plays a turn with the most points for sums. It ignores blocks and opponents."""

    def worth(self, view: ZatreView, moves: Sequence[str], rng: Random) -> dict[str, float]:
        return {move: float(view.table.turn(placed_by(move)).scored.points) for move in moves}


class Good(PlacingRobot):
    """A robot that plays the turn with the highest evaluation."""

    def worth(self, view: ZatreView, moves: Sequence[str], rng: Random) -> dict[str, float]:
        judge = Judge(view.table)
        return {move: judge.of(move).points for move in moves}


LEVELS: dict[str, PlacingRobot] = {"easy": Easy(), "good": Good()}
"""Weakest first."""
