"""A finite-element model of a bending plate, divided into small squares.

The elements are those of Adini, Clough and Melosh: each corner has a deflection and two slopes,
with a polynomial between them. `test_bending.py` compares the model with formulas.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from scipy.sparse import coo_matrix
from scipy.sparse.linalg import splu
from shapely.geometry.base import BaseGeometry

CORNERS = np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
POWERS = np.array([(i, j) for i in range(4) for j in range(4) if i + j < 4] + [(3, 1), (1, 3)])


@dataclass(frozen=True)
class Layer:
    """The area of a plate that has this thickness, measured from its lower side."""

    shape: BaseGeometry
    thick: float


@dataclass(frozen=True)
class Bent:
    """The effect of a force of 1 N."""

    sunk: np.ndarray  # the deflection of each cell, in mm
    stress: np.ndarray  # the stress at the surface of each cell, in MPa
    under: float  # the average deflection below the force, in mm


class Plate:
    def __init__(
        self, layers: list[Layer], held: BaseGeometry, modulus: float, step: float = 1.0
    ) -> None:
        self.step, self._modulus, self._held = step, modulus, held
        left, low, right, high = layers[0].shape.bounds
        x, y = (np.arange(a + step / 2, b, step) for a, b in ((left, right), (low, high)))
        places = np.array([(a, b) for a in x for b in y])
        thick = np.zeros(len(places))
        for layer in layers:
            inside = shapely.contains_xy(layer.shape, places)
            thick[inside] = np.maximum(thick[inside], layer.thick)
        self.cells, self._thick = places[thick > 0], thick[thick > 0]

    def under(self, force: BaseGeometry) -> Bent:
        """Return the effect of a force of 1 N that is spread over a shape."""
        below = shapely.contains_xy(force, self.cells)
        load = np.zeros(self._count)
        np.add.at(load, 3 * self._nodes[below], 1 / (4 * below.sum()))
        moved = np.zeros(self._count)
        moved[self._free] = self._solver.solve(load[self._free])
        sunk = moved[3 * self._nodes].mean(axis=1)
        return Bent(sunk, self._stress(moved), float(sunk[below].mean()))

    def at(self, values: np.ndarray, shape: BaseGeometry) -> float:
        """Return the largest value within a shape."""
        return float(values[shapely.contains_xy(shape, self.cells)].max())

    @cached_property
    def _numbered(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the corners of all cells, and the numbers of each cell's corners."""
        corners = self.cells[:, None] + (CORNERS - 0.5) * self.step
        grid = np.round(corners / self.step * 4).astype(int).reshape(-1, 2)
        _, first, nodes = np.unique(grid, axis=0, return_index=True, return_inverse=True)
        return corners.reshape(-1, 2)[first], nodes.reshape(-1, 4)

    @property
    def _nodes(self) -> np.ndarray:
        return self._numbered[1]

    @property
    def _count(self) -> int:
        return 3 * len(self._numbered[0])

    @cached_property
    def _free(self) -> np.ndarray:
        held = shapely.contains_xy(self._held, self._numbered[0])
        return np.flatnonzero(~np.repeat(held, 3))

    @cached_property
    def _solver(self) -> splu:
        """The factorized stiffness matrix of all nodes that are not held."""
        one = self._element()
        degrees = (3 * self._nodes[:, :, None] + np.arange(3)).reshape(-1, 12)
        rows, columns = np.repeat(degrees, 12, axis=1), np.tile(degrees, 12)
        values = self._thick[:, None] ** 3 * one.reshape(1, -1)
        whole = coo_matrix((values.ravel(), (rows.ravel(), columns.ravel())), [self._count] * 2)
        return splu(whole.tocsc()[self._free][:, self._free].tocsc())

    @property
    def _rigidity(self) -> np.ndarray:
        """The matrix from curvatures to moments, for a thickness of 1 mm."""
        poisson = 0.35
        matrix = np.array([(1, poisson, 0), (poisson, 1, 0), (0, 0, (1 - poisson) / 2)])
        return self._modulus / (12 * (1 - poisson**2)) * matrix

    @cached_property
    def _shapes(self) -> np.ndarray:
        """The polynomial's coefficients for each of the twelve values at the corners."""
        rows = [
            row
            for x, y in CORNERS * self.step
            for row in (_terms(x, y), _terms(x, y, (1, 0)), _terms(x, y, (0, 1)))
        ]
        return np.linalg.inv(np.array(rows))

    def _curved(self, x: float, y: float) -> np.ndarray:
        ways = np.array([_terms(x, y, (2, 0)), _terms(x, y, (0, 2)), 2 * _terms(x, y, (1, 1))])
        return np.asarray(-ways @ self._shapes)

    def _element(self) -> np.ndarray:
        points, weights = np.polynomial.legendre.leggauss(3)
        points, weights = (points + 1) / 2 * self.step, weights / 2 * self.step
        total = np.zeros((12, 12))
        for x, along in zip(points, weights, strict=True):
            for y, across in zip(points, weights, strict=True):
                curved = self._curved(x, y)
                total += along * across * curved.T @ self._rigidity @ curved
        return total

    def _stress(self, moved: np.ndarray) -> np.ndarray:
        degrees = (3 * self._nodes[:, :, None] + np.arange(3)).reshape(-1, 12)
        middle = self._rigidity @ self._curved(self.step / 2, self.step / 2)
        x, y, twist = 6 * self._thick * (moved[degrees] @ middle.T).T
        return np.asarray(np.sqrt(x**2 - x * y + y**2 + 3 * twist**2))


def _terms(x: float, y: float, by: tuple[int, int] = (0, 0)) -> np.ndarray:
    """Return all terms of the polynomial at a point, differentiated `by` x and y times."""
    return np.array([_power(x, i, by[0]) * _power(y, j, by[1]) for i, j in POWERS])


def _power(value: float, power: int, times: int) -> float:
    factor = 1.0
    for _ in range(times):
        factor *= power
        power -= 1
    return factor * value ** max(power, 0) if factor else 0.0
