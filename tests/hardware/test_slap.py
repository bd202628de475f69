"""Tests that a finger clicks every key, and that a slap breaks neither a switch nor a plate.

A key moves down until its rim meets the face. Its switch has clicked before, and the rest of the
movement bends the plate below. The plate must be stiff enough for the click, and soft enough that
the face, not the switch, takes the force of a slap. The tests use worst cases, measured on the
finished parts.

The stiffness and strength of printed PLA, the force that a switch bears (its data sheet has none)
and the force of a slap are assumptions. Plates bend as thin plates (`bending.py`), held by the
heads of their screws.
"""

from __future__ import annotations

from functools import cache

import pytest
from shapely.affinity import rotate, translate
from shapely.geometry import Point
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from tests.hardware.bending import Bent, Layer, Plate
from tests.hardware.meshes import bodies, mesh, rectangle, round_holes, section, size, surfaces
from tests.hardware.stations import FACE, HUB, JOINT, PLATE_AT, POD, STATIONS, Station
from tests.hardware.test_bases import upright
from tests.hardware.test_stack import PRINT, RATTLE, TRAVEL, stop
from tests.profiles import first

MODULUS = 3_000.0  # MPa, of PLA
STRONG = 80.0  # MPa, the bending strength of a flat PLA print: assumed, not measured
CLICK = 3.24  # N for the stiffer switch of the parts list: 2.55 and a tolerance of 0.69
SLAP = 100.0  # N
SWITCH = 40.0  # N that a switch withstands
HEAD = 5.6  # mm, the diameter of the heads of a plate's screws
KEYS = range(8)


@cache
def plate(station: str) -> Plate:
    solid = mesh(f"{station}-plate")
    thin, full = size("plate_thick"), size("plate_full")
    floor = section(solid, size("bed_step") + 0.2)
    layers = [Layer(floor, thin), Layer(section(solid, (thin + full) / 2), full)]
    screws = [hole.buffer(HEAD / 2) for hole in round_holes(floor, size("m3_free"))]
    return Plate(layers, unary_union(screws), MODULUS, 0.5)


def switch_at(station: Station, key: int) -> BaseGeometry:
    x, y, turn = station.switches[key]
    body = rectangle((size("switch_body_0"), size("switch_body_1")))
    return translate(rotate(body, turn, origin=(0, 0)), x, y)


@cache
def _pressed(name: str, key: int) -> Bent:
    station = HUB if name == "hub" else POD
    return plate(name).under(switch_at(station, key))


def most_bent(station: Station, key: int) -> float:
    """Return how far the plate is bent, at worst, when the key's rim meets the face."""
    return stop(station, key) + PRINT - (TRAVEL - 0.1)


def clicks(station: Station, key: int, softness: float) -> bool:
    """Return whether a key clicks before its rim meets the face.

    `softness` is the bend of the plate below it, in mm per N.
    """
    switch = RATTLE + TRAVEL + size("switch_travel_off")
    return switch + CLICK * softness <= stop(station, key) - PRINT


@pytest.mark.parametrize("key", first(KEYS))
@pytest.mark.parametrize("station", STATIONS)
def test_a_key_clicks_before_it_meets_its_stop(station: Station, key: int) -> None:
    assert clicks(station, key, _pressed(station.name, key).under)


@pytest.mark.parametrize("key", first(KEYS))
@pytest.mark.parametrize("station", STATIONS)
def test_a_slap_harms_neither_switch_nor_plate(station: Station, key: int) -> None:
    bent = _pressed(station.name, key)
    force = most_bent(station, key) / bent.under
    assert force < SWITCH
    assert force * bent.stress.max() < STRONG


@pytest.mark.parametrize("station", STATIONS)
def test_below_every_rim_there_is_face(station: Station) -> None:
    for rim in station.rims():
        assert rim.area > 20
        assert station.cut(0.1).buffer(0.01).contains(rim)


@pytest.mark.parametrize("key", first(KEYS))
@pytest.mark.parametrize("station", STATIONS)
def test_the_face_bears_it(station: Station, key: int) -> None:
    """The face is supported where its wall and its posts rest on the base."""
    face = Plate([Layer(station.cut(FACE - 0.3), FACE)], station.cut(JOINT - 0.5), MODULUS)
    assert face.under(station.rims()[key]).stress.max() * SLAP < STRONG


def _pillars(part: str) -> list[BaseGeometry]:
    """Return the upper ends of a base's pillars, seen from above the plate."""
    if part == "pod-base":
        return [
            rotate(Point(0, size("pod_pillar_out")).buffer(2), -36 - 72 * number, origin=(0, 0))
            for number in range(5)
        ]
    return [*bodies(section(mesh(part), size("base_high") + 0.3))]


@pytest.mark.parametrize("part", ["hub-base-zero", "hub-base-pi"])
def test_every_arm_of_the_hub_has_a_pillar(part: str) -> None:
    """The exception is above the sockets of a full Pi, where there is no room."""
    pillars = _pillars(part)
    end = rectangle((18, 8), (0, size("arm_end") - 4))
    arms = [rotate(end, -72.0 * number, origin=(0, 0)) for number in range(5)]
    below = [[pillar for pillar in pillars if arm.contains(pillar)] for arm in arms]
    assert [bool(found) for found in below] == [part == "hub-base-zero", True, True, True, True]
    assert all(
        SLAP / sum(pillar.area for pillar in found) < STRONG / 4 for found in below if found
    )
    arm = size("base_high") + JOINT - PLATE_AT - size("plate_thick")
    assert arm - float(mesh(part).bounds[1][2]) == pytest.approx(size("pillar_gap"), abs=0.01)


GAPS = {"hub": ("hub-base-zero", "pillar_gap"), "pod": ("pod-base", "pod_pillar_gap")}


@pytest.mark.parametrize("key", first(KEYS[:5]))
@pytest.mark.parametrize("station", STATIONS)
def test_pillars_hold_an_arm_after_its_stop_and_before_it_breaks(
    station: Station, key: int
) -> None:
    part, gap = GAPS[station.name]
    bent = _pressed(station.name, key)
    most = max(plate(station.name).at(bent.sunk, pillar) for pillar in _pillars(part)) / bent.under
    assert most * most_bent(station, key) <= size(gap) - 2 * PRINT
    breaks = STRONG / bent.stress.max() * bent.under
    assert (size(gap) + 2 * PRINT) / most <= breaks


def test_a_pod_s_pillars_end_below_its_plate() -> None:
    for pillar in _pillars("pod-base"):
        top = surfaces(upright("pod-base"), (pillar.centroid.x, pillar.centroid.y))[-1]
        below = JOINT - PLATE_AT - size("plate_thick") - top
        assert below == pytest.approx(size("pod_pillar_gap"), abs=0.02)


def test_a_plate_that_is_too_soft_or_too_stiff_would_be_found() -> None:
    assert not clicks(HUB, 0, 0.25)  # like an earlier thin plate with ribs
    assert most_bent(HUB, 5) / 0.004 > SWITCH  # like earlier soft keys without tongues
