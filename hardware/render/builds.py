"""How each build is wired: read from the files that the device reads, and nowhere else."""

from __future__ import annotations

import runpy
from dataclasses import dataclass

from hardware.render import HARDWARE, ROOT
from triqueta.config.files import load_config
from triqueta.config.header import HEADER, I2C_PINS
from triqueta.config.settings import SeatConfig, TableConfig
from triqueta.table.events import Key

GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)  # the header's ground pins
POWER = {1: "3.3 V", 17: "3.3 V"}  # and those of its 3.3 V rail
KEY_GROUNDS = (39, 34)  # in the same plug as the keys of the table

# Pins of a Pico: a ground stands before GP2, and before every fourth GPIO from there.
PICO_PINS = {gpio: gpio + 1 + (gpio + 2) // 4 for gpio in range(16)}
PICO_POWER, PICO_GROUNDS = 36, (3, 8, 13, 18)


def config_of(build: str) -> TableConfig:
    return load_config(str(HARDWARE / "builds" / f"{build}.toml"))


def named(key: Key) -> str:
    return f"{'petal' if key.is_petal else 'soft'} {key.number}"


@dataclass(frozen=True)
class Wire:
    """One wire from the Pi's header (or the Pico) to something."""

    pin: int
    name: str  # what the pin is called on the board
    target: str


def display_wires(config: TableConfig) -> list[Wire]:
    sda, scl = I2C_PINS[config.display.i2c_bus]
    return [
        Wire(1, POWER[1], "VCC"),
        Wire(GROUNDS[0], "ground", "GND"),
        Wire(HEADER[sda], f"GPIO {sda}", "SDA"),
        Wire(HEADER[scl], f"GPIO {scl}", "SCL"),
    ]


def switch_wires(config: TableConfig) -> list[Wire]:
    sda, scl = I2C_PINS[config.display.i2c_bus]
    return [
        Wire(17, POWER[17], "VIN"),
        Wire(GROUNDS[1], "ground", "GND"),
        Wire(HEADER[sda], f"GPIO {sda}", "SDA"),
        Wire(HEADER[scl], f"GPIO {scl}", "SCL"),
    ]


def key_wires(config: TableConfig) -> list[Wire]:
    wires = [
        Wire(HEADER[gpio], f"GPIO {gpio}", named(key)) for key, gpio in config.keys.by_key.items()
    ]
    ends = ("petals' ground", "softs' ground")
    grounds = [Wire(pin, "ground", end) for pin, end in zip(KEY_GROUNDS, ends, strict=True)]
    return wires + grounds


def seat_key_wires(seat: SeatConfig) -> list[Wire]:
    return [
        Wire(HEADER[gpio], f"GPIO {gpio}", named(key)) for key, gpio in seat.keys.by_key.items()
    ]


def pod_wires() -> list[Wire]:
    """The wires of a pod, from its program's own list of pins."""
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
