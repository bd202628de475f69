"""Checks that values which are good each for itself fit together on one Pi.

Displays of the I2C bus must differ in their address or in the channel of the switch they are
behind. A display on the bus itself hears everything that is said on an open channel too. So it
must not share its address with any display behind the switch: set its jumper to 0x3D, or give
it a channel of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from triqueta.config.header import (
    DISPLAY_ADDRESSES,
    EEPROM_PINS,
    HEADER,
    I2C_PINS,
    SPI_DEVICES,
    spi_pins,
)
from triqueta.config.problems import Path, Problems
from triqueta.config.settings import SEAT, Interface, TableConfig
from triqueta.screens.station import Key


def check_wiring(config: TableConfig, problems: Problems) -> None:
    _check_spi_device(config, problems)
    _check_pins(config, problems)
    _check_seats(config, problems)
    _check_addresses(config, problems)
    _check_idle_times(config, problems)


def _given(problems: Problems, *paths: Path) -> Path:
    """The first of the values that stands in the file."""
    return next(filter(problems.given, paths), paths[0])


def _check_spi_device(config: TableConfig, problems: Problems) -> None:
    port, device = ("display", "spi_port"), ("display", "spi_device")
    devices = SPI_DEVICES[config.display.spi_port]
    if config.display.spi_device >= devices and not problems.concern(port, device):
        reason = f"SPI port {config.display.spi_port} has the devices 0 to {devices - 1}"
        problems.add(device, reason)


def _check_idle_times(config: TableConfig, problems: Problems) -> None:
    dim, off = ("table", "dim_after"), ("table", "off_after")
    times = config.table
    if times.off_after <= times.dim_after and not problems.concern(dim, off):
        reason = f"displays go dark after {times.off_after:g} seconds and dim after"
        right = "off_after has to be longer than dim_after"
        problems.add(_given(problems, off, dim), f"{reason} {times.dim_after:g}; {right}")


@dataclass(frozen=True)
class _Use:
    """What a pin is used for: a bus, or a setting of its own."""

    pin: int
    path: Path
    bus: str | None = None


def _check_pins(config: TableConfig, problems: Problems) -> None:
    uses = [use for use in _uses(config, problems) if not problems.concern(use.path)]
    taken = {use.pin for use in uses}
    free = [pin for pin in sorted(HEADER) if pin not in taken and pin not in EEPROM_PINS]
    right = f"free are GPIO {', '.join(map(str, free))}" if free else "no GPIO is free"
    first: dict[int, _Use] = {}
    for use in uses:
        other = first.setdefault(use.pin, use)
        if other is not use:
            if problems.given(other.path) and not problems.given(use.path) and not other.bus:
                use, other = other, use  # noqa: PLW2901 - complain of what was written, not a default
            taker = f"carries {other.bus}" if other.bus else "is taken already"
            problems.add(use.path, f"GPIO {use.pin} {taker}:", other.path, f"; {right}")


def _uses(config: TableConfig, problems: Problems) -> Iterator[_Use]:
    """The buses first: it is never they that are in the wrong place."""
    display = config.display
    if config.uses_i2c:
        for pin in I2C_PINS.get(display.i2c_bus, ()):
            yield _Use(pin, ("display", "i2c_bus"), f"I2C bus {display.i2c_bus}")
    if display.interface is Interface.SPI:
        path = _given(problems, ("display", "spi_port"), ("display", "interface"))
        for pin in spi_pins(display.spi_port, display.spi_device):
            yield _Use(pin, path, f"SPI port {display.spi_port}")
        yield _Use(display.dc_pin, ("display", "dc_pin"))
        if display.reset_pin is not None:
            yield _Use(display.reset_pin, ("display", "reset_pin"))
    for key, pin in config.keys.by_key.items():
        yield _Use(pin, ("keys", key.value))
    for position, seat in enumerate(config.seats):
        for key, pin in seat.keys.by_key.items():
            yield _Use(pin, (SEAT, position, "keys", key.value))


def _check_seats(config: TableConfig, problems: Problems) -> None:
    numbers: dict[int, Path] = {}
    channels: dict[int, Path] = {}
    if config.display.interface is Interface.I2C and config.display.channel is not None:
        channels[config.display.channel] = ("display", "channel")
    for position, seat in enumerate(config.seats):
        path = (SEAT, position)
        _check_only(numbers, seat.number, (*path, "number"), "seat", problems)
        if seat.channel is not None and not _follows_wrong_number(path, problems):
            _check_only(channels, seat.channel, (*path, "channel"), "channel", problems)
        missing = [key.value for key in Key if key not in seat.keys.by_key]
        wrong = problems.concern(*((*path, "keys", name) for name in missing))
        if missing and seat.keys.by_key and not wrong:
            reason = f"all eight keys or none; missing: {', '.join(missing)}"
            problems.add((*path, "keys"), reason)


def _follows_wrong_number(seat: Path, problems: Problems) -> bool:
    """Whether a seat's channel is only that of a number which has been complained of already."""
    return problems.concern((*seat, "number")) and not problems.given((*seat, "channel"))


def _check_only(
    known: dict[int, Path], number: int, path: Path, what: str, problems: Problems
) -> None:
    other = known.setdefault(number, path)
    if other is not path and not problems.concern(path, other):
        problems.add(path, f"{what} {number} is taken already:", other, "; each has its own")


@dataclass(frozen=True)
class _Display:
    address: int
    channel: int | None
    path: Path


def _check_addresses(config: TableConfig, problems: Problems) -> None:
    """A display right on the bus hears what is meant for those behind the switch as well."""
    displays = [
        _Display(seat.address, seat.channel, (SEAT, position, "address"))
        for position, seat in enumerate(config.seats)
    ]
    if config.display.interface is Interface.I2C:
        table = config.display
        displays.insert(0, _Display(table.address, table.channel, ("display", "address")))
    displays = [display for display in displays if not _in_question(display, problems)]
    on_the_bus = [display for display in displays if display.channel is None]
    full = len({display.address for display in on_the_bus}) > 1
    for display in on_the_bus:
        displays.remove(display)  # so that each pair comes once
        other = next((other for other in displays if other.address == display.address), None)
        if other is not None:
            _add_clash(display, other, full, problems)


def _in_question(display: _Display, problems: Problems) -> bool:
    return problems.concern(display.path, (*display.path[:-1], "channel"))


def _add_clash(display: _Display, other: _Display, full: bool, problems: Problems) -> None:
    spare = sum(DISPLAY_ADDRESSES) - display.address
    right = "give this display a channel of its own"
    if not full:  # the other address is not taken on the bus
        right = f"make one of them {spare:#x}, or {right}"
    rest = " as well"
    if other.channel is not None:
        rest += ", and a display right on the bus answers for every channel"
    reason = f"{display.address:#x} is that of"
    problems.add(display.path, reason, other.path, f"{rest}; {right}")
