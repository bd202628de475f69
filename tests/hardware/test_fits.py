"""What is bought fits into what is printed, measured on the finished parts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest
import trimesh
from shapely.affinity import rotate, translate
from shapely.geometry import Point
from shapely.geometry.base import BaseGeometry

from tests.hardware.meshes import (
    bodies,
    holes,
    mesh,
    mirrored,
    rectangle,
    round_holes,
    section,
    size,
    thickness,
)


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

    def caps(self, height: float) -> list[BaseGeometry]:
        soft = section(mesh("soft-keys"), height)
        up = self.soft_y - HUB_SOFT_Y
        return [*bodies(section(mesh(f"{self.name}-petals"), height)), *_moved(soft, up)]

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


def _moved(shape: BaseGeometry, up: float) -> list[BaseGeometry]:
    return [translate(body, 0, up) for body in bodies(shape)]


HUB_SOFT_Y = size("soft_y")
HUB = Station("hub", "big", (size("screen_at_0"), size("screen_at_1")), HUB_SOFT_Y, 62)
POD = Station("pod", "small", (0, size("pod_screen_y")), size("pod_soft_y"), 19)
STATIONS = [
    pytest.param(HUB, id="hub"),
    pytest.param(POD, id="pod"),
]
FACE = size("face_thick")
PLATE_AT = FACE + size("key_slack") + size("flange_thick") + size("switch_height")


def test_the_switches_are_where_they_are_drawn() -> None:
    assert size("switch_out") == HUB.switch_out
    assert size("pod_switch_out") == POD.switch_out
    assert size("pod_soft_pitch") == size("soft_pitch")


@pytest.mark.parametrize("station", STATIONS)
def test_every_cap_slides_in_its_hole(station: Station) -> None:
    openings = holes(station.cut(FACE - 0.3))
    caps = station.caps(size("flange_thick") + 1)
    assert len(caps) == 8
    for cap in caps:
        (hole,) = [opening for opening in openings if opening.contains(cap)]
        assert 0.25 < hole.exterior.distance(cap) < 0.5
        assert hole.exterior.hausdorff_distance(cap.exterior) < 0.8  # it turns nowhere


@pytest.mark.parametrize("station", STATIONS)
def test_no_cap_falls_out_and_no_two_touch(station: Station) -> None:
    openings = holes(station.cut(FACE - 0.3))
    feet = station.caps(size("flange_thick") / 2)
    walls = station.cut(FACE + size("flange_thick") / 2)
    for number, foot in enumerate(feet):
        (hole,) = [opening for opening in openings if opening.intersects(foot)]
        assert foot.contains(hole.buffer(0.8))
        assert foot.distance(walls) > 0.3
        assert all(foot.distance(other) > 0.5 for other in feet[number + 1 :])


@pytest.mark.parametrize("station", STATIONS)
def test_caps_rest_on_their_switches_and_can_be_pressed(station: Station) -> None:
    petals = mesh(f"{station.name}-petals")
    foot = bodies(section(petals, 0.5))[0]
    cap = bodies(section(petals, size("flange_thick") + 1))[0]
    rim = foot.buffer(-0.4).exterior.interpolate(0)
    assert not cap.contains(rim)
    flange = thickness(petals, (rim.x, rim.y))
    boss = _boss_height(station)
    face = thickness(station.face, (5.0, station.soft_y + 7))
    slack = boss - face - flange - size("switch_height")
    assert 0.05 <= slack <= 0.2
    out = petals.bounds[1][2] - flange - face
    assert out - slack - size("switch_travel") > 1  # it never dips below the face


def _boss_height(station: Station) -> float:
    """How far from the outside the plate's bosses hold the plate."""
    x, y = _plate_screws(station)[0]
    return thickness(station.face, (x + 2.4, y))


def _plate_screws(station: Station) -> list[tuple[float, float]]:
    points = round_holes(station.cut(PLATE_AT - 1), size("m3_core"))
    posts = round_holes(station.cut(size_joint() - 1), size("m3_core"))
    here = [point for point in points if all(point.distance(post) > 1 for post in posts)]
    return [(-point.x, point.y) for point in here]


def size_joint() -> float:
    return PLATE_AT + size("plate_thick") + 1.4


@pytest.mark.parametrize("station", STATIONS)
def test_the_plate_s_holes_meet_the_bosses(station: Station) -> None:
    plate = section(mesh(f"{station.name}-plate"), 1)
    passing = round_holes(plate, size("m3_free"))
    bosses = [Point(-x, y) for x, y in _plate_screws(station)]
    assert len(passing) == len(bosses) >= 3
    for hole in passing:
        assert min(hole.distance(boss) for boss in bosses) < 0.05


@pytest.mark.parametrize("station", STATIONS)
def test_the_plate_fits_between_the_walls(station: Station) -> None:
    plate = section(mesh(f"{station.name}-plate"), 1)
    assert plate.distance(station.cut(PLATE_AT + 1)) > 0.2
    upper = section(mesh(f"{station.name}-plate"), size("plate_thick") + 1)
    assert upper.distance(station.cut(PLATE_AT - 1)) > 0.2  # its rims pass the bosses


@pytest.mark.parametrize("station", STATIONS)
def test_the_window_shows_every_pixel(station: Station) -> None:
    (window,) = [hole for hole in holes(station.cut(FACE - 0.01)) if hole.contains(station.active)]
    left, low, right, high = station.active.bounds
    x, y, right_edge, top = window.bounds
    assert min(left - x, right_edge - right) > size("window_slack_0") - 0.1
    assert min(low - y, top - high) > size("window_slack_1") - 0.1
    assert station.board.buffer(-0.2).contains(window)  # and nothing but the display is seen


@pytest.mark.parametrize("station", STATIONS)
def test_the_display_s_board_is_held_on_all_sides(station: Station) -> None:
    frame = station.cut(FACE + 1)
    assert station.board.distance(frame) > 0.3
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        assert translate(station.board, x * 0.6, y * 0.6).intersects(frame)


@pytest.mark.parametrize("station", STATIONS)
def test_the_plate_presses_the_display(station: Station) -> None:
    plate = mesh(f"{station.name}-plate")
    pads = section(plate, plate.bounds[1][2] - 0.2)
    assert pads.within(station.board)
    back = FACE + size(f"{station.screen}_glass_thick") + size(f"{station.screen}_board_thick")
    pad = PLATE_AT + size("plate_thick") - plate.bounds[1][2]
    assert pad - back == pytest.approx(size("foam"), abs=0.05)


@pytest.mark.parametrize("station", STATIONS)
def test_the_display_s_pins_may_be_at_any_side(station: Station) -> None:
    """Up to seven pins of 2.54 mm in the middle of a side, or the four of a small one."""
    long = 2.54 * (7 if station is HUB else 4)
    plate = section(mesh(f"{station.name}-plate"), 1)
    left, low, right, high = station.board.bounds
    x, y = station.screen_at
    for at in (left + 1.5, right - 1.5):
        assert not rectangle((2.6, long), (at, y)).intersects(plate)
    for at in (low + 1.5, high - 1.5):
        assert not rectangle((long, 2.6), (x, at)).intersects(plate)


@pytest.mark.parametrize("station", STATIONS)
def test_every_switch_sits_in_its_place(station: Station) -> None:
    plate = mesh(f"{station.name}-plate")
    rims, floor = section(plate, size("plate_thick") + 1), section(plate, 1)
    body = rectangle((size("switch_body_0"), size("switch_body_1")))
    for x, y, turn in station.switches:
        placed = translate(rotate(body, turn, origin=(0, 0)), x, y)
        assert 0.15 < placed.distance(rims) < 0.4
        assert floor.intersection(placed).area > 0.6 * placed.area
        for leg in _legs():
            assert not translate(rotate(leg, turn, origin=(0, 0)), x, y).intersects(floor)


def _legs() -> list[BaseGeometry]:
    apart, between, wide = size("switch_legs_0"), size("switch_legs_1"), size("switch_leg_wide")
    return [
        rectangle((wide, wide), (x * apart / 2, y * between / 2)) for x in (-1, 1) for y in (-1, 1)
    ]


@pytest.mark.parametrize("station", STATIONS)
def test_the_plunger_is_under_its_cap(station: Station) -> None:
    caps = station.caps(size("flange_thick") / 2)
    for x, y, _ in station.switches:
        assert any(cap.contains(Point(x, y).buffer(3.5)) for cap in caps)


@cache
def _upright(part: str) -> trimesh.Trimesh:
    """A base in the directions of its face: z = 0 is where they meet."""
    solid = mesh(part).copy()
    if part == "pod-base":
        lift = trimesh.transformations.translation_matrix([0, 0, size("pod_front")])
        tilt = trimesh.transformations.rotation_matrix(np.radians(size("pod_tilt")), [1, 0, 0])
        push = trimesh.transformations.translation_matrix([0, size("pod_round"), 0])
        solid.apply_transform(np.linalg.inv(lift @ tilt @ push))
    else:
        solid.apply_translation([0, 0, -size("base_high")])
    return solid


BASES = [
    pytest.param(HUB, "hub-base-zero", 5, id="zero"),
    pytest.param(HUB, "hub-base-pi", 5, id="pi"),
    pytest.param(POD, "pod-base", 4, id="pod"),
]


@pytest.mark.parametrize(("station", "part", "screws"), BASES)
def test_base_and_face_are_screwed_together(station: Station, part: str, screws: int) -> None:
    below = round_holes(section(_upright(part), -2), size("m3_free"))
    above = round_holes(station.cut(size_joint() - 2), size("m3_core"))
    assert len(below) == len(above) == screws
    for hole in below:
        assert min(hole.distance(other) for other in above) < 0.05


@pytest.mark.parametrize(("station", "part", "screws"), BASES)
def test_a_screw_s_head_passes_from_below(station: Station, part: str, screws: int) -> None:
    heads = round_holes(section(_upright(part), -8), size("m3_head") + 0.8)
    assert len(heads) == screws
    del station


@pytest.mark.parametrize(("station", "part", "screws"), BASES)
@pytest.mark.parametrize("depth", [0.5, 1.5, 2.4])
def test_the_lip_slides_into_the_base(
    station: Station, part: str, screws: int, depth: float
) -> None:
    lip = station.cut(size_joint() + depth)
    assert lip.area > 50
    assert lip.distance(section(_upright(part), -depth)) > 0.1
    del screws


@pytest.mark.parametrize(
    ("part", "at", "pattern", "core"),
    [
        ("hub-base-zero", (0, -6), ("zero_holes_0", "zero_holes_1"), "m25_core"),
        ("hub-base-pi", (0, 21.5), ("pi_holes_1", "pi_holes_0"), "m25_core"),
        ("pod-base", (0, 56), ("pico_holes_0", "pico_holes_1"), "m2_core"),
    ],
)
def test_boards_have_their_screw_holes(
    part: str, at: tuple[float, float], pattern: tuple[str, str], core: str
) -> None:
    found = round_holes(section(mesh(part), 4), size(core))
    wanted = [
        Point(at[0] + x * size(pattern[0]) / 2, at[1] + y * size(pattern[1]) / 2)
        for x in (-1, 1)
        for y in (-1, 1)
    ]
    for point in wanted:
        assert min((point.distance(hole) for hole in found), default=99) < 0.1


@pytest.mark.parametrize(
    ("part", "board"),
    [
        ("hub-base-zero", rectangle((65, 30), (0, -6))),
        ("hub-base-pi", rectangle((56, 85), (0, 31.5))),
        ("pod-base", rectangle((21, 51), (0, 56))),
    ],
)
def test_boards_have_room(part: str, board: BaseGeometry) -> None:
    for height in (6.6, 7.6, 12):
        assert board.distance(section(mesh(part), height)) > 0.5


def test_the_pi_s_sockets_look_out() -> None:
    """In front of the sockets there is no wall, from side to side and up to the face."""
    edge = size("pi_edge")
    bay = rectangle((size("pi_sockets_0"), 60), (0, edge - 5 + 30))
    bottom = 2.4 + size("standoff") + size("board_thick")
    for height in (bottom, bottom + 8, bottom + size("pi_sockets_1")):
        assert bay.distance(section(mesh("hub-base-pi"), height)) > 0.5
    assert bottom + size("pi_sockets_1") < size("base_high")


def test_the_header_s_plugs_end_below_the_switches_legs() -> None:
    top = 2.4 + size("standoff") + size("board_thick") + size("header_plug_high")
    plate = size("base_high") + size_joint() - PLATE_AT - size("plate_thick")
    legs = plate - (3.5 - size("plate_thick")) - 1  # a leg is 3.5 mm long; a joint is a bit more
    assert top < legs


def test_six_cables_leave_the_hub() -> None:
    """Each is held by its notch before a tie is closed, and the face leaves room above it."""
    wall = section(mesh("hub-base-zero"), size("base_high") - 2)
    lip = HUB.cut(size_joint() + 1)
    for side in (-1, 1):
        for turn in (-38, 0, 38):
            way = _notch(side, turn, size("cable") - 0.6)
            assert not way.intersects(wall)
            assert _notch(side, turn, size("cable")).intersects(wall)
            assert not _notch(side, turn, size("cable")).intersects(lip)


def _notch(side: int, turn: float, wide: float) -> BaseGeometry:
    middle, radius = size("lobe_0"), size("lobe_1")
    strip = rotate(rectangle((wide, 18), (0, radius + 10)), turn, origin=(0, 0))
    return rotate(translate(strip, 0, middle), -72 * side, origin=(0, 0))


def test_a_usb_plug_passes_the_pod_s_rear_wall() -> None:
    cut = mesh("pod-base").section(plane_origin=[0, 114.6, 0], plane_normal=[0, 1, 0])
    flat, _ = cut.to_2D(
        to_2D=np.array([[1, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 114.6], [0, 0, 0, 1]])
    )
    wall = max(flat.polygons_full, key=lambda polygon: polygon.area)
    plug = rectangle((size("usb_plug_0"), size("usb_plug_1")), (0, 2.4 + 1.5 + 4.3))
    assert any(hole.contains(plug) for hole in holes(wall))


def test_the_hood_s_tabs_fit_their_slots() -> None:
    hood = mesh("pod-hood")
    tabs = translate(section(hood, hood.bounds[1][2] - 1), 0, size("pod_screen_y"))
    slots = holes(POD.cut(FACE / 2))
    assert len(bodies(tabs)) == 3
    for tab in bodies(tabs):
        (slot,) = [slot for slot in slots if slot.contains(tab)]
        assert 0.1 < slot.exterior.distance(tab) < 0.2
