"""The footprints of the parts that are soldered on.

Positions are in millimetres from the part's middle, seen from the side on which the part is, with
x to the right and y up.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.boards.outline import Point
from hardware.render.sizes import pair, size

PITCH = 2.54  # of headers and sockets
PICO_ROW = 17.78 / 2  # from the Pico's middle to its rows of pins
PICO_FIRST, PICO_LAST = 5, 36  # only 16 pins per row: the keys leave no room for the Pico's ends


@dataclass(frozen=True)
class Pad:
    """A hole, with copper around it if it makes a connection."""

    number: str
    at: Point
    wide: float
    hole: float

    @property
    def is_plated(self) -> bool:
        return self.wide > self.hole


@dataclass(frozen=True)
class Footprint:
    name: str
    says: str  # a description of the part
    pads: tuple[Pad, ...]
    body: tuple[float, float]  # width and height
    label: Point  # the position of the reference
    is_outlined: bool = True  # whether an outline is printed; it must not cross pads


def switch() -> Footprint:
    """Return the footprint of a key's switch.

    Only two diagonally opposite legs are connected: they never belong to the same contact.
    """
    x, y = (side / 2 for side in pair("switch_legs"))
    legs = [("1", (-x, y)), ("2", (x, -y)), ("", (-x, -y)), ("", (x, y))]
    peg = size("switch_peg")
    pegs = [Pad("", (0, side * size("switch_pegs") / 2), peg, peg) for side in (1, -1)]
    pads = [Pad(number, at, 2.2, 1.3) for number, at in legs]
    says = "Omron B3F-4050 or 4055, 12 x 12 x 7.3 mm with pegs"
    body = pair("switch_body")
    return Footprint("B3F-4050", says, (*pads, *pegs), body, (0, 0), is_outlined=False)


def resistor() -> Footprint:
    pads = tuple(Pad(number, (x, 0), 1.6, 0.8) for number, x in (("1", -5.08), ("2", 5.08)))
    return Footprint("R_axial_10.16", "1/4 W, lying, 10.16 mm", pads, (6.6, 2.4), (0, 0))


def light() -> Footprint:
    """Return the footprint of an LED of 3 mm: pad 1 is the cathode, at its flat side."""
    pads = tuple(Pad(number, (x, 0), 1.5, 0.9) for number, x in (("1", -1.27), ("2", 1.27)))
    wide = size("light_flange")
    says = "LED 3 mm, 2.54 mm; pad 1 is the cathode"
    return Footprint("LED_3mm", says, pads, (wide, wide), (-4.2, 0), is_outlined=False)


def header(rows: int, columns: int) -> Footprint:
    """Return the footprint of a header: pin 1 at the top left, even pins in a second column."""
    pads = []
    for number in range(rows * columns):
        row, column = divmod(number, columns)
        x, y = (column - (columns - 1) / 2) * PITCH, ((rows - 1) / 2 - row) * PITCH
        pads.append(Pad(str(number + 1), (x, y), 1.6, 1.0))
    name = f"header_{columns}x{rows:02d}"
    body = (columns * PITCH, rows * PITCH)
    label = (0, body[1] / 2 + 1.2)
    is_outlined = columns > 1  # a single column has the names of its pins beside it
    return Footprint(name, f"{name}, 2.54 mm", tuple(pads), body, label, is_outlined)


def pico() -> Footprint:
    """Return the footprint of a Pico in sockets, with its USB socket up.

    In sockets the Pico can be removed, and a screw and the switches' legs fit below it.
    """
    pads = [_pico_pad(number) for number in range(PICO_FIRST, PICO_LAST + 1)]
    says = "Raspberry Pi Pico in four sockets of 1 x 8, 8.5 mm high"
    board = pair("pico_board")
    return Footprint("Pico_sockets", says, tuple(pads), board, (0, -17), is_outlined=False)


def _pico_pad(number: int) -> Pad:
    left = number <= 20
    down = number - 1 if left else 40 - number
    at = (-PICO_ROW if left else PICO_ROW, (9.5 - down) * PITCH)
    return Pad(str(number), at, 1.6, 1.0)


def screw_hole() -> Footprint:
    free, head = size("m3_free"), size("boss_wide")
    return Footprint("M3", "hole for M3", (Pad("", (0, 0), free, free),), (head, head), (0, 0))
