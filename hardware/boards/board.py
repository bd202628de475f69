"""What a board is: its parts, what is connected to what, and where everything is.

Places are those of the case: millimetres from its middle, as a player sees it, y up.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hardware.boards.footprints import Footprint, Pad
from hardware.boards.outline import Edge, Point, turned

GROUND, POWER = "GND", "3V3"


@dataclass(frozen=True)
class Part:
    reference: str
    value: str
    footprint: Footprint
    at: Point
    turn: float = 0  # degrees, anticlockwise
    is_below: bool = False  # on the side of the Pi
    nets: dict[str, str] = field(default_factory=dict)  # what its pads are connected to

    @property
    def is_screw(self) -> bool:
        return self.reference.startswith("H")

    def place(self, point: Point) -> Point:
        """Where a point of the footprint is on the board."""
        x, y = turned((-point[0] if self.is_below else point[0], point[1]), self.turn)
        return self.at[0] + x, self.at[1] + y

    @property
    def pads(self) -> list[tuple[Pad, Point, str | None]]:
        """Each with its place and its net."""
        pads = self.footprint.pads
        return [(pad, self.place(pad.at), self.nets.get(pad.number)) for pad in pads]


@dataclass(frozen=True)
class Note:
    """Something printed on the board."""

    text: str
    at: Point
    is_below: bool = False
    high: float = 1.0


@dataclass(frozen=True)
class Board:
    name: str
    title: str
    contours: list[list[Edge]]  # the outer one first
    parts: list[Part]
    notes: list[Note]
    thick: float

    @property
    def nets(self) -> list[str]:
        """In the order in which they are met."""
        return list(dict.fromkeys(net for part in self.parts for net in part.nets.values()))


def pin_notes(part: Part, names: tuple[str, ...], away: Point) -> list[Note]:
    """What the pins of a header are, beside them."""
    places = [at for _, at, _ in part.pads]
    return [
        Note(name, (x + away[0], y + away[1]), part.is_below, high=0.8)
        for name, (x, y) in zip(names, places, strict=True)
    ]


def key_net(key: str) -> str:
    """Between a key's pin and what is in its line: `petal 1` is PETAL1."""
    return key.upper().replace(" ", "")
