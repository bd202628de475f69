"""Write KiCad's project file with the design rules, and the library tables."""

from __future__ import annotations

import json

from hardware.boards.expressions import Tree, quoted
from hardware.boards.kicad_footprint import LIBRARY
from hardware.boards.router import THIN, VIA, VIA_HOLE

RULES = {  # millimetres; every manufacturer of two-layer boards offers this without a surcharge
    "min_clearance": 0.15,
    "min_copper_edge_clearance": 0.5,
    "min_hole_clearance": 0.25,
    "min_hole_to_hole": 0.25,
    "min_through_hole_diameter": 0.3,
    "min_track_width": 0.15,
    "min_via_annular_width": 0.15,
    "min_via_diameter": 0.6,
}


def project(board: str) -> str:
    usual = {
        "name": "Default",
        "clearance": RULES["min_clearance"],
        "track_width": THIN,
        "via_diameter": VIA,
        "via_drill": VIA_HOLE,
    }
    tree = {
        "board": {"design_settings": {"rules": RULES}},
        "meta": {"filename": f"{board}.kicad_pro", "version": 1},
        "net_settings": {"classes": [usual], "meta": {"version": 3}},
    }
    return json.dumps(tree, indent=2) + "\n"


def table(kind: str, file: str) -> Tree:
    """Return a library table with our library; `kind` is `fp_lib_table` or `sym_lib_table`."""
    uri = quoted(f"${{KIPRJMOD}}/../{file}")
    name, sort = ["name", quoted(LIBRARY)], ["type", quoted("KiCad")]
    ours: Tree = ["lib", name, sort, ["uri", uri], ["options", quoted("")], ["descr", quoted("")]]
    return [kind, ["version", 7], ours]
