"""Tests that a whole game works with every build's settings, on mock pins and modelled chips."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from PIL import Image

from hardware.render import HARDWARE
from hardware.render.builds import config_of
from tests.stations.test_hub import Device
from tests.table.autopilot import step
from triqueta.config.header import HEADER
from triqueta.config.settings import Driver, Interface
from triqueta.screens.canvas import SIZE
from triqueta.screens.station import TABLE, Key
from triqueta.stations.oled.wires import displays_of

BUILDS = sorted(file.stem for file in (HARDWARE / "builds").glob("*.toml"))
STICK = {"up": 6, "right": 26, "down": 19, "left": 5, "press": 13}  # from the HAT's manual


class Mounted(Device):
    """A device whose displays are read as they are mounted, perhaps rotated."""

    def glass(self, station: str = TABLE) -> bytes:
        image = Image.frombytes("1", SIZE, super().glass(station))
        return image.rotate(self.turns[station]).tobytes()

    turns: dict[str, int]


@pytest.mark.parametrize("build", BUILDS)
def test_a_whole_game(monkeypatch: pytest.MonkeyPatch, build: str) -> None:
    config = config_of(build)
    turns = {station: it.rotation for station, it in displays_of(config).items()}
    monkeypatch.setattr(Mounted, "turns", turns, raising=False)

    async def play() -> None:
        device = Mounted(monkeypatch, config)
        rng = Random(7)
        device.press("petal1")
        device.check()
        while device.table.session is not None and not device.table.session.over:
            step(device, rng)
            device.check()

    asyncio.run(play())


def test_the_hat_s_pins_are_its_maker_s() -> None:
    """Compare with Waveshare's manual of the 1.3inch OLED HAT, and its examples for rotation."""
    config = config_of("hat")
    display, keys = config.display, config.keys
    assert (display.driver, display.interface) == (Driver.SH1106, Interface.SPI)
    assert (display.spi_port, display.spi_device) == (0, 0)  # CS is GPIO 8
    assert (display.dc_pin, display.reset_pin, display.rotation) == (24, 25, 180)
    assert (keys.soft1, keys.soft2, keys.soft3) == (21, 20, 16)
    clockwise = ["up", "right", "down", "left", "press"]
    petals = [pin for key, pin in keys.by_key.items() if key.is_petal]
    assert petals == [STICK[way] for way in clockwise]
    assert len(set(keys.by_key.values())) == len(Key)
    assert set(keys.by_key.values()) <= set(HEADER)


def test_the_guide_shows_the_ten_minute_hub_first() -> None:
    text = (HARDWARE / "README.md").read_text("utf-8")
    assert text.index("## The ten-minute hub") < text.index("## Parts")
    assert "This design has not been built yet" in text
    text = (HARDWARE / "wiring/README.md").read_text("utf-8")
    assert "has not been tried with a real HAT yet" in text
