"""Tests that the test coupon has a key's hole, a switch's seat and bosses like the real parts."""

from __future__ import annotations

import pytest
from shapely.affinity import translate
from shapely.geometry import Point, Polygon

from hardware.slice import results
from tests.hardware.meshes import bodies, holes, mesh, rectangle, round_holes, section, size
from tests.hardware.stations import FACE, PLATE_AT

COUPON = mesh("coupon")
PLATE = (0.0, 15.0)  # the position of its piece of a plate


def _face(height: float) -> Polygon:
    (piece,) = [body for body in bodies(section(COUPON, height)) if abs(body.centroid.y) < 3]
    return piece


def test_its_key_slides_in_its_hole_as_in_a_face() -> None:
    pieces = bodies(section(COUPON, size("flange_thick") + 1))
    (key,) = [piece for piece in pieces if piece.centroid.x < -5]
    moved = translate(key, -key.centroid.x, -key.centroid.y)
    (hole,) = [hole for hole in holes(_face(FACE - 0.3)) if hole.contains(moved)]
    assert 0.25 < hole.exterior.distance(moved) < 0.5


def test_its_seat_takes_a_switch() -> None:
    body = rectangle((size("switch_body_0"), size("switch_body_1")), PLATE)
    bars = section(COUPON, size("plate_thick") + 1)
    assert 0.15 < body.distance(bars) < 0.4
    floor = section(COUPON, size("plate_thick") / 2)
    for x in (-1, 1):
        leg = (PLATE[0] + x * size("switch_legs_0") / 2, PLATE[1] + size("switch_legs_1") / 2)
        assert rectangle((size("switch_leg_wide"),) * 2, leg).distance(floor) > 0.1
        peg = Point(PLATE[0], PLATE[1] + x * size("switch_pegs") / 2)
        assert 0.1 < peg.buffer(size("switch_peg") / 2).distance(floor) < 0.3


def test_its_pieces_are_screwed_together_at_the_height_of_a_key() -> None:
    bosses = round_holes(section(COUPON, PLATE_AT - 1), size("m3_core"))
    passing = round_holes(section(COUPON, size("plate_thick") / 2), size("m3_free"))
    assert len(bosses) == len(passing) == 2
    for boss in bosses:
        above = [hole for hole in passing if abs(hole.x - boss.x) < 0.05]
        assert above[0].y - boss.y == pytest.approx(PLATE[1], abs=0.05)
    assert COUPON.bounds[1][2] == pytest.approx(PLATE_AT)


def test_its_post_is_a_pi_s() -> None:
    assert len(round_holes(section(COUPON, FACE + 1), size("m25_core"))) == 1


def test_it_is_printed_in_twenty_minutes() -> None:
    assert results()["coupon"].minutes <= 20
