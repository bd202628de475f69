"""From the plate to the cap: switches and prints differ, and a key clicks, and bears a slap.

Worst cases, measured on the finished parts. A builder lays a shim under a cap so that it does not
rattle; a petal that is pushed further than its switch goes meets the face with its rim.
"""

from __future__ import annotations

import numpy as np
import pytest
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from tests.hardware.meshes import mesh, section, size, surfaces, thickness
from tests.hardware.stations import HUB, STATIONS, Station

PRINT = 0.1  # mm that a printed height may differ: half a layer
RATTLE = 0.2  # mm from cap to plunger: less than that, and the thinnest shim is too thick
MODULUS, STRONG = 3_000.0, 55.0  # MPa: PLA's, and what a good print of it bears
DISPLAY = 0.25  # mm that a display's thickness may differ: planned with, as it is not in a drawing
SLAPPED = 40.0  # N that a switch may get: planned with, its data sheet names none
OFF, TRAVEL = size("switch_height_off"), size("switch_travel")
SHIMS = sorted({round(float(shim.bounds[1][2]), 2) for shim in mesh("shims").split()})


def _at(shape: BaseGeometry) -> tuple[float, float]:
    point = shape.representative_point()
    return point.x, point.y


def _face(station: Station) -> float:
    return thickness(station.face, (5.0, station.soft_y + 7))


def _plate(station: Station) -> float:
    """How far from the outside the bosses hold the plate."""
    boss = (2.4, 0) if station.name == "pod" else (2.4, -size("plate_out"))
    return thickness(station.face, boss)


def _levels(station: Station) -> tuple[float, float, float]:
    """Of a petal, from its top: its rim's lower side, where its foot begins, and its pocket."""
    petals = mesh(f"{station.name}-petals")
    rim, body, end = (section(petals, height) for height in (1.5, 4, petals.bounds[1][2] - 0.5))
    return (
        surfaces(petals, _at(rim.difference(body)))[1],
        thickness(petals, _at(body.difference(end.buffer(2).buffer(-2)))),
        thickness(petals, (0, station.switch_out)),
    )


def _gap(station: Station) -> float:
    """Between a petal and the plunger, without a shim, when all sizes are as they should be."""
    _, foot, pocket = _levels(station)
    return _plate(station) - _face(station) + foot - pocket - size("switch_height")


def _left(gap: float) -> float:
    """What is left of a gap after the best shim."""
    return min(gap - shim for shim in [0, *SHIMS] if shim <= gap)


@pytest.mark.parametrize("station", STATIONS)
def test_no_switch_is_too_high_to_rest_or_too_low_to_click(station: Station) -> None:
    off = OFF + 2 * PRINT  # the plate's bosses and the petal
    gaps = np.arange(_gap(station) - off, _gap(station) + off + 0.01, 0.05)
    assert gaps[0] >= -0.001
    assert max(_left(max(0, gap)) for gap in gaps) <= RATTLE + 0.001


def test_soft_keys_have_the_same_room() -> None:
    keys = mesh("soft-keys")
    foot = section(keys, 1).difference(section(keys, 2))
    pocket = surfaces(keys, (0, size("soft_y")))[0]
    assert pocket == pytest.approx(thickness(keys, _at(foot)), abs=0.01)


@pytest.mark.parametrize("station", STATIONS)
def test_a_petal_clicks_before_it_meets_its_stop(station: Station) -> None:
    rim, foot, _ = _levels(station)
    stop = foot - rim - _face(station)
    assert stop - PRINT >= RATTLE + TRAVEL + size("switch_travel_off")
    assert stop <= 1  # and a finger feels no edge


@pytest.mark.parametrize("station", STATIONS)
def test_a_slap_ends_on_the_face(station: Station) -> None:
    """All around a petal there is face below its rim."""
    petals = station.petals
    rim = section(petals, petals.bounds[1][2] - 1.2)
    hole = section(petals, size("flange_thick") + 1).buffer(size("key_gap") + size("bed_step"))
    below = rim.difference(hole).buffer(-0.05)
    assert below.area > 150
    assert station.cut(0.1).buffer(0.01).contains(below)


def test_an_arm_bends_until_then_and_does_not_break() -> None:
    """The switch is at the end of a beam that is held where the plate's ring begins."""
    rim, foot, _ = _levels(HUB)
    bends = foot - rim - size("face_thick") + PRINT - (TRAVEL - 0.1)
    long = size("switch_out") - 44
    inertia, edge = _beam(52)
    force = bends * 3 * MODULUS * inertia / long**3
    assert force < SLAPPED
    assert force * long * edge / inertia < STRONG


def _beam(y: float) -> tuple[float, float]:
    """Of the upper arm, cut across: its second moment, and how far its edge is from its axis."""
    plate = mesh("hub-plate")
    step = 0.1
    heights = np.arange(step / 2, float(plate.bounds[1][2]), step)
    line = LineString([(-12, y), (12, y)])
    widths = np.array([section(plate, height).intersection(line).length for height in heights])
    axis = (widths * heights).sum() / widths.sum()
    inertia = float((widths * (heights - axis) ** 2).sum() * step)
    top = float(heights[widths > 0].max())
    return inertia, max(top - axis, axis)


@pytest.mark.parametrize("station", STATIONS)
def test_foam_presses_a_display_that_is_thicker_or_thinner(station: Station) -> None:
    """Tape of 2 mm; a third of that is as far as it goes."""
    plate = mesh(f"{station.name}-plate")
    back = size(f"{station.screen}_glass_thick") + size(f"{station.screen}_board_thick")
    pads = _plate(station) + size("plate_thick") - float(plate.bounds[1][2])
    foam = pads - _face(station) - back
    off = DISPLAY + 2 * PRINT
    assert foam + off < 2
    assert foam - off > 2 / 3


def test_another_height_of_the_bosses_would_be_found() -> None:
    assert _left(0.35) == pytest.approx(0.15)
    assert _left(size("key_play") + 1) > RATTLE
