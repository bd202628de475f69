"""Tests that the model of bending plates agrees with the formulas for beams and plates."""

from __future__ import annotations

import numpy as np
import pytest
from shapely.geometry import Point, box

from tests.hardware.bending import Layer, Plate

MODULUS = 3_000.0


def test_a_beam_that_is_held_at_one_end() -> None:
    wide, thick, long = 6.0, 2.0, 40.0
    beam = Plate([Layer(box(0, 0, 42, wide), thick)], box(-1, -1, 0.1, wide + 1), MODULUS, 0.5)
    bent = beam.under(box(long - 0.5, 0, long + 0.5, wide))
    inertia = wide * thick**3 / 12
    assert bent.under == pytest.approx(long**3 / (3 * MODULUS * inertia), rel=0.03)
    middle = beam.at(bent.stress, box(19.5, 2, 20.5, 4))
    assert middle == pytest.approx(long / 2 * thick / 2 / inertia, rel=0.04)


def test_a_round_plate_that_is_held_at_its_edge() -> None:
    radius, thick = 20.0, 1.5
    ring = Point(0, 0).buffer(radius + 3, 64).difference(Point(0, 0).buffer(radius, 64))
    plate = Plate([Layer(Point(0, 0).buffer(radius + 2, 64), thick)], ring, MODULUS, 0.5)
    stiff = MODULUS * thick**3 / (12 * (1 - 0.35**2))
    sunk = plate.under(Point(0, 0).buffer(0.6)).under
    assert sunk == pytest.approx(radius**2 / (16 * np.pi * stiff), rel=0.05)


def test_twice_as_thick_is_eight_times_as_stiff() -> None:
    def sunk(*layers: Layer) -> float:
        return Plate(list(layers), box(-1, -1, 0.1, 6), MODULUS).under(box(18, 0, 20, 5)).under

    thin, thick = (Layer(box(0, 0, 20, 5), height) for height in (1.0, 2.0))
    assert sunk(thin) == pytest.approx(8 * sunk(thick))
    half = Layer(box(0, 0, 10, 5), 2.0)
    assert sunk(thick) < sunk(thin, half) < sunk(thin)
