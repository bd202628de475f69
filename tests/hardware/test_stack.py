"""Tests of the stack from the plate to the cap: every key must rest and click despite tolerances.

The tests use worst cases, measured on the finished parts. A shim under a cap keeps it from
rattling. If a key is pushed further than its switch goes, its rim stops on the face.
"""

from __future__ import annotations

import numpy as np
import pytest
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from tests.hardware.meshes import bodies, holes, mesh, section, size, surfaces, thickness
from tests.hardware.stations import LIDS, STATIONS, Station

PRINT = 0.1  # mm, the tolerance of a printed height: half a layer
RATTLE = 0.2  # mm from cap to plunger; with less, even the thinnest shim is too thick
DISPLAY = 0.25  # mm, the assumed tolerance of a display's thickness, which no drawing has
OFF, TRAVEL = size("switch_height_off"), size("switch_travel")
SHIMS = sorted({round(float(shim.bounds[1][2]), 2) for shim in mesh("shims").split()})


def _at(shape: BaseGeometry) -> tuple[float, float]:
    """Return a point in the largest piece of a shape."""
    point = max(bodies(shape), key=lambda piece: piece.area).representative_point()
    return point.x, point.y


def _face(station: Station) -> float:
    return thickness(station.face, (5.0, station.soft_y + 7))


def _plate(station: Station) -> float:
    """Return the distance from the outside to the bosses' ends, which hold the plate."""
    boss = (2.4, 0) if station.name == "pod" else (2.4, -size("plate_out"))
    return thickness(station.face, boss)


def _levels(station: Station) -> tuple[float, float, float]:
    """Return the depths, from a petal's top, of its rim's lower side, its foot and its pocket."""
    petals = mesh(f"{station.name}-petals")
    rim, body, end = (section(petals, height) for height in (1.5, 4, petals.bounds[1][2] - 0.5))
    return (
        surfaces(petals, _at(rim.difference(body)))[1],
        thickness(petals, _at(body.difference(end.buffer(2).buffer(-2)))),
        thickness(petals, (0, station.switch_out)),
    )


def _gap(station: Station) -> float:
    """Return the gap between a petal and the plunger without a shim, at nominal sizes."""
    _, foot, pocket = _levels(station)
    return _plate(station) - _face(station) + foot - pocket - size("switch_height")


def _left(gap: float) -> float:
    """Return what the best shim leaves of a gap."""
    return min(gap - shim for shim in [0, *SHIMS] if shim <= gap)


@pytest.mark.parametrize("station", STATIONS)
def test_no_switch_is_too_high_to_rest_or_too_low_to_click(station: Station) -> None:
    off = OFF + 2 * PRINT  # the plate's bosses and the petal
    gaps = np.arange(_gap(station) - off, _gap(station) + off + 0.01, 0.05)
    assert gaps[0] >= -0.001
    assert max(_left(max(0, gap)) for gap in gaps) <= RATTLE + 0.001


def test_soft_keys_have_the_same_room() -> None:
    keys, y = mesh("soft-keys"), size("soft_y")
    foot = thickness(keys, (size("soft_size_0") / 2 + size("flange") / 2, y))
    assert surfaces(keys, (0, y))[0] == pytest.approx(foot, abs=0.01)


def stop(station: Station, key: int) -> float:
    """Return how far a key moves until its rim, or that of its lid, meets the face."""
    if key < 5:
        rim, foot, _ = _levels(station)
        return foot - rim - _face(station)
    caps = mesh("soft-keys")
    x, y = station.switches[key][0], size("soft_y")
    shoulder = surfaces(caps, (x + size("soft_size_0") / 2 - size("foot_step") / 2, y))[1]
    foot = surfaces(caps, (x + size("soft_size_0") / 2 + size("flange") / 2, y))[1]
    return shoulder - foot - _face(station)


@pytest.mark.parametrize("station", STATIONS)
def test_a_finger_feels_no_edge_where_a_key_stops(station: Station) -> None:
    assert all(0.9 < stop(station, key) <= 1.1 + 0.001 for key in range(8))


def test_lids_of_soft_keys_lie_on_their_shoulders() -> None:
    """The peg does not reach the bottom of the lid's hollow, and has room around it."""
    keys, y = mesh("soft-keys"), size("soft_y")
    shoulder = size("flange_thick") + size("face_thick") + size("stop_gap")
    pegs = bodies(section(keys, shoulder + 0.2))
    hollows = holes(section(keys, size("rim_thick") - 0.2))
    assert len(pegs) == 3
    for peg in pegs:
        above = translate(peg, 0, LIDS)
        (hollow,) = [hollow for hollow in hollows if hollow.contains(above)]
        assert 0.1 < hollow.exterior.distance(above) < 0.2
        x = peg.centroid.x
        hollow_deep = size("rim_thick") - thickness(keys, (x, y + LIDS))
        assert hollow_deep > surfaces(keys, (x, y))[-1] - shoulder + 0.05


@pytest.mark.parametrize("station", STATIONS)
def test_foam_presses_a_display_that_is_thicker_or_thinner(station: Station) -> None:
    """The tape is 2 mm thick and can be compressed to a third of that."""
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
