"""The displays that a configuration wants, and how each is connected, as `table.toml` says."""

from __future__ import annotations

from dataclasses import dataclass, field

from triqueta.config.settings import Driver, Interface, SeatConfig, TableConfig
from triqueta.screens.station import TABLE, seat_station
from triqueta.stations.contrasts import Contrasts, contrasts_of

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


def displays_of(config: TableConfig) -> dict[str, DisplaySettings]:
    """The displays of a configuration by their stations: the table's, then those of the seats."""
    return {
        TABLE: _table_display(config),
        **{seat_station(seat.number - 1): _seat_display(config, seat) for seat in config.seats},
    }


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
