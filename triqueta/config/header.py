"""The 40-pin header of the Raspberry Pi: GPIO and bus pins, and valid bus addresses."""

from __future__ import annotations

HEADER = {
    **{2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18},
    **{10: 19, 9: 21, 25: 22, 11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32},
    **{13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40},
}
"""Maps each GPIO number to its pin on the header."""

EEPROM_PINS = (0, 1)  # reserved for the identification EEPROM of a HAT

I2C_PINS: dict[int, tuple[int, ...]] = {0: (0, 1), 1: (2, 3)}
"""Data and clock GPIO of each I2C bus. Other buses are missing: a device tree overlay chooses
their pins."""

DISPLAY_ADDRESSES = range(0x3C, 0x3E)  # I2C addresses that a display's jumper can select
SWITCH_ADDRESSES = range(0x70, 0x78)
CHANNELS = range(8)  # of the I2C switch

SPI_DEVICES = {0: 2, 1: 3}
"""The number of devices that each SPI port can select."""


def spi_lines(port: int, device: int) -> dict[str, int | None]:
    """Return the GPIO of each SPI line to a display, keyed by the name printed on the module."""
    if port == 0:
        return {"DIN": 10, "CLK": 11, "CS": (8, 7)[device]}
    return {"DIN": 20, "CLK": 21, "CS": (18, 17, 16)[device]}


def spi_pins(port: int, device: int) -> tuple[int, ...]:
    """Return all GPIOs that an SPI port occupies, including those no display uses."""
    if port == 0:  # `dtparam=spi=on` claims both select lines
        return (7, 8, 9, 10, 11)
    selects = (18, 17, 16)
    return (*selects[: device + 1], 19, 20, 21)


def gpio_of_header_pin(number: int) -> int | None:
    return next((gpio for gpio, pin in HEADER.items() if pin == number), None)
