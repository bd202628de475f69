"""Tests that bases fit their faces, and that boards, screws and cables fit the bases."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
import pytest
import trimesh
from shapely.affinity import rotate, translate
from shapely.geometry import Point
from shapely.geometry.base import BaseGeometry

from tests.hardware.meshes import bodies, holes, mesh, rectangle, round_holes, section, size
from tests.hardware.stations import HUB, JOINT, PLATE_AT, POD, Station


@cache
def upright(part: str) -> trimesh.Trimesh:
    """Return a base in the coordinates of its face; they meet at z = 0."""
    solid = mesh(part).copy()
    if part == "pod-base":
        lift = trimesh.transformations.translation_matrix([0, 0, size("pod_front")])
        tilt = trimesh.transformations.rotation_matrix(np.radians(size("pod_tilt")), [1, 0, 0])
        push = trimesh.transformations.translation_matrix([0, size("pod_round"), 0])
        solid.apply_transform(np.linalg.inv(lift @ tilt @ push))
    else:
        solid.apply_translation([0, 0, -size("base_high")])
    return solid


@dataclass(frozen=True)
class Base:
    part: str
    station: Station
    screws: int
    board_at: tuple[float, float]  # the centre of the board
    board: tuple[float, float]
    holes: tuple[float, float]
    core: str  # the name of the hole's diameter for the board's screws

    def cut(self, depth: float) -> BaseGeometry:
        return section(upright(self.part), -depth)


def _pair(name: str) -> tuple[float, float]:
    return size(f"{name}_0"), size(f"{name}_1")


def _turned(pair: tuple[float, float]) -> tuple[float, float]:
    return pair[1], pair[0]


PI_MIDDLE = size("pi_edge") - size("pi_board_0") / 2
PI_HOLES = size("pi_edge") - size("pi_board_0") + size("pi_hole_edge") + size("pi_holes_0") / 2
ZERO = Base(
    *("hub-base-zero", HUB, 5, _pair("zero_at")),
    *(_pair("zero_board"), _pair("zero_holes"), "m25_core"),
)
FULL_PI = Base(
    *("hub-base-pi", HUB, 5, (0, PI_MIDDLE)),
    *(_turned(_pair("pi_board")), _turned(_pair("pi_holes")), "m25_core"),
)
PICO = Base(
    *("pod-base", POD, 4, _pair("pico_at")),
    *(_pair("pico_board"), _pair("pico_holes"), "m2_core"),
)
FLOOR = size("floor_thick")
BASES = [pytest.param(base, id=base.part) for base in (ZERO, FULL_PI, PICO)]


@pytest.mark.parametrize("base", BASES)
def test_base_and_face_are_screwed_together(base: Base) -> None:
    below = round_holes(base.cut(2), size("m3_free"))
    above = round_holes(base.station.cut(JOINT - 2), size("m3_core"))
    assert len(below) == len(above) == base.screws
    for hole in below:
        assert min(hole.distance(other) for other in above) < 0.05


@pytest.mark.parametrize("base", BASES)
def test_a_screw_s_head_passes_from_below(base: Base) -> None:
    assert len(round_holes(base.cut(8), size("m3_head") + 0.8)) == base.screws


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("depth", [0.5, 1.5, 2.4])
def test_the_lip_slides_into_the_base(base: Base, depth: float) -> None:
    lip = base.station.cut(JOINT + depth)
    assert lip.area > 50
    assert lip.distance(base.cut(depth)) > 0.1


@pytest.mark.parametrize("base", BASES)
def test_boards_have_their_screw_holes(base: Base) -> None:
    found = round_holes(section(mesh(base.part), FLOOR + 1.6), size(base.core))
    middle = PI_HOLES if base is FULL_PI else base.board_at[1]
    for x in (-1, 1):
        for y in (-1, 1):
            point = Point(base.board_at[0] + x * base.holes[0] / 2, middle + y * base.holes[1] / 2)
            assert min(point.distance(hole) for hole in found) < 0.1


@pytest.mark.parametrize("base", BASES)
def test_boards_have_room(base: Base) -> None:
    board = rectangle(base.board, base.board_at)
    bottom = FLOOR + size("standoff")
    for height in (bottom + 0.2, bottom + size("board_thick"), bottom + 6):
        assert board.distance(section(mesh(base.part), height)) > 0.5


def test_the_pi_s_sockets_look_out() -> None:
    """There is no wall in front of the sockets, from side to side and up to the face."""
    edge = size("pi_edge")
    bay = rectangle((size("pi_sockets_0"), 60), (0, edge - 5 + 30))
    bottom = FLOOR + size("standoff") + size("board_thick")
    for height in (bottom, bottom + 8, bottom + size("pi_sockets_1")):
        assert bay.distance(section(mesh("hub-base-pi"), height)) > 0.5
    assert bottom + size("pi_sockets_1") < size("base_high")


def test_the_header_s_plugs_end_below_the_switches_legs() -> None:
    top = FLOOR + size("standoff") + size("board_thick") + size("header_plug_high")
    plate = size("base_high") + JOINT - PLATE_AT - size("plate_thick")
    legs = plate - (size("switch_leg_long") - size("plate_thick")) - 1  # for the solder joint
    assert top < legs


def test_six_cables_leave_the_hub() -> None:
    """A notch holds each cable before its tie is closed, and the face leaves room above it."""
    lip = HUB.cut(JOINT + 1)
    for side, turn in product((-1, 1), (-38, 0, 38)):
        cable = size("cable" if turn else "thick_cable")
        for height in (size("base_high") - 2, size("base_high") - cable + 0.1):
            wall = section(mesh("hub-base-zero"), height)
            assert not _notch(side, turn, cable - 0.6).intersects(wall)
            assert _notch(side, turn, cable).intersects(wall)
        assert not _notch(side, turn, cable).intersects(lip)
        above, below = (
            section(mesh("hub-base-zero"), size("base_high") - cable + off) for off in (0.1, -0.1)
        )
        assert not _on_the_comb(side, turn, cable).intersects(above)  # no pillar is in the way
        assert _on_the_comb(side, turn, cable).intersects(below)


def _notch(side: int, turn: float, wide: float) -> BaseGeometry:
    middle, radius = size("lobe_0"), size("lobe_1")
    strip = rotate(rectangle((wide, 18), (0, radius + 10)), turn, origin=(0, 0))
    return rotate(translate(strip, 0, middle), -72 * side, origin=(0, 0))


def _on_the_comb(side: int, turn: float, wide: float) -> BaseGeometry:
    strip = rotate(rectangle((wide, 5), (0, 12.5)), turn, origin=(0, 0))
    return rotate(translate(strip, 0, size("lobe_0")), -72 * side, origin=(0, 0))


def test_a_usb_plug_passes_the_pod_s_rear_wall() -> None:
    rear = float(mesh("pod-base").bounds[1][1]) - 1.1
    cut = mesh("pod-base").section(plane_origin=[0, rear, 0], plane_normal=[0, 1, 0])
    assert cut is not None
    flat, _ = cut.to_2D(
        to_2D=np.array([[1, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, rear], [0, 0, 0, 1]])
    )
    wall = max(flat.polygons_full, key=lambda polygon: polygon.area)
    plug = rectangle((size("usb_plug_0"), size("usb_plug_1")), (0, FLOOR + 1.5 + 4.3))
    assert any(hole.contains(plug) for hole in holes(wall))


CARD = (15.0, 11.0)  # mm; microSD
CARDS = {  # where a card is when it has just left its slot, and its sides there
    "hub-base-zero": (
        (ZERO.board_at[0] + ZERO.board[0] / 2 + 8.3, ZERO.board_at[1] - size("zero_card")),
        CARD,
    ),
    "hub-base-pi": ((0.0, size("pi_edge") - size("pi_board_0") - 8.3), (CARD[1], CARD[0])),
}


@pytest.mark.parametrize("part", CARDS)
def test_the_card_comes_out_through_the_floor(part: str) -> None:
    at, sides = CARDS[part]
    floor = section(mesh(part), FLOOR / 2)
    assert rectangle(sides, at).distance(floor) > 0.5
    finger = Point(at).buffer(7)
    assert not finger.intersects(floor)


@pytest.mark.parametrize("base", [ZERO, FULL_PI])
def test_air_comes_in_below_the_board_and_leaves_near_the_top(base: Base) -> None:
    board = rectangle(base.board, base.board_at)
    floor, wall = (section(mesh(base.part), height) for height in (FLOOR / 2, 16.0))
    below = board.difference(floor).area
    assert below > 200
    assert floor.intersection(board).area > board.area / 2  # most of the floor is left
    assert len(bodies(wall)) > 5  # the slots divide the wall


def test_a_light_pipe_reaches_the_face() -> None:
    at = Point(size("light_at_0"), size("light_at_1"))
    pipe = at.buffer(size("light_pipe") / 2)
    assert 0.05 < pipe.distance(HUB.cut(FLOOR / 2)) < 0.3
    for height in (1, 2):
        assert pipe.distance(section(mesh("hub-plate"), height)) > 0.2
