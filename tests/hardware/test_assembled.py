"""Everything in a finished device, printed or bought, and no two of them in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations

import numpy as np
import pytest
import trimesh
from manifold3d import Manifold, Mesh

from tests.hardware import bought
from tests.hardware.meshes import mesh, round_holes, section, size
from tests.hardware.stations import HUB, JOINT, PLATE_AT, POD, Station
from tests.hardware.test_bases import FULL_PI, PI_HOLES, PICO, ZERO, Base
from tests.hardware.test_screws import BOARD_SCREWS, PLATE_SCREW, Screw

Solids = dict[str, list[trimesh.Trimesh]]
TOUCHING = 0.05  # mm3 that rounding makes of two faces which lie on each other
FLOOR = size("floor_thick") + size("standoff")


def _face_up(solid: trimesh.Trimesh) -> trimesh.Trimesh:
    """From the bed to the device: turned about y, so that z = 0 is the outside and looks up."""
    turned = solid.copy()
    turned.apply_transform(trimesh.transformations.rotation_matrix(np.pi, [0, 1, 0]))
    return turned


def _upper(station: Station) -> Solids:
    """Face, caps, display and plate with its switches and screws; z = 0 is the face's outside."""
    name, below = station.name, -PLATE_AT - size("plate_thick")
    rest = -size("face_thick") - size("flange_thick")
    soft = station.soft_y - HUB.soft_y
    x, y = station.screen_at
    solids: Solids = {
        "face": [_face_up(station.face)],
        "petals": [bought.moved(station.petals, (0, 0, rest))],
        "feet": [bought.moved(station.feet, (0, 0, rest))],
        "soft keys": [bought.moved(mesh("soft-keys"), (0, soft, rest))],
        "plate": [bought.moved(mesh(f"{name}-plate"), (0, 0, below))],
        "display": [
            bought.moved(_face_up(part), (x, y, -size("face_thick")))
            for part in bought.display(station.screen)
        ],
    }
    for number, (at, up, turn) in enumerate(station.switches):
        solids[f"switch {number}"] = [
            bought.moved(part, (at, up, -PLATE_AT), turn) for part in bought.switch()
        ]
        shim = bought.rod(
            size("shim_wide"), -size("face_thick") - size("key_play"), -size("face_thick")
        )
        solids[f"shim {number}"] = [bought.moved(shim, (at, up, 0))]
    for number, hole in enumerate(round_holes(section(mesh(f"{name}-plate"), 1), size("m3_free"))):
        solids[f"plate screw {number}"] = [
            bought.moved(_face_up(part), (hole.x, hole.y, below))
            for part in _screw(PLATE_SCREW, "m3_core")
        ]
    return solids


def _screw(screw: Screw, core: str) -> list[trimesh.Trimesh]:
    return bought.pan_screw(screw.thick, screw.long, size(core))


def _lower(base: Base, board: list[trimesh.Trimesh], thick: float) -> Solids:
    """A base with its board and the screws of that; z = 0 is the table."""
    at = (*base.board_at, FLOOR)
    solids: Solids = {
        "base": [mesh(base.part)],
        "board": [bought.moved(part, at) for part in board],
    }
    middle = PI_HOLES if base is FULL_PI else at[1]
    for x, y in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
        place = (at[0] + x * base.holes[0] / 2, middle + y * base.holes[1] / 2, FLOOR + thick)
        solids[f"board screw {x} {y}"] = [
            bought.moved(part, place) for part in _screw(BOARD_SCREWS[base.core], base.core)
        ]
    return solids


def _placed(solids: Solids, matrix: np.ndarray) -> Solids:
    return {
        name: [part.copy().apply_transform(matrix) for part in parts]
        for name, parts in solids.items()
    }


def _hub(base: Base = ZERO, model: str = "") -> Solids:
    lift = trimesh.transformations.translation_matrix([0, 0, size("base_high") + JOINT])
    board = bought.full_pi(model) if model else bought.zero()
    return {**_placed(_upper(HUB), lift), **_lower(base, board, size("board_thick"))}


def _pod() -> Solids:
    lift = trimesh.transformations.translation_matrix([0, 0, size("pod_front")])
    tilt = trimesh.transformations.rotation_matrix(np.radians(size("pod_tilt")), [1, 0, 0])
    push = trimesh.transformations.translation_matrix([0, size("pod_round"), JOINT])
    hood = bought.moved(_face_up(mesh("pod-hood")), (0, size("pod_screen_y"), size("hood_high")))
    return {
        **_placed({**_upper(POD), "hood": [hood]}, np.asarray(lift @ tilt @ push)),
        **_lower(PICO, bought.pico(), size("pico_thick")),
    }


BUILDS: dict[str, Callable[[], Solids]] = {
    "hub with a Zero 2 W": _hub,
    **{f"hub with a Pi {model}": partial(_hub, FULL_PI, model) for model in ("3", "4", "5")},
    "pod": _pod,
}


def _meetings(solids: Solids) -> Iterator[tuple[str, str, float]]:
    for (one, ones), (other, others) in combinations(solids.items(), 2):
        volume = sum(_common(a, b) for a in ones for b in others)
        if volume > TOUCHING and not _screwed(one, other):
            yield one, other, round(volume, 2)


def _screwed(one: str, other: str) -> bool:
    """A board is drawn without its holes; that its screws fit those is measured elsewhere."""
    return one == "board" and other.startswith("board screw")


def _common(one: trimesh.Trimesh, other: trimesh.Trimesh) -> float:
    """The volume that two solids share."""
    apart = (one.bounds[1] <= other.bounds[0]) | (other.bounds[1] <= one.bounds[0])
    if apart.any():
        return 0.0
    return float((_solid(one) ^ _solid(other)).volume())


def _solid(shape: trimesh.Trimesh) -> Manifold:
    corners = np.asarray(shape.vertices, dtype=np.float32)
    solid = Manifold(Mesh(corners, np.asarray(shape.faces, dtype=np.uint32)))
    assert solid.volume() == pytest.approx(shape.volume, rel=1e-3)
    return solid


@pytest.mark.parametrize("build", BUILDS)
def test_no_two_parts_are_in_one_place(build: str) -> None:
    assert list(_meetings(BUILDS[build]())) == []


def test_a_display_that_is_too_thick_would_be_found() -> None:
    solids = _hub()
    solids["display"] = [bought.moved(part, (0, 0, -4.5)) for part in solids["display"]]
    assert "plate" in {name for meeting in _meetings(solids) for name in meeting[:2]}


@pytest.mark.parametrize("model", ["3", "4"])
def test_a_pi_whose_jack_meets_a_post_would_be_found(model: str) -> None:
    solids = _hub(FULL_PI, model)
    solids["board"] = [bought.moved(part, (0, 7, 0)) for part in solids["board"]]
    assert ("base", "board") in {meeting[:2] for meeting in _meetings(solids)}
