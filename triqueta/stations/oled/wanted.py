"""The displays that a configuration wants, station by station."""

from __future__ import annotations

from triqueta.config.settings import Interface, SeatConfig, TableConfig
from triqueta.stations.oled.display_settings import UPRIGHT, UPSIDE_DOWN, DisplaySettings
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
        bus=display.i2c_bus,
        address=display.address,
        switch=config.switch.address if is_switched else None,
        channel=display.channel if is_switched else None,
        port=display.spi_port,
        device=display.spi_device,
        dc=display.dc_pin,
        reset=display.reset_pin,
        rotation=UPSIDE_DOWN if display.rotation else UPRIGHT,
        contrast=display.contrast_full,
        soft=display.contrast_soft,
        dim=display.contrast_dim,
    )


def _seat_display(config: TableConfig, seat: SeatConfig) -> DisplaySettings:
    return DisplaySettings(
        driver=seat.driver,
        bus=config.display.i2c_bus,
        address=seat.address,
        switch=None if seat.channel is None else config.switch.address,
        channel=seat.channel,
        rotation=UPSIDE_DOWN if seat.rotation else UPRIGHT,
        contrast=config.display.contrast_full,
        soft=config.display.contrast_soft,
        dim=config.display.contrast_dim,
    )
