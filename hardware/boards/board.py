"""The model of a board: its parts, their connections, and their positions.

Positions are in millimetres from the middle of the case, as a player sees it, with y up.
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
    nets: dict[str, str] = field(default_factory=dict)  # by the number of the pad

    @property
    def is_screw(self) -> bool:
        return self.reference.startswith("H")

    def place(self, point: Point) -> Point:
        """Return where a point of the footprint is on the board."""
        x, y = turned((-point[0] if self.is_below else point[0], point[1]), self.turn)
        return self.at[0] + x, self.at[1] + y

    @property
    def pads(self) -> list[tuple[Pad, Point, str | None]]:
        """Each pad with its position and its net."""
        pads = self.footprint.pads
        return [(pad, self.place(pad.at), self.nets.get(pad.number)) for pad in pads]


@dataclass(frozen=True)
class Note:
    """A text printed on the board."""

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
        """The names of all nets, in the order of the parts."""
        return list(dict.fromkeys(net for part in self.parts for net in part.nets.values()))


def pin_notes(part: Part, names: tuple[str, ...], away: Point) -> list[Note]:
    """Return notes with the names of a header's pins, at an offset of `away` from the pins."""
    places = [at for _, at, _ in part.pads]
    return [
        Note(name, (x + away[0], y + away[1]), part.is_below, high=0.8)
        for name, (x, y) in zip(names, places, strict=True)
    ]


def key_net(key: str) -> str:
    """Return the name of the net of a key's pin: PETAL1 for `petal 1`."""
    return key.upper().replace(" ", "")
