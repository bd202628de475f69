"""Symbols in KiCad's format, in a library and in a schematic."""

from __future__ import annotations

from collections.abc import Sequence

from hardware.boards.expressions import Tree, quoted
from hardware.boards.kicad_footprint import LIBRARY, head
from hardware.boards.outline import Point
from hardware.boards.symbols import GRID, PIN_LONG, SYMBOLS, Symbol

VERSION = 20231120  # the format of KiCad 8, which newer versions can read


def library_tree() -> Tree:
    symbols = [symbol_tree(symbol, symbol.name) for symbol in SYMBOLS.values()]
    return ["kicad_symbol_lib", *head(VERSION), *symbols]


def symbol_tree(symbol: Symbol, name: str) -> Tree:
    """Return a symbol for a library, where y points up."""
    return [
        "symbol",
        quoted(name),
        ["pin_names", ["offset", 0.5], "hide"],
        ["exclude_from_sim", "no"],
        ["in_bom", "yes"],
        ["on_board", "yes"],
        field("Reference", _letter(symbol), (0, -symbol.top + GRID)),
        field("Value", symbol.name, (0, -symbol.low - GRID)),
        field("Footprint", "", (0, 0), hidden=True),
        ["symbol", quoted(f"{symbol.name}_0_1"), *_drawing(symbol)],
        ["symbol", quoted(f"{symbol.name}_1_1"), *_pins(symbol)],
    ]


def full_name(symbol: Symbol) -> str:
    return f"{LIBRARY}:{symbol.name}"


def field(name: str, value: str, at: Point, *, hidden: bool = False) -> Tree:
    look: Tree = ["effects", font(), *([["hide", "yes"]] if hidden else [])]
    return ["property", quoted(name), quoted(value), ["at", *at, 0], look]


def font(high: float = 1.27) -> Tree:
    return ["font", ["size", high, high]]


def _letter(symbol: Symbol) -> str:
    return {"key": "SW", "resistor": "R", "light": "D", "pico": "U"}.get(symbol.name, "J")


def _drawing(symbol: Symbol) -> list[Tree]:
    wide, high = symbol.half_wide, GRID / 2
    if symbol.name == "key":  # a lever above two contacts
        return [
            _line([(-wide, 0), (-wide / 2, 0)]),
            _line([(-wide / 2, 0), (wide / 2, 1.3)]),
            _line([(wide / 2, 0), (wide, 0)]),
        ]
    if symbol.name == "light":  # a diode, which points to its cathode
        half = wide / 2
        return [
            _line([(-wide, 0), (wide, 0)]),
            _line([(-half, half), (half, 0), (-half, -half), (-half, half)]),
            _line([(half, half), (half, -half)]),
        ]
    if symbol.name == "resistor":
        high = GRID * 0.4
    corners: list[Tree] = [["start", -wide, -symbol.top + high], ["end", wide, -symbol.low - high]]
    return [["rectangle", *corners, _stroke(), ["fill", ["type", "background"]]]]


def _line(points: list[Point]) -> Tree:
    return ["polyline", pts(points), _stroke(), ["fill", ["type", "none"]]]


def pts(points: Sequence[Point]) -> Tree:
    """Return KiCad's expression for the points of a line."""
    places: list[Tree] = [["xy", *point] for point in points]
    return ["pts", *places]


def _stroke() -> Tree:
    return ["stroke", ["width", 0.2], ["type", "default"]]


def _pins(symbol: Symbol) -> list[Tree]:
    return [
        [
            *("pin", "passive", "line"),
            ["at", x, -y, 0 if x < 0 else 180],
            ["length", PIN_LONG],
            ["name", quoted(number), ["effects", font()]],
            ["number", quoted(number), ["effects", font()]],
        ]
        for number, (x, y) in symbol.pins.items()
    ]
