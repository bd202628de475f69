"""Tests that every screw holds before it reaches the bottom of its hole."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
import trimesh
from shapely.geometry import Point

from hardware.render import bom
from tests.hardware.meshes import mesh, round_holes, section, size
from tests.hardware.stations import JOINT, PLATE_AT, STATIONS, Station
from tests.hardware.test_bases import BASES, PICO, Base

HOLDS = 1.4  # how deep a screw must reach into plastic, in diameters
SPARE = 0.3  # mm between its tip and the bottom of the hole


@dataclass(frozen=True)
class Screw:
    thick: float
    long: float

    def holds(self, clamped: float, deep: float) -> bool:
        """Return whether it reaches deep enough beyond the clamped part, but not too deep."""
        return HOLDS * self.thick <= self.long - clamped <= deep - SPARE


def _bought(name: str) -> Screw:
    """Return a screw of the parts list, with the sizes in its name."""
    (part,) = [part for part in bom.parts() if re.match(rf"Screw {name}\b", part.name)]
    thick, long = re.findall(r"[\d.]+", part.name)[:2]
    return Screw(float(thick), float(long))


BOARD_SCREWS = {"m25_core": _bought(r"M2\.5 x \d+"), "m2_core": _bought(r"M2 x \d+")}
PLATE_SCREW = _bought(r"M3 x \d+ pan head")
BASE_SCREW = _bought(r"M3 x \d+ countersunk")
# A countersunk head goes into its cone to where the cone is as wide as the head.
CLAMPED = 4 + (size("m3_sunk_head") - size("m3_free")) / 2


def _depth(solid: trimesh.Trimesh, at: Point, top: float) -> float:
    """Return the distance from the height `top` to the bottom of the hole below it."""
    start = [[at.x, at.y, top + 0.01]]
    hits, _, _ = solid.ray.intersects_location(start, [[0, 0, -1.0]], multiple_hits=True)
    return top - max(float(hit[2]) for hit in hits)


@pytest.mark.parametrize("base", BASES)
def test_the_boards_screws_hold(base: Base) -> None:
    top = size("floor_thick") + size("standoff")
    bosses = round_holes(section(mesh(base.part), top - 0.5), size(base.core))
    assert len(bosses) == 4
    board = size("pico_thick") if base is PICO else size("board_thick")
    for boss in bosses:
        assert BOARD_SCREWS[base.core].holds(board, _depth(mesh(base.part), boss, top))


@pytest.mark.parametrize("station", STATIONS)
def test_the_plate_s_screws_hold(station: Station) -> None:
    posts = round_holes(section(station.face, JOINT - 1), size("m3_core"))
    every = round_holes(section(station.face, PLATE_AT - 1), size("m3_core"))
    bosses = [at for at in every if all(at.distance(post) > 1 for post in posts)]
    assert len(bosses) >= 3
    for boss in bosses:
        deep = _depth(station.face, boss, PLATE_AT)
        assert PLATE_SCREW.holds(size("plate_thick"), deep)


@pytest.mark.parametrize("station", STATIONS)
def test_the_base_s_screws_hold(station: Station) -> None:
    posts = round_holes(section(station.face, JOINT - 1), size("m3_core"))
    assert len(posts) >= 4
    for post in posts:
        assert BASE_SCREW.holds(CLAMPED, _depth(station.face, post, JOINT))


@pytest.mark.parametrize(
    ("core", "hole", "head"),
    [
        ("m25_core", "pi_hole", "m25_head"),
        ("m2_core", "pico_hole", "m2_head"),
        ("m3_core", "m3_free", "m3_sunk_head"),
    ],
)
def test_threads_pass_what_is_clamped_and_heads_do_not(core: str, hole: str, head: str) -> None:
    thick = BOARD_SCREWS[core].thick if core in BOARD_SCREWS else PLATE_SCREW.thick
    assert size(core) < thick < size(hole) < size(head) - 1


def test_screws_of_other_lengths_would_be_found() -> None:
    assert not Screw(2.5, 6).holds(size("board_thick"), 4)  # reaches the bottom
    assert not Screw(2, 6).holds(size("pico_thick"), 4)
    assert not Screw(2.5, 4).holds(size("board_thick"), 4)  # hardly enters the hole
