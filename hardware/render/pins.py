"""Make the Markdown pin tables from the builds' settings."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.render.builds import (
    Wire,
    bus_wires,
    config_of,
    display_wires,
    key_wires,
    light_wires,
    named,
    pod_wires,
    seat_key_wires,
    strip_wires,
)
from hardware.render.sums import line_resistor
from triqueta.config.header import HEADER
from triqueta.config.settings import SeatConfig, TableConfig


def hub_table() -> Iterator[str]:
    """Yield the table of the standard wiring, the defaults of table.toml."""
    config = TableConfig()
    yield from _table("header", display_wires(config), "display")
    yield from _rows(key_wires(config), "key")


def hub_i2c_table() -> Iterator[str]:
    config = config_of("hub-i2c")
    yield from _table("header", display_wires(config), f"display ({config.display.address:#x})")


def light_table() -> Iterator[str]:
    """Yield the wires that the optional lights and the buzzer add to any hub."""
    yield "| header | name | goes to | through |"
    yield "|--:|---|---|---|"
    for wire in light_wires(config_of("hub-lights")):
        through = f"{line_resistor(wire.target):,} Ω" if "GPIO" in wire.name else ""
        yield f"| {wire.pin} | {wire.name} | {wire.target} | {through} |"


def hat_table() -> Iterator[str]:
    """Yield the pins that the HAT uses. There is nothing to connect."""
    config = config_of("hat")
    yield from _table("header", display_wires(config)[2:], "display")
    keys = config.keys.by_key.items()
    yield from _rows([Wire(HEADER[gpio], f"GPIO {gpio}", named(key)) for key, gpio in keys], "key")


def wired_table() -> Iterator[str]:
    config = config_of("wired")
    yield from _table("header", strip_wires(), "strip")
    yield from _rows(bus_wires(config), f"switch ({config.switch.address:#x})")
    yield ""
    yield "| channel of the switch | to the display of |"
    yield "|---|---|"
    for seat in config.seats:
        lines = f"SD{seat.channel}, SC{seat.channel}; VIN and GND from the strip"
        yield f"| {seat.channel} ({lines}) | seat {seat.number} ({_display(seat)}) |"


def _display(seat: SeatConfig) -> str:
    return f"{seat.driver.value.upper()}, {seat.address:#x}"


def seat_keys_table() -> Iterator[str]:
    for number, seat in enumerate(config_of("wired-keys").seats):
        rows = _table if number == 0 else _only_rows
        yield from rows("header", seat_key_wires(seat), f"key of seat {seat.number}")


def pod_table() -> Iterator[str]:
    wires = pod_wires()
    yield from _table("Pico's pin", wires[:4], "display")
    yield from _rows(wires[4:], "key")


def _table(board: str, wires: list[Wire], what: str) -> Iterator[str]:
    yield f"| {board} | name | goes to |"
    yield "|--:|---|---|"
    yield from _rows(wires, what)


def _only_rows(_board: str, wires: list[Wire], what: str) -> Iterator[str]:
    return _rows(wires, what)


def _rows(wires: list[Wire], what: str) -> Iterator[str]:
    for wire in wires:
        yield f"| {wire.pin} | {wire.name} | {what}: {wire.target} |"
