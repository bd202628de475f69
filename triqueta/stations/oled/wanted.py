"""The displays that a configuration wants, station by station."""

from __future__ import annotations

from triqueta.config.settings import Interface, SeatConfig, TableConfig
from triqueta.stations.contrasts import contrasts_of
from triqueta.stations.oled.display_settings import DisplaySettings
from triqueta.table.events import TABLE, seat_station


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
