"""Load the rendered parts, cut them and measure them."""

from __future__ import annotations

from functools import cache

import numpy as np
import trimesh
from shapely.affinity import scale, translate
from shapely.geometry import Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from hardware.render.enclosure import STL
from hardware.render.sizes import values


@cache
def mesh(part: str) -> trimesh.Trimesh:
    loaded = trimesh.load_mesh(STL / f"{part}.stl")
    assert isinstance(loaded, trimesh.Trimesh)
    return loaded


def together(*solids: trimesh.Trimesh) -> trimesh.Trimesh:
    joined = trimesh.util.concatenate(solids)
    assert isinstance(joined, trimesh.Trimesh)
    return joined


@cache
def sizes() -> dict[str, float]:
    """Return all numbers set in the drawings; those of pairs are NAME_0 and NAME_1."""
    found: dict[str, float] = {}
    for name, value in values().items():
        if isinstance(value, list):
            found |= {f"{name}_{number}": item for number, item in enumerate(value)}
        else:
            found[name] = value
    return found


def size(name: str) -> float:
    return sizes()[name]


def section(solid: trimesh.Trimesh, height: float) -> BaseGeometry:
    """Return the cross-section of a solid at a height, seen from above."""
    cut = solid.section(plane_origin=[0, 0, height], plane_normal=[0, 0, 1])
    if cut is None:
        return Polygon()
    lower = np.eye(4)
    lower[2, 3] = -height
    flat, _ = cut.to_2D(to_2D=lower)
    return unary_union(flat.polygons_full)


def mirrored(shape: BaseGeometry) -> BaseGeometry:
    """Return a shape as seen from the other side: a face is turned over when it is mounted."""
    return scale(shape, -1, 1, origin=(0, 0))


def holes(shape: BaseGeometry) -> list[Polygon]:
    polygons = getattr(shape, "geoms", [shape])
    return [Polygon(ring) for polygon in polygons for ring in polygon.interiors]


def bodies(shape: BaseGeometry) -> list[Polygon]:
    return list(getattr(shape, "geoms", [shape]))


def rectangle(size: tuple[float, float], at: tuple[float, float] = (0, 0)) -> BaseGeometry:
    return translate(box(-size[0] / 2, -size[1] / 2, size[0] / 2, size[1] / 2), *at)


def thickness(solid: trimesh.Trimesh, at: tuple[float, float]) -> float:
    """Return the thickness of the material on the bed at a point."""
    low, high = surfaces(solid, at)[:2]
    assert low == 0.0, f"nothing on the bed at {at}"
    return high


def surfaces(solid: trimesh.Trimesh, at: tuple[float, float]) -> list[float]:
    """Return the heights of all surfaces above a point, from the bed up."""
    hits, _, _ = solid.ray.intersects_location([[*at, -1.0]], [[0, 0, 1.0]], multiple_hits=True)
    return sorted({round(float(hit[2]), 3) for hit in hits})


def round_holes(shape: BaseGeometry, diameter: float) -> list[Point]:
    """Return the centres of the holes with about this diameter."""
    area = np.pi * diameter**2 / 4
    return [hole.centroid for hole in holes(shape) if 0.85 < hole.area / area < 1.05]
