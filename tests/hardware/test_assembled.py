"""Tests that no two parts of a finished device, printed or bought, intersect."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import combinations

import numpy as np
import pytest
import trimesh
from manifold3d import Manifold, Mesh
from shapely.geometry import Point

from tests.hardware import boards, bought
from tests.hardware.meshes import holes, mesh, round_holes, section, size, thickness
from tests.hardware.stations import HUB, JOINT, PLATE_AT, POD, Station, soft_keys
from tests.hardware.test_bases import FULL_PI, PI_HOLES, PICO, ZERO, Base
from tests.hardware.test_screws import BASE_SCREW, BOARD_SCREWS, CLAMPED, PLATE_SCREW, Screw
from tests.profiles import first

Solids = dict[str, list[trimesh.Trimesh]]
TOUCHING = 0.05  # mm3 of overlap that rounding causes where two faces touch
FLOOR = size("floor_thick") + size("standoff")


def _face_up(solid: trimesh.Trimesh) -> trimesh.Trimesh:
    """Return a part turned over about y, from the print bed to the device: outside up, z = 0."""
    turned = solid.copy()
    turned.apply_transform(trimesh.transformations.rotation_matrix(np.pi, [0, 1, 0]))
    return turned


def _upper(station: Station, base: Base, *, keys: bool = True, pins: str = "top") -> Solids:
    """Return a face with all that is screwed to it; z = 0 is the face's outside."""
    solids = _screen(station, pins)
    if keys:
        solids |= {"face": [_face_up(station.face)], **_keys(station)}
    else:
        solids["face"] = [_face_up(mesh("seat-face"))]
    below = -PLATE_AT - size("plate_thick")
    plate = mesh(f"{station.name}-plate")
    solids["plate"] = [bought.moved(plate, (0, 0, below))]
    for number, hole in enumerate(round_holes(section(plate, 1), size("m3_free"))):
        solids[f"plate screw {number}"] = [
            bought.moved(_face_up(part), (hole.x, hole.y, below))
            for part in _screw(PLATE_SCREW, "m3_core", size("plate_thick"))
        ]
    for number, hole in enumerate(round_holes(base.cut(2), size("m3_free"))):
        sunk = bought.sunk_screw(BASE_SCREW.long, size("m3_core"), size("m3_sunk_head"), CLAMPED)
        place = (hole.x, hole.y, -JOINT - CLAMPED)
        solids[f"base screw {number}"] = [bought.moved(part, place) for part in sunk]
    return solids


def _screen(station: Station, pins: str) -> Solids:
    x, y = station.screen_at
    back = -size("face_thick")
    parts = bought.display(station.screen, pins)
    return {"display": [bought.moved(_face_up(part), (x, y, back)) for part in parts]}


def _keys(station: Station) -> Solids:
    """Return the caps and the switches under them, each with a shim that fills the gap."""
    rest = -size("face_thick") - size("flange_thick")
    up = station.soft_y - HUB.soft_y
    caps, lids = soft_keys()
    solids: Solids = {
        "petals": [bought.moved(station.petals, (0, 0, rest))],
        "feet": [bought.moved(station.feet, (0, 0, rest))],
        "soft keys": [bought.moved(caps, (0, up, rest))],
        "lids": [bought.moved(_face_up(lids), (0, up, size("stop_gap") + size("rim_thick")))],
    }
    pocket = -size("face_thick")
    shim = bought.rod(size("shim_wide"), pocket - size("key_play"), pocket)
    for number, (at, up, turn) in enumerate(station.switches):
        solids[f"shim {number}"] = [bought.moved(shim, (at, up, 0))]
        solids[f"switch {number}"] = [
            bought.moved(part, (at, up, -PLATE_AT), turn) for part in bought.switch()
        ]
    return solids


def _screw(screw: Screw, core: str, clamped: float) -> list[trimesh.Trimesh]:
    return bought.headed_screw(screw.thick, screw.long, size(core), clamped)


def _lower(base: Base, board: list[trimesh.Trimesh], thick: float) -> Solids:
    """Return a base with its board and the board's screws; z = 0 is the table."""
    at = (*base.board_at, FLOOR)
    solids: Solids = {
        "base": [mesh(base.part)],
        "board": [bought.moved(part, at) for part in board],
    }
    middle = PI_HOLES if base is FULL_PI else at[1]
    for x, y in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
        place = (at[0] + x * base.holes[0] / 2, middle + y * base.holes[1] / 2, FLOOR + thick)
        solids[f"board screw {x} {y}"] = [
            bought.moved(part, place) for part in _screw(BOARD_SCREWS[base.core], base.core, thick)
        ]
    return solids


def _placed(solids: Solids, matrix: np.ndarray) -> Solids:
    return {
        name: [part.copy().apply_transform(matrix) for part in parts]
        for name, parts in solids.items()
    }


def _hub(base: Base = ZERO, model: str = "", pins: str = "top") -> Solids:
    lift = trimesh.transformations.translation_matrix([0, 0, size("base_high") + JOINT])
    board = boards.full_pi(model) if model else boards.zero()
    upper = _placed(_upper(HUB, base, pins=pins), lift)
    return {**upper, **_lower(base, board, size("board_thick"))}


def _lit_hub(base: Base = ZERO, model: str = "") -> Solids:
    """Return a hub with wired seats, and with the optional lights and buzzer."""
    plate = size("base_high") + JOINT - PLATE_AT - size("plate_thick")
    buzzer = (size("buzzer_at_0"), size("buzzer_at_1"), size("floor_thick"))
    solids = {
        **_wired_hub(base, model),
        "buzzer": [bought.moved(part, buzzer) for part in bought.buzzer()],
    }
    for number, (x, y) in enumerate(light_places()):
        at = (x, y, plate - size("light_flange_high"))  # it is pushed in from below
        solids[f"light {number}"] = [
            bought.moved(part, at, -72 * number) for part in bought.light()
        ]
    return solids


def light_places() -> list[tuple[float, float]]:
    """Return where the five lights are, clockwise."""
    angles = [np.radians(72 * number) for number in range(5)]
    return [(size("light_out") * np.sin(it), size("light_out") * np.cos(it)) for it in angles]


def _wired_hub(base: Base = ZERO, model: str = "") -> Solids:
    """Return a hub with a multiplexer and a strip, next to a Zero or in the lobes below a Pi."""
    floor = size("floor_thick") + 1  # for tape
    places = ((-31, -43), (31, -43)) if model else ((0, 42), (0, 64))
    switch, strip = ((x, y, floor) for x, y in places)
    return {
        **_hub(base, model),
        "multiplexer": [bought.moved(part, switch) for part in boards.multiplexer()],
        "strip": [bought.moved(part, strip) for part in boards.strip()],
    }


def _ten_minute_hub() -> Solids:
    """Return a Zero and its HAT, screwed to their shell."""
    shell = Base(*("hat-shell", HUB, 0, (0.0, 0.0)), *(ZERO.board, ZERO.holes, "m25_core"))
    above = FLOOR + size("board_thick") + size("header_high")
    return {
        **_lower(shell, boards.zero("header_high"), size("board_thick")),
        "hat": [bought.moved(part, (0, 0, above)) for part in boards.hat()],
    }


def _pod(*, keys: bool = True) -> Solids:
    """Return a pod, or without keys a wired seat, whose base has no board."""
    lift = trimesh.transformations.translation_matrix([0, 0, size("pod_front")])
    tilt = trimesh.transformations.rotation_matrix(np.radians(size("pod_tilt")), [1, 0, 0])
    push = trimesh.transformations.translation_matrix([0, size("pod_round"), JOINT])
    hood = bought.moved(_face_up(mesh("pod-hood")), (0, size("pod_screen_y"), size("hood_high")))
    upper = {**_upper(POD, PICO, keys=keys), "hood": [hood]}
    lower = _lower(PICO, boards.pico(), size("pico_thick"))
    return {
        **_placed(upper, np.asarray(lift @ tilt @ push)),
        **(lower if keys else {"base": lower["base"]}),
    }


BUILDS: dict[str, Callable[[], Solids]] = {
    **{
        f"hub with its display's pins at the {pins}": partial(_hub, pins=pins)
        for pins in bought.SIDES
    },
    **{f"hub with a Pi {model}": partial(_hub, FULL_PI, model) for model in ("3", "4", "5")},
    "hub with wired seats": _wired_hub,
    **{
        f"hub with wired seats and a Pi {model}": partial(_wired_hub, FULL_PI, model)
        for model in ("3", "4", "5")
    },
    "hub with light and sound": _lit_hub,
    **{
        f"hub with light and sound and a Pi {model}": partial(_lit_hub, FULL_PI, model)
        for model in ("3", "4", "5")
    },
    "ten-minute hub": _ten_minute_hub,
    "pod": _pod,
    "wired seat": partial(_pod, keys=False),
}


def _meetings(solids: Solids) -> Iterator[tuple[str, str, float]]:
    for (one, ones), (other, others) in combinations(solids.items(), 2):
        volume = sum(_common(a, b) for a in ones for b in others)
        if volume > TOUCHING:
            yield one, other, round(volume, 2)


def _common(one: trimesh.Trimesh, other: trimesh.Trimesh) -> float:
    """Return the volume that two solids share, in mm3."""
    apart = (one.bounds[1] <= other.bounds[0]) | (other.bounds[1] <= one.bounds[0])
    return 0.0 if apart.any() else _common_volume(_Placed(one), _Placed(other))


class _Placed:
    """A solid in its place, as a cache key: most builds share most of their parts."""

    def __init__(self, shape: trimesh.Trimesh) -> None:
        self.shape = shape
        self._bytes = shape.vertices.tobytes() + shape.faces.tobytes()

    def __hash__(self) -> int:
        return hash(self._bytes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Placed) and self._bytes == other._bytes


@cache
def _common_volume(one: _Placed, other: _Placed) -> float:
    return float((_solid(one) ^ _solid(other)).volume())


@cache
def _solid(placed: _Placed) -> Manifold:
    shape = placed.shape
    corners = np.asarray(shape.vertices, dtype=np.float32)
    solid = Manifold(Mesh(corners, np.asarray(shape.faces, dtype=np.uint32)))
    assert solid.volume() == pytest.approx(shape.volume, rel=1e-3)
    return solid


@pytest.mark.parametrize("build", first(list(BUILDS)))
def test_no_two_parts_are_in_one_place(build: str) -> None:
    assert list(_meetings(BUILDS[build]())) == []


def test_a_display_that_is_too_thick_would_be_found() -> None:
    solids = _hub()
    solids["display"] = [bought.moved(part, (0, 0, -4.5)) for part in solids["display"]]
    assert "plate" in {name for meeting in _meetings(solids) for name in meeting[:2]}


def test_a_light_below_another_part_of_the_plate_would_be_found() -> None:
    solids = _lit_hub()
    solids["light 0"] = [bought.moved(part, (2, 0, 0)) for part in solids["light 0"]]
    assert ("plate", "light 0") in {meeting[:2] for meeting in _meetings(solids)}


@pytest.mark.parametrize("part", ["hub-base-zero", "hub-base-pi"])
def test_the_buzzer_fits_its_ring_above_the_holes_in_the_floor(part: str) -> None:
    at = (size("buzzer_at_0"), size("buzzer_at_1"))
    disc = Point(at).buffer(size("buzzer_wide") / 2)
    ring = section(mesh(part), size("floor_thick") + 1)
    assert 0.15 < disc.distance(ring) < 0.3
    floor = section(mesh(part), size("floor_thick") / 2)
    assert len([hole for hole in holes(floor) if disc.contains(hole)]) == 7


def test_a_light_shines_into_the_pocket_of_its_petal() -> None:
    """On a key board, the light reaches highest: a pressed petal still does not touch it."""
    petals, deep = mesh("hub-petals"), size("light_pocket_1")
    top = petals.bounds[1][2]
    pockets = holes(section(petals, top - 1))
    for x, y in light_places():
        assert thickness(petals, (-x, y)) == pytest.approx(top - deep, abs=0.01)
        light = Point(-x, y).buffer(size("light_wide") / 2 + 0.5)
        assert any(pocket.contains(light) for pocket in pockets)
    petal = size("face_thick") + size("flange_thick") + size("stop_gap")  # depth when pressed
    assert PLATE_AT - size("light_high") - petal + deep > 2


@pytest.mark.full
@pytest.mark.parametrize("model", ["3", "4"])
def test_a_pi_whose_jack_meets_a_post_would_be_found(model: str) -> None:
    solids = _hub(FULL_PI, model)
    solids["board"] = [bought.moved(part, (0, 7, 0)) for part in solids["board"]]
    assert ("base", "board") in {meeting[:2] for meeting in _meetings(solids)}
