"""Tests of displays on SPI: their D/C and reset lines, and repairs without answers from a chip."""

from __future__ import annotations

import errno
from dataclasses import replace
from itertools import cycle
from random import Random
from typing import Any

import pytest

from tests.models.fake_lgpio import PI_5, PI_5_SINCE_6_6_45
from tests.models.spi_port import OnSpi
from tests.models.ssd1306 import Ssd1309
from tests.stations.wired_table import WiredTable, Wiring, hub, shown
from tests.table.evening import Evening, in_game, new_play
from triqueta.config.settings import Driver, Interface
from triqueta.screens.frame import Light, picture
from triqueta.screens.station import TABLE
from triqueta.stations.oled import wires
from triqueta.stations.oled.bus import RESET_SECONDS, open_display

RETURN_SECONDS = 1.0
RETURN_SECONDS_IN_PLAY = 11.0  # as firmware/hub/README.md promises, of a chip that has to be reset
ONE_FRAME = 0.01  # seconds; the chips refresh the glass about 100 times a second


@pytest.fixture
def evening() -> Evening:
    return in_game(new_play())


@pytest.mark.parametrize(
    ("driver", "clock"),
    [(Driver.SH1106, 2_000_000), (Driver.SSD1306, 8_000_000), (Driver.SSD1309, 8_000_000)],
)
def test_a_picture_goes_through_the_port_and_the_lines(
    driver: Driver, clock: int, monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    wiring = shown(Wiring(monkeypatch, hub(driver, interface=Interface.SPI)), evening.frame())
    assert wiring.glass(TABLE) == evening.pixels()
    (port,) = wiring.spi.opened
    assert (port.place, port.max_speed_hz) == ((0, 0), clock)
    assert wiring.lines.outputs.keys() == {24, 25}
    assert wiring.lines.outputs[25] == 1  # the reset line is released
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
def test_the_model_is_as_strict_as_the_real_chip(
    wrong: dict[str, Any], monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    """A line on another pin, or another select line, shows no picture."""
    wiring = Wiring(monkeypatch, hub(Driver.SSD1309, interface=Interface.SPI))
    other = OnSpi(Ssd1309(), 4, None)
    wiring.spi.connected.setdefault((0, 1), other)  # so that its port exists
    settings = replace(hub(Driver.SSD1309, interface=Interface.SPI)[TABLE], **wrong)
    open_display(settings).show(picture(evening.frame()), Light.FULL)
    assert wiring.glass(TABLE) != evening.pixels()


def test_bytes_at_too_fast_a_clock_are_lost(
    monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    monkeypatch.setattr(wires, "_SPI_SPEEDS", {})  # so the default of 8 MHz is used
    wiring = Wiring(monkeypatch, hub(Driver.SH1106, interface=Interface.SPI))
    shown(wiring, evening.frame())
    assert wiring.glass(TABLE) != evening.pixels()


@pytest.mark.parametrize("driver", Driver)
@pytest.mark.parametrize("light", [Light.FULL, Light.DIM])
def test_a_module_that_resets_itself_returns_though_it_cannot_answer(
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


def test_any_other_module_returns_when_the_table_is_lit_again(
    monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    wiring = shown(Wiring(monkeypatch, hub(interface=Interface.SPI)), evening.frame())
    wiring.on_spi(TABLE).power_cycle(Random(5))
    wiring.run(5)
    assert not wiring.chips[TABLE].lit  # it cannot answer, so the driver does not know to reset it
    shown(wiring, replace(evening.frame(), light=Light.OFF))
    shown(wiring, evening.frame())
    assert wiring.glass(TABLE) == evening.pixels()


@pytest.mark.parametrize("driver", Driver)
def test_any_other_module_returns_with_a_picture_some_seconds_later(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    wiring = shown(Wiring(monkeypatch, hub(driver, interface=Interface.SPI)), evening.frame())
    for number in range(5):
        wiring.run(0.7 * number)
        wiring.on_spi(TABLE).power_cycle(Random(number))
        lost_at, keys = wiring.now, cycle(("soft1", "soft3"))
        while wiring.now - lost_at <= RETURN_SECONDS_IN_PLAY:
            wiring.run(0.25)
            shown(wiring, evening.press(next(keys)).frame())
        assert wiring.glass(TABLE) == evening.pixels()


def test_a_game_continues_while_the_contact_of_its_display_is_loose(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wiring, rng = Wiring(monkeypatch, hub(interface=Interface.SPI)), Random(1)
    table, lost_at, losses = WiredTable(wiring), -RETURN_SECONDS_IN_PLAY, 0
    while not table.over:
        if rng.random() < 0.02:
            wiring.on_spi(TABLE).power_cycle(rng)
            lost_at, losses = wiring.now, losses + 1
        table.step()
        if wiring.now - lost_at > RETURN_SECONDS_IN_PLAY:
            assert table.wrong() == []
    assert losses > 3


class Flashes:
    """Records the longest time that a chip was dark, and all pictures that it showed."""

    def __init__(self, wiring: Wiring) -> None:
        self._wiring, self._chip = wiring, wiring.chips[TABLE]
        self._dark = 0.0
        self.longest = 0.0
        self.lit: set[bytes] = set()
        wiring.spi.pass_time = self._pass_time
        wiring.patch.setattr(wires, "sleep", self._pass_time)

    def _pass_time(self, seconds: float) -> None:
        self._wiring.now += seconds
        if self._chip.lit:
            self._dark = 0.0
            self.lit.add(self._wiring.glass(TABLE))
        else:
            self._dark += seconds
            self.longest = max(self.longest, self._dark)


@pytest.mark.parametrize("driver", Driver)
def test_a_healthy_chip_that_is_reset_is_dark_for_less_than_a_frame(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    wiring = shown(Wiring(monkeypatch, hub(driver, interface=Interface.SPI)), evening.frame())
    resets: list[None] = []
    reset = wiring.chips[TABLE].reset
    monkeypatch.setattr(wiring.chips[TABLE], "reset", lambda: resets.append(reset()))
    flashes = Flashes(wiring)
    for number in range(40):
        before = evening.pixels()
        wiring.run(0.5)
        shown(wiring, evening.press("soft3" if number % 2 else "soft1").frame())
        if resets:  # without a reset, the display may show half of the new picture
            assert flashes.lit <= {before, evening.pixels()}
        resets.clear()
        flashes.lit.clear()
    wiring.run(60)  # without a new picture there is no reset
    assert not resets
    assert 0 < flashes.longest < ONE_FRAME


def test_a_module_that_resets_itself_is_never_switched_off(
    monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    display = hub(interface=Interface.SPI, reset_pin=None)
    wiring = shown(Wiring(monkeypatch, display), evening.frame())
    for number in range(10):
        wiring.run(RESET_SECONDS)
        shown(wiring, evening.press("soft3" if number % 2 else "soft1").frame())
    assert wiring.chips[TABLE].switched == 1


def test_repeated_pictures_do_not_make_a_display_on_spi_blink(
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


@pytest.mark.parametrize("error", [errno.ENOENT, errno.EACCES])
def test_an_spi_port_that_is_missing_at_first(
    error: int, monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    wiring = Wiring(monkeypatch, hub(interface=Interface.SPI))
    wiring.spi.refusals, wiring.spi.error = 5, error
    shown(wiring, evening.frame())
    wiring.run(0.5)
    assert wiring.spi.refusals > 0
    assert (wiring.lines.opened, wiring.lines.outputs) == ([], {})  # nothing is left open
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
