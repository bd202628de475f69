"""The wires to the displays of a configuration: I2C buses, with or without a switch, and SPI.

Luma's interfaces are not used, for two reasons. Its I2C interface splits messages into pieces of
32 bytes if several displays share a bus. Its SPI interface loads Pillow, and can't reset a chip
without closing the port.

For a display behind a switch, its channel is opened before each message where necessary, and
again after errors. Two channels can be open at once, for a message to two displays. A wire must
only be used from one thread.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from time import sleep
from typing import TYPE_CHECKING, Protocol, TypeAlias, cast

from triqueta.config.settings import Driver, Interface, SeatConfig, TableConfig
from triqueta.runtime.machine import header_chip, lgpio_library
from triqueta.screens.station import TABLE, Contrasts, seat_station

if TYPE_CHECKING:
    from smbus2 import SMBus

# Settings.

UPSIDE_DOWN = 180


@dataclass(frozen=True, slots=True)
class DisplaySettings:
    """The connection and set-up of a display.

    I2C uses the fields `i2c_bus` to `channel`, SPI uses `spi_port` to `reset_pin`. A display with
    a `channel` is behind the switch at the address `switch`.
    """

    driver: Driver = Driver.SSD1306
    interface: Interface = Interface.I2C
    i2c_bus: int = 1
    address: int = 0x3C
    switch: int | None = None
    channel: int | None = None
    spi_port: int = 0
    spi_device: int = 0
    dc_pin: int = 24
    reset_pin: int | None = 25
    rotation: int = 0
    contrasts: Contrasts = field(default_factory=Contrasts)

    @property
    def wire(self) -> str:
        """The name of the display's bus or port. Each is owned by one thread."""
        if self.interface is Interface.I2C:
            return f"i2c-{self.i2c_bus}"
        return f"spi-{self.spi_port}"


def displays_of(config: TableConfig) -> dict[str, DisplaySettings]:
    """Return the displays of a configuration by station: the table first, then the seats."""
    return {
        TABLE: _table_display(config),
        **{seat_station(seat.number - 1): _seat_display(config, seat) for seat in config.seats},
    }


def contrasts_of(config: TableConfig) -> Contrasts:
    display = config.display
    return Contrasts(
        display.contrast_full,
        display.contrast_soft,
        display.contrast_dim,
        display.contrast_lowest,
    )


def _table_display(config: TableConfig) -> DisplaySettings:
    display = config.display
    is_switched = display.interface is Interface.I2C and display.channel is not None
    return DisplaySettings(
        driver=display.driver,
        interface=display.interface,
        i2c_bus=display.i2c_bus,
        address=display.address,
        switch=config.switch.address if is_switched else None,
        channel=display.channel if is_switched else None,
        spi_port=display.spi_port,
        spi_device=display.spi_device,
        dc_pin=display.dc_pin,
        reset_pin=display.reset_pin,
        rotation=display.rotation,
        contrasts=contrasts_of(config),
    )


def _seat_display(config: TableConfig, seat: SeatConfig) -> DisplaySettings:
    return DisplaySettings(
        driver=seat.driver,
        i2c_bus=config.display.i2c_bus,
        address=seat.address,
        switch=None if seat.channel is None else config.switch.address,
        channel=seat.channel,
        rotation=seat.rotation,
        contrasts=contrasts_of(config),
    )


# Commands that all chips understand.

Command: TypeAlias = tuple[int, ...]

NOTHING = 0xE3
DISPLAY_OFF, DISPLAY_ON = 0xAE, 0xAF
CONTRAST = 0x81
PAGE, LOW_COLUMN, HIGH_COLUMN = 0xB0, 0x00, 0x10
# An aborted transfer may have left a command without its arguments: no-ops complete it.
FLUSH: Command = (NOTHING,) * 6

# Wires.

_COMMANDS, _DATA = b"\x00", b"\x40"  # control bytes: the type of the rest of an I2C message
_I2C_TIMEOUT = 0x0702
_TIMEOUT = 30  # in units of 10 ms: three times as long as a whole picture takes at 100 kHz
_FAST = 8_000_000  # in Hz
_SPI_SPEEDS = {Driver.SH1106: 2_000_000}
_RESET_SECONDS = 0.000_1  # the chips need 3 to 10 microseconds
_LOW, _HIGH = 0, 1


class Wire(Protocol):
    """The wire to a display. Its methods raise the errors of the underlying library."""

    @property
    def needs_reset(self) -> bool:
        """Whether a chip ignores everything after a loss of power until it is reset."""

    def command(self, *command: int) -> None: ...
    def data(self, data: bytes) -> None: ...
    def status(self) -> int | None:
        """Return the status byte of the chip, or None if it can't be read."""

    def restart(self) -> None:
        """Reset the chip, if there is a reset line."""

    def joined(self, other: Wire) -> Wire | None:
        """Return a wire to this display and another at once, or None if that is impossible."""

    def close(self) -> None: ...


class I2cBus:
    """An I2C bus and the switch on it. After an error, it is reopened for the next message.

    A message goes to one display, or to several displays at the same address on different
    channels. If one of them acknowledges it, the sender can't know whether the others received it.
    """

    def __init__(self, number: int, switch: int | None = None) -> None:
        self._number = number
        self._switch = switch
        self._channels: int | None = None  # open channels of the switch as bits, None if unknown
        self._smbus: SMBus | None = None

    def write(self, message: bytes, *displays: DisplaySettings) -> None:
        from smbus2 import i2c_msg  # imported only if there is a display

        with self._connected(*displays) as smbus:
            smbus.i2c_rdwr(i2c_msg.write(displays[0].address, message))

    def read(self, display: DisplaySettings) -> int:
        with self._connected(display) as smbus:
            return int(smbus.read_byte(display.address))

    def close(self) -> None:
        self._channels = None
        if self._smbus is not None:
            self._smbus.close()
            self._smbus = None

    @contextmanager
    def _connected(self, *displays: DisplaySettings) -> Iterator[SMBus]:
        try:
            smbus = self._opened()
            self._open_channels(smbus, displays)
            yield smbus
        except OSError:
            self.close()
            raise

    def _opened(self) -> SMBus:
        from smbus2 import SMBus  # imported only if there is a display

        if self._smbus is None:
            self._smbus = SMBus(self._number)
            # By default, Linux waits a second for a hanging bus: too long for other displays.
            fcntl.ioctl(cast(int, self._smbus.fd), _I2C_TIMEOUT, _TIMEOUT)
        return self._smbus

    def _open_channels(self, smbus: SMBus, displays: Iterable[DisplaySettings]) -> None:
        """Open the channels of these displays and close all others.

        A display directly on the bus has no channel.
        """
        channels = sum(1 << at.channel for at in displays if at.channel is not None)
        if self._switch is None or self._channels == channels:
            return
        self._channels = None
        # A display directly on the bus has a unique address and must work without the switch.
        with nullcontext() if channels else suppress(OSError):
            smbus.write_byte(self._switch, channels)
            self._channels = channels


class I2cWire:
    """The wire to one display on an I2C bus, or to two that get the same data."""

    def __init__(self, bus: I2cBus, display: DisplaySettings, *more: DisplaySettings) -> None:
        self._bus = bus
        self._display = display
        self._displays = (display, *more)

    @property
    def needs_reset(self) -> bool:
        return False  # an I2C module resets its chip at power-on

    def command(self, *command: int) -> None:
        self._bus.write(_COMMANDS + bytes(command), *self._displays)

    def data(self, data: bytes) -> None:
        self._bus.write(_DATA + data, *self._displays)

    def status(self) -> int | None:
        self.command(NOTHING)  # after data, a read would return data (see the data sheets)
        return self._bus.read(self._display)

    def restart(self) -> None:
        pass

    def joined(self, other: Wire) -> Wire | None:
        if not isinstance(other, I2cWire) or other._bus is not self._bus:
            return None
        both = (self._display, other._display)
        if None in (display.channel for display in both):
            return None
        # Only the channel may differ, so that both chips interpret the bytes the same way.
        alike = replace(other._display, channel=self._display.channel) == self._display
        return I2cWire(self._bus, *both) if alike else None

    def close(self) -> None:
        self._bus.close()


class SpiWire:
    """The wire to a display on SPI, opened on first use and again after errors."""

    def __init__(self, display: DisplaySettings) -> None:
        self._display = display
        self._port: _SpiPort | None = None

    @property
    def needs_reset(self) -> bool:
        return self._display.reset_pin is not None

    def command(self, *command: int) -> None:
        with self._opened() as port:
            port.send(command, level=_LOW)

    def data(self, data: bytes) -> None:
        with self._opened() as port:
            port.send(data, level=_HIGH)

    def status(self) -> int | None:
        return None

    def restart(self) -> None:
        with self._opened() as port:
            port.reset()

    def joined(self, other: Wire) -> Wire | None:
        return None

    def close(self) -> None:
        port, self._port = self._port, None
        if port is not None:
            port.close()

    @contextmanager
    def _opened(self) -> Iterator[_SpiPort]:
        try:
            if self._port is None:
                self._port = _SpiPort(self._display)
            yield self._port
        except Exception:  # the errors of spidev and lgpio have no common base class
            self.close()
            raise


class _SpiPort:
    """An SPI port with its two GPIO lines: D/C separates commands from data, RES is the reset.

    The lines use lgpio, which supports the Pi 5 and loads faster than gpiozero.
    """

    def __init__(self, display: DisplaySettings) -> None:
        from spidev import SpiDev  # imported only if there is a display on SPI

        lgpio = lgpio_library()
        self._dc, self._res = display.dc_pin, display.reset_pin
        with ExitStack() as stack:
            self._spi = SpiDev()
            self._spi.open(display.spi_port, display.spi_device)
            stack.callback(self._spi.close)
            self._spi.max_speed_hz = _SPI_SPEEDS.get(display.driver, _FAST)
            chip = lgpio.gpiochip_open(header_chip().number)
            stack.callback(lgpio.gpiochip_close, chip)  # also releases the lines
            for line in (self._dc, self._res):
                if line is not None:
                    lgpio.gpio_claim_output(chip, line, _HIGH)
            self._write = partial(lgpio.gpio_write, chip)
            self.close = stack.pop_all().close

    def send(self, content: Iterable[int], level: int) -> None:
        self._write(self._dc, level)
        self._spi.writebytes(list(content))

    def reset(self) -> None:
        if self._res is not None:
            for level in (_LOW, _HIGH):
                self._write(self._res, level)
                sleep(_RESET_SECONDS)


def open_wire(display: DisplaySettings, bus: I2cBus | None = None) -> Wire:
    """Return the wire to a display, opened on first use. Displays can share a `bus`."""
    if display.interface is Interface.SPI:
        return SpiWire(display)
    return I2cWire(bus or I2cBus(display.i2c_bus, display.switch), display)
