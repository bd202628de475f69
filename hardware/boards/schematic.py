"""Lay out a board's schematic: a row for each key or light, connectors, and net labels.

Positions are in millimetres from the top left of the sheet, with y down.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hardware.boards.board import Board, Part
from hardware.boards.outline import Point
from hardware.boards.symbols import GRID, SYMBOLS, Symbol

FIRST_ROW = (46 * GRID, 12 * GRID)  # of the keys
LIGHTS = 78 * GRID  # the x of the lights and the buzzer
ROW = 5 * GRID
STUB = 2 * GRID  # the length of a wire between a pin and the label of its net
COLUMN = 20 * GRID  # the x of the connectors


@dataclass(frozen=True)
class Label:
    net: str
    at: Point
    is_left: bool  # at the left end of its wire


@dataclass
class Schematic:
    places: dict[str, Point] = field(default_factory=dict)  # of parts, by reference
    wires: list[tuple[Point, Point]] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    unused: list[Point] = field(default_factory=list)


def symbol_of(part: Part) -> Symbol:
    return SYMBOLS[part.footprint.name]


def schematic(board: Board) -> Schematic:
    sheet = Schematic()
    parts = {part.reference: part for part in board.parts if not part.is_screw}
    for x, kind in ((FIRST_ROW[0], "SW"), (LIGHTS, "D")):
        found = [part for part in parts.values() if part.reference.startswith(kind)]
        for number, part in enumerate(found):
            _row(sheet, parts, part, (x, FIRST_ROW[1] + number * ROW))
    below = FIRST_ROW[1] + len(found) * ROW
    for part in parts.values():
        if part.reference.startswith("R") and part.reference not in sheet.places:
            _place(sheet, part, (LIGHTS, below), ("1", "2"))
    low = FIRST_ROW[1]
    for part in parts.values():
        if part.reference[0] in "JU":
            symbol = symbol_of(part)
            _place(sheet, part, (COLUMN, low - symbol.top), tuple(symbol.pins))
            low += symbol.low - symbol.top + 4 * GRID
    return sheet


def _row(sheet: Schematic, parts: dict[str, Part], part: Part, at: Point) -> None:
    """Place a key or a light, after the resistor in its line if it has one."""
    inner, outer = symbol_of(part).left[0], symbol_of(part).right[0]
    resistor = next((other for other in parts.values() if _in_line(other, part, inner)), None)
    if resistor is None:
        _place(sheet, part, (at[0] + 7 * GRID, at[1]), (inner, outer))
        return
    _place(sheet, resistor, at, ("1",))
    _place(sheet, part, (at[0] + 7 * GRID, at[1]), (outer,))
    sheet.wires.append((_pin(sheet, resistor, "2"), _pin(sheet, part, inner)))


def _in_line(resistor: Part, part: Part, pin: str) -> bool:
    return resistor.reference.startswith("R") and resistor.nets["2"] == part.nets[pin]


def _place(sheet: Schematic, part: Part, at: Point, named: tuple[str, ...]) -> None:
    """Place a part. The pins in `named` get short wires with net labels."""
    sheet.places[part.reference] = at
    for number in named:
        pin, net = _pin(sheet, part, number), part.nets.get(number)
        if net is None:
            sheet.unused.append(pin)
            continue
        is_left = pin[0] < at[0]
        end = (pin[0] + (-STUB if is_left else STUB), pin[1])
        sheet.wires.append((pin, end))
        sheet.labels.append(Label(net, end, is_left))


def _pin(sheet: Schematic, part: Part, number: str) -> Point:
    at, (x, y) = sheet.places[part.reference], symbol_of(part).pins[number]
    return at[0] + x, at[1] + y
