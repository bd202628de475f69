"""Tests of the doctor's test picture on modelled chips, with right and wrong drivers."""

from __future__ import annotations

import pytest
from PIL import Image

from tests.doctor.test_machine import only
from tests.models.oled import Oled, OnI2c
from tests.models.sh1106 import Sh1106
from tests.models.ssd1306 import Ssd1306, Ssd1309
from tests.stations.wired_table import I2C_TABLE, Wiring
from triqueta.config.reading import read_config
from triqueta.config.settings import Driver, TableConfig
from triqueta.doctor.displays import (
    broken_picture,
    explanation,
    show_test_pictures,
    trial_picture,
)
from triqueta.doctor.findings import Finding, Mark
from triqueta.screens.station import TABLE
from triqueta.stations.oled.wires import displays_of

FIVE_SEATS = read_config("[display]\naddress = 0x3D\n" + "[[seat]]\n" * 5, "table.toml")
SAME_COMMANDS = {Driver.SSD1306, Driver.SSD1309}


class Looker:
    """A user who reads the doctor's messages and looks at all displays when asked to."""

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring
        self.said: list[str] = []
        self.seen: dict[str, Image.Image] = {}

    def look(self) -> None:
        self.seen = {station: chip.picture() for station, chip in self._wiring.chips.items()}

    def findings(self, config: TableConfig) -> list[Finding]:
        return list(show_test_pictures(config, self.said.append, self.look))


def of_driver(driver: Driver) -> TableConfig:
    return read_config(f'[display]\ninterface = "i2c"\ndriver = "{driver}"\n', "table.toml")


@pytest.mark.parametrize("config", [*map(of_driver, Driver), FIVE_SEATS])
def test_each_display_shows_its_own(monkeypatch: pytest.MonkeyPatch, config: TableConfig) -> None:
    displays = displays_of(config)
    wiring = Wiring(monkeypatch, displays)
    looker = Looker(wiring)
    assert {finding.mark for finding in looker.findings(config)} == {Mark.OK}
    for station, settings in displays.items():
        assert looker.seen[station].tobytes() == trial_picture(station, settings).tobytes()
    assert len({image.tobytes() for image in looker.seen.values()}) == len(displays)
    assert not any(chip.lit for chip in wiring.chips.values())
    assert wiring.i2c.open_files == 0


def seen_with(patch: pytest.MonkeyPatch, driver: Driver, chip: Oled) -> Image.Image:
    config = of_driver(driver)
    wiring = Wiring(patch, displays_of(config))
    wiring.i2c.trunk[:] = [(0x3C, OnI2c(chip))]
    wiring.chips[TABLE] = chip
    looker = Looker(wiring)
    looker.findings(config)
    return looker.seen[TABLE]


@pytest.mark.parametrize("driver", sorted(SAME_COMMANDS))
def test_an_sh1106_driven_as_another(monkeypatch: pytest.MonkeyPatch, driver: Driver) -> None:
    """The display shows snow: hardly more pixels are right than by chance."""
    right = trial_picture(TABLE, displays_of(of_driver(driver))[TABLE]).convert("L").tobytes()
    seen = seen_with(monkeypatch, driver, Sh1106()).convert("L").tobytes()
    same = sum(one == other for one, other in zip(seen, right, strict=True))
    assert same < 0.6 * len(right)
    assert any("snow" in line for line in explanation(displays_of(of_driver(driver))))


@pytest.mark.parametrize("chip", [Ssd1306, Ssd1309])
def test_another_driven_as_an_sh1106(monkeypatch: pytest.MonkeyPatch, chip: type[Ssd1306]) -> None:
    """It shows the picture except for the part that says SH1106, which lands elsewhere."""
    seen = seen_with(monkeypatch, Driver.SH1106, chip())
    middle = (20, 24, 108, 40)
    assert seen.crop(middle).tobytes() == broken_picture().crop(middle).tobytes()
    assert any(
        "WRONG DRIVER" in line for line in explanation(displays_of(of_driver(Driver.SH1106)))
    )


def test_the_frame_is_at_the_very_edges() -> None:
    picture = trial_picture(TABLE, displays_of(I2C_TABLE)[TABLE])
    assert picture.getbbox() == (0, 0, 128, 64)
    edges = [(x, y) for x in range(128) for y in (0, 63)]
    edges += [(x, y) for x in (0, 127) for y in range(64)]
    assert all(picture.getpixel(place) for place in edges)


def test_one_display_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    wiring = Wiring(monkeypatch, displays_of(FIVE_SEATS))
    wiring.switch.channels[3].clear()
    looker = Looker(wiring)
    findings = looker.findings(FIVE_SEATS)
    (missing,) = [finding for finding in findings if finding.mark is not Mark.OK]
    only(missing, Mark.WRONG, "seat3", "0x3c on channel 3", "triqueta doctor")
    assert looker.seen["seat4"].getbbox() == (0, 0, 128, 64)
    assert not any(chip.lit for chip in wiring.chips.values())


def test_only_drivers_in_use_are_explained() -> None:
    text = "\n".join(explanation(displays_of(I2C_TABLE)))
    assert 'driver = "sh1106"' in text
    assert 'driver = "ssd1306"' not in text
    assert "rotation" in text
