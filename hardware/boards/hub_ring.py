"""The hub's board: a ring of keys around the screen, with a 40-wire ribbon cable to the Pi."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.boards import footprints
from hardware.boards.board import GROUND, POWER, Board, Note, Part, key_net, pin_notes
from hardware.boards.case import key_places, opening, screws
from hardware.boards.outline import Corner, Edge, edges, turned
from hardware.render import builds
from hardware.render.sizes import pair, size
from hardware.render.sums import LIGHT_RESISTOR

THICK = 1.6  # mm; an arm of a thinner board would bend before its switch clicks
ARM_WIDE = 8.0  # half the width; a slap bends the arm before it damages the switch
ARM_FOOT = 46.0
ARM_END = 9.0  # beyond the middle of a switch
WAIST = (12.0, 46.0)  # the edge between two arms: half its length, distance from the middle
ROUND = 4.0
LIGHT_WIDE = 2.2  # between two resistors
RESISTORS_OUT, LIGHT_RESISTORS_OUT = 46.0, 49.0
SOFT_RESISTORS_UP = 7.8  # from the soft keys
RIBBON_AT = (0.0, -34.29)  # this and the next two are on the routing grid
DISPLAY_AT = (-33.02, -24.765)
BUS_AT = (33.02, -24.13)
BUZZER_AT = (-11.43, -41.275)
BUZZER_RESISTOR_AT = (11.0, -41.275)
DISPLAY_PINS = ("VCC", "GND", "DIN", "CLK", "CS", "DC", "RES")  # in the manufacturer's order
BUS_PINS = ("VCC", "GND", "SDA", "SCL")
BUZZER_PINS = ("BUZ", "GND")
RAILS = dict.fromkeys(("VCC", "VIN"), POWER)
RAILS |= dict.fromkeys(("GND", "petals' ground", "soft keys' ground", "common ground"), GROUND)


def board() -> Board:
    waists = [turned((0, size("plate_out")), -72 * number - 36) for number in range(5)]
    parts = [*_keys(), *_lights(), *_connectors(), *_buzzer(), *screws(waists)]
    return Board("hub", "Triqueta: key ring of the hub", _contours(), parts, _notes(parts), THICK)


def connections() -> dict[int, str]:
    """Return the net of each pin of the Pi's header that a hub, its lights or wired seats use."""
    hub, wired = builds.config_of("hub-lights"), builds.config_of("wired")
    wires = [*builds.display_wires(hub), *builds.strip_wires(), *builds.bus_wires(wired)]
    wires += [*builds.key_wires(hub), *builds.light_wires(hub)]
    return {wire.pin: _net(wire.target) for wire in wires}


def _net(target: str) -> str:
    return RAILS.get(target) or key_net(target)


def _keys() -> Iterator[Part]:
    names = [key_net(wire.target) for wire in builds.key_wires(builds.config_of("hub"))[:8]]
    places = key_places(size("switch_out"), size("soft_pitch"), size("soft_y"))
    for number, (name, (at, turn)) in enumerate(zip(names, places, strict=True), 1):
        inner = f"Net-(R{number}-Pad2)"  # KiCad's default name for an unnamed net
        nets = {"1": inner, "2": GROUND}
        yield Part(f"SW{number}", name, footprints.switch(), at, turn, nets=nets)
        beside = (at[0], at[1] + SOFT_RESISTORS_UP)
        if number <= 5:
            beside = turned((0, RESISTORS_OUT), turn)
        nets = {"1": name, "2": inner}
        yield Part(f"R{number}", "1k", footprints.resistor(), beside, turn, nets=nets)


def _lights() -> Iterator[Part]:
    """Yield the optional LEDs below the petals, each with its resistor."""
    for number, wire in enumerate(builds.light_wires(builds.config_of("hub-lights"))[:5], 1):
        turn = -72.0 * (number - 1)
        inner = f"Net-(D{number}-Pad2)"
        at = turned((0, size("light_out")), turn)
        nets = {"1": GROUND, "2": inner}
        yield Part(f"D{number}", wire.target, footprints.light(), at, turn, nets=nets)
        beside = turned((0, LIGHT_RESISTORS_OUT), turn)
        nets = {"1": key_net(wire.target), "2": inner}
        value = str(LIGHT_RESISTOR)
        yield Part(f"R{number + 8}", value, footprints.resistor(), beside, turn, nets=nets)


def _buzzer() -> Iterator[Part]:
    """Yield the plug of the optional buzzer, which is in the base, and its resistor."""
    nets = {"1": "BUZZER", "2": "BUZZER_PLUG"}
    yield Part("R14", "1k", footprints.resistor(), BUZZER_RESISTOR_AT, nets=nets)
    nets = {"1": "BUZZER_PLUG", "2": GROUND}
    plug = footprints.header(2, 1)
    yield Part("J4", "buzzer", plug, BUZZER_AT, 90, is_below=True, nets=nets)


def _connectors() -> Iterator[Part]:
    header = {str(pin): net for pin, net in connections().items()}
    ribbon, long, short = (footprints.header(*form) for form in ((20, 2), (7, 1), (4, 1)))
    yield Part("J1", "Raspberry Pi", ribbon, RIBBON_AT, -90, is_below=True, nets=header)
    yield Part("J2", "display", long, DISPLAY_AT, is_below=True, nets=_pins(DISPLAY_PINS))
    yield Part("J3", "I2C", short, BUS_AT, is_below=True, nets=_pins(BUS_PINS))


def _pins(names: tuple[str, ...]) -> dict[str, str]:
    return {str(number): _net(name) for number, name in enumerate(names, 1)}


def _contours() -> list[list[Edge]]:
    inner = opening(pair("big_board"), pair("screen_at"))
    right, left = inner[:6], inner[6:]  # the edge at the soft keys is between these halves
    return [edges(_ring()), edges([*right, *_light(right[-1].y), *left])]


def _light(edge: float) -> list[Corner]:
    """Return the corners of a notch in the opening's lower edge, for the light pipe."""
    x, y = pair("light_at")
    right, left, low = x + LIGHT_WIDE / 2, x - LIGHT_WIDE / 2, y - LIGHT_WIDE / 2
    high, deep = 0.4, 1.0  # radii of the outer and inner corners
    return [
        Corner(right, edge, high),
        Corner(right, low, deep),
        Corner(left, low, deep),
        Corner(left, edge, high),
    ]


def _ring() -> list[Corner]:
    end = size("switch_out") + ARM_END
    arm = [(-ARM_WIDE, ARM_FOOT), (-ARM_WIDE, end), (ARM_WIDE, end), (ARM_WIDE, ARM_FOOT)]
    waist = [turned((x, WAIST[1]), -36) for x in (-WAIST[0], WAIST[0])]
    return [Corner(*turned(point, -72 * i), ROUND) for i in range(5) for point in arm + waist]


def _anode(light: Part) -> Note:
    """Return the mark beside the hole for the long leg of an LED."""
    return Note("+", light.place((3.2, 0)))


def _notes(parts: list[Part]) -> list[Note]:
    by_name = {part.reference: part for part in parts}
    first, _ = (at for _, at, _ in by_name["J1"].pads[:2])
    return [
        *pin_notes(by_name["J2"], DISPLAY_PINS, (3.2, 0)),
        *pin_notes(by_name["J3"], BUS_PINS, (-3.2, 0)),
        *pin_notes(by_name["J4"], BUZZER_PINS, (0, 2.0)),
        *(_anode(by_name[f"D{number}"]) for number in range(1, 6)),
        Note("1", (first[0], first[1] - 2.4), is_below=True),
        Note("to the Pi, pin 1 to pin 1", (10, RIBBON_AT[1] - 3.7), is_below=True),
        Note("Triqueta hub", (0, 36), high=2.0),
    ]
