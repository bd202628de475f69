"""Solids of the boards that are bought, with their sockets and plugs.

- Outlines and holes are from `hardware/enclosure/parts.scad`.
- Positions of sockets are from Raspberry Pi's mechanical drawings of the Zero 2 W, 3 B, 4 B and 5,
  and from the Pico's data sheet, **from memory: the drawings were not at hand**. The Zero's were
  compared with published models.
- Sizes of sockets and plugs are the usual ones, rounded up.
"""

from __future__ import annotations

import trimesh

from tests.hardware.bought import Place, block, rod
from tests.hardware.meshes import size

MICRO_USB, MINI_HDMI = (7.5, 6.0, 3.0), (11.4, 7.6, 3.6)  # width, depth, height
PLUG_LONG = 22.0  # a moulded plug, up to where its cable can bend
USB_C_PLUG = (12.4, 25.0, 6.6)
USB_A_PLUG = (16.0, 28.0, 8.0)  # moulded, behind its metal
NETWORK_PLUG = (14.0, 30.0, 11.0)  # with its latch


def drilled(
    sides: Place, holes: tuple[float, float], wide: float, up: float = 0
) -> trimesh.Trimesh:
    """Return a board on z = 0 with four holes, centred `up` mm above the board's centre."""
    board = block(sides, (0, 0, 0))
    corners = [(x * holes[0] / 2, y * holes[1] / 2 + up) for x in (-1, 1) for y in (-1, 1)]
    drills = [rod(wide, -1, sides[2] + 1, corner) for corner in corners]
    cut: trimesh.Trimesh = trimesh.boolean.difference([board, *drills], engine="manifold")
    return cut


def zero(on_header: str = "header_plug_high") -> list[trimesh.Trimesh]:
    """Return a Pi Zero 2 WH on z = 0, with its header at the lower edge, and its plugs."""
    wide, deep = size("zero_board_0"), size("zero_board_1")
    top = size("board_thick")

    def at_edge(sides: Place, along: float, out: float) -> trimesh.Trimesh:
        return block(sides, (wide / 2 - along, deep / 2 + out - sides[1] / 2, top))

    plug = (size("usb_plug_0"), PLUG_LONG, size("usb_plug_1"))
    power = block(plug, (wide / 2 - 54, deep / 2 + 1.5 + PLUG_LONG / 2, top + 1.4 - plug[2] / 2))
    return [
        drilled((wide, deep, top), (size("zero_holes_0"), size("zero_holes_1")), size("pi_hole")),
        block((51, 5.2, size(on_header)), (0, -deep / 2 + 3.5, top)),
        at_edge(MINI_HDMI, 12.4, 1.0),
        at_edge(MICRO_USB, 41.4, 1.5),
        at_edge(MICRO_USB, 54.0, 1.5),
        block((15, 12.5, 1.6), (wide / 2 - 5, -1.9, top)),  # the card protrudes by 2.5 mm
        power,
    ]


# The type and the centre of each socket: along the edge of power and video, measured from the
# corner next to the card; along the edge of USB and network, from the corner next to the A/V jack.
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
SOCKETS: dict[str, Place] = {  # width, depth, height
    "micro usb": (7.8, 6.0, 3.0),
    "usb c": (9.0, 7.4, 3.3),
    "micro hdmi": (7.0, 8.0, 3.6),
    "hdmi": (15.2, 12.0, 6.6),
    "jack": (7.0, 15.0, 6.2),
    "network": (16.2, 21.4, 13.7),
    "usb": (13.4, 17.6, 16.0),
}
POWER: dict[str, Place] = {
    "micro usb": (size("usb_plug_0"), PLUG_LONG, size("usb_plug_1")),
    "usb c": USB_C_PLUG,
}
STANDS_OUT = {"jack": 2.6, "hdmi": 1.8, "network": 3.0, "usb": 3.0}


def full_pi(model: str) -> list[trimesh.Trimesh]:
    """Return a Pi 3, 4 or 5 on z = 0: USB at the upper edge, header left, power right."""
    deep, wide, top = size("pi_board_0"), size("pi_board_1"), size("board_thick")
    middle = size("pi_hole_edge") + size("pi_holes_0") / 2 - deep / 2
    holes = (size("pi_holes_1"), size("pi_holes_0"))
    solids = [
        drilled((wide, deep, top), holes, size("pi_hole"), middle),
        block((5.2, 51, size("header_plug_high")), (-wide / 2 + 3.5, -deep / 2 + 32.5, top)),
        block((12, 16, 1.6), (0, -deep / 2 + 5.4, -1.6)),  # the card below protrudes by 2.6 mm
    ]
    for name, along in SIDE[model].items():
        kind = name.removeprefix("second ")
        broad, inward, high = SOCKETS[kind]
        x = wide / 2 + STANDS_OUT.get(kind, 1.6) - inward / 2
        solids.append(block((inward, broad, high), (x, -deep / 2 + along, top)))
        if kind in POWER:
            wide_plug, long, thick = POWER[kind]
            place = (x + inward / 2 + 0.5 + long / 2, -deep / 2 + along, top + 1.6 - thick / 2)
            solids.append(block((long, wide_plug, thick), place))
    for name, along in REAR[model].items():
        kind = name.removeprefix("second ")
        broad, inward, high = SOCKETS[kind]
        y, x = deep / 2 + STANDS_OUT[kind], wide / 2 - along
        solids.append(block((broad, inward, high), (x, y - inward / 2, top)))
        if kind == "usb":
            for middle in (4.4, 12.0):
                low = top + middle - USB_A_PLUG[2] / 2 + 0.1
                solids.append(block(USB_A_PLUG, (x, y + 0.5 + USB_A_PLUG[1] / 2, low)))
        else:
            solids.append(block(NETWORK_PLUG, (x, y + 0.5 + NETWORK_PLUG[1] / 2, top + 1)))
    return solids


def pico() -> list[trimesh.Trimesh]:
    """Return a Pico on z = 0 with its socket at the upper edge, and a plug in it."""
    wide, deep, top = size("pico_board_0"), size("pico_board_1"), size("pico_thick")
    plug = (size("usb_plug_0"), PLUG_LONG, size("usb_plug_1"))
    holes = (size("pico_holes_0"), size("pico_holes_1"))
    return [
        drilled((wide, deep, top), holes, size("pico_hole")),
        block(MICRO_USB, (0, deep / 2 + 1.3 - MICRO_USB[1] / 2, top)),
        block(plug, (0, deep / 2 + 1.3 + PLUG_LONG / 2, top + 1.4 - plug[2] / 2)),
    ]


def hat() -> list[trimesh.Trimesh]:
    """Return Waveshare's 1.3inch OLED HAT on z = 0: its board, and a block for its parts."""
    sides = (size("hat_board_0"), size("hat_board_1"))
    return [block((*sides, 1.6), (0, 0, 0)), block((*sides, 8), (0, 0, 1.6))]


def multiplexer() -> list[trimesh.Trimesh]:
    """Return a TCA9548A's board on z = 0 with soldered wires, as large as any on the market."""
    return [block((31, 21, 1.6), (0, 0, 0)), block((31, 21, 6), (0, 0, 1.6))]


def strip() -> list[trimesh.Trimesh]:
    """Return a strip with two rows of eight holes, and its wires."""
    return [block((22, 8, 8), (0, 0, 0))]
