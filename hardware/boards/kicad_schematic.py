"""Convert a schematic to the contents of a .kicad_sch file."""

from __future__ import annotations

from hardware.boards.board import Board, Part
from hardware.boards.expressions import Tree, identity, quoted
from hardware.boards.kicad_footprint import LIBRARY, head
from hardware.boards.kicad_layout import symbol_identity
from hardware.boards.kicad_symbols import VERSION, field, font, full_name, pts, symbol_tree
from hardware.boards.outline import Point
from hardware.boards.schematic import Label, Schematic, schematic, symbol_of
from hardware.boards.symbols import GRID


def schematic_tree(board: Board) -> Tree:
    sheet = schematic(board)
    parts = [part for part in board.parts if part.reference in sheet.places]
    symbols = {symbol.name: symbol for symbol in map(symbol_of, parts)}
    return [
        "kicad_sch",
        *head(VERSION),
        identity(board.name, "sheet"),
        ["paper", quoted("A4")],
        ["title_block", ["title", quoted(board.title)]],
        ["lib_symbols", *(symbol_tree(one, full_name(one)) for one in symbols.values())],
        *_marks(board.name, sheet),
        *(_instance(board.name, part, sheet.places[part.reference]) for part in parts),
        ["sheet_instances", ["path", quoted("/"), ["page", quoted("1")]]],
    ]


def _marks(board: str, sheet: Schematic) -> list[Tree]:
    """Return the wires, the net labels, and the crosses at unconnected pins."""
    crosses: list[Tree] = [
        ["no_connect", ["at", *at], identity(board, "unused", number)]
        for number, at in enumerate(sheet.unused)
    ]
    wires = [_wire(ends, identity(board, "wire", i)) for i, ends in enumerate(sheet.wires)]
    labels = [_label(one, identity(board, "label", i)) for i, one in enumerate(sheet.labels)]
    return crosses + wires + labels


def _wire(ends: tuple[Point, Point], name: Tree) -> Tree:
    return ["wire", pts(ends), ["stroke", ["width", 0.15], ["type", "solid"]], name]


def _label(label: Label, name: Tree) -> Tree:
    turn, side = (180, "right") if label.is_left else (0, "left")
    return [
        "global_label",
        quoted(label.net),
        ["shape", "passive"],
        ["at", *label.at, turn],
        ["effects", font(), ["justify", side]],
        name,
    ]


def _instance(board: str, part: Part, at: Point) -> Tree:
    symbol = symbol_of(part)
    above, below = at[1] + symbol.top - GRID, at[1] + symbol.low + GRID
    sheet = str(identity(board, "sheet")[1]).strip('"')
    path: Tree = ["path", quoted(f"/{sheet}"), ["reference", quoted(part.reference)], ["unit", 1]]
    return [
        "symbol",
        ["lib_id", quoted(full_name(symbol))],
        ["at", *at, 0],
        ["unit", 1],
        ["exclude_from_sim", "no"],
        ["in_bom", "yes"],
        ["on_board", "yes"],
        ["dnp", "no"],
        symbol_identity(board, part.reference),
        field("Reference", part.reference, (at[0], above)),
        field("Value", part.value, (at[0], below)),
        field("Footprint", f"{LIBRARY}:{part.footprint.name}", at, hidden=True),
        *(
            ["pin", quoted(number), identity(board, part.reference, "pin", number)]
            for number in symbol.pins
        ),
        ["instances", ["project", quoted(board), path]],
    ]
