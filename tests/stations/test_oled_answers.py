"""Tests with display chips that answer reads in different ways, reliable or not.

Modules on the market do one of four things when they are read:

- Most answer with their status.
- Some follow the data sheet to the letter: they answer with memory if the last write was data.
- Some acknowledge writes only.
- Some always answer with the same byte.

None of them must blink during a game, or stay dark after a moment without power.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from tests.models.oled import ByTheBook, Constant, Mute, Oled, OnI2c
from tests.profiles import budget
from tests.stations.wired_table import WiredTable, Wiring, full_house, hub, shown
from tests.table.evening import Evening, in_game, new_play
from triqueta.config.settings import Driver
from triqueta.screens.frame import Light
from triqueta.screens.station import TABLE, seat_station

RETURN_SECONDS = 1.0  # documented in firmware/hub/README.md
BYTES_PER_SECOND = 44_000  # on a bus at 400 kHz


def constant(byte: int) -> Callable[[Oled], OnI2c]:
    class Saying(Constant):
        pass

    Saying.byte = byte
    return Saying


class LooseContact:
    """A contact that cuts a chip's power for a moment after a number of messages."""

    def __init__(self, chip: Oled, messages: int) -> None:
        self._chip = chip
        self._left = messages

    @property
    def holds(self) -> bool:
        return self._left >= 0

    def carry(self) -> None:
        if self._left == 0:
            self._chip.power_cycle(Random(1))
        self._left -= 1


HONEST = {"status": OnI2c, "by the book": ByTheBook}
OTHERS = {
    "mute": Mute,
    **{f"{byte:#04x}": constant(byte) for byte in (0x03, 0x43, 0xFF)},
}
KINDS: dict[str, Callable[[Oled], OnI2c]] = {**HONEST, **OTHERS}
every_kind = pytest.mark.parametrize("kind", KINDS)


@pytest.fixture
def evening() -> Evening:
    return in_game(new_play())


@every_kind
def test_no_display_blinks_in_a_game_and_none_is_given_up(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wiring = Wiring(monkeypatch, full_house(), KINDS[kind])
    table = WiredTable(wiring)
    for _ in range(15):
        table.step()
        wiring.run(1)
        assert table.wrong() == []
    assert {chip.switched for chip in wiring.chips.values()} == {1}  # on, at the beginning
    assert wiring.told == []


@every_kind
@pytest.mark.parametrize("driver", Driver)
def test_a_moment_without_power_is_repaired(
    kind: str, driver: Driver, monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    wiring = shown(Wiring(monkeypatch, hub(driver), KINDS[kind]), evening.frame())
    chip = wiring.chips[TABLE]
    for number in range(budget(20, least=8)):
        wiring.run(0.13)
        chip.power_cycle(Random(number))
        switched = chip.switched
        if number % 2:  # press a key before the driver notices
            shown(wiring, evening.press("soft1" if number % 4 == 1 else "soft3").frame())
        wiring.run(RETURN_SECONDS)
        assert wiring.glass(TABLE) == evening.pixels()
        assert chip.switched == switched + 1


@every_kind
def test_pictures_that_follow_each_other_quickly_put_no_repair_off(
    kind: str, monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    wiring = shown(Wiring(monkeypatch, hub(), KINDS[kind]), evening.frame())
    wiring.run(2)
    wiring.chips[TABLE].power_cycle(Random(1))
    for number in range(10):
        wiring.run(0.1)
        shown(wiring, evening.press("soft3" if number % 2 else "soft1").frame())
    assert wiring.glass(TABLE) == evening.pixels()


@every_kind
@pytest.mark.parametrize("driver", Driver)
def test_power_lost_between_any_two_messages_is_repaired(
    kind: str, driver: Driver, monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    """A chip can regain power in the middle of a command, for example while it is plugged in."""
    for number in range(46 if driver is Driver.SH1106 else 20):  # set-up, repeat and check
        with monkeypatch.context() as patch:
            wiring = Wiring(patch, hub(driver), KINDS[kind])
            contact = LooseContact(wiring.chips[TABLE], number)
            wiring.i2c.before_message = contact.carry
            shown(wiring, evening.frame())
            while contact.holds:
                wiring.run(0.1)
            wiring.run(RETURN_SECONDS)
            assert wiring.glass(TABLE) == evening.pixels(), number


@every_kind
def test_nothing_but_the_picture_is_ever_lit(
    kind: str, monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    wiring = shown(Wiring(monkeypatch, hub(), KINDS[kind]), evening.frame())
    chip, glasses = wiring.chips[TABLE], set()
    command = chip.command

    def noted(byte: int) -> None:
        command(byte)
        glasses.add(wiring.glass(TABLE))

    monkeypatch.setattr(chip, "command", noted)
    wiring.run(3)
    assert glasses <= {evening.pixels()}
    chip.power_cycle(Random(3))
    wiring.run(RETURN_SECONDS)
    assert glasses == {bytes(1024), evening.pixels()}


@every_kind
def test_a_dark_display_stays_dark_and_wakes_up_right(
    kind: str, monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    wiring = shown(Wiring(monkeypatch, hub(), KINDS[kind]), evening.frame())
    chip = wiring.chips[TABLE]
    shown(wiring, replace(evening.frame(), light=Light.OFF))
    wiring.run(5)
    assert (chip.on, chip.switched) == (False, 2)
    chip.power_cycle(Random(1))
    wiring.run(5)
    assert (chip.on, chip.switched) == (False, 2)
    shown(wiring, evening.frame())
    wiring.run(5)
    assert wiring.glass(TABLE) == evening.pixels()
    assert chip.switched == 3


@every_kind
def test_a_display_that_is_gone_is_reported_for_every_kind_of_chip(
    kind: str, monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    wiring = Wiring(monkeypatch, full_house(), KINDS[kind])
    wiring.post(dict.fromkeys(wiring.chips, evening.frame()))
    wiring.run(2)
    seat = seat_station(1)
    wiring.i2c.unplug(wiring.on_i2c(seat))
    wiring.run(5)
    assert wiring.told == [(seat, False)]
    wiring.i2c.plug_in(wiring.on_i2c(seat), Random(7))
    wiring.run(RETURN_SECONDS)
    assert wiring.told == [(seat, False), (seat, True)]
    assert wiring.glass(seat) == evening.pixels()


@pytest.mark.parametrize(("kind", "share"), [(HONEST, 0.005), (OTHERS, 0.25)])
def test_an_idle_bus_is_nearly_silent_even_where_pictures_are_repeated(
    kind: dict[str, Callable[[Oled], OnI2c]],
    share: float,
    monkeypatch: pytest.MonkeyPatch,
    evening: Evening,
) -> None:
    for side in kind.values():
        with monkeypatch.context() as patch:
            wiring = Wiring(patch, full_house(), side)
            wiring.post(dict.fromkeys(wiring.chips, evening.frame()))
            wiring.run(2)
            before = wiring.i2c.bytes
            wiring.run(10)
            assert 0 < wiring.i2c.bytes - before < 10 * BYTES_PER_SECOND * share


def test_the_log_mentions_a_moment_without_power_once(
    monkeypatch: pytest.MonkeyPatch, evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    wiring = shown(Wiring(monkeypatch, hub()), evening.frame())
    wiring.run(2)
    wiring.chips[TABLE].power_cycle(Random(1))
    wiring.run(5)
    assert caplog.messages == ["display of table had lost its state and was sent it again"]


def test_a_single_lost_answer_causes_no_blink_and_the_chip_stays_trusted(
    monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    wiring = shown(Wiring(monkeypatch, hub()), evening.frame())
    wiring.run(2)
    wiring.i2c.faults.nack(1)  # the read of the next check
    wiring.run(2)
    assert wiring.i2c.faults.happened == 1
    assert wiring.chips[TABLE].switched == 1
    before = wiring.i2c.bytes
    wiring.run(10)
    assert wiring.i2c.bytes - before < 1000  # the driver reads it again; it does not resend


def test_a_chip_that_stops_answering_gets_repeated_pictures_from_then_on(
    monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    wiring = shown(Wiring(monkeypatch, hub()), evening.frame())
    wiring.run(2)
    monkeypatch.setattr(wiring.on_i2c(TABLE), "read", lambda: None)
    wiring.run(10)
    assert wiring.chips[TABLE].switched == 1
    wiring.chips[TABLE].power_cycle(Random(2))
    wiring.run(RETURN_SECONDS)
    assert wiring.glass(TABLE) == evening.pixels()
