"""The printed parts of a hub and a pod, placed as in the finished device."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
import pytest
import trimesh
from shapely.affinity import translate
from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry

from tests.hardware.meshes import bodies, mesh, mirrored, rectangle, section, size, together


@dataclass(frozen=True)
class Station:
    """A hub or a pod: its face, keys and display, seen from outside."""

    name: str
    screen: str  # the prefix of its sizes' names
    screen_at: tuple[float, float]
    soft_y: float
    switch_out: float

    @property
    def face(self) -> trimesh.Trimesh:
        return mesh(f"{self.name}-face")

    def cut(self, height: float) -> BaseGeometry:
        """Return the cross-section of the face at a height, as in the finished device."""
        return mirrored(section(self.face, height))

    @cached_property
    def petals(self) -> trimesh.Trimesh:
        """The petals, turned over from the print bed, with their feet on z = 0 like soft keys."""
        solid = mesh(f"{self.name}-petals").copy()
        solid.apply_transform(trimesh.transformations.rotation_matrix(np.pi, [0, 1, 0]))
        solid.apply_translation([0, 0, -solid.bounds[0][2]])
        return solid

    @property
    def feet(self) -> trimesh.Trimesh:
        return mesh(f"{self.name}-petal-feet")

    def caps(self, height: float) -> list[Polygon]:
        """Return the cross-sections of all keys at a height within the holes of the face."""
        return [*bodies(section(self.petals, height)), *self._softs(height)]

    def foot_rings(self, height: float) -> list[Polygon]:
        """Return the cross-sections of all keys at a height under the face, without holes."""
        rings = [*bodies(section(self.feet, height)), *self._softs(height)]
        return [Polygon(ring.exterior) for ring in rings]

    def _softs(self, height: float) -> list[Polygon]:
        caps, _ = soft_keys()
        soft = section(caps, height)
        return [translate(body, 0, self.soft_y - HUB_SOFT_Y) for body in bodies(soft)]

    def rims(self) -> list[BaseGeometry]:
        """Return the rim of each key, which stops on the face; soft keys have it in their lids."""
        _, lids = soft_keys()
        level = (size("slant") + size("rim_thick")) / 2
        up = self.soft_y - HUB_SOFT_Y
        outer = bodies(section(self.petals, float(self.petals.bounds[1][2]) - level))
        outer += [translate(lid, 0, up) for lid in bodies(section(lids, level))]
        inner = self.caps(size("flange_thick") + 1)
        wider = size("key_gap") + size("bed_step")
        places = [Point(x, y) for x, y, _ in self.switches]
        return [
            _with(outer, at).difference(_with(inner, at).buffer(wider)).buffer(-0.05)
            for at in places
        ]

    @property
    def board(self) -> BaseGeometry:
        sides = (size(f"{self.screen}_board_0"), size(f"{self.screen}_board_1"))
        return rectangle(sides, self.screen_at)

    @property
    def active(self) -> BaseGeometry:
        sides = (size(f"{self.screen}_active_0"), size(f"{self.screen}_active_1"))
        x, y = self.screen_at
        return rectangle(sides, (x, y + size(f"{self.screen}_active_up")))

    @property
    def switches(self) -> list[tuple[float, float, float]]:
        """The x, y and rotation in degrees of each switch."""
        petals = [-72.0 * number for number in range(5)]
        ring = [(-np.sin(np.radians(a)), np.cos(np.radians(a)), a) for a in petals]
        pitch = size("soft_pitch")
        softs = [(pitch * number, self.soft_y, 0.0) for number in (-1, 0, 1)]
        return [(x * self.switch_out, y * self.switch_out, a) for x, y, a in ring] + softs


def _with(shapes: list[Polygon], at: Point) -> Polygon:
    """Return the only shape around a point, without its holes."""
    (found,) = [shape for shape in shapes if Polygon(shape.exterior).contains(at)]
    return Polygon(found.exterior)


LIDS = -15.0  # the offset at which the lids of the soft keys are printed


@cache
def soft_keys() -> tuple[trimesh.Trimesh, trimesh.Trimesh]:
    """Return the caps as they are in the hub, and the lids moved above them, as on the bed."""
    bodies = mesh("soft-keys").split()
    middle = HUB_SOFT_Y + LIDS / 2
    caps = [body for body in bodies if body.centroid[1] > middle]
    lids = [body.copy() for body in bodies if body.centroid[1] < middle]
    for lid in lids:
        lid.apply_translation([0, -LIDS, 0])
    return together(*caps), together(*lids)


HUB_SOFT_Y = size("soft_y")
HUB = Station("hub", "big", (size("screen_at_0"), size("screen_at_1")), HUB_SOFT_Y, 62)
POD = Station("pod", "small", (0, size("pod_screen_y")), size("pod_soft_y"), 19)
STATIONS = [
    pytest.param(HUB, id="hub"),
    pytest.param(POD, id="pod"),
]
FACE = size("face_thick")
PLATE_AT = FACE + size("key_play") + size("switch_height")
JOINT = PLATE_AT + 4
