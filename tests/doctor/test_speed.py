"""Tests of the doctor's measurement of the displays' speed, with real pictures."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from tests.doctor.test_machine import only
from tests.stations.wired_table import I2C_TABLE, Wiring
from triqueta.config.reading import read_config
from triqueta.config.settings import TableConfig
from triqueta.doctor.findings import Finding, Mark
from triqueta.doctor.speed import PICTURES, bench, frames_of_a_game
from triqueta.screens.frame import picture
from triqueta.stations.oled.wires import displays_of

FIVE_SEATS = read_config(
    "[display]\naddress = 0x3D\n" + '[[seat]]\ndriver = "ssd1306"\n' * 5, "table.toml"
)


LOOK = 1e-3  # seconds that reading the clock takes


class BusClock:
    """A clock that only counts the time of bytes on the bus and of reading the clock itself."""

    def __init__(self, wiring: Wiring, hertz: int) -> None:
        self._wiring = wiring
        self._hertz = hertz
        self._looks = 0

    def __call__(self) -> float:
        self._looks += 1
        return 9 * self._wiring.i2c.bytes / self._hertz + LOOK * self._looks


def test_pictures_of_a_game() -> None:
    frames = list(frames_of_a_game())
    assert len(frames) == PICTURES
    assert all(one != other for one, other in pairwise(frames))
    assert len({picture(frame).tobytes() for frame in frames}) > PICTURES / 4
    assert frames == list(frames_of_a_game())


def paced(patch: pytest.MonkeyPatch, config: TableConfig, hertz: int) -> list[Finding]:
    wiring = Wiring(patch, displays_of(config))
    findings = list(bench(config, BusClock(wiring, hertz)))
    assert not any(chip.lit for chip in wiring.chips.values())
    assert wiring.i2c.open_files == 0
    return findings


@pytest.mark.parametrize("config", [I2C_TABLE, FIVE_SEATS])
def test_every_display_in_turn(monkeypatch: pytest.MonkeyPatch, config: TableConfig) -> None:
    findings = paced(monkeypatch, config, 400_000)
    for finding, station in zip(findings, displays_of(config), strict=True):
        only(finding, Mark.OK, f"display of {station}:", "per second", "per second")
        (share,) = re.findall(r"(\d+)% of it on the bus", finding.text)
        assert 30 < int(share) < 95  # reading the clock takes the rest


def test_a_slow_bus(monkeypatch: pytest.MonkeyPatch) -> None:
    (finding,) = paced(monkeypatch, I2C_TABLE, 100_000)
    only(finding, Mark.WARN, "slower than it could be", "triqueta doctor")


def test_a_display_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    wiring = Wiring(monkeypatch, displays_of(FIVE_SEATS))
    wiring.switch.channels[2].clear()
    findings = list(bench(FIVE_SEATS, BusClock(wiring, 400_000)))
    assert [it.mark for it in findings] == [Mark.OK] * 2 + [Mark.WRONG] + [Mark.OK] * 3


def test_spi(monkeypatch: pytest.MonkeyPatch) -> None:
    config = read_config('[display]\ninterface = "spi"\n', "table.toml")
    wiring = Wiring(monkeypatch, displays_of(config))
    (finding,) = bench(config)
    only(finding, Mark.OK, "display of table", "per second")
    assert wiring.spi.bytes > 10 * 1024
    assert (wiring.spi.opened, wiring.lines.opened) == ([], [])
