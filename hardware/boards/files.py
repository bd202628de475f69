"""The KiCad files of a board."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hardware.boards import hub_ring, pod_board
from hardware.boards.board import Board
from hardware.boards.expressions import written
from hardware.boards.kicad_footprint import LIBRARY, library_tree
from hardware.boards.kicad_layout import layout_tree
from hardware.boards.kicad_project import project, table
from hardware.boards.kicad_schematic import schematic_tree
from hardware.boards.kicad_symbols import library_tree as symbol_library_tree
from hardware.boards.router import Copper

FOLDER = Path(__file__).parent
BOARDS: dict[str, Callable[[], Board]] = {"hub": hub_ring.board, "pod": pod_board.board}
FOOTPRINTS, SYMBOL_FILE = f"{LIBRARY}.pretty", f"{LIBRARY}.kicad_sym"


def sources(board: Board, copper: Copper) -> dict[str, str]:
    """Return the texts of all KiCad files of a board, by name."""
    name = board.name
    footprints = {part.footprint.name: part.footprint for part in board.parts}
    return {
        f"{name}/{name}.kicad_pcb": written(layout_tree(board, copper)),
        f"{name}/{name}.kicad_sch": written(schematic_tree(board)),
        f"{name}/{name}.kicad_pro": project(name),
        f"{name}/fp-lib-table": written(table("fp_lib_table", FOOTPRINTS)),
        f"{name}/sym-lib-table": written(table("sym_lib_table", SYMBOL_FILE)),
        SYMBOL_FILE: written(symbol_library_tree()),
        **{
            f"{FOOTPRINTS}/{one.name}.kicad_mod": written(library_tree(one))
            for one in footprints.values()
        },
    }
