"""A pod's board: its keys, the display's connector, and the Pico below them."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.boards import footprints
from hardware.boards.board import GROUND, POWER, Board, Note, Part, key_net, pin_notes
from hardware.boards.case import key_places, opening, screws
from hardware.boards.outline import Corner, Edge, edges
from hardware.render import builds
from hardware.render.sizes import pair, points, size

# The right half of the outline, starting at the player's end. It goes around the case's posts.
RIGHT = [(9, -27), (20.5, -19.5), (22, -10), (28, 2), (31, 26), (31, 37), (23, 49), (23, 89)]
ROUND = 4.0
THICK = 1.0  # mm; costs no more than the usual 1.6, which would be too stiff for a slap
PICO_AT = (0.0, 20.32)
DISPLAY_AT = (12.7, 48.895)
DISPLAY_PINS = ("VCC", "GND", "SCL", "SDA")  # check the labels on your display
RAILS = {"VCC": POWER, "GND": GROUND, "keys' ground": GROUND}
PICO_GROUNDS = range(3, 40, 5)


def board() -> Board:
    parts = [*_keys(), *_modules(), *screws(points("pod_plate_screws"))]
    return Board("pod", "Triqueta: board of a pod", _contours(), parts, _notes(parts), THICK)


def connections() -> dict[int, str]:
    """Return the net of each pin of the Pico that is connected."""
    nets = dict.fromkeys(PICO_GROUNDS, GROUND)
    nets |= {wire.pin: _net(wire.target) for wire in builds.pod_wires()}
    return nets


def _net(target: str) -> str:
    return RAILS.get(target) or key_net(target)


def _keys() -> Iterator[Part]:
    names = [key_net(wire.target) for wire in builds.pod_wires()[4:12]]
    places = key_places(size("pod_switch_out"), size("pod_soft_pitch"), size("pod_soft_y"))
    for number, (name, (at, turn)) in enumerate(zip(names, places, strict=True), 1):
        nets = {"1": name, "2": GROUND}
        yield Part(f"SW{number}", name, footprints.switch(), at, turn, nets=nets)


def _modules() -> Iterator[Part]:
    pico = footprints.pico()
    nets = {pad.number: net for pad in pico.pads if (net := connections().get(int(pad.number)))}
    yield Part("U1", "Raspberry Pi Pico", pico, PICO_AT, is_below=True, nets=nets)
    plug = {str(number): _net(name) for number, name in enumerate(DISPLAY_PINS, 1)}
    header = footprints.header(4, 1)
    yield Part("J1", "display", header, DISPLAY_AT, 90, is_below=True, nets=plug)


def _contours() -> list[list[Edge]]:
    half = [Corner(x, y, ROUND) for x, y in RIGHT]
    left = [Corner(-corner.x, corner.y, ROUND) for corner in reversed(half)]
    inner = opening(pair("small_board"), (0, size("pod_screen_y")))
    return [edges(half + left), edges(inner)]


def _notes(parts: list[Part]) -> list[Note]:
    display = next(part for part in parts if part.reference == "J1")
    return [
        *pin_notes(display, DISPLAY_PINS, (0, -1.95)),
        Note("USB this way", (0, size("pod_soft_y")), is_below=True),
        Note("Triqueta pod", (0, -24), high=1.5),
    ]
