"""A hub and a pod as their parts, turned to where they are in the finished device."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pytest
import trimesh
from shapely.affinity import translate
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from tests.hardware.meshes import bodies, mesh, mirrored, rectangle, section, size


@dataclass(frozen=True)
class Station:
    """Where things are in a face, seen from outside."""

    name: str
    screen: str  # how its sizes are called
    screen_at: tuple[float, float]
    soft_y: float
    switch_out: float

    @property
    def face(self) -> trimesh.Trimesh:
        return mesh(f"{self.name}-face")

    def cut(self, height: float) -> BaseGeometry:
        """The face at a height, as it lies in the finished device."""
        return mirrored(section(self.face, height))

    @cached_property
    def petals(self) -> trimesh.Trimesh:
        """Turned over from the bed, and as high as soft keys are: their feet stand on z = 0."""
        solid = mesh(f"{self.name}-petals").copy()
        solid.apply_transform(trimesh.transformations.rotation_matrix(np.pi, [0, 1, 0]))
        solid.apply_translation([0, 0, -solid.bounds[0][2]])
        return solid

    @property
    def feet(self) -> trimesh.Trimesh:
        return mesh(f"{self.name}-petal-feet")

    def caps(self, height: float) -> list[Polygon]:
        """Of all keys, what is in the holes of the face."""
        return [*bodies(section(self.petals, height)), *self._softs(height)]

    def foot_rings(self, height: float) -> list[Polygon]:
        """Of all keys, what is under the face, without holes."""
        rings = [*bodies(section(self.feet, height)), *self._softs(height)]
        return [Polygon(ring.exterior) for ring in rings]

    def _softs(self, height: float) -> list[Polygon]:
        soft = section(mesh("soft-keys"), height)
        return [translate(body, 0, self.soft_y - HUB_SOFT_Y) for body in bodies(soft)]

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
        """x, y and how far it is turned."""
        petals = [-72.0 * number for number in range(5)]
        ring = [(-np.sin(np.radians(a)), np.cos(np.radians(a)), a) for a in petals]
        pitch = size("soft_pitch")
        softs = [(pitch * number, self.soft_y, 0.0) for number in (-1, 0, 1)]
        return [(x * self.switch_out, y * self.switch_out, a) for x, y, a in ring] + softs


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
