"""The wires to the displays: commands and data out, for the I2C chips a status byte back.

Luma's own I2C interface falls back to pieces of 32 bytes once several displays share a bus; here
any length goes in one message. Behind a switch the channel is opened before anything is said, and
again after errors. All of it belongs to one thread.
"""

from __future__ import annotations

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING, Protocol, cast

from triqueta.config.settings import Driver
from triqueta.stations.gpio_chip import header_chip, lgpio_library
from triqueta.stations.oled.display_settings import DisplaySettings

if TYPE_CHECKING:
    from smbus2 import SMBus

NOTHING = 0xE3  # a command
_COMMANDS, _DATA = b"\x00", b"\x40"  # what the rest of an I2C message is
_I2C_TIMEOUT = 0x0702
_TIMEOUT = 30  # hundredths of a second: three times a whole picture at 100 kHz
_SPI_SPEEDS = {Driver.SH1106: 2_000_000}  # in Hz; the others take 8 MHz
_RESET_SECONDS = 0.001


class Serial(Protocol):
    """Luma's serial interface."""

    def command(self, *command: int) -> None: ...
    def data(self, data: list[int]) -> None: ...
    def cleanup(self) -> None: ...


class Wire(Protocol):
    """A display's wire. Raises whatever its library does when the other end is not there."""

    def command(self, *command: int) -> None: ...
    def data(self, data: bytes) -> None: ...
    def status(self) -> int | None:
        """What the chip answers when it is read; None where nothing can be read."""

    def restart(self) -> None:
        """Reset the chip, where there is a line for that."""

    def close(self) -> None: ...


class I2cBus:
    """A bus and the switch on it. An error makes it forget what it knew of the other end."""

    def __init__(self, number: int, switch: int | None = None) -> None:
        self._number = number
        self._switch = switch
        self._channels: int | None = None  # of the switch that are open, a bit each
        self._smbus: SMBus | None = None

    def write(self, place: DisplaySettings, message: bytes) -> None:
        from smbus2 import i2c_msg  # not before a display is there

        with self._connected(place) as smbus:
            smbus.i2c_rdwr(i2c_msg.write(place.address, message))

    def read(self, place: DisplaySettings) -> int:
        with self._connected(place) as smbus:
            return int(smbus.read_byte(place.address))

    def close(self) -> None:
        self._channels = None
        if self._smbus is not None:
            self._smbus.close()
            self._smbus = None

    @contextmanager
    def _connected(self, place: DisplaySettings) -> Iterator[SMBus]:
        try:
            smbus = self._opened()
            self._open_way(smbus, place)
            yield smbus
        except OSError:
            self.close()
            raise

    def _opened(self) -> SMBus:
        from smbus2 import SMBus  # not before a display is there

        if self._smbus is None:
            self._smbus = SMBus(self._number)
            # Linux waits a second for a bus that hangs: too long for the other displays.
            fcntl.ioctl(cast(int, self._smbus.fd), _I2C_TIMEOUT, _TIMEOUT)
        return self._smbus

    def _open_way(self, smbus: SMBus, place: DisplaySettings) -> None:
        """Open the channel of a display, and no other; all are shut for one on the bus itself."""
        channels = 0 if place.channel is None else 1 << place.channel
        if self._switch is None or self._channels == channels:
            return
        self._channels = None
        # A display on the bus itself has an address of its own and must not need the switch.
        with suppress(OSError) if place.channel is None else nullcontext():
            smbus.write_byte(self._switch, channels)
            self._channels = channels


class I2cWire:
    """The way to one display on a bus."""

    def __init__(self, bus: I2cBus, place: DisplaySettings) -> None:
        self._bus = bus
        self._place = place

    def command(self, *command: int) -> None:
        self._bus.write(self._place, _COMMANDS + bytes(command))

    def data(self, data: bytes) -> None:
        self._bus.write(self._place, _DATA + data)

    def status(self) -> int | None:
        self.command(NOTHING)  # by the data sheets, a chip that was sent data answers with data
        return self._bus.read(self._place)

    def restart(self) -> None:
        pass  # a module on I2C resets its chip when it gets its power

    def close(self) -> None:
        self._bus.close()


class SpiWire:
    """Luma's SPI, opened when something is to be said, and anew after an error."""

    def __init__(self, connect: Callable[[], Serial]) -> None:
        self._connect = connect
        self._serial: Serial | None = None

    def command(self, *command: int) -> None:
        with self._connected() as serial:
            serial.command(*command)

    def data(self, data: bytes) -> None:
        with self._connected() as serial:
            serial.data(list(data))

    def status(self) -> int | None:
        return None

    def restart(self) -> None:
        self.close()  # luma resets the chip when it is opened

    def close(self) -> None:
        serial, self._serial = self._serial, None
        if serial is not None:
            serial.cleanup()

    @contextmanager
    def _connected(self) -> Iterator[Serial]:
        try:
            if self._serial is None:
                self._serial = self._connect()
            yield self._serial
        except OSError:
            self.close()
            raise


def spi_serial(place: DisplaySettings) -> Serial:
    """Luma's SPI interface on lgpio's pins: those that luma would take know no Pi 5."""
    from luma.core.interface.serial import spi  # slow, and wanted for SPI only

    pins = _LumaPins()

    class SpiOnPins(spi):  # type: ignore[misc]
        def cleanup(self) -> None:
            try:
                super().cleanup()
            finally:
                pins.cleanup()

    try:
        serial: Serial = SpiOnPins(
            gpio=pins,
            port=place.spi_port,
            device=place.spi_device,
            bus_speed_hz=_SPI_SPEEDS.get(place.driver, 8_000_000),
            gpio_DC=place.dc_pin,
            gpio_RST=place.reset_pin,
            reset_hold_time=_RESET_SECONDS,
            reset_release_time=_RESET_SECONDS,
        )
    except Exception:
        pins.cleanup()  # luma takes them before it looks whether there is a port
        raise
    return serial


class _LumaPins:
    """What luma wants of a GPIO library, in its words; gpiozero would take its time to load."""

    OUT, LOW, HIGH = "out", 0, 1

    def __init__(self) -> None:
        self._lgpio = lgpio_library()
        self._chip = self._lgpio.gpiochip_open(header_chip().number)

    def setup(self, pin: int, _: str) -> None:
        self._lgpio.gpio_claim_output(self._chip, pin)

    def output(self, pin: int, level: int) -> None:
        self._lgpio.gpio_write(self._chip, pin, level)

    def cleanup(self) -> None:
        """Let go of the chip, and with it of all its pins."""
        self._lgpio.gpiochip_close(self._chip)
