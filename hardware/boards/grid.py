"""A routing grid with both sides of a board, and the search for the shortest path on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heappop, heappush
from math import hypot

import numpy as np
import shapely
from numpy.typing import NDArray

from hardware.boards.board import Board
from hardware.boards.outline import Point, polygon

STEP = 0.635  # a quarter of the pitch of headers: a track fits between two pins
CLEARANCE = 0.3  # more than the rules require: between two grid points a track can come closer
TO_EDGE = 0.9
VIA_COSTS = 12.0
TURN_COSTS = 0.3
Cell = tuple[int, int, int]  # side, column, row
MOVES = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


@dataclass
class Grid:
    low: Point
    free: NDArray[np.bool_]  # by side, column and row
    via: NDArray[np.bool_]  # where a via is allowed, by column and row
    step: float = STEP
    extra: NDArray[np.float64] = field(init=False)  # cost of a point, by side, column and row
    via_extra: NDArray[np.float64] = field(init=False)  # cost of a via, by column and row

    def __post_init__(self) -> None:
        self.extra, self.via_extra = np.zeros(self.free.shape), np.zeros(self.via.shape)

    @classmethod
    def around(cls, board: Board) -> Grid:
        """Return a grid on which all points of the board are free, except near its edge."""
        outer, *holes = (polygon(contour) for contour in board.contours)
        inside = shapely.Polygon(outer, holes).buffer(-TO_EDGE)
        low_x, low_y, high_x, high_y = (STEP * round(side / STEP) for side in inside.bounds)
        columns, rows = int((high_x - low_x) / STEP) + 1, int((high_y - low_y) / STEP) + 1
        x = low_x + STEP * np.arange(columns)[:, None]
        y = low_y + STEP * np.arange(rows)[None, :]
        free = shapely.contains_xy(inside, *np.broadcast_arrays(x, y))
        return cls((low_x, low_y), np.stack([free, free]), free.copy())

    def empty(self) -> Grid:
        """Return a grid of the same size on which all points are free."""
        free, via = np.ones_like(self.free), np.ones_like(self.via)
        return Grid(self.low, free, via, self.step)

    def charge(self, other: Grid, cost: float) -> None:
        """Make the points more expensive that are blocked on `other`."""
        self.extra += cost * ~other.free
        self.via_extra += cost * ~other.via

    def point(self, cell: Cell) -> Point:
        return self.low[0] + self.step * cell[1], self.low[1] + self.step * cell[2]

    def both_sides(self, at: Point) -> set[Cell]:
        """Return the cells on both sides that are closest to the middle of a pad."""
        column, row = (round((at[i] - self.low[i]) / self.step) for i in (0, 1))
        return {(0, column, row), (1, column, row)}

    def block(self, sides: tuple[int, ...], start: Point, end: Point, half: float) -> None:
        """Block all points closer than `half` plus the clearance to a line of copper or a hole."""
        window, near = self._near(start, end, half + CLEARANCE)
        for side in sides:
            self.free[side][window] &= ~near

    def no_via(self, start: Point, end: Point, half: float) -> None:
        window, near = self._near(start, end, half + CLEARANCE)
        self.via[window] &= ~near

    def _near(
        self, start: Point, end: Point, far: float
    ) -> tuple[tuple[slice, slice], NDArray[np.bool_]]:
        """Return a window around a line, and which of its points are closer to it than `far`."""
        columns, rows = (self._span(start[i], end[i], far, i) for i in (0, 1))
        x = self.low[0] + self.step * np.arange(columns.start, columns.stop)[:, None] - start[0]
        y = self.low[1] + self.step * np.arange(rows.start, rows.stop)[None, :] - start[1]
        along_x, along_y = end[0] - start[0], end[1] - start[1]
        length = max(along_x**2 + along_y**2, 1e-9)
        share = np.clip((x * along_x + y * along_y) / length, 0, 1)
        distance = np.hypot(x - share * along_x, y - share * along_y)
        return (columns, rows), np.asarray(distance < far)

    def _span(self, start: float, end: float, far: float, axis: int) -> slice:
        first = (min(start, end) - far - self.low[axis]) / self.step
        last = (max(start, end) + far - self.low[axis]) / self.step
        most = self.free.shape[axis + 1]
        return slice(min(max(int(first), 0), most), min(max(int(last) + 2, 0), most))


def shortest(grid: Grid, starts: set[Cell], goals: set[Cell]) -> list[Cell] | None:
    """Return the cheapest path from `starts` to `goals`, or None.

    This is A* with straight and diagonal steps and vias; turns cost extra.
    """
    _, goal_x, goal_y = next(iter(goals))

    def left(cell: Cell) -> float:
        x, y = abs(cell[1] - goal_x), abs(cell[2] - goal_y)
        return max(x, y) + 0.414 * min(x, y)

    best = dict.fromkeys(starts, 0.0)
    came: dict[Cell, Cell] = {}
    queue = sorted((left(cell), cell) for cell in starts)
    done: set[Cell] = set()
    while queue:
        _, cell = heappop(queue)
        if cell in goals:
            return _back(came, cell)
        if cell in done:
            continue
        done.add(cell)
        for after, cost in _steps(grid, cell, came.get(cell), goals):
            total = best[cell] + cost
            if total < best.get(after, float("inf")):
                best[after], came[after] = total, cell
                heappush(queue, (total + left(after), after))
    return None


def _steps(
    grid: Grid, cell: Cell, before: Cell | None, goals: set[Cell]
) -> list[tuple[Cell, float]]:
    side, column, row = cell
    found: list[tuple[Cell, float]] = []
    for x, y in MOVES:
        after = (side, column + x, row + y)
        if after in goals or _is_free(grid, after):
            straight = before is None or (column - before[1], row - before[2]) == (x, y)
            cost = hypot(x, y) + (0 if straight else TURN_COSTS)
            found.append((after, cost + float(grid.extra[after])))
    if grid.via[column, row]:
        found.append(((1 - side, column, row), VIA_COSTS + float(grid.via_extra[column, row])))
    return found


def _is_free(grid: Grid, cell: Cell) -> bool:
    side, column, row = cell
    _, columns, rows = grid.free.shape
    return 0 <= column < columns and 0 <= row < rows and bool(grid.free[side, column, row])


def _back(came: dict[Cell, Cell], cell: Cell) -> list[Cell]:
    path = [cell]
    while path[-1] in came:
        path.append(came[path[-1]])
    return path[::-1]
