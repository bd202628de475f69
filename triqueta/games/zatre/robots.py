"""The robots that play Zatre: what a turn brings its player, less what it leaves the next one."""

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

_CROSSES = 2  # that a turn may bring; more are rare


@dataclass(frozen=True, slots=True)
class Growth:
    """A column of sums: how likely a turn fills a cell of it, and the points in one."""

    chance: float
    points: float


SUMS = {10: Growth(0.39, 1.07), 11: Growth(0.40, 2.14), 12: Growth(0.50, 5.10)}
CROSSES = 0.39
"""How many a turn brings."""


def filled(total: int, cells: int, turns: int) -> float:
    """Return how likely a column of sums gets this many more cells in this many turns."""
    return _at_least(cells, turns, SUMS[total].chance)


def crossed(cells: int, turns: int) -> float:
    """Return how likely a block gets this many more crosses in this many turns."""
    return _at_least(cells, _CROSSES * turns, CROSSES / _CROSSES)


def _at_least(often: int, times: int, chance: float) -> float:
    """Return how likely at least `often` of `times` trials succeed."""
    if often <= 0:
        return 1.0
    return _tails(times, chance)[often] if often <= times else 0.0


@cache
def _tails(times: int, chance: float) -> tuple[float, ...]:
    """Return how likely at least 0, 1, ... of `times` trials succeed."""
    exactly = [
        comb(times, often) * chance**often * (1 - chance) ** (times - often)
        for often in range(times + 1)
    ]
    return tuple(accumulate(reversed(exactly)))[::-1]


_LATELY = 4096  # blocks: those of a game, as they are or might be


@lru_cache(maxsize=_LATELY)
def final_points(block: Block, turns: int) -> float:
    """Return the points that a block is likely to have after this many more turns."""
    total = 0.0
    for row in count():
        points = _row(block, row, turns)
        if not points:
            return total
        total += points * (1 + crossed(row + 1 - block.crosses, turns))
    raise AssertionError("a block ends")


def _row(block: Block, row: int, turns: int) -> float:
    """Return the likely points of a row, counted from 0, without what a cross adds."""
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
    """What one more line of each sum is worth to somebody, and what a cross is."""

    sums: Mapping[int, float]
    cross: float


ValuedField: TypeAlias = tuple[float, Field]
"""What a tile would be worth on a field, and the field."""

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
        """Return the best field for each tile, once these were placed."""
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
        """Return what each tile is worth on a field with this beside it."""
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
    """Return the nearest empty field on each side."""
    ends = (next((end for end in ray if end not in tiles), None) for ray in RAYS[field])
    return [end for end in ends if end is not None]


TAKEN = 0.5
"""How much of what a turn opens the next player will take, or of what it closes would have."""
STUCK = 0.5
"""How likely a tile that fits nowhere now will still be held at the end."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A turn, the points that it `brings` and `leaves`, and the best fields after it."""

    turn: TurnSoFar
    brings: float
    leaves: float
    best_fields: Mapping[Tile, ValuedField]

    @property
    def points(self) -> float:
        return self.brings - self.leaves


class Judge:
    """Of all turns that may be played now; it knows what is public."""

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
        turn = self._view.turn(placed_by(move))
        best_fields = self._offers.after(turn.placed)
        leaves = self._taken * (self._points_of(best_fields) - self._offered)
        return Judged(turn, self._brought_by(turn), leaves, best_fields)

    def _brought_by(self, turn: TurnSoFar) -> float:
        after, now = self.block.plus(turn.scored), self.block
        held = sum(turn.left) * (STUCK if self._turns else 1)
        return final_points(after, self._turns) - final_points(now, self._turns) - held

    # What the next player may do.

    def _likely_tiles(self) -> dict[Tile, float]:
        """Return how many of each tile the next player will hold on average."""
        held, left = self._next.hand, self._view.left_in_bag
        drawn = min(1 if held else 2, left)
        return {
            tile: held.count(tile) + (drawn * count / left if left else 0)
            for tile, count in self._view.bag.items()
        }

    def _points_of(self, best_fields: Mapping[Tile, ValuedField]) -> float:
        """Return what the next player may expect of the best fields."""
        if not self._view.left_in_bag:
            return 0.0
        return sum(self.offer(tile, best_fields) for tile in best_fields)

    def offer(self, tile: Tile, best_fields: Mapping[Tile, ValuedField]) -> float:
        return self._likely[tile] * best_fields[tile][0]


def worth_to(block: Block, turns: int) -> Worth:
    """Return what lines and crosses are worth to a player with this block and turns left."""

    def more(scored: Scored) -> float:
        return final_points(block.plus(scored), turns) - final_points(block, turns)

    lines = {total: TileLine((START,), total) for total in WORTH}
    sums = {total: more(Scored((line,))) for total, line in lines.items()}
    return Worth(sums, more(Scored(crosses=(START,))))


def turns_left(view: TableView, ahead: int) -> int:
    """Return how many turns the player will have who comes `ahead` turns after this one.

    Two tiles are drawn for each; whoever holds some draws one, which makes it a few more.
    """
    turns = -(-view.left_in_bag // 2)
    return (turns - ahead) // len(view.players) + 1 if turns >= ahead else 0


# The robots by their levels, and which turns come to the same.


_LAST = len(COLUMNS) - 1  # the board is as high as it is wide

Pattern: TypeAlias = tuple[tuple[int, int, int], ...]


def said_once(turns: Iterable[Judged]) -> list[list[Judged]]:
    """Return all turns in their order, grouped by those that come to the same."""
    found: dict[Pattern, list[Judged]] = {}
    for judged in turns:
        turn = judged.turn
        images = _images(turn.placed)
        found.setdefault(next(images) if turn.before else min(images), []).append(judged)
    return list(found.values())


def _images(placed: Tiles) -> Iterator[Pattern]:
    """Return the tiles in all eight ways to look at the board, first as they lie."""
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
