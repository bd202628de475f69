"""How one display is connected, be it the table's or a seat's, in the words of `table.toml`.

Whether the displays of a table fit together has been asked when the file was read: see
`triqueta.config.wiring`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from triqueta.config.settings import Driver, Interface
from triqueta.stations.contrasts import Contrasts

UPSIDE_DOWN = 180


@dataclass(frozen=True, slots=True)
class DisplaySettings:
    """One display: `i2c_bus` to `channel` count for I2C, `spi_port` to `reset_pin` for SPI.

    `switch` is the address of the one that it is behind, if it has a channel.
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
        """The wires that one thread has to own, by a name for logs."""
        if self.interface is Interface.I2C:
            return f"i2c-{self.i2c_bus}"
        return f"spi-{self.spi_port}"
