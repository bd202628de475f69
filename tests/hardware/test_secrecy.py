"""Tests of lines of sight on the real parts: only its player can see a pod's screen."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
import trimesh

from tests.hardware.meshes import mesh, size, together
from tests.hardware.stations import JOINT

# A round table, in mm: the pod's front edge is 400 from the centre, eyes are 700 from the centre
# and 450 high.
POD, EYES, HIGH = 400.0, 700.0, 450.0


def _eye(turn: float) -> np.ndarray:
    """Return the eyes of a player `turn` degrees around the table, from the pod's front edge."""
    angle = np.radians(turn)
    return np.array([EYES * np.sin(angle), POD - EYES * np.cos(angle), HIGH])


OTHERS = {
    f"{players} players, {number} to the right": _eye(360 / players * number)
    for players in (2, 3, 4, 5)
    for number in range(1, players)
}
BESIDE = {
    "60 cm to the left": np.array([-600.0, POD - EYES, HIGH]),
    "60 cm to the right": np.array([600.0, POD - EYES, HIGH]),
}


@cache
def _pod() -> trimesh.Trimesh:
    """Return the face and the hood as they stand on the table."""
    turned = trimesh.transformations.rotation_matrix(np.pi, [0, 1, 0])
    face = mesh("pod-face").copy()
    face.apply_transform(turned)
    hood = mesh("pod-hood").copy()
    hood.apply_transform(turned)
    hood.apply_translation([0, size("pod_screen_y"), size("hood_high")])
    both = together(face, hood)
    both.apply_transform(_placed())
    return both


def _placed() -> np.ndarray:
    lift = trimesh.transformations.translation_matrix([0, 0, size("pod_front")])
    tilt = trimesh.transformations.rotation_matrix(np.radians(size("pod_tilt")), [1, 0, 0])
    push = trimesh.transformations.translation_matrix([0, size("pod_round"), JOINT])
    return np.asarray(lift @ tilt @ push)


def _pixels() -> np.ndarray:
    """Return points all over the lit area, including its edges, just above the glass."""
    wide, high = size("small_active_0"), size("small_active_1")
    middle = size("pod_screen_y") + size("small_active_up")
    xs = np.linspace(-wide / 2, wide / 2, 13)
    ys = np.linspace(middle - high / 2, middle + high / 2, 9)
    grid = [[x, y, 0.01 - size("face_thick")] for x in xs for y in ys]
    return trimesh.transform_points(np.array(grid), _placed())


def _seen(eye: np.ndarray) -> float:
    """Return the share of the screen that an eye sees."""
    pixels = _pixels()
    ways = eye - pixels
    up = _placed()[:3, :3] @ np.array([0, 0, 1.0])
    in_front = ways @ up > 0
    hidden = _pod().ray.intersects_any(pixels, ways / np.linalg.norm(ways, axis=1)[:, None])
    return float((in_front & ~hidden).mean())


def test_the_player_sees_all_of_it() -> None:
    assert _seen(_eye(0)) == 1


@pytest.mark.parametrize("lean", [(-70, 0, 0), (70, 0, 0), (0, 0, 150), (0, 0, -100)])
def test_a_leaning_player_sees_all_of_it(lean: tuple[float, float, float]) -> None:
    assert _seen(_eye(0) + np.array(lean)) == 1


@pytest.mark.parametrize("who", [*OTHERS, *BESIDE])
def test_no_other_player_sees_any_of_it(who: str) -> None:
    assert _seen({**OTHERS, **BESIDE}[who]) == 0


def test_a_person_who_looks_over_the_player_s_shoulder_sees_it() -> None:
    """No hood prevents that, and it shows that the tests above can fail."""
    assert _seen(_eye(0) + np.array([0, -300, 250])) == 1
