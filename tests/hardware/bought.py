"""What is bought, as solids: outer sizes, a little too large where makers differ.

Boards: positions along their edges are those of Raspberry Pi's mechanical drawings and of the
Pico's data sheet. How large a socket or a plug is, these don't say: it is the usual size of its
kind. All other sizes stand in `hardware/enclosure/parts.scad`, with their sources.
"""

from __future__ import annotations

import numpy as np
import trimesh

from tests.hardware.meshes import size

Place = tuple[float, float, float]
MICRO_USB, MINI_HDMI = (7.8, 6.0, 3.0), (11.4, 7.6, 3.6)  # breadth, depth, height
PLUG_LONG = 22.0  # of a moulded plug, up to where its cable may bend
PAN_HEADS = {3.0: (5.6, 2.4), 2.5: (5.0, 2.1), 2.0: (4.0, 1.6)}  # ISO 7045: breadth, height


def block(sides: Place, low: Place) -> trimesh.Trimesh:
    """A box whose middle is above x and y, and which stands on z."""
    box: trimesh.Trimesh = trimesh.creation.box(sides)
    box.apply_translation([low[0], low[1], low[2] + sides[2] / 2])
    return box


def rod(wide: float, low: float, high: float, at: tuple[float, float] = (0, 0)) -> trimesh.Trimesh:
    cylinder: trimesh.Trimesh = trimesh.creation.cylinder(wide / 2, high - low, sections=32)
    cylinder.apply_translation([*at, (low + high) / 2])
    return cylinder


def moved(solid: trimesh.Trimesh, by: Place, turn: float = 0) -> trimesh.Trimesh:
    """Turned about z by degrees, then moved."""
    placed = solid.copy()
    placed.apply_transform(
        trimesh.transformations.translation_matrix(by)
        @ trimesh.transformations.rotation_matrix(np.radians(turn), [0, 0, 1])
    )
    return placed


def switch() -> list[trimesh.Trimesh]:
    """It stands on z = 0 with its legs and pegs below."""
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


def display(name: str) -> list[trimesh.Trimesh]:
    """Its glass lies on z = 0 and looks down, as in a face on the bed."""
    wide, high = size(f"{name}_board_0"), size(f"{name}_board_1")
    glass, board = size(f"{name}_glass_thick"), size(f"{name}_board_thick")
    return [block((wide, high, board), (0, 0, glass)), block((wide, high - 6, glass), (0, 1, 0))]


def pan_screw(thick: float, long: float, core: float) -> list[trimesh.Trimesh]:
    """Its head stands on z = 0; below is what the thread leaves of the hole that it cuts into."""
    head, high = PAN_HEADS[thick]
    return [rod(head, 0, high), rod(core - 0.1, -long, 0)]


def zero() -> list[trimesh.Trimesh]:
    """A Pi Zero 2 WH on z = 0, its header at the lower edge, with what is plugged into it."""
    wide, deep = size("zero_board_0"), size("zero_board_1")
    top = size("board_thick")

    def at_edge(sides: Place, along: float, out: float) -> trimesh.Trimesh:
        return block(sides, (wide / 2 - along, deep / 2 + out - sides[1] / 2, top))

    plug = (size("usb_plug_0"), PLUG_LONG, size("usb_plug_1"))
    power = block(plug, (wide / 2 - 54, deep / 2 + 1.5 + PLUG_LONG / 2, top + 1.4 - plug[2] / 2))
    return [
        block((wide, deep, top), (0, 0, 0)),
        block((51, 5.2, size("header_plug_high")), (0, -deep / 2 + 3.5, top)),
        at_edge(MINI_HDMI, 12.4, 1.0),
        at_edge(MICRO_USB, 41.4, 1.5),
        at_edge(MICRO_USB, 54.0, 1.5),
        block((15, 12.5, 1.6), (wide / 2 - 5, -1.9, top)),  # the card, which stands out by 2.5
        power,
    ]


# Along the edge of power and video, from the corner next to the card: kind and middle. Along the
# edge of USB and network, from the corner next to the A/V jack.
SIDE = {
    "3": {"micro usb": 10.6, "hdmi": 32.0, "jack": 53.5},
    "4": {"usb c": 11.2, "micro hdmi": 26.0, "second micro hdmi": 39.5, "jack": 54.0},
    "5": {"usb c": 11.2, "micro hdmi": 25.8, "second micro hdmi": 39.2},
}
REAR = {
    "3": {"network": 10.25, "usb": 29.0, "second usb": 47.0},
    "4": {"usb": 9.0, "second usb": 27.0, "network": 45.75},
    "5": {"network": 10.2, "usb": 29.1, "second usb": 47.0},
}
SOCKETS: dict[str, Place] = {  # breadth, depth, height
    "micro usb": (7.8, 6.0, 3.0),
    "usb c": (9.0, 7.4, 3.3),
    "micro hdmi": (7.0, 8.0, 3.6),
    "hdmi": (15.2, 12.0, 6.6),
    "jack": (7.0, 15.0, 6.2),
    "network": (16.2, 21.4, 13.7),
    "usb": (13.4, 17.6, 16.0),
}
STANDS_OUT = {"jack": 2.6, "hdmi": 1.8, "network": 3.0, "usb": 3.0}
USB_A_PLUG = (16.0, 28.0, 8.0)  # moulded, behind its metal


def full_pi(model: str) -> list[trimesh.Trimesh]:
    """A Pi 3, 4 or 5 on z = 0: USB at the upper edge, the header left, power and video right."""
    deep, wide, top = size("pi_board_0"), size("pi_board_1"), size("board_thick")
    solids = [
        block((wide, deep, top), (0, 0, 0)),
        block((5.2, 51, size("header_plug_high")), (-wide / 2 + 3.5, -deep / 2 + 32.5, top)),
        block((12, 16, 1.6), (0, -deep / 2 + 5.4, -1.6)),  # the card below stands out by 2.6
    ]
    for name, along in SIDE[model].items():
        kind = name.removeprefix("second ")
        broad, inward, high = SOCKETS[kind]
        x = wide / 2 + STANDS_OUT.get(kind, 1.6) - inward / 2
        solids.append(block((inward, broad, high), (x, -deep / 2 + along, top)))
    for name, along in REAR[model].items():
        kind = name.removeprefix("second ")
        broad, inward, high = SOCKETS[kind]
        y, x = deep / 2 + STANDS_OUT[kind], wide / 2 - along
        solids.append(block((broad, inward, high), (x, y - inward / 2, top)))
        if kind == "usb":
            for middle in (4.4, 12.0):
                low = top + middle - USB_A_PLUG[2] / 2 + 0.1
                solids.append(block(USB_A_PLUG, (x, y + 0.5 + USB_A_PLUG[1] / 2, low)))
    return solids


def pico() -> list[trimesh.Trimesh]:
    """A Pico on z = 0 with its socket at the upper edge, and the plug in it."""
    wide, deep, top = size("pico_board_0"), size("pico_board_1"), size("pico_thick")
    plug = (size("usb_plug_0"), PLUG_LONG, size("usb_plug_1"))
    return [
        block((wide, deep, top), (0, 0, 0)),
        block(MICRO_USB, (0, deep / 2 + 1.3 - MICRO_USB[1] / 2, top)),
        block(plug, (0, deep / 2 + 1.3 + PLUG_LONG / 2, top + 1.4 - plug[2] / 2)),
    ]
