"""Tests that keys, switches and displays fit into faces and plates, measured on the parts."""

from __future__ import annotations

import pytest
from shapely.affinity import rotate, translate
from shapely.geometry import Point
from shapely.geometry.base import BaseGeometry

from tests.hardware.meshes import (
    bodies,
    holes,
    mesh,
    rectangle,
    round_holes,
    section,
    size,
    thickness,
)
from tests.hardware.stations import FACE, HUB, JOINT, PLATE_AT, POD, STATIONS, Station


def test_the_switches_are_where_they_are_drawn() -> None:
    assert size("switch_out") == HUB.switch_out
    assert size("pod_switch_out") == POD.switch_out
    assert size("pod_soft_pitch") == size("soft_pitch")


@pytest.mark.parametrize("station", STATIONS)
def test_every_cap_slides_in_its_hole(station: Station) -> None:
    openings = holes(station.cut(FACE - 0.3))
    caps = station.caps(size("flange_thick") + 1)
    assert len(caps) == 8
    for cap in caps:
        (hole,) = [opening for opening in openings if opening.contains(cap)]
        assert 0.25 < hole.exterior.distance(cap) < 0.5
        assert hole.exterior.hausdorff_distance(cap.exterior) < 0.8  # it cannot rotate


@pytest.mark.parametrize("station", STATIONS)
def test_holes_are_wider_on_the_bed(station: Station) -> None:
    """The first layer is pressed flat on the bed and spreads into the holes."""
    above, below = (holes(station.cut(height)) for height in (FACE - 0.3, 0.1))
    for cap in station.caps(size("flange_thick") + 1):
        (hole,) = [hole for hole in above if hole.contains(cap)]
        (first,) = [hole for hole in below if hole.contains(cap)]
        assert first.exterior.distance(hole) > 0.25


@pytest.mark.parametrize("station", STATIONS)
def test_holes_of_a_plate_are_wider_on_the_bed(station: Station) -> None:
    """Check the holes for screws, legs and pegs."""
    plate = mesh(f"{station.name}-plate")
    above, below = (holes(section(plate, height)) for height in (0.5, 0.1))
    round_ones = [hole for hole in above if hole.area < 15]
    assert len(round_ones) > 16
    for hole in round_ones:
        (first,) = [first for first in below if first.contains(hole)]
        assert first.exterior.distance(hole) > 0.25


def test_the_light_s_hole_is_wider_on_the_bed() -> None:
    at = Point(size("light_at_0"), size("light_at_1"))
    areas = [
        next(hole.area for hole in holes(HUB.cut(height)) if hole.contains(at))
        for height in (0.1, 1)
    ]
    assert areas[0] > areas[1] + 1


@pytest.mark.parametrize("station", STATIONS)
def test_no_cap_falls_out_and_no_two_touch(station: Station) -> None:
    openings = holes(station.cut(FACE - 0.3))
    feet = station.foot_rings(size("flange_thick") / 2)
    walls = station.cut(FACE + size("flange_thick") / 2)
    for number, foot in enumerate(feet):
        (hole,) = [opening for opening in openings if opening.intersects(foot)]
        assert foot.contains(hole.buffer(0.8))
        assert foot.distance(walls) > 0.3
        assert all(foot.distance(other) > 0.5 for other in feet[number + 1 :])


def _plate_screws(station: Station) -> list[tuple[float, float]]:
    points = round_holes(station.cut(PLATE_AT - 1), size("m3_core"))
    posts = round_holes(station.cut(JOINT - 1), size("m3_core"))
    here = [point for point in points if all(point.distance(post) > 1 for post in posts)]
    return [(-point.x, point.y) for point in here]


@pytest.mark.parametrize("station", STATIONS)
def test_the_plate_s_holes_meet_the_bosses(station: Station) -> None:
    plate = section(mesh(f"{station.name}-plate"), 1)
    passing = round_holes(plate, size("m3_free"))
    bosses = [Point(-x, y) for x, y in _plate_screws(station)]
    assert len(passing) == len(bosses) >= 3
    for hole in passing:
        assert min(hole.distance(boss) for boss in bosses) < 0.05


@pytest.mark.parametrize("station", STATIONS)
def test_the_plate_fits_between_the_walls(station: Station) -> None:
    plate = section(mesh(f"{station.name}-plate"), 1)
    assert plate.distance(station.cut(PLATE_AT + 1)) > 0.2
    upper = section(mesh(f"{station.name}-plate"), size("plate_thick") + 1)
    assert upper.distance(station.cut(PLATE_AT - 1)) > 0.2  # its rims pass the bosses


@pytest.mark.parametrize("station", STATIONS)
def test_the_window_shows_every_pixel(station: Station) -> None:
    (window,) = [hole for hole in holes(station.cut(FACE - 0.01)) if hole.contains(station.active)]
    left, low, right, high = station.active.bounds
    x, y, right_edge, top = window.bounds
    assert min(left - x, right_edge - right) > size("window_slack_0") - 0.1
    assert min(low - y, top - high) > size("window_slack_1") - 0.1
    assert station.board.buffer(-0.2).contains(window)  # only the display is visible


@pytest.mark.parametrize("station", STATIONS)
def test_the_display_s_board_is_held_on_all_sides(station: Station) -> None:
    frame = station.cut(FACE + 1)
    assert station.board.distance(frame) > 0.3
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        assert translate(station.board, x * 0.6, y * 0.6).intersects(frame)


@pytest.mark.parametrize("station", STATIONS)
def test_the_plate_presses_the_display(station: Station) -> None:
    plate = mesh(f"{station.name}-plate")
    pads = section(plate, plate.bounds[1][2] - 0.2)
    assert pads.within(station.board)
    back = FACE + size(f"{station.screen}_glass_thick") + size(f"{station.screen}_board_thick")
    pad = PLATE_AT + size("plate_thick") - plate.bounds[1][2]
    assert pad - back == pytest.approx(size("foam"), abs=0.05)


@pytest.mark.parametrize("station", STATIONS)
def test_the_display_s_pins_may_be_at_any_side(station: Station) -> None:
    """There is room for seven pins of 2.54 mm in the middle of a side, or four on a pod."""
    long = 2.54 * (7 if station is HUB else 4)
    plate = section(mesh(f"{station.name}-plate"), 1)
    left, low, right, high = station.board.bounds
    x, y = station.screen_at
    for at in (left + 1.5, right - 1.5):
        assert not rectangle((2.6, long), (at, y)).intersects(plate)
    for at in (low + 1.5, high - 1.5):
        assert not rectangle((long, 2.6), (x, at)).intersects(plate)


@pytest.mark.parametrize("station", STATIONS)
def test_every_switch_sits_in_its_place(station: Station) -> None:
    plate = mesh(f"{station.name}-plate")
    rims, floor = section(plate, size("plate_thick") + 1), section(plate, 1)
    body = rectangle((size("switch_body_0"), size("switch_body_1")))
    for x, y, turn in station.switches:
        placed = translate(rotate(body, turn, origin=(0, 0)), x, y)
        assert 0.15 < placed.distance(rims) < 0.4
        assert floor.intersection(placed).area > 0.6 * placed.area
        for through in (*_legs(), *_pegs()):
            assert translate(rotate(through, turn, origin=(0, 0)), x, y).distance(floor) > 0.1


@pytest.mark.parametrize("station", STATIONS)
def test_enough_of_every_leg_comes_out_to_be_soldered(station: Station) -> None:
    plate = mesh(f"{station.name}-plate")
    for x, y, _ in station.switches:
        floor = thickness(plate, (x, y))
        assert 1.2 <= floor <= 1.6
        assert size("switch_leg_long") - floor >= 2


def _pegs() -> list[BaseGeometry]:
    return [
        Point(0, side * size("switch_pegs") / 2).buffer(size("switch_peg") / 2) for side in (-1, 1)
    ]


def _legs() -> list[BaseGeometry]:
    apart, between, wide = size("switch_legs_0"), size("switch_legs_1"), size("switch_leg_wide")
    return [
        rectangle((wide, wide), (x * apart / 2, y * between / 2)) for x in (-1, 1) for y in (-1, 1)
    ]


@pytest.mark.parametrize("station", STATIONS)
def test_the_plunger_is_under_its_cap(station: Station) -> None:
    caps = station.caps(size("flange_thick") + 1)
    for x, y, _ in station.switches:
        assert any(cap.contains(Point(x, y).buffer(3.5)) for cap in caps)


def test_the_hood_s_tabs_fit_their_slots() -> None:
    hood = mesh("pod-hood")
    tabs = translate(section(hood, hood.bounds[1][2] - 1), 0, size("pod_screen_y"))
    slots = holes(POD.cut(FACE / 2))
    assert len(bodies(tabs)) == 3
    for tab in bodies(tabs):
        (slot,) = [slot for slot in slots if slot.contains(tab)]
        assert 0.1 < slot.exterior.distance(tab) < 0.2
