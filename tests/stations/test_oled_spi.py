"""Displays on SPI, through luma's own interface: its lines, and that there is no answer."""

from __future__ import annotations

import errno
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.models.fake_lgpio import PI_5, PI_5_SINCE_6_6_45
from tests.models.spi_port import OnSpi
from tests.models.ssd1306 import Ssd1309
from tests.stations.wired_table import Wiring, hub, shown
from tests.table.evening import Evening, in_game, new_play
from triqueta.config.settings import Driver, Interface
from triqueta.screens.frame import Light, picture
from triqueta.stations.oled import wires
from triqueta.stations.oled.bus import open_display
from triqueta.table.events import TABLE

RETURN_SECONDS = 1.0


@pytest.fixture
def evening() -> Evening:
    return in_game(new_play())


@pytest.mark.parametrize(
    ("driver", "clock"),
    [(Driver.SH1106, 2_000_000), (Driver.SSD1306, 8_000_000), (Driver.SSD1309, 8_000_000)],
)
def test_a_picture_goes_through_luma_and_the_lines(
    driver: Driver, clock: int, monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    wiring = shown(Wiring(monkeypatch, hub(driver, interface=Interface.SPI)), evening.frame())
    assert wiring.glass(TABLE) == evening.pixels()
    (port,) = wiring.spi.opened
    assert (port.place, port.max_speed_hz) == ((0, 0), clock)
    assert wiring.lines.outputs.keys() == {24, 25}
    assert wiring.lines.outputs[25] == 1  # reset is let go
    wiring.bus.close()
    assert not wiring.chips[TABLE].on
    assert (wiring.spi.opened, wiring.lines.opened) == ([], [])


@pytest.mark.parametrize("chips", [PI_5, PI_5_SINCE_6_6_45])
def test_the_lines_are_those_of_the_header_on_a_pi_5_too(
    chips: dict[int, str], monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    wiring = Wiring(monkeypatch, hub(interface=Interface.SPI))
    wiring.lines.chips = chips
    assert wiring.glass(TABLE) != evening.pixels()
    shown(wiring, evening.frame())
    assert wiring.glass(TABLE) == evening.pixels()


@pytest.mark.parametrize("wrong", [{"dc_pin": 23}, {"reset_pin": 23}, {"spi_device": 1}], ids=str)
def test_the_model_is_no_kinder_than_the_part(
    wrong: dict[str, Any], monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    """A line on another pin, or another select line, shows no picture."""
    wiring = Wiring(monkeypatch, hub(Driver.SSD1309, interface=Interface.SPI))
    other = OnSpi(Ssd1309(), 4, None)
    wiring.spi.connected.setdefault((0, 1), other)  # so that its port is there
    settings = replace(hub(Driver.SSD1309, interface=Interface.SPI)[TABLE], **wrong)
    open_display(settings).show(picture(evening.frame()), Light.FULL)
    assert wiring.glass(TABLE) != evening.pixels()


def test_too_fast_a_clock_is_not_heard(monkeypatch: pytest.MonkeyPatch, evening: Evening) -> None:
    monkeypatch.setattr(wires, "_SPI_SPEEDS", {})  # 8 MHz
    wiring = Wiring(monkeypatch, hub(Driver.SH1106, interface=Interface.SPI))
    shown(wiring, evening.frame())
    assert wiring.glass(TABLE) != evening.pixels()


@pytest.mark.parametrize("driver", Driver)
@pytest.mark.parametrize("light", [Light.FULL, Light.DIM])
def test_a_module_that_resets_itself_comes_back_though_it_cannot_answer(
    driver: Driver, light: Light, monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    frame = replace(evening.frame(), light=light)
    display = hub(driver, interface=Interface.SPI, reset_pin=None)
    wiring = shown(Wiring(monkeypatch, display), frame)
    side = wiring.on_spi(TABLE)
    contrast = side.chip.contrast
    side.plugged = False
    wiring.run(2)
    side.power_cycle(Random(5))
    side.plugged = True
    wiring.run(RETURN_SECONDS)
    assert wiring.glass(TABLE) == evening.pixels()
    assert side.chip.contrast == contrast


def test_any_other_comes_back_when_the_table_is_lit_again(
    monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    wiring = shown(Wiring(monkeypatch, hub(interface=Interface.SPI)), evening.frame())
    wiring.on_spi(TABLE).power_cycle(Random(5))
    wiring.run(5)
    assert not wiring.chips[TABLE].lit  # nobody resets it, and it says nothing
    shown(wiring, replace(evening.frame(), light=Light.OFF))
    shown(wiring, evening.frame())
    assert wiring.glass(TABLE) == evening.pixels()


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


@pytest.mark.parametrize("error", [errno.ENOENT, errno.EACCES])  # luma has words for the first
def test_an_spi_port_that_is_missing_at_first(
    error: int, monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    wiring = Wiring(monkeypatch, hub(interface=Interface.SPI))
    wiring.spi.refusals, wiring.spi.error = 5, error
    shown(wiring, evening.frame())
    wiring.run(0.5)
    assert wiring.spi.refusals > 0
    assert (wiring.lines.opened, wiring.lines.outputs) == ([], {})  # nothing is left lying open
    wiring.run(2)
    assert wiring.glass(TABLE) == evening.pixels()


def test_a_pin_that_another_program_has_costs_the_other_one_nothing(
    monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    wiring = Wiring(monkeypatch, hub(interface=Interface.SPI))
    wiring.lines.busy.add(25)
    shown(wiring, evening.frame())
    assert (wiring.lines.opened, wiring.lines.outputs) == ([], {})
    wiring.lines.busy.clear()
    wiring.run(2)
    assert wiring.glass(TABLE) == evening.pixels()
