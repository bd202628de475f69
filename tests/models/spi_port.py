"""A model of the spidev library and of a display's SPI side, with its D/C and reset lines.

After the data sheets of all three controllers:

- A chip receives bytes only while its select line is low.
- The D/C line says whether a byte is a command or pixels.
- A chip ignores everything until its reset line has been low once.
- The host cannot read from it.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from random import Random
from types import ModuleType

from tests.models.fake_lgpio import FakeLgpio
from tests.models.i2c_bus import Patch
from tests.models.oled import Oled

LONGEST_WRITE = 4096  # the most bytes that spidev accepts in one call
TRANSFER_SECONDS = 0.000_1  # the fixed cost of a transfer on a small Pi


class OnSpi:
    """An OLED chip on SPI with its D/C and reset lines.

    Without a reset line (`reset_pin` is None), the module resets the chip at power-up.
    """

    def __init__(self, chip: Oled, dc_pin: int, reset_pin: int | None) -> None:
        self.chip = chip
        self.plugged = True
        self._dc_pin, self._reset_pin = dc_pin, reset_pin
        self._is_data = False
        self._power_on()

    def _power_on(self) -> None:
        self._held = False
        self._awake = self._reset_pin is None

    def line(self, gpio: int, level: int) -> None:
        """React to a change of a header line."""
        if not self.plugged:
            return
        if gpio == self._dc_pin:
            self._is_data = bool(level)
        elif gpio == self._reset_pin and not level:
            self._held, self._awake = True, False
            self.chip.reset()
        elif gpio == self._reset_pin and self._held:
            self._held, self._awake = False, True

    def hear(self, byte: int, clock: int) -> None:
        """Receive a byte while selected; if the clock (in Hz) is too fast, the byte is lost."""
        if self.plugged and self._awake and clock <= self.chip.fastest_clock:
            take = self.chip.data if self._is_data else self.chip.command
            take(byte)

    def power_cycle(self, rng: Random) -> None:
        self.chip.power_cycle(rng)
        self._power_on()


class SpiPorts(ModuleType):
    """The `spidev` module, with the display that is connected to each device."""

    def __init__(self, lines: FakeLgpio) -> None:
        super().__init__("spidev")
        lines.on_output = self._line
        self.connected: dict[tuple[int, int], OnSpi] = {}  # by port and device
        self.refusals = 0  # how many times opening a port still fails
        self.error = errno.ENOENT
        self.opened: list[SpiDevice] = []
        self.bytes = 0
        self.pass_time: Callable[[float], None] = lambda seconds: None

    def install(self, patch: Patch) -> None:
        patch.setitem(sys.modules, "spidev", self)

    def SpiDev(self) -> SpiDevice:  # noqa: N802 - spidev's name
        return SpiDevice(self)

    def _line(self, gpio: int, level: int) -> None:
        for side in self.connected.values():
            side.line(gpio, level)


class SpiDevice:
    """A device file /dev/spidevN.M."""

    def __init__(self, ports: SpiPorts) -> None:
        self._ports = ports
        self.place: tuple[int, int] | None = None
        self.max_speed_hz = 125_000_000  # the Pi's default

    def open(self, port: int, device: int) -> None:
        if self._ports.refusals > 0 or (port, device) not in self._ports.connected:
            self._ports.refusals -= 1
            raise OSError(self._ports.error, os.strerror(self._ports.error))
        self.place = (port, device)
        self._ports.opened.append(self)

    def writebytes(self, content: list[int]) -> None:
        """Send bytes to this device only: the kernel holds its select line low meanwhile."""
        assert self.place is not None, "not open"
        if len(content) > LONGEST_WRITE:
            raise OverflowError(f"Argument list size exceeds {LONGEST_WRITE} bytes.")
        self._ports.bytes += len(content)
        self._ports.pass_time(TRANSFER_SECONDS + 8 * len(content) / self.max_speed_hz)
        for byte in content:
            self._ports.connected[self.place].hear(byte, self.max_speed_hz)

    def close(self) -> None:
        """Close the device; as with spidev, closing it again is harmless."""
        self.place = None
        if self in self._ports.opened:
            self._ports.opened.remove(self)


def install_display(chip: Oled, patch: Patch, dc_pin: int = 24, reset_pin: int = 25) -> SpiPorts:
    """Connect a display to the first SPI port, by default on the default settings' lines."""
    lines = FakeLgpio()
    ports = SpiPorts(lines)
    ports.connected[0, 0] = OnSpi(chip, dc_pin, reset_pin)
    lines.install(patch)
    ports.install(patch)
    return ports
