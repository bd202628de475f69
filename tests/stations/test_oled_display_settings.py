"""Wirings that cannot work are refused, with what would be right."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from tests.stations.wired_table import full_house, hub
from triqueta.config.settings import Interface
from triqueta.screens.frame import Light
from triqueta.stations.oled.bus import open_buses
from triqueta.stations.oled.display_settings import DisplaySettings, check_wiring
from triqueta.table.events import TABLE

SEAT = DisplaySettings(switch=0x70, channel=0)
SPI = DisplaySettings(interface=Interface.SPI)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"driver": "ssd1327"}, "driver 'ssd1327': right would be ssd1306, sh1106, ssd1309"),
        ({"interface": "usb"}, "interface 'usb': right would be i2c, spi"),
        ({"rotation": 1}, "rotation 1: .* right would be 0"),
        ({"contrast": 256}, "contrast 256: right would be 0 to 255"),
        ({"dim": -1}, "dim -1: right would be 0 to 255"),
        ({"address": 0x80}, "address 0x80: right would be 0x8 to 0x77"),
        ({"switch": 0x70}, "switch and channel: a display has both"),
        ({"channel": 1}, "switch and channel: a display has both"),
        ({"switch": 0x3C, "channel": 1}, "switch 0x3c: right would be 0x70 to 0x77"),
        ({"switch": 0x70, "channel": 8}, "channel 8: right would be 0 to 7"),
    ],
)
def test_wrong_values(values: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        DisplaySettings(**values)  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize(
    ("hub", "seat", "message"),
    [
        (DisplaySettings(), SEAT, "not behind the switch would show .* such as 0x3d"),
        (SEAT, SEAT, "both have the address 0x3c; right would be another channel"),
        (DisplaySettings(), DisplaySettings(), "both have the address 0x3c"),
        (SEAT, replace(SEAT, switch=0x71), "behind two switches; right would be one"),
        (DisplaySettings(address=0x70), SEAT, "the switch has the address of a display"),
        (SPI, SPI, "the same SPI port and device"),
    ],
)
def test_displays_that_would_disturb_each_other(
    hub: DisplaySettings, seat: DisplaySettings, message: str
) -> None:
    with pytest.raises(ValueError, match=f"displays of table and seat1: .*{message}"):
        open_buses({TABLE: hub, "seat1": seat})


def test_wirings_that_work() -> None:
    check_wiring(full_house())
    check_wiring({**hub(), "seat1": DisplaySettings(bus=3)})
    check_wiring({**hub(switch=0x70, channel=7), "seat1": SEAT})
    check_wiring({TABLE: SPI, "seat1": replace(SPI, device=1), "seat2": SEAT})


def test_a_softer_light_is_never_brighter() -> None:
    settings = DisplaySettings(contrast=30)
    assert [settings.level(light) for light in Light] == [30, 30, 8, 0]


def test_nothing_slow_is_imported_before_a_display_is_used() -> None:
    code = (
        "import sys; from triqueta.stations.oled.bus import open_buses;"
        "from triqueta.stations.oled.display_settings import DisplaySettings;"
        "open_buses({'table': DisplaySettings()});"
        "print([name for name in ('luma', 'smbus2', 'gpiozero', 'spidev') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
