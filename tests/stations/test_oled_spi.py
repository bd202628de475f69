"""Displays on SPI, which cannot answer: they are told everything again from time to time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import pytest

from tests.models.oled import OnSpi
from tests.stations.wired_table import Wiring, hub, shown
from tests.table.evening import Evening, in_game, new_play
from triqueta.config.settings import Driver, Interface
from triqueta.screens.frame import Light
from triqueta.table.events import TABLE

RETURN_SECONDS = 1.0


@pytest.fixture
def evening() -> Evening:
    return in_game(new_play())


@pytest.mark.parametrize("driver", Driver)
@pytest.mark.parametrize("light", [Light.FULL, Light.DIM])
def test_a_display_on_spi_comes_back_though_it_cannot_answer(
    driver: Driver, light: Light, monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    frame = replace(evening.frame(), light=light)
    wiring = shown(Wiring(monkeypatch, hub(driver, interface=Interface.SPI)), frame)
    side = wiring.sides[TABLE]
    assert isinstance(side, OnSpi)
    contrast = side.chip.contrast
    side.plugged = False
    wiring.run(2)
    side.chip.power_cycle(Random(5))
    side.plugged = True
    wiring.run(RETURN_SECONDS)
    assert wiring.glass(TABLE) == evening.pixels()
    assert side.chip.contrast == contrast


def test_being_told_again_does_not_make_spi_blink(
    monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    wiring = shown(Wiring(monkeypatch, hub(interface=Interface.SPI)), evening.frame())
    chip, glasses = wiring.chips[TABLE], set()
    command = chip.command

    def noted(byte: int) -> None:
        command(byte)
        glasses.add((wiring.glass(TABLE), chip.contrast))

    monkeypatch.setattr(chip, "command", noted)
    wiring.run(2)
    assert glasses == {(evening.pixels(), 255)}


def test_a_dark_display_on_spi_stays_dark(
    monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    wiring = shown(Wiring(monkeypatch, hub(interface=Interface.SPI)), evening.frame())
    shown(wiring, replace(evening.frame(), light=Light.OFF))
    wiring.run(2)
    assert not wiring.chips[TABLE].on


@dataclass
class Refusing:
    """An SPI port that gives an error each time it is opened, until it does not."""

    refusals: int
    side: object

    def __call__(self, _: object) -> object:
        self.refusals -= 1
        if self.refusals >= 0:
            raise FileNotFoundError("no SPI port 0")
        return self.side


def test_an_spi_port_that_is_missing_at_first(
    monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    wiring = Wiring(monkeypatch, hub(interface=Interface.SPI))
    refusing = Refusing(5, wiring.sides[TABLE])
    monkeypatch.setattr("triqueta.stations.oled.bus.spi_serial", refusing)
    shown(wiring, evening.frame())
    wiring.run(0.5)
    assert refusing.refusals > 0
    wiring.run(2)
    assert wiring.glass(TABLE) == evening.pixels()
