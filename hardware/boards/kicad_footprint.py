"""Footprints in KiCad's format, in a library and on a board.

KiCad's y axis points down. Parts on the lower side are flipped, so that their y points up again.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.boards.board import Part
from hardware.boards.expressions import Tree, identity, quoted
from hardware.boards.footprints import Footprint, Pad
from hardware.boards.outline import Point

LIBRARY = "triqueta"
VERSION = 20240108  # the format of KiCad 8, which newer versions can read
Nets = dict[str, tuple[int, str]]  # number and name, by pad


def head(version: int = VERSION) -> list[Tree]:
    return [["version", version], ["generator", quoted("triqueta")]]


def library_tree(footprint: Footprint) -> Tree:
    part = Part("REF**", footprint.name, footprint, (0, 0))
    return ["footprint", quoted(footprint.name), *head(), *Insides(part, footprint.name).trees({})]


def effects(high: float, *, mirrored: bool = False) -> Tree:
    font: Tree = ["font", ["size", high, high], ["thickness", high * 0.15]]
    return ["effects", font, *([["justify", "mirror"]] if mirrored else [])]


@dataclass(frozen=True)
class Insides:
    """A footprint without its name and position."""

    part: Part
    key: str  # the UUIDs are derived from it
    turn: float = 0

    @property
    def letter(self) -> str:
        return "B" if self.part.is_below else "F"

    def trees(self, nets: Nets) -> list[Tree]:
        part, footprint = self.part, self.part.footprint
        is_screw = footprint.name == "M3"
        kinds = ["exclude_from_pos_files", "exclude_from_bom", "board_only"]
        outlines = ["Fab", "CrtYd", *(["SilkS"] if footprint.is_outlined else [])]
        return [
            ["layer", quoted(f"{self.letter}.Cu")],
            ["descr", quoted(footprint.says)],
            self._text("Reference", part.reference, footprint.label, "SilkS", hidden=is_screw),
            self._text("Value", part.value, (0, 0), "Fab", hidden=True),
            ["attr", *(kinds if is_screw else ["through_hole"])],
            *(self._outline(layer) for layer in outlines),
            *(self._pad(number, pad, nets) for number, pad in enumerate(footprint.pads)),
        ]

    def _at(self, point: Point) -> Point:
        return point[0], point[1] if self.part.is_below else -point[1]

    def _text(self, name: str, value: str, at: Point, layer: str, *, hidden: bool) -> Tree:
        return [
            "property",
            quoted(name),
            quoted(value),
            ["at", *self._at(at), self.turn],
            ["layer", quoted(f"{self.letter}.{layer}")],
            *([["hide", "yes"]] if hidden else []),
            identity(self.key, name),
            effects(1.0, mirrored=self.part.is_below),
        ]

    def _outline(self, layer: str) -> Tree:
        more = {"Fab": 0.0, "CrtYd": 0.25, "SilkS": 0.15}[layer]
        x, y = (side / 2 + more for side in self.part.footprint.body)
        shape: list[Tree] = ["fp_rect", ["start", -x, -y], ["end", x, y]]
        if self.part.footprint.name == "M3":
            shape = ["fp_circle", ["center", 0, 0], ["end", x, 0]]
        stroke: Tree = ["stroke", ["width", 0.05 if layer == "CrtYd" else 0.12], ["type", "solid"]]
        name = quoted(f"{self.letter}.{layer}")
        return [*shape, stroke, ["fill", "none"], ["layer", name], identity(self.key, layer)]

    def _pad(self, place: int, pad: Pad, nets: Nets) -> Tree:
        net = nets.get(pad.number)
        return [
            "pad",
            quoted(pad.number),
            "thru_hole" if pad.is_plated else "np_thru_hole",
            "circle",
            ["at", *self._at(pad.at), self.turn],
            ["size", pad.wide, pad.wide],
            ["drill", pad.hole],
            ["layers", quoted("*.Cu"), quoted("*.Mask")],
            *([_net(net)] if net else []),
            identity(self.key, "pad", place),
        ]


def _net(net: tuple[int, str]) -> Tree:
    return ["net", net[0], quoted(net[1])]
