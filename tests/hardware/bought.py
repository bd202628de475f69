"""Solids of bought parts: switches, displays and screws, rounded up where makers differ.

Their sizes are in `hardware/enclosure/parts.scad`, each with its source. Heads of screws follow
ISO 7045 (pan), ISO 1207 (cheese, for M2) and ISO 7046 (countersunk).
"""

from __future__ import annotations

import numpy as np
import trimesh

from tests.hardware.meshes import size

Place = tuple[float, float, float]
HEADS = {3.0: (5.6, 2.4), 2.5: (5.0, 2.1), 2.0: (3.8, 1.3)}  # width, height
JUMPER = (2.6, 14.0)  # the plug of a jumper wire: its width, and its height above a board


def block(sides: Place, low: Place) -> trimesh.Trimesh:
    """Return a box that is centred on x and y of `low` and stands on its z."""
    box: trimesh.Trimesh = trimesh.creation.box(sides)
    box.apply_translation([low[0], low[1], low[2] + sides[2] / 2])
    return box


def rod(wide: float, low: float, high: float, at: tuple[float, float] = (0, 0)) -> trimesh.Trimesh:
    cylinder: trimesh.Trimesh = trimesh.creation.cylinder(wide / 2, high - low, sections=32)
    cylinder.apply_translation([*at, (low + high) / 2])
    return cylinder


def moved(solid: trimesh.Trimesh, by: Place, turn: float = 0) -> trimesh.Trimesh:
    """Return a solid rotated about z by `turn` degrees, then moved."""
    placed = solid.copy()
    placed.apply_transform(
        trimesh.transformations.translation_matrix(by)
        @ trimesh.transformations.rotation_matrix(np.radians(turn), [0, 0, 1])
    )
    return placed


def switch() -> list[trimesh.Trimesh]:
    """Return a switch on z = 0, with its legs and pegs below."""
    wide, deep = size("switch_body_0"), size("switch_body_1")
    legs = [
        block(
            (0.4, 1.0, 3.5), (x * size("switch_legs_0") / 2, y * size("switch_legs_1") / 2, -3.5)
        )
        for x in (-1, 1)
        for y in (-1, 1)
    ]
    apart = size("switch_pegs") / 2
    pegs = [rod(size("switch_peg"), -1.4, 0, (0, side * apart)) for side in (-1, 1)]
    top = size("switch_height")
    return [block((wide, deep, 3.6), (0, 0, 0)), rod(6.6, 3.6, top), *legs, *pegs]


def light() -> list[trimesh.Trimesh]:
    """Return an LED that stands on z = 0, with its legs, cut to 3 mm, below."""
    wide, high, foot = size("light_wide"), size("light_high"), size("light_flange_high")
    legs = [rod(0.7, -3, 0, (side * size("light_legs") / 2, 0)) for side in (-1, 1)]
    return [rod(size("light_flange"), 0, foot), rod(wide, foot, high), *legs]


def buzzer() -> list[trimesh.Trimesh]:
    """Return a buzzer that lies on z = 0 with its opening down, and wires on its pins."""
    wide, high, apart = size("buzzer_wide"), size("buzzer_high"), size("buzzer_pins")
    return [rod(wide, 0, high), block((apart + 2.6, 2.6, 8), (0, 0, high))]


SIDES = {"top": (0, 1), "bottom": (0, -1), "left": (-1, 0), "right": (1, 0)}


def display(name: str, pins: str = "top") -> list[trimesh.Trimesh]:
    """Return a display with wires on its pins; its glass faces down on z = 0, as in a face."""
    wide, high = size(f"{name}_board_0"), size(f"{name}_board_1")
    glass, board = size(f"{name}_glass_thick"), size(f"{name}_board_thick")
    x, y = SIDES[pins]
    row = JUMPER[0] * (7 if name == "big" else 4)
    plugs = (JUMPER[0] if x else row, row if x else JUMPER[0], JUMPER[1])
    return [
        block((wide, high, board), (0, 0, glass)),
        block((wide, high - 6, glass), (0, 1, 0)),
        block(plugs, (x * (wide / 2 - 1.5), y * (high / 2 - 1.5), glass + board)),
    ]


def headed_screw(thick: float, long: float, core: float, clamped: float) -> list[trimesh.Trimesh]:
    """Return a screw with its head on z = 0.

    Through the clamped part it has its nominal diameter; below, it fills the hole that its thread
    cuts into.
    """
    head, high = HEADS[thick]
    return [rod(head, 0, high), rod(thick, -clamped, 0), rod(core - 0.1, -long, -clamped)]


def sunk_screw(long: float, core: float, head: float, clamped: float) -> list[trimesh.Trimesh]:
    """Return an M3 countersunk screw that points up, with its flat head on z = 0."""
    deep = (head - 3) / 2  # the cone has an angle of 90 degrees
    outline = np.array([(0, 0), (head / 2, 0), (1.5, deep), (0, deep)])
    cone: trimesh.Trimesh = trimesh.creation.revolve(outline, sections=32)
    return [cone, rod(3, deep, clamped), rod(core - 0.1, clamped, long)]
