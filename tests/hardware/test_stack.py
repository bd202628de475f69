"""From the plate to the cap: switches and prints differ, and every key rests and comes down.

Worst cases, measured on the finished parts. A builder lays a shim under a cap so that it does not
rattle; a key that is pushed further than its switch goes meets the face with its rim.
"""

from __future__ import annotations

import numpy as np
import pytest
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from tests.hardware.meshes import bodies, holes, mesh, section, size, surfaces, thickness
from tests.hardware.stations import LIDS, STATIONS, Station

PRINT = 0.1  # mm that a printed height may differ: half a layer
RATTLE = 0.2  # mm from cap to plunger: less than that, and the thinnest shim is too thick
DISPLAY = 0.25  # mm that a display's thickness may differ: planned with, as it is not in a drawing
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
    keys, y = mesh("soft-keys"), size("soft_y")
    foot = thickness(keys, (size("soft_size_0") / 2 + size("flange") / 2, y))
    assert surfaces(keys, (0, y))[0] == pytest.approx(foot, abs=0.01)


def stop(station: Station, key: int) -> float:
    """How far a key goes down until its rim, or that of its lid, meets the face."""
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
    """The peg ends before the bottom of the lid's hollow, and has room around it."""
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
