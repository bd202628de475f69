"""The wiring of each build, from the same settings files that the device reads."""

from __future__ import annotations

import runpy
from dataclasses import dataclass

from hardware.render import HARDWARE, ROOT
from triqueta.config.header import HEADER, I2C_PINS, spi_lines
from triqueta.config.reading import load_config
from triqueta.config.settings import Interface, SeatConfig, TableConfig
from triqueta.screens.station import Key

GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)  # the header's ground pins
POWER = {1: "3.3 V", 17: "3.3 V"}  # the header's 3.3 V pins
KEY_GROUNDS = (39, 34)  # in the same plug as the table's keys
LIGHT_GROUND = 14  # in the same plug as the lights and the buzzer
PETALS = 5
PODS = 5
DISPLAY_PINS = 4  # of a display on I2C

# Pins of a Pico: there is a ground pin before GP2, and before every fourth GPIO after that.
PICO_PINS = {gpio: gpio + 1 + (gpio + 2) // 4 for gpio in range(16)}
PICO_POWER, PICO_GROUNDS = 36, (3, 8, 13, 18)


def config_of(build: str) -> TableConfig:
    return load_config(str(HARDWARE / "builds" / f"{build}.toml"))


def named(key: Key) -> str:
    return f"{'petal' if key.is_petal else 'soft'} {key.number}"


@dataclass(frozen=True)
class Wire:
    """A wire from a pin of the Pi's header, or of a Pico, to a part."""

    pin: int
    name: str  # of the pin on the board
    target: str  # the pin or key at the other end


def display_wires(config: TableConfig) -> list[Wire]:
    """Return the display's wires. On SPI they all are in a 2 x 4 plug, on pins 17 to 24."""
    display = config.display
    if display.interface is Interface.I2C:
        return [Wire(1, POWER[1], "VCC"), Wire(GROUNDS[0], "ground", "GND"), *bus_wires(config)]
    lines = spi_lines(display.spi_port, display.spi_device)
    lines |= {"DC": display.dc_pin, "RES": display.reset_pin}
    wires = [_gpio_wire(gpio, name) for name, gpio in lines.items() if gpio is not None]
    return [Wire(17, POWER[17], "VCC"), Wire(GROUNDS[3], "ground", "GND"), *wires]


def _gpio_wire(gpio: int, target: str) -> Wire:
    return Wire(HEADER[gpio], f"GPIO {gpio}", target)


def bus_wires(config: TableConfig) -> list[Wire]:
    sda, scl = I2C_PINS[config.display.i2c_bus]
    return [_gpio_wire(sda, "SDA"), _gpio_wire(scl, "SCL")]


def strip_wires() -> list[Wire]:
    """Return the power wires to a strip of board, which feeds the switch and every seat."""
    return [Wire(1, POWER[1], "VIN"), Wire(GROUNDS[1], "ground", "GND")]


def light_wires(config: TableConfig) -> list[Wire]:
    """Return the wires of the lit petals and the buzzer, which share a ground wire.

    They are in a 2 x 5 plug, on pins 7 to 16.
    """
    lights = {f"light {n}": getattr(config.lights, f"petal{n}") for n in range(1, PETALS + 1)}
    pins = {**lights, "buzzer": config.sound.pin}
    wires = [_gpio_wire(gpio, name) for name, gpio in pins.items() if gpio is not None]
    return [*wires, Wire(LIGHT_GROUND, "ground", "common ground")] if wires else []


def jumper_wires(build: str) -> int:
    """Return how many jumper wires a build needs for the Pi's header and its pods' displays."""
    config = config_of(build)
    runs = [*display_wires(config), *key_wires(config), *light_wires(config)]
    if config.uses_switch:
        runs += [*strip_wires(), *bus_wires(config)]
    pods = PODS if build == "pods" else 0
    return len(runs) + pods * len(pod_wires()[:DISPLAY_PINS])


def key_wires(config: TableConfig) -> list[Wire]:
    wires = [_gpio_wire(gpio, named(key)) for key, gpio in config.keys.by_key.items()]
    ends = ("petals' ground", "soft keys' ground")
    grounds = [Wire(pin, "ground", end) for pin, end in zip(KEY_GROUNDS, ends, strict=True)]
    return wires + grounds


def seat_key_wires(seat: SeatConfig) -> list[Wire]:
    return [_gpio_wire(gpio, named(key)) for key, gpio in seat.keys.by_key.items()]


def pod_wires() -> list[Wire]:
    """Return the wires of a pod, from the firmware's list of pins."""
    pins = runpy.run_path(str(ROOT / "firmware" / "pod" / "pins.py"))
    display = [
        Wire(PICO_POWER, "3V3(OUT)", "VCC"),
        Wire(PICO_GROUNDS[0], "GND", "GND"),
        Wire(PICO_PINS[pins["SDA"]], f"GP{pins['SDA']}", "SDA"),
        Wire(PICO_PINS[pins["SCL"]], f"GP{pins['SCL']}", "SCL"),
    ]
    keys = zip(Key, pins["KEYS"], strict=True)
    lines = [Wire(PICO_PINS[gpio], f"GP{gpio}", named(key)) for key, gpio in keys]
    return [*display, *lines, Wire(PICO_GROUNDS[2], "GND", "keys' ground")]
