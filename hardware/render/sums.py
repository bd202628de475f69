"""Calculate the electrical figures of the wiring page from the assumptions below."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from triqueta.stations.keys import INTERVAL

# Assumptions. Where figures differ between manufacturers, this is the worst one.
SUPPLY = 3.3  # V
PI_PULL_UP = 1_800  # ohm, on the Pi's board, at GPIO 2 and 3
MODULE_PULL_UP = 10_000  # ohm, on the boards of the displays and the switch
GPIO_PULL_UP = 50_000  # ohm, inside the Pi and the Pico; the datasheets say 33,000 to 73,000
KEY_RESISTOR = 1_000  # ohm, in each key's line
BUS_RESISTOR = 100  # ohm, in SDA and SCL of a cable that leaves the case
PIN, SWITCH_PIN = 10e-12, 20e-12  # F: a pin of a Pi or display; a pin of the switch
JUMPER, CABLE = 60e-12, 100e-12  # F per metre: ribbon inside the case; four-wire cable outside
INSIDE, SEAT_CABLE = 0.15, 1.0  # m
BIG_OLED, SEAT_OLED, SWITCH = 200.0, 35.0, 0.1  # mA at 3.3 V with every pixel at full contrast
RAIL = 500.0  # mA available from the header's 3.3 V pins
SEATS = 5
SEATS_AT_ONCE = 2  # the switch connects at most two: see triqueta/stations/oled/display.py
PICO, USB_SOCKETS = 25.0, 1_200.0  # mA at 5 V: a running Pico; all USB sockets of a Pi 4
SPARK, PERSON = 8_000, 330  # V and ohm of a person, from the model of IEC 61000-4-2
LIGHT, LIGHT_LEAST = 2.0, 1.8  # V across an amber LED: typical, and the lowest of a batch
LIGHT_RESISTOR, BUZZER_RESISTOR = 220, 1_000  # ohm, in the line of each light and of the buzzer
BUZZER = 20e-9  # F: a piezo buzzer of 12 mm has between 5 and 20 nF
TONE = 4_000  # Hz, the highest tone: where such a buzzer resonates
LIGHTS = 5
PIN_LIMIT, PINS_LIMIT = 16.0, 50.0  # mA from a GPIO, and from all of them together

# Limits of the I2C specification (UM10204) in fast mode, 400 kHz.
RISE_LIMIT, BUS_LIMIT = 300e-9, 400e-12
SINK, LOW_OUTPUT, LOW_INPUT = 3e-3, 0.4, 0.3 * SUPPLY  # A, V, V


def parallel(*resistors: float) -> float:
    return 1 / sum(1 / resistor for resistor in resistors)


def rise_time(resistor: float, capacitance: float) -> float:
    """Return the rise time from 30 to 70 % of the supply, as in the specification: ln(7/3) RC."""
    return 0.8473 * resistor * capacitance


def main_bus() -> float:
    """Return the capacitance of the Pi, the hub's display, and the wires between them."""
    return 2 * PIN + INSIDE * JUMPER


def branch(length: float) -> float:
    """Return the capacitance that a channel of the switch adds: its pin, the cable, a display."""
    return SWITCH_PIN + length * CABLE + PIN


HUB_PULL_UP = parallel(PI_PULL_UP, MODULE_PULL_UP)


def wired_pull_up(seats: int) -> float:
    """Return the total pull-up of Pi, hub display, switch and the connected seats' displays."""
    return parallel(PI_PULL_UP, MODULE_PULL_UP, MODULE_PULL_UP, *[MODULE_PULL_UP] * seats)


def wired_bus(seats: int) -> float:
    return main_bus() + INSIDE * JUMPER + SWITCH_PIN + seats * branch(SEAT_CABLE)


def longest_cable() -> float:
    """Return the cable length at which the bus reaches a limit with two seats connected."""
    room = min(RISE_LIMIT / rise_time(wired_pull_up(SEATS_AT_ONCE), 1), BUS_LIMIT)
    return ((room - wired_bus(0)) / SEATS_AT_ONCE - branch(0)) / CABLE


def _ns(time: float) -> str:
    return f"{time * 1e9:.0f} ns"


def _pf(capacitance: float) -> str:
    return f"{capacitance * 1e12:.0f} pF"


def bus_table() -> Iterator[str]:
    every = parallel(PI_PULL_UP, MODULE_PULL_UP, *[MODULE_PULL_UP] * SEATS)
    straight = main_bus() + SEATS * (SEAT_CABLE * CABLE + PIN)
    yield "| bus | pull-up | capacitance | rise time | sink current |"
    yield "|---|--:|--:|--:|--:|"
    yield _bus("the hub's display alone", HUB_PULL_UP, main_bus())
    yield _bus("with the switch, one seat connected", wired_pull_up(1), wired_bus(1))
    yield _bus("with the switch, two seats connected", wired_pull_up(2), wired_bus(2))
    yield _bus("with the switch, three seats: not allowed", wired_pull_up(3), wired_bus(3))
    yield _bus("five seats without the switch: not allowed", every, straight)
    limits = f"{_pf(BUS_LIMIT)} | {_ns(RISE_LIMIT)} | {SINK * 1e3:.1f} mA"
    yield f"| limit at 400 kHz | at least {(SUPPLY - LOW_OUTPUT) / SINK:.0f} Ω | {limits} |"


def _bus(name: str, resistor: float, capacitance: float) -> str:
    current = (SUPPLY - LOW_OUTPUT) / resistor * 1e3
    time = _ns(rise_time(resistor, capacitance))
    return f"| {name} | {resistor:.0f} Ω | {_pf(capacitance)} | {time} | {current:.1f} mA |"


def cable_table() -> Iterator[str]:
    low = LOW_OUTPUT + BUS_RESISTOR * (SUPPLY - LOW_OUTPUT) / wired_pull_up(SEATS_AT_ONCE)
    drop = 2 * SEAT_CABLE * 0.0175 / 0.14 * SEAT_OLED
    yield "| | |"
    yield "|---|--:|"
    yield f"| longest cable of a seat at 400 kHz | {longest_cable():.1f} m |"
    yield f"| cable in the parts list | {SEAT_CABLE:.1f} m |"
    low_volts = f"{low:.2f} V (limit {LOW_INPUT:.2f} V)"
    yield f"| low level behind {BUS_RESISTOR} Ω | {low_volts} |"
    yield f"| supply voltage lost in 1 m of 0.14 mm², there and back | {drop:.0f} mV |"


def current_table() -> Iterator[str]:
    seats = SEATS * SEAT_OLED
    sum_ = BIG_OLED + seats + SWITCH
    yield "| on the 3.3 V rail, every pixel lit | mA |"
    yield "|---|--:|"
    yield f"| 2.42 inch display | {BIG_OLED:.0f} |"
    yield f"| {SEATS} displays of 1.3 inch, {SEAT_OLED:.0f} each | {seats:.0f} |"
    yield f"| switch | {SWITCH:.1f} |"
    yield f"| **total** | **{sum_:.0f}** |"
    yield f"| limit of the rail | {RAIL:.0f} |"
    yield f"| left | {RAIL - sum_:.0f} |"


def key_table() -> Iterator[str]:
    pressed = SUPPLY / (GPIO_PULL_UP + KEY_RESISTOR)
    release = 2.2 * GPIO_PULL_UP * (PIN + SEAT_CABLE * CABLE)
    yield "| a key | |"
    yield "|---|--:|"
    yield f"| current while pressed | {pressed * 1e6:.0f} µA |"
    yield f"| level when pressed, at {KEY_RESISTOR:,} Ω | {pressed * KEY_RESISTOR * 1e3:.0f} mV |"
    yield f"| highest level that counts as pressed | {LOW_INPUT:.2f} V |"
    yield f"| rise after release, 1 m of cable | {release * 1e6:.0f} µs |"
    yield f"| interval of the debouncer | {INTERVAL * 1e6:,.0f} µs |"
    wrong = SUPPLY / KEY_RESISTOR * 1e3
    yield f"| current if the pin is an output by mistake | {wrong:.1f} mA (limit 16 mA) |"


def usb_table() -> Iterator[str]:
    pod = PICO + SEAT_OLED  # slightly too much: the display's 3.3 V need less current at 5 V
    yield "| on USB, every pixel lit | mA |"
    yield "|---|--:|"
    yield f"| a pod: Pico {PICO:.0f}, display {SEAT_OLED:.0f} | {pod:.0f} |"
    yield f"| {SEATS} pods | {SEATS * pod:.0f} |"
    yield f"| limit that the sockets of a Pi 4 share | {USB_SOCKETS:,.0f} |"


def static_table() -> Iterator[str]:
    yield f"| {SPARK / 1e3:.0f} kV from a person ({PERSON} Ω) into a pin | peak |"
    yield "|---|--:|"
    for name, resistor in (
        ("without a resistor", 0),
        (f"through {BUS_RESISTOR} Ω", BUS_RESISTOR),
        (f"through {KEY_RESISTOR:,} Ω", KEY_RESISTOR),
    ):
        yield f"| {name} | {SPARK / (PERSON + resistor):.0f} A |"


def line_resistor(target: str) -> int:
    """Return the resistor in the line to a light or to the buzzer."""
    return BUZZER_RESISTOR if target == "buzzer" else LIGHT_RESISTOR


def light_current(across: float) -> float:
    """Return the mA through a light with `across` volts across it; the pin loses nothing."""
    return (SUPPLY - across) / LIGHT_RESISTOR * 1e3


def buzzer_peak() -> float:
    """Return the mA at an edge: the capacitor of the buzzer then is a short circuit."""
    return SUPPLY / BUZZER_RESISTOR * 1e3


def light_and_sound() -> float:
    """Return the mA from all pins together: five lights at their most, and an edge of a tone."""
    return LIGHTS * light_current(LIGHT_LEAST) + buzzer_peak()


def light_table() -> Iterator[str]:
    most = light_current(LIGHT_LEAST)
    charge = 2.2 * BUZZER_RESISTOR * BUZZER
    pin, pins = f"(limit {PIN_LIMIT:.0f} mA)", f"(limit {PINS_LIMIT:.0f} mA)"
    heat = (most * 1e-3) ** 2 * LIGHT_RESISTOR * 1e3
    yield "| light and sound | |"
    yield "|---|--:|"
    usual = f"{light_current(LIGHT):.1f} mA"
    yield f"| a light: {SUPPLY} V less {LIGHT} V, at {LIGHT_RESISTOR} Ω | {usual} |"
    yield f"| the same with an LED of {LIGHT_LEAST} V | {most:.1f} mA {pin} |"
    yield f"| heat in its resistor | {heat:.0f} mW (limit 250 mW) |"
    yield f"| buzzer: peak at an edge, at {BUZZER_RESISTOR:,} Ω | {buzzer_peak():.1f} mA {pin} |"
    yield f"| five lights and the buzzer | {light_and_sound():.0f} mA {pins} |"
    ns = f"{BUZZER * 1e9:.0f} nF"
    half = f"half a period at {TONE:,} Hz: {0.5e6 / TONE:.0f} µs"
    yield f"| time to charge the buzzer, {ns} | {charge * 1e6:.0f} µs ({half}) |"


TABLES: dict[str, Callable[[], Iterator[str]]] = {
    "bus": bus_table,
    "cable": cable_table,
    "current": current_table,
    "keys": key_table,
    "lights": light_table,
    "usb": usb_table,
    "static": static_table,
}
