"""Tests that private pictures go dark within two seconds when the event loop hangs."""

from __future__ import annotations

import logging
import time
from dataclasses import replace

import pytest

from tests.stations.wired_table import Wiring, full_house
from tests.table.evening import in_game, new_play
from triqueta.screens.frame import Frame
from triqueta.screens.station import TABLE, seat_station
from triqueta.stations.oled import bus
from triqueta.stations.oled.bus import STALL_SECONDS

SEAT = seat_station(0)
BEAT = 0.5


class BeatingLoop:
    """An event loop as the bus sees it: it sends a heartbeat every half second."""

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring

    def turn(self, seconds: float) -> None:
        until = self._wiring.now + seconds
        while self._wiring.now < until:
            self._wiring.bus.beat()
            self._wiring.run(BEAT)


@pytest.fixture
def wiring(monkeypatch: pytest.MonkeyPatch) -> Wiring:
    return Wiring(monkeypatch, full_house())


@pytest.fixture
def loop(wiring: Wiring) -> BeatingLoop:
    return BeatingLoop(wiring)


@pytest.fixture
def public() -> Frame:
    return in_game(new_play()).frame()


@pytest.fixture
def private(public: Frame) -> Frame:
    return replace(public, private=True)


def test_private_pictures_go_dark_in_time_and_public_ones_stay(
    wiring: Wiring, loop: BeatingLoop, public: Frame, private: Frame
) -> None:
    wiring.post({**dict.fromkeys(wiring.chips, private), TABLE: public})
    loop.turn(10)
    assert wiring.lit == set(wiring.chips)
    wiring.run(STALL_SECONDS - BEAT - 0.1)
    assert wiring.lit == set(wiring.chips)
    wiring.run(0.1)
    assert wiring.lit == {TABLE}
    assert not any(map(any, wiring.chips[SEAT].memory))  # the secret is not left in the chip
    wiring.run(60)
    assert wiring.lit == {TABLE}


def test_the_tables_own_picture_goes_dark_while_it_shows_a_secret(
    wiring: Wiring, loop: BeatingLoop, private: Frame
) -> None:
    wiring.post({TABLE: private})
    loop.turn(1)
    wiring.run(STALL_SECONDS)
    assert wiring.lit == set()


def test_all_is_shown_again_once_the_loop_turns(
    wiring: Wiring, loop: BeatingLoop, private: Frame
) -> None:
    wiring.post({SEAT: private})
    loop.turn(1)
    before = wiring.glass(SEAT)
    wiring.run(5)
    assert wiring.lit == set()
    loop.turn(2 * BEAT)
    assert wiring.glass(SEAT) == before


def test_events_of_the_stall_are_handled_before_anything_is_shown_again(
    wiring: Wiring, loop: BeatingLoop, public: Frame, private: Frame
) -> None:
    """If the Look key was released meanwhile, its secret is not shown again, even briefly."""
    wiring.post({TABLE: private})
    loop.turn(1)
    wiring.run(5)
    wiring.bus.beat()
    wiring.run(BEAT / 2)
    assert wiring.lit == set()
    wiring.post({TABLE: public})
    loop.turn(1)
    assert wiring.lit == {TABLE}


def test_a_private_picture_that_comes_too_late_is_not_lit(
    wiring: Wiring, loop: BeatingLoop, private: Frame
) -> None:
    loop.turn(1)
    wiring.run(5)
    wiring.post({SEAT: private})
    wiring.run(1)
    assert wiring.lit == set()
    loop.turn(1)
    assert wiring.lit == {SEAT}


def test_a_display_that_comes_back_during_the_stall_stays_dark(
    wiring: Wiring, loop: BeatingLoop, private: Frame
) -> None:
    wiring.post({SEAT: private})
    loop.turn(1)
    wiring.i2c.faults.stuck = True
    wiring.run(5)
    wiring.i2c.faults.stuck = False
    wiring.run(5)
    assert wiring.lit == set()


def test_nothing_goes_dark_before_the_first_heartbeat(wiring: Wiring, private: Frame) -> None:
    wiring.post({SEAT: private})
    wiring.run(60)
    assert wiring.lit == {SEAT}


def test_the_log_reports_the_stall_and_its_end_once(
    wiring: Wiring, loop: BeatingLoop, private: Frame, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "triqueta.oled")
    wiring.post({SEAT: private})
    loop.turn(1)
    wiring.run(10)
    loop.turn(5)
    assert caplog.messages == [
        "the event loop hangs: private pictures are dark",
        "the event loop runs again: private pictures are shown",
    ]


def test_the_thread_of_the_bus_darkens_displays_without_the_loop(
    wiring: Wiring, private: Frame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bus, "STALL_SECONDS", 0.1)
    (real,) = bus.open_buses(full_house())
    real.start()
    try:
        real.post(SEAT, private)
        while not wiring.chips[SEAT].lit:
            real.beat()
            time.sleep(0.001)
        while wiring.chips[SEAT].lit:  # without a heartbeat
            time.sleep(0.001)
    finally:
        real.close()
