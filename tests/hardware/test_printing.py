"""Tests that every part is watertight, fits the print bed and prints without supports."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
import trimesh
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from hardware.render.enclosure import PARTS
from tests.hardware.meshes import mesh, section, together

BED = 180.0
SKIRT = 3.5  # mm around a part, for the skirt's distance and its line
STEEPEST = 46.0  # degrees from the vertical: 45, and 1 for rounding
LEDGE = 1.0  # mm that can protrude unsupported
BRIDGE = 10.0  # the longest bridge, in mm
BODIES = {"soft-keys": 6, "shims": 48, "coupon": 5, "pod-plate": 2} | {
    f"{station}-petal{what}": 5 for station in ("hub", "pod") for what in ("s", "-feet")
}


@pytest.mark.parametrize("part", PARTS)
def test_watertight(part: str) -> None:
    solid = mesh(part)
    assert solid.is_watertight
    assert solid.is_winding_consistent
    assert solid.volume > 0
    assert solid.body_count == BODIES.get(part, 1)


@pytest.mark.parametrize("part", PARTS)
def test_it_lies_on_the_bed_and_fits_it(part: str) -> None:
    low, high = mesh(part).bounds
    assert low[2] == pytest.approx(0, abs=1e-3)
    assert (high - low < BED - 2 * SKIRT).all()
    assert section(mesh(part), 0.1).area > 20  # enough to stick to the bed


@pytest.mark.parametrize("part", PARTS)
def test_it_prints_without_supports(part: str) -> None:
    assert [at for region in _overhangs(mesh(part)) for at in _unsupported(*region)] == []


def test_an_overhang_would_be_found() -> None:
    table = together(
        trimesh.creation.box(bounds=[[0, 0, 0], [5, 5, 20]]),
        trimesh.creation.box(bounds=[[0, 0, 20], [40, 5, 23]]),
    )
    assert [at for region in _overhangs(table) for at in _unsupported(*region)]


def test_a_bridge_is_not_an_overhang() -> None:
    legs = [trimesh.creation.box(bounds=[[x, 0, 0], [x + 5, 5, 20]]) for x in (0, 14)]
    deck = trimesh.creation.box(bounds=[[0, 0, 20], [19, 5, 23]])
    bridge = together(*legs, deck)
    assert [at for region in _overhangs(bridge) for at in _unsupported(*region)] == []


def _overhangs(solid: trimesh.Trimesh) -> Iterator[tuple[BaseGeometry, BaseGeometry]]:
    """Yield the surfaces that overhang too much, each with the cross-section just below it."""
    flat = -np.sin(np.radians(STEEPEST))
    above_bed = solid.triangles_center[:, 2] > 0.05
    # Rounding makes triangles without an area, which have no direction.
    wrong = (solid.face_normals[:, 2] < flat) & above_bed & (solid.area_faces > 1e-6)
    chosen = np.flatnonzero(wrong)
    pairs = solid.face_adjacency[np.isin(solid.face_adjacency, chosen).all(axis=1)]
    for faces in trimesh.graph.connected_components(pairs, nodes=chosen, min_len=1):
        triangles = solid.triangles[faces]
        shapes = [Polygon(triangle[:, :2]) for triangle in triangles]
        region = unary_union([shape.buffer(1e-4) for shape in shapes])
        yield region, section(solid, float(triangles[:, :, 2].min()) - 0.15)


def _unsupported(region: BaseGeometry, below: BaseGeometry) -> list[tuple[float, float]]:
    rest = region.difference(below.buffer(LEDGE))
    if rest.area < 0.05:
        return []
    left, low, right, high = rest.bounds
    grid = [(x, y) for x in np.arange(left, right, 0.7) for y in np.arange(low, high, 0.7)]
    points = [at for at in grid if rest.contains(Point(at))] or [
        (rest.representative_point().x, rest.representative_point().y)
    ]
    return [at for at in points if not _bridged(at, below)]


def _bridged(at: tuple[float, float], below: BaseGeometry) -> bool:
    """Return whether a short bridge can cross the point in some direction."""
    for angle in np.radians(np.arange(0, 180, 15)):
        way = np.array([np.cos(angle), np.sin(angle)])
        shores = [_shore(np.array(at), side * way, below) for side in (-1, 1)]
        if sum(shores) <= BRIDGE:
            return True
    return False


def _shore(at: np.ndarray, way: np.ndarray, below: BaseGeometry) -> float:
    ray = LineString([at, at + way * (BRIDGE + 1)])
    return float(Point(at).distance(ray.intersection(below))) if ray.intersects(below) else np.inf
