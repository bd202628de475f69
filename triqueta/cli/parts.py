"""The device's own parts, as `triqueta play` opens them before anything else is loaded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from triqueta.config.settings import Interface, TableConfig
from triqueta.runtime.machine import PinsError, model
from triqueta.screens.frame import Frame
from triqueta.screens.phrases import Language
from triqueta.screens.screen import GreetingScreen
from triqueta.stations.keys import lgpio_factory
from triqueta.stations.oled.bus import DisplayBus, open_buses
from triqueta.stations.oled.wires import displays_of
from triqueta.table.events import TABLE


@dataclass(frozen=True)
class Parts:
    """The device's parts, as they are before there is a table."""

    pins: Any
    buses: Sequence[DisplayBus]

    def close_displays(self) -> None:
        """Close the buses that no table has started, which darkens their displays."""
        for bus in self.buses:
            if not bus.started:
                bus.close()


def open_parts(config: TableConfig) -> Parts:
    """The Pi's pins and displays, which greet at once; PinsError tells why there are none."""
    check_pi(config)
    buses = greet(config)
    try:
        return Parts(lgpio_factory(), buses)
    except BaseException:  # including the SystemExit of a signal
        Parts(None, buses).close_displays()
        raise


def check_pi(config: TableConfig) -> None:
    """Whether this can be the device at all; PinsError tells why not."""
    if model() is None:
        raise PinsError("this is no Raspberry Pi")
    display = config.display
    bus = Path(f"/dev/i2c-{display.i2c_bus}")
    if config.uses_i2c and not bus.exists():
        raise PinsError(f"there is no {bus}: switch I2C on with sudo raspi-config nonint do_i2c 0")
    port = Path(f"/dev/spidev{display.spi_port}.{display.spi_device}")
    if display.interface is Interface.SPI and not port.exists():
        remedy = "switch SPI on with sudo raspi-config nonint do_spi 0"
        raise PinsError(f"there is no {port}: {remedy}")


def greet(config: TableConfig) -> Sequence[DisplayBus]:
    """Light the table's display before the rest is loaded, which takes a while on a small Pi."""
    buses = open_buses(displays_of(config))
    try:
        for bus in buses:
            if TABLE in bus.stations:
                bus.post(TABLE, Frame(GreetingScreen(), Language.ENGLISH))
                bus.step()
    except BaseException:  # including the SystemExit of a signal
        Parts(None, buses).close_displays()
        raise
    return buses
