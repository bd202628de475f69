"""Read the boards' files without KiCad; coordinates are those of the case, with y up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import cos, radians, sin
from typing import Any

from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from hardware.boards.expressions import read
from hardware.boards.files import FOLDER
from hardware.boards.kicad_layout import MIDDLE
from hardware.boards.outline import Edge, polygon
from hardware.boards.router import SIDES, Copper, Track, Via

Place = tuple[float, float]
Pin = tuple[str, str]  # a part's reference, and a pin number


@dataclass(frozen=True)
class SolderedPad:
    part: str
    number: str
    net: str
    at: Place
    wide: float
    hole: float

    @property
    def shape(self) -> BaseGeometry:
        return Point(self.at).buffer(self.wide / 2)


class Layout:
    """A .kicad_pcb file."""

    def __init__(self, board: str) -> None:
        self.tree = read((FOLDER / board / f"{board}.kicad_pcb").read_text("utf-8"))
        self.nets = {entry[1]: entry[2] for entry in found(self.tree, "net")}
        self.footprints = {_field(part, "Reference"): part for part in parts_of(self.tree)}

    def value(self, reference: str) -> str:
        return _field(self.footprints[reference], "Value")

    def place(self, reference: str) -> Place:
        return _place(one(self.footprints[reference], "at"))

    def is_below(self, reference: str) -> bool:
        return bool(one(self.footprints[reference], "layer")[1] == "B.Cu")

    @property
    def pads(self) -> list[SolderedPad]:
        return [
            _pad(reference, part, pad)
            for reference, part in self.footprints.items()
            for pad in found(part, "pad")
        ]

    @property
    def connections(self) -> dict[Pin, str]:
        return {(pad.part, pad.number): pad.net for pad in self.pads if pad.net}

    @property
    def copper(self) -> Copper:
        """The tracks and vias, in the file's order."""
        pieces = [entry for entry in self.tree if entry[0] in ("segment", "via")]
        return [self._piece(entry) for entry in pieces]

    def _piece(self, entry: list[Any]) -> Track | Via:
        net = self.nets[one(entry, "net")[1]]
        if entry[0] == "via":
            return Via(net, _place(one(entry, "at")))
        start, end = (_place(one(entry, name)) for name in ("start", "end"))
        side = SIDES.index(one(entry, "layer")[1])
        return Track(net, side, start, end, float(one(entry, "width")[1]))

    @property
    def outline(self) -> Polygon:
        """The outline of the board, with its opening but without its holes."""
        outer, *inner = map(polygon, self.rings)
        return Polygon(outer, inner)

    @property
    def rings(self) -> list[list[Edge]]:
        """The outer edge and that of the opening, each a closed ring of lines and arcs."""
        rings: list[list[Edge]] = []
        for entry in self.tree:
            if entry[0] in ("gr_line", "gr_arc"):
                start, end = (_place(one(entry, name)) for name in ("start", "end"))
                through = _place(one(entry, "mid")) if entry[0] == "gr_arc" else None
                if not rings or Point(rings[-1][-1].end).distance(Point(start)) > 0.001:
                    rings.append([])
                rings[-1].append(Edge(start, end, through))
        return rings

    @property
    def thickness(self) -> float:
        return float(one(one(self.tree, "general"), "thickness")[1])

    @property
    def printed(self) -> dict[str, list[Place]]:
        """The texts on the board, and their positions."""
        texts: dict[str, list[Place]] = {}
        for entry in found(self.tree, "gr_text"):
            texts.setdefault(entry[1], []).append(_place(one(entry, "at")))
        return texts


def track_shape(piece: Track | Via, via: float) -> BaseGeometry:
    if isinstance(piece, Via):
        return Point(piece.at).buffer(via / 2)
    return LineString([piece.start, piece.end]).buffer(piece.wide / 2)


@cache
def schematic_nets(board: str) -> set[frozenset[Pin]]:
    """Return the groups of pins that a schematic connects, by its wires and its labels."""
    tree = read((FOLDER / board / f"{board}.kicad_sch").read_text("utf-8"))
    groups: list[set[Any]] = [set(_ends(wire)) for wire in found(tree, "wire")]
    groups += [{_spot(one(label, "at")), label[1]} for label in found(tree, "global_label")]
    pins = _pins(tree)
    groups += [{at, pin} for pin, at in pins.items()]
    joined: list[set[Any]] = []
    for group in groups:
        apart = [other for other in joined if not other & group]
        joined = [*apart, group.union(*(other for other in joined if other & group))]
    return {frozenset(item for item in group if item in pins) for group in joined}


def _pins(tree: list[Any]) -> dict[Pin, Place]:
    library = {symbol[1]: symbol for symbol in found(one(tree, "lib_symbols"), "symbol")}
    places: dict[Pin, Place] = {}
    for symbol in found(tree, "symbol"):
        x, y = _spot(one(symbol, "at"))
        for unit in found(library[one(symbol, "lib_id")[1]], "symbol"):
            for pin in found(unit, "pin"):
                along, up = _spot(one(pin, "at"))
                at = (round(x + along, 3), round(y - up, 3))
                places[_field(symbol, "Reference"), one(pin, "number")[1]] = at
    return places


def _ends(wire: list[Any]) -> list[Place]:
    return [_spot(point) for point in found(one(wire, "pts"), "xy")]


def _spot(entry: list[Any]) -> Place:
    return round(float(entry[1]), 3), round(float(entry[2]), 3)


def parts_of(tree: list[Any]) -> list[list[Any]]:
    return found(tree, "footprint")


def found(tree: list[Any], name: str) -> list[list[Any]]:
    return [entry for entry in tree if isinstance(entry, list) and entry[0] == name]


def one(tree: list[Any], name: str) -> list[Any]:
    (entry,) = found(tree, name)
    return entry


def _field(part: list[Any], name: str) -> str:
    return next(str(entry[2]) for entry in found(part, "property") if entry[1] == name)


def _place(entry: list[Any]) -> Place:
    return float(entry[1]) - MIDDLE[0], MIDDLE[1] - float(entry[2])


def _pad(reference: str, part: list[Any], pad: list[Any]) -> SolderedPad:
    """Return a pad in the case's coordinates.

    KiCad turns footprints anticlockwise, on a sheet whose y axis points down.
    """
    x, y = (float(number) for number in one(pad, "at")[1:3])
    at = one(part, "at")
    turn = radians(float(at[3]) if len(at) > 3 else 0)
    middle = _place(at)
    place = (middle[0] + x * cos(turn) + y * sin(turn), middle[1] + x * sin(turn) - y * cos(turn))
    net = [entry[2] for entry in found(pad, "net")]
    wide, hole = float(one(pad, "size")[1]), float(one(pad, "drill")[1])
    return SolderedPad(reference, pad[1], net[0] if net else "", place, wide, hole)
