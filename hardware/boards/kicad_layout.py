"""Convert a board to the contents of a .kicad_pcb file."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.boards.board import Board, Note, Part
from hardware.boards.expressions import Tree, identity, quoted
from hardware.boards.kicad_footprint import LIBRARY, Insides, effects, head
from hardware.boards.outline import Edge, Point
from hardware.boards.router import SIDES, VIA, VIA_HOLE, Copper, Track, Via

MIDDLE = (148.0, 105.0)  # the middle of the case on KiCad's sheet
LAYERS = {
    0: "F.Cu",
    31: "B.Cu",
    36: "B.SilkS",
    37: "F.SilkS",
    38: "B.Mask",
    39: "F.Mask",
    44: "Edge.Cuts",
    46: "B.CrtYd",
    47: "F.CrtYd",
    48: "B.Fab",
    49: "F.Fab",
}


def layout_tree(board: Board, copper: Copper) -> Tree:
    unused = [net for part in board.parts for net in _unused(part).values()]
    nets = ["", *board.nets, *unused]
    return [
        "kicad_pcb",
        *head(),
        ["general", ["thickness", board.thick]],
        ["paper", quoted("A4")],
        ["title_block", ["title", quoted(board.title)]],
        ["layers", *(_layer(number, name) for number, name in LAYERS.items())],
        ["setup", ["pad_to_mask_clearance", 0]],
        *(_net(number, net) for number, net in enumerate(nets)),
        *(_placed(board, part, nets) for part in board.parts),
        *(_edge(edge, identity(board.name, "edge", *place)) for place, edge in _edges(board)),
        *(_note(note, identity(board.name, "note", i)) for i, note in enumerate(board.notes)),
        *(_piece(piece, nets, identity(board.name, i)) for i, piece in enumerate(copper)),
    ]


def on_sheet(point: Point) -> Point:
    return MIDDLE[0] + point[0], MIDDLE[1] - point[1]


def symbol_identity(board: str, reference: str) -> list[Tree]:
    """Return the UUID of a part's symbol, which both the schematic and the board contain."""
    return identity(board, "symbol", reference)


def _layer(number: int, name: str) -> Tree:
    return [number, quoted(name), "signal" if name.endswith(".Cu") else "user"]


def _net(number: int, name: str) -> Tree:
    return ["net", number, quoted(name)]


def _unused(part: Part) -> dict[str, str]:
    """Return the nets of unconnected pins, with the names that KiCad gives them."""
    pads = [pad.number for pad in part.footprint.pads if pad.number]
    return {
        number: f"unconnected-({part.reference}-Pad{number})"
        for number in pads
        if number not in part.nets
    }


def _placed(board: Board, part: Part, nets: list[str]) -> Tree:
    turn = (part.turn + (180 if part.is_below else 0) + 180) % 360 - 180
    key = f"{board.name}/{part.reference}"
    layer, *insides = Insides(part, key, turn).trees(
        {pad: (nets.index(net), net) for pad, net in (part.nets | _unused(part)).items()}
    )
    place: list[Tree] = [identity(key), ["at", *on_sheet(part.at), turn]]
    if not part.is_screw:
        symbol = str(symbol_identity(board.name, part.reference)[1]).strip('"')
        place.append(["path", quoted(f"/{symbol}")])
        place.append(["sheetname", quoted("/")])
        place.append(["sheetfile", quoted(f"{board.name}.kicad_sch")])
    name = f"{LIBRARY}:{part.footprint.name}"
    return ["footprint", quoted(name), layer, *place, *insides]


def _edges(board: Board) -> Iterator[tuple[tuple[int, int], Edge]]:
    for first, contour in enumerate(board.contours):
        for second, edge in enumerate(contour):
            yield (first, second), edge


def _edge(edge: Edge, name: Tree) -> Tree:
    ends: list[Tree] = [["start", *on_sheet(edge.start)], ["end", *on_sheet(edge.end)]]
    if edge.through is not None:
        ends.insert(1, ["mid", *on_sheet(edge.through)])
    return [
        "gr_line" if edge.through is None else "gr_arc",
        *ends,
        ["stroke", ["width", 0.1], ["type", "solid"]],
        ["layer", quoted("Edge.Cuts")],
        name,
    ]


def _note(note: Note, name: Tree) -> Tree:
    return [
        "gr_text",
        quoted(note.text),
        ["at", *on_sheet(note.at), 0],
        ["layer", quoted("B.SilkS" if note.is_below else "F.SilkS")],
        name,
        effects(note.high, mirrored=note.is_below),
    ]


def _piece(piece: Track | Via, nets: list[str], name: Tree) -> Tree:
    net: list[Tree] = [["net", nets.index(piece.net)], name]
    if isinstance(piece, Via):
        sides = ["layers", *map(quoted, SIDES)]
        return [
            "via",
            ["at", *on_sheet(piece.at)],
            ["size", VIA],
            ["drill", VIA_HOLE],
            sides,
            *net,
        ]
    return [
        "segment",
        ["start", *on_sheet(piece.start)],
        ["end", *on_sheet(piece.end)],
        ["width", piece.wide],
        ["layer", quoted(SIDES[piece.side])],
        *net,
    ]
