"""Tests that the boards' files match their sources, that tracks connect, and of the Gerbers."""

from __future__ import annotations

import re
import subprocess
from itertools import combinations
from pathlib import Path

import pytest
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from hardware.boards.files import BOARDS, FOLDER, sources
from hardware.boards.kicad_project import RULES
from hardware.boards.router import SIDES, VIA, VIA_HOLE, Track, Via
from tests.hardware.kicad import Layout, track_shape

NAMES = list(BOARDS)
Spot = tuple[float, float]


@pytest.mark.parametrize("name", NAMES)
def test_files_match_their_sources(name: str) -> None:
    """Use the existing tracks; only a change of a board runs the router again."""
    for file, text in sources(BOARDS[name](), Layout(name).copper).items():
        assert (FOLDER / file).read_text("utf-8") == text, f"{file}: run python -m hardware.boards"


def _copper(layout: Layout, side: int) -> dict[str, BaseGeometry]:
    """Return the copper on a side, by net; a pad without a net gets its own."""
    shapes: dict[str, list[BaseGeometry]] = {}
    for number, pad in enumerate(layout.pads):
        if pad.wide > pad.hole:
            shapes.setdefault(pad.net or f"pad {number}", []).append(pad.shape)
    for piece in layout.copper:
        if isinstance(piece, Via) or piece.side == side:
            shapes.setdefault(piece.net, []).append(track_shape(piece, VIA))
    return {net: unary_union(pieces) for net, pieces in shapes.items()}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("side", [0, 1])
def test_nets_keep_their_distance_from_each_other_and_from_the_edge(name: str, side: int) -> None:
    layout = Layout(name)
    copper = _copper(layout, side)
    for one, other in combinations(copper, 2):
        assert copper[one].distance(copper[other]) >= RULES["min_clearance"], (one, other)
    edge, holes = layout.outline.boundary, [pad for pad in layout.pads if pad.wide == pad.hole]
    for net, shape in copper.items():
        assert layout.outline.contains(shape), net
        assert shape.distance(edge) >= RULES["min_copper_edge_clearance"] - 0.02, net
        assert all(shape.distance(hole.shape) >= RULES["min_hole_clearance"] for hole in holes)


def _islands(layout: Layout, net: str) -> int:
    """Return the number of separate pieces of a net, with both sides joined at holes."""
    pads = [pad.shape for pad in layout.pads if pad.net == net]
    pieces = [piece for piece in layout.copper if piece.net == net]
    vias = [track_shape(piece, VIA) for piece in pieces if isinstance(piece, Via)]
    groups: list[list[tuple[int, BaseGeometry]]] = [[(0, hole), (1, hole)] for hole in pads + vias]
    groups += [[(p.side, track_shape(p, VIA))] for p in pieces if isinstance(p, Track)]
    joined: list[list[tuple[int, BaseGeometry]]] = []
    for group in groups:
        near = [other for other in joined if _meet(other, group)]
        joined = [other for other in joined if other not in near]
        joined.append([item for other in [*near, group] for item in other])
    return len(joined)


def _meet(ones: list[tuple[int, BaseGeometry]], others: list[tuple[int, BaseGeometry]]) -> bool:
    return any(a == b and one.intersects(other) for a, one in ones for b, other in others)


@pytest.mark.parametrize("name", NAMES)
def test_tracks_connect_every_net_in_one_piece(name: str) -> None:
    layout = Layout(name)
    nets = {pad.net for pad in layout.pads if pad.net}
    assert {net: _islands(layout, net) for net in nets} == dict.fromkeys(nets, 1)


def _gerber(name: str, layer: str) -> tuple[set[Spot], set[frozenset[Spot]]]:
    """Return the flashes and the lines of a Gerber file, in the case's coordinates."""
    flashes, lines, last = set(), set(), (0.0, 0.0)
    text = (FOLDER / name / "gerbers" / f"{name}-{layer}.gbr").read_text("utf-8")
    assert "%MOMM*%" in text
    assert "%FSLAX46Y46*%" in text
    for x, y, kind in re.findall(r"^X(-?\d+)Y(-?\d+)(?:I-?\d+J-?\d+)?D0(\d)\*$", text, re.M):
        here = _spot(int(x) / 1e6, int(y) / 1e6)
        if kind == "3":
            flashes.add(here)
        elif kind == "1":
            lines.add(frozenset((last, here)))
        last = here
    return flashes, lines


def _spot(x: float, y: float) -> Spot:
    """Convert from KiCad's sheet to the case's coordinates; y points up in Gerbers."""
    return round(x - 148, 2) + 0.0, round(y + 105, 2) + 0.0


def _round(point: Spot) -> Spot:
    return round(point[0], 2) + 0.0, round(point[1], 2) + 0.0


def _alike(ones: set[Spot], others: set[Spot]) -> bool:
    """Return whether two sets are equal but for rounding, which differs from KiCad's."""
    return all(
        any(abs(x - u) < 0.011 and abs(y - v) < 0.011 for u, v in second)
        for first, second in ((ones, others), (others, ones))
        for x, y in first
    )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("side", [0, 1])
def test_gerbers_of_the_copper_are_those_of_the_board(name: str, side: int) -> None:
    layout = Layout(name)
    flashes, lines = _gerber(name, SIDES[side].replace(".", "_"))
    pads = {_round(pad.at) for pad in layout.pads if pad.wide > pad.hole}
    vias = {_round(piece.at) for piece in layout.copper if isinstance(piece, Via)}
    assert _alike(flashes, pads | vias)
    tracks = [p for p in layout.copper if isinstance(p, Track) and p.side == side]
    ends = {_round(point) for piece in tracks for point in (piece.start, piece.end)}
    assert _alike({spot for line in lines for spot in line}, ends)
    assert len(lines) == len({frozenset((_round(p.start), _round(p.end))) for p in tracks})


@pytest.mark.parametrize("name", NAMES)
def test_the_gerber_of_the_edge_is_the_outline(name: str) -> None:
    _, lines = _gerber(name, "Edge_Cuts")
    edges = [edge for ring in Layout(name).rings for edge in ring]
    assert _alike({spot for line in lines for spot in line}, {_round(edge.end) for edge in edges})
    assert len(lines) == len(edges)


def _drilled(name: str, kind: str) -> dict[Spot, float]:
    text = (FOLDER / name / "gerbers" / f"{name}-{kind}.drl").read_text("utf-8")
    assert "METRIC" in text
    sizes = dict(re.findall(r"^(T\d+)C([\d.]+)$", text, re.M))
    holes: dict[Spot, float] = {}
    tool = ""
    for chosen, x, y in re.findall(r"^(T\d+)$|^X(-?[\d.]+)Y(-?[\d.]+)$", text, re.M):
        tool = chosen or tool
        if not chosen:
            holes[_spot(float(x), float(y))] = float(sizes[tool])
    return holes


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["PTH", "NPTH"])
def test_holes_are_drilled_where_the_board_has_them(name: str, kind: str) -> None:
    layout = Layout(name)
    pads = [pad for pad in layout.pads if (pad.wide > pad.hole) == (kind == "PTH")]
    wanted = {_round(pad.at): pad.hole for pad in pads}
    if kind == "PTH":
        wanted |= {_round(p.at): VIA_HOLE for p in layout.copper if isinstance(p, Via)}
    drilled = _drilled(name, kind)
    assert _alike(set(drilled), set(wanted))
    assert sorted(drilled.values()) == pytest.approx(sorted(wanted.values()))


def test_without_kicad_the_check_says_what_to_install(tmp_path: Path) -> None:
    for program in ("bash", "dirname", "env"):
        (tmp_path / program).symlink_to(Path("/usr/bin") / program)
    done = subprocess.run(
        [FOLDER / "check"],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "kicad-cli: not found; apt-get install kicad\n"
