"""Tests that the key boards fit into the case in place of the printed plates."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import dist

import numpy as np
import pytest
import trimesh
from shapely.geometry import Point, Polygon
from shapely.ops import unary_union

from hardware.boards import hub_ring, pod_board
from hardware.render.sizes import points
from tests.hardware import boards, bought
from tests.hardware.bending import Bent, Layer, Plate
from tests.hardware.kicad import Layout
from tests.hardware.meshes import bodies, mesh, round_holes, section, size
from tests.hardware.stations import HUB, PLATE_AT, POD, STATIONS, Station
from tests.hardware.test_assembled import BUILDS, Solids, _face_up, _meetings, _screw
from tests.hardware.test_screws import PLATE_SCREW
from tests.hardware.test_slap import HEAD, SWITCH, clicks, most_bent, switch_at

FR4, STRONG = 24_000.0, 300.0  # MPa: the board's stiffness and its strength
LEGS = 1.5  # mm of a leg that must come out; its maker designed it for a board of 1.6 mm
THICK = {"hub": hub_ring.THICK, "pod": pod_board.THICK}
SOCKET_HIGH, PIN_BASE = 8.5, 2.54  # the Pico's sockets, and the plastic of its pins
RIBBON = (58.0, 6.6, 16.5)  # a plug of 2 x 20 on its header, with the ribbon's bend
BOSS_DEEP = 7.5  # mm, the depth of the holes in the face's bosses
JUMPER_HIGH = 16.5  # a header with jumper wires on it
FOAM = (1.3, 1.8)  # mm to which a layer of 2 mm is compressed
LAYERS = 3  # layers of foam between display and board, as in the guide


def _solid(layout: Layout) -> trimesh.Trimesh:
    """Return the board with all its holes, its upper side on z = 0."""
    outline = layout.outline
    drilled = [Point(pad.at).buffer(pad.hole / 2).exterior for pad in layout.pads]
    shape = Polygon(outline.exterior, [*outline.interiors, *drilled])
    board: trimesh.Trimesh = trimesh.creation.extrude_polygon(shape, layout.thickness)
    board.apply_translation([0, 0, -layout.thickness])
    return board


def _below(layout: Layout) -> Iterator[tuple[str, list[trimesh.Trimesh]]]:
    """Yield the parts below a board whose upper side is on z = 0, including plugs."""
    low = -layout.thickness
    for part in (name for name in layout.footprints if layout.is_below(name)):
        x, y = layout.place(part)
        pads = np.array([pad.at for pad in layout.pads if pad.part == part])
        wide, deep = np.ptp(pads, axis=0) + size("switch_legs_1") / 2
        if part == "U1":
            yield part, list(_pico(x, y, low))
        elif len(pads) == 40:
            yield part, [bought.block(RIBBON, (x, y, low - RIBBON[2]))]
        else:
            yield part, [bought.block((wide, deep, JUMPER_HIGH), (x, y, low - JUMPER_HIGH))]


def _pico(x: float, y: float, low: float) -> Iterator[trimesh.Trimesh]:
    """Yield the Pico upside down in its sockets, and the plug in it."""
    for part in boards.pico():
        turned = part.copy()
        turned.apply_transform(trimesh.transformations.rotation_matrix(np.pi, [0, 1, 0]))
        yield bought.moved(turned, (x, y, low - SOCKET_HIGH - PIN_BASE))


def _light_on(layout: Layout, part: str) -> list[trimesh.Trimesh]:
    """Return a light that stands on the board, without its legs, which are in their holes."""
    x, y = layout.place(part)
    return [bought.moved(solid, (x, y, 0)) for solid in bought.light()[:2]]


def _screws(layout: Layout) -> Iterator[tuple[str, list[trimesh.Trimesh]]]:
    """Yield the screws that replace the plate's, since the board is thinner."""
    parts = _screw(PLATE_SCREW, "m3_core", layout.thickness)
    for number, hole in enumerate(pad for pad in layout.pads if pad.part.startswith("H")):
        at = (*hole.at, -layout.thickness)
        yield f"plate screw {number}", [bought.moved(_face_up(part), at) for part in parts]


def _with_board(build: str, station: Station) -> Solids:
    """Return a finished device with the board in place of its plate."""
    solids, layout = BUILDS[build](), Layout(station.name)
    plate = mesh(f"{station.name}-plate")
    placed = _matrix(plate, solids.pop("plate")[0])
    up = trimesh.transformations.translation_matrix([0, 0, size("plate_thick")])
    new = {"key board": [_solid(layout)], **dict(_below(layout)), **dict(_screws(layout))}
    lights = [name for name in solids if name.startswith("light ")]
    new |= {name: _light_on(layout, f"D{int(name[-1]) + 1}") for name in lights}
    for name, parts in new.items():
        solids[name] = [part.copy().apply_transform(placed @ up) for part in parts]
    if station is POD:  # its Pico has moved to the board
        for name in [name for name in solids if name.startswith("board")]:
            del solids[name]
    for name in [name for name in solids if name.startswith("switch ")]:
        solids[name] = solids[name][:2]  # without legs and pegs, which a test below measures
    return solids


def _matrix(before: trimesh.Trimesh, after: trimesh.Trimesh) -> np.ndarray:
    """Return the transformation that moved a part."""
    ones = np.hstack([before.vertices, np.ones((len(before.vertices), 1))])
    found, *_ = np.linalg.lstsq(ones, after.vertices, rcond=None)
    return np.vstack([found.T, [0, 0, 0, 1]])


WITHOUT_KEYS = {"ten-minute hub", "wired seat"}  # builds without a key board
CASES = [(build, POD if build == "pod" else HUB) for build in BUILDS if build not in WITHOUT_KEYS]


@pytest.mark.full
@pytest.mark.parametrize(("build", "station"), CASES, ids=[build for build, _ in CASES])
def test_with_a_board_no_two_parts_are_in_one_place(build: str, station: Station) -> None:
    assert list(_meetings(_with_board(build, station))) == []


def test_a_board_that_is_too_large_would_be_found() -> None:
    solids = _with_board("pod", POD)
    solids["key board"] = [part.copy().apply_scale([1.2, 1, 1]) for part in solids["key board"]]
    assert {"face", "base"} & {name for meeting in _meetings(solids) for name in meeting[:2]}


@pytest.mark.parametrize("station", STATIONS)
def test_every_switch_is_under_its_key(station: Station) -> None:
    layout = Layout(station.name)
    switches = [layout.place(f"SW{number}") for number in range(1, 9)]
    for at, (x, y, _) in zip(switches, station.switches, strict=True):
        assert dist(at, (x, y)) < 0.01


@pytest.mark.parametrize("station", STATIONS)
def test_its_holes_take_the_legs_and_pegs_of_the_switch(station: Station) -> None:
    layout = Layout(station.name)
    for number in range(1, 9):
        middle = layout.place(f"SW{number}")
        pads = [pad for pad in layout.pads if pad.part == f"SW{number}"]
        far = sorted((round(dist(middle, pad.at), 2), pad.hole) for pad in pads)
        leg = round(np.hypot(size("switch_legs_0"), size("switch_legs_1")) / 2, 2)
        assert [place for place, _ in far] == [size("switch_pegs") / 2] * 2 + [leg] * 4
        assert {hole for _, hole in far[:2]} == {size("switch_peg")}
        assert all(hole >= size("switch_leg_wide") + 0.1 for _, hole in far[2:])
    assert layout.thickness == THICK[station.name]
    assert size("switch_leg_long") - layout.thickness >= LEGS


@pytest.mark.parametrize("station", STATIONS)
def test_its_screws_meet_the_bosses_of_the_face(station: Station) -> None:
    layout = Layout(station.name)
    holes = [pad for pad in layout.pads if pad.part.startswith("H")]
    assert {hole.hole for hole in holes} == {size("m3_free")}
    plate = section(mesh(f"{station.name}-plate"), 0.5)
    bosses = [(hole.x, hole.y) for hole in round_holes(plate, size("m3_free"))]
    assert len(holes) == len(bosses)
    for hole in holes:
        assert min(dist(hole.at, boss) for boss in bosses) < 0.05
    assert PLATE_SCREW.holds(layout.thickness, BOSS_DEEP)


@pytest.mark.parametrize("station", STATIONS)
def test_foam_presses_the_display_to_its_window(station: Station) -> None:
    """Layers of the foam tape in the parts list rest on the board at the display's corners."""
    display = size(f"{station.screen}_glass_thick") + size(f"{station.screen}_board_thick")
    gap = PLATE_AT - size("face_thick") - display
    assert FOAM[0] <= gap / LAYERS <= FOAM[1]
    outline = Layout(station.name).outline
    corners = station.board.difference(station.board.buffer(-1)).intersection(outline)
    assert len(bodies(corners)) == 4


@cache
def _held_board(station: Station) -> Plate:
    """Return the board of a station, held by its screws."""
    layout = Layout(station.name)
    drilled = unary_union([Point(pad.at).buffer(pad.hole / 2) for pad in layout.pads])
    screws = [Point(pad.at).buffer(HEAD / 2) for pad in layout.pads if pad.part.startswith("H")]
    layer = Layer(layout.outline.difference(drilled), layout.thickness)
    return Plate([layer], unary_union(screws), FR4, 0.5)


def _pressed(station: Station, key: int) -> Bent:
    """Return the effect of 1 N on a key."""
    return _held_board(station).under(switch_at(station, key))


@pytest.mark.full
@pytest.mark.parametrize("key", range(5))
def test_a_petal_on_the_ring_clicks_and_a_slap_ends_on_the_face(key: int) -> None:
    bent = _pressed(HUB, key)
    assert clicks(HUB, key, bent.under)
    force = most_bent(HUB, key) / bent.under
    assert force < SWITCH
    assert force * bent.stress.max() < STRONG


@pytest.mark.full
@pytest.mark.parametrize("key", range(8))
def test_with_its_thinnest_shim_a_pod_s_switch_bears_a_slap(key: int) -> None:
    """The guide says to use the thinnest shim that clicks: too thick by at most one step."""
    bent = _pressed(POD, key)
    assert clicks(POD, key, bent.under)
    force = size("shim_step") / bent.under
    assert force < SWITCH
    assert force * bent.stress.max() < STRONG


def test_the_light_pipe_passes_the_ring() -> None:
    pipe = Point(size("light_at_0"), size("light_at_1")).buffer(size("light_pipe") / 2)
    assert 0.15 < pipe.distance(Layout("hub").outline) < 0.5


def test_a_pods_board_keeps_away_from_the_posts_of_its_case() -> None:
    outline = Layout("pod").outline
    for post in points("pod_posts"):
        assert outline.distance(Point(post)) >= size("post_wide") / 2 + 0.5
