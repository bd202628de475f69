"""Tests that the router finds the shortest path and avoids obstacles."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

import numpy as np
import pytest

from hardware.boards.grid import STEP, Cell, Grid, shortest
from hardware.boards.router import _is_blocked


def _grid() -> Grid:
    free = np.ones((2, 40, 40), dtype=bool)
    return Grid((0.0, 0.0), free, free[0].copy())


def _length(path: list[Cell]) -> float:
    return sum(hypot(b[1] - a[1], b[2] - a[2]) for a, b in pairwise(path))


def test_it_leaves_a_tree_where_the_path_is_shortest() -> None:
    """It does not start at the beginning of the tree."""
    tree = {(0, column, 5) for column in range(40)}
    path = shortest(_grid(), tree, {(0, 30, 15), (1, 30, 15)})
    assert path is not None
    assert path[0][2] == 5
    assert _length(path) == pytest.approx(10)
    assert {side for side, _, _ in path} == {0}


def test_it_goes_below_an_obstacle_it_cannot_go_around() -> None:
    grid = _grid()
    wall = 20 * STEP
    grid.block((0,), (wall, 0), (wall, 40 * STEP), 0)
    path = shortest(grid, {(0, 5, 5)}, {(0, 35, 5), (1, 35, 5)})
    assert path is not None
    assert 1 in {side for side, _, _ in path}
    assert all(grid.free[cell] for cell in path)


def test_it_returns_none_if_there_is_no_path() -> None:
    grid = _grid()
    grid.block((0, 1), (20 * STEP, 0), (20 * STEP, 40 * STEP), 0)
    assert shortest(grid, {(0, 5, 5)}, {(0, 35, 5), (1, 35, 5)}) is None


def _wall(length: int) -> Grid:
    """Return a grid whose points below are blocked, as they are along a wall above."""
    wall = _grid()
    wall.free[1] = False
    wall.block((0,), (20 * STEP, 0), (20 * STEP, length * STEP), 0)
    return wall


def test_a_net_goes_around_another_if_that_is_cheaper_than_crossing_it() -> None:
    grid, wall = _grid(), _wall(20)
    grid.charge(wall, 1_000)
    path = shortest(grid, {(0, 5, 5)}, {(0, 35, 5)})
    assert path is not None
    assert all(wall.free[cell] for cell in path)


def test_a_net_crosses_another_that_it_cannot_go_around() -> None:
    grid, wall = _grid(), _wall(40)
    grid.charge(wall, 1_000)
    path = shortest(grid, {(0, 5, 5)}, {(0, 35, 5)})
    assert path is not None
    assert _is_blocked(wall, path)
    assert not _is_blocked(wall.empty(), path)
