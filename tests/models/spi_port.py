"""What is imported as spidev, and the lines that a display on SPI has beside the port's own.

A chip hears what is clocked in while its select line is low, takes each byte for a command or for
pixels as its D/C line says, and is nothing at all before its reset line was low once: so say the
data sheets of all three. There is no way back.
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

LONGEST_WRITE = 4096  # bytes; what spidev takes at once
TRANSFER_SECONDS = 0.000_1  # what a transfer costs on a small Pi, beside its bytes


class OnSpi:
    """An OLED chip with its lines; without one for resetting, its module does that by itself."""

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
        """A line of the header changes."""
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
        """A byte is clocked in while it is selected; at too fast a clock it is lost."""
        if self.plugged and self._awake and clock <= self.chip.fastest_clock:
            take = self.chip.data if self._is_data else self.chip.command
            take(byte)

    def power_cycle(self, rng: Random) -> None:
        self.chip.power_cycle(rng)
        self._power_on()


class SpiPorts(ModuleType):
    """The library spidev, and what is connected to each of its devices."""

    def __init__(self, lines: FakeLgpio) -> None:
        super().__init__("spidev")
        lines.on_output = self._line
        self.connected: dict[tuple[int, int], OnSpi] = {}  # by port and device
        self.refusals = 0  # how often there is no port as yet
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
    """A file /dev/spidevN.M."""

    def __init__(self, ports: SpiPorts) -> None:
        self._ports = ports
        self.place: tuple[int, int] | None = None
        self.max_speed_hz = 125_000_000  # what the Pi does unless told

    def open(self, port: int, device: int) -> None:
        if self._ports.refusals > 0 or (port, device) not in self._ports.connected:
            self._ports.refusals -= 1
            raise OSError(self._ports.error, os.strerror(self._ports.error))
        self.place = (port, device)
        self._ports.opened.append(self)

    def writebytes(self, content: list[int]) -> None:
        """The kernel pulls this device's select line down meanwhile, and no other's."""
        assert self.place is not None, "not open"
        if len(content) > LONGEST_WRITE:
            raise OverflowError(f"Argument list size exceeds {LONGEST_WRITE} bytes.")
        self._ports.bytes += len(content)
        self._ports.pass_time(TRANSFER_SECONDS + 8 * len(content) / self.max_speed_hz)
        for byte in content:
            self._ports.connected[self.place].hear(byte, self.max_speed_hz)

    def close(self) -> None:
        """As spidev does, once more does no harm."""
        self.place = None
        if self in self._ports.opened:
            self._ports.opened.remove(self)


def install_display(chip: Oled, patch: Patch, dc_pin: int = 24, reset_pin: int = 25) -> SpiPorts:
    """A display on the first port, on the lines that the settings have by default."""
    lines = FakeLgpio()
    ports = SpiPorts(lines)
    ports.connected[0, 0] = OnSpi(chip, dc_pin, reset_pin)
    lines.install(patch)
    ports.install(patch)
    return ports
