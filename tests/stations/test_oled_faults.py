"""Tests with displays that fail at any moment: no error escapes, and the right picture returns."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from tests.models.oled import OnI2c
from tests.models.tca9548a import Device
from tests.profiles import first
from tests.stations.wired_table import SWITCH, WiredTable, Wiring, full_house, hub, shown
from tests.table.evening import Evening, in_game, new_play
from triqueta.config.settings import Driver
from triqueta.screens.canvas import Canvas
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen
from triqueta.screens.station import TABLE, seat_station
from triqueta.stations.oled.wires import DISPLAY_OFF

RETURN_SECONDS = 1.0


@pytest.fixture
def evening() -> Evening:
    return in_game(new_play())


class Mischief:
    """Random faults on the wires during a game."""

    def __init__(self, wiring: Wiring, rng: Random) -> None:
        self._wiring, self._rng = wiring, rng
        self._devices: list[Device] = [*map(wiring.on_i2c, wiring.sides), wiring.switch]

    def strike(self) -> None:
        i2c, rng = self._wiring.i2c, self._rng
        match rng.randrange(8):
            case 0:
                i2c.faults.at_random(rng, rng.choice((0.02, 0.3)))
            case 1:
                i2c.faults.stuck = not i2c.faults.stuck
            case 2:
                i2c.faults.nack(rng.randrange(20), rng.randrange(1200))
            case 3 | 4:
                self._plug(rng.choice(self._devices))
            case 5:
                rng.choice(self._devices).power_cycle(rng)  # a loose contact
            case 6:
                i2c.exists = not i2c.exists
            case 7:
                self._touch(rng.choice(self._devices))

    def _touch(self, device: Device) -> None:
        """Loosen a device's data wire, or reconnect it."""
        if device in self._wiring.i2c.unplugged:
            self._wiring.i2c.touch_again(device)
        else:
            self._wiring.i2c.unplug(device)

    def _plug(self, device: Device) -> None:
        if device in self._wiring.i2c.unplugged:
            self._wiring.i2c.plug_in(device, self._rng)
        else:
            self._wiring.i2c.unplug(device)

    def end(self) -> None:
        i2c = self._wiring.i2c
        i2c.faults.end()
        i2c.exists = True
        for device in list(i2c.unplugged):
            i2c.plug_in(device, self._rng)


@pytest.mark.parametrize("seed", first(range(2)))
@pytest.mark.parametrize("seats", [Driver.SSD1306, Driver.SH1106])
def test_games_continue_despite_any_fault_on_the_wires(
    seats: Driver, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    wiring, rng = Wiring(monkeypatch, full_house(seats)), Random(seed)
    table, mischief = WiredTable(wiring, seed), Mischief(wiring, rng)
    calms = 0
    while not table.over:
        if rng.random() < 0.3:
            mischief.strike()
        table.step()
        if rng.random() < 0.1:
            mischief.end()
            wiring.run(RETURN_SECONDS)
            assert table.wrong() == []
            calms += 1
    assert calms > 5
    assert wiring.i2c.faults.happened > 50
    wiring.i2c.faults.stuck = True
    wiring.bus.end(table.evening.frame())
    wiring.bus.close()


@pytest.mark.parametrize("driver", Driver)
@pytest.mark.parametrize("after", [0, 1, 2, 5, 100])
def test_a_refusal_at_every_message_of_a_picture(
    driver: Driver, after: int, monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    """Half a command left in the chip must not swallow the beginning of the next one."""
    first, second = evening.frame(), evening.press("soft1").frame()
    wiring = Wiring(monkeypatch, hub(driver))
    chip, faults = wiring.chips[TABLE], wiring.i2c.faults
    for number in range(60):
        shown(wiring, first)
        chip.commands.clear()
        faults.happened = 0
        faults.nack(number, after)
        shown(wiring, second)
        broken_off = faults.happened
        wiring.run(RETURN_SECONDS)
        assert wiring.glass(TABLE) == evening.pixels()
        assert chip.commands.count((DISPLAY_OFF,)) >= broken_off  # dark while it is redrawn
        assert not set(chip.unknown) - {0x20, 0x8D}
        assert chip.contrast == 255
        faults.end()


def test_a_switch_that_lost_its_power_is_set_to_its_channel_again(
    monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    wiring = shown(Wiring(monkeypatch, hub(switch=SWITCH, channel=6)), evening.frame())
    wiring.switch.power_cycle(Random(6))
    shown(wiring, evening.press("soft1").frame())
    wiring.run(RETURN_SECONDS)
    assert wiring.glass(TABLE) == evening.pixels()


@pytest.mark.parametrize("driver", Driver)
@pytest.mark.parametrize("away", [0.0, 0.1, 5.0])
def test_a_display_that_is_plugged_in_again_shows_its_picture(
    driver: Driver, away: float, monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    wiring = shown(Wiring(monkeypatch, hub(driver)), evening.frame())
    side = wiring.sides[TABLE]
    assert isinstance(side, OnI2c)
    wiring.i2c.unplug(side)
    wiring.run(away)
    wiring.i2c.plug_in(side, Random(2))
    assert wiring.glass(TABLE) != evening.pixels()
    wiring.run(RETURN_SECONDS)
    assert wiring.glass(TABLE) == evening.pixels()


def test_a_display_that_returns_shows_the_newest_picture(
    monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    wiring = shown(Wiring(monkeypatch, hub()), evening.frame())
    wiring.i2c.faults.stuck = True
    shown(wiring, evening.press("soft1").frame())
    wiring.run(2)
    shown(wiring, evening.press("soft3").frame())
    wiring.i2c.faults.stuck = False
    wiring.run(RETURN_SECONDS)
    assert wiring.glass(TABLE) == evening.pixels()


def test_a_bus_that_hangs_is_given_up_soon(
    monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    wiring = shown(Wiring(monkeypatch, full_house()), evening.frame())
    wiring.i2c.faults.stuck = True
    before = wiring.now
    shown(wiring, evening.press("soft1").frame())
    assert wiring.now - before <= 0.6


def test_a_garbled_return_is_never_lit(monkeypatch: pytest.MonkeyPatch, evening: Evening) -> None:
    wiring = shown(Wiring(monkeypatch, hub()), evening.frame())
    chip = wiring.chips[TABLE]
    glasses = set()
    command = chip.command

    def noted(byte: int) -> None:
        command(byte)
        glasses.add(wiring.glass(TABLE))

    monkeypatch.setattr(chip, "command", noted)
    chip.power_cycle(Random(3))
    wiring.run(RETURN_SECONDS)
    assert glasses == {bytes(1024), evening.pixels()}


def test_a_bus_that_appears_late(monkeypatch: pytest.MonkeyPatch, evening: Evening) -> None:
    wiring = Wiring(monkeypatch, hub())
    wiring.i2c.exists = False
    shown(wiring, evening.frame())
    wiring.run(3)
    wiring.i2c.exists = True
    wiring.run(RETURN_SECONDS)
    assert wiring.glass(TABLE) == evening.pixels()


class UndrawableScreen(Screen):
    def draw(self, canvas: Canvas) -> None:
        raise RuntimeError("the tile is a bear")

    def words(self) -> Iterator[Text]:
        return iter(())


def test_a_screen_that_cannot_be_drawn_stops_nothing(
    monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    wiring = Wiring(monkeypatch, full_house())
    broken = replace(evening.frame(), screen=UndrawableScreen())
    wiring.post({**dict.fromkeys(wiring.chips, evening.frame()), TABLE: broken})
    wiring.run(1)
    assert wiring.glass(seat_station(4)) == evening.pixels()
    shown(wiring, evening.frame())
    wiring.run(RETURN_SECONDS)
    assert wiring.glass(TABLE) == evening.pixels()


def test_the_log_mentions_losses_and_returns_once_and_nothing_of_the_game(
    monkeypatch: pytest.MonkeyPatch, evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "triqueta.oled")
    wiring = shown(Wiring(monkeypatch, hub()), evening.frame())
    wiring.i2c.faults.stuck = True
    wiring.run(5)
    wiring.i2c.faults.stuck = False
    wiring.run(5)
    shown(wiring, replace(evening.frame(), screen=UndrawableScreen()))
    wiring.run(5)
    assert caplog.messages == [
        "display of table lost: TimeoutError",
        "display of table is back",
        "display of table lost: RuntimeError",
    ]
    assert caplog.records[0].exc_info is None


def test_a_display_that_is_gone_for_good_is_reported_but_not_one_that_stumbles(
    monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    wiring = Wiring(monkeypatch, full_house())
    wiring.post(dict.fromkeys(wiring.chips, evening.frame()))
    wiring.i2c.faults.nack(3)
    wiring.run(5)
    assert wiring.told == []
    side = wiring.on_i2c(seat_station(1))
    wiring.i2c.unplug(side)
    wiring.run(2)
    assert wiring.told == []
    wiring.run(5)
    assert wiring.told == [(seat_station(1), False)]
    wiring.i2c.plug_in(side, Random(7))
    wiring.run(5)
    assert wiring.told == [(seat_station(1), False), (seat_station(1), True)]


def test_no_file_stays_open_over_many_losses(
    monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    wiring = Wiring(monkeypatch, full_house())
    wiring.i2c.faults.at_random(Random(1), 0.2)
    for _ in range(50):
        wiring.post(dict.fromkeys(wiring.chips, evening.frame()))
        wiring.run(0.3)
        assert wiring.i2c.open_files <= 1
    assert wiring.i2c.faults.happened > 50
