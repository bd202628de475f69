"""Tests of the pod's screen, which may lose its power at any time and must never show noise."""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest

from tests.firmware.line import ScreenBus, picture
from tests.firmware.pod_code import display as pod_display
from triqueta.stations.pods.messages import DARK

Display: TypeAlias = Any  # the firmware has no types


class WatchedBus(ScreenBus):
    """A bus with a screen that is off at first; `seen` has the pictures that it showed."""

    def __init__(self) -> None:
        super().__init__()
        self.screen.lose_power()
        self.seen: list[bytes] = []

    def writeto(self, address: int, data: bytes) -> None:
        super().writeto(address, data)
        if self.screen.picture() not in self.seen[-1:]:
            self.seen.append(self.screen.picture())


@pytest.fixture(params=["SSD1306", "SH1106"])
def bus(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> WatchedBus:
    monkeypatch.setattr(pod_display.pins, "SCREEN", request.param)
    return WatchedBus()


@pytest.fixture
def display(bus: WatchedBus) -> Display:
    display = pod_display.Display(bus)
    display.find()
    return display


def show(display: Display, shown: bytes) -> None:
    display.draft[:] = shown
    display.show()


def test_a_screen_shows_only_intended_pictures(bus: WatchedBus, display: Display) -> None:
    show(display, picture(1))
    display.blank()
    show(display, picture(2))
    assert bus.seen == [DARK, picture(1), DARK, picture(2)]


def test_checks_of_a_working_screen_are_not_visible(bus: WatchedBus, display: Display) -> None:
    display.set_contrast(99)
    show(display, picture(1))
    bus.seen.clear()
    display.look_after()
    assert bus.seen == [picture(1)]
    assert bus.screen.contrast == 99
    display.blank()
    bus.seen.clear()
    display.look_after()
    assert bus.seen == [DARK]


def test_a_screen_that_was_without_power_gets_everything_again(
    bus: WatchedBus, display: Display
) -> None:
    display.set_contrast(99)
    show(display, picture(1))
    bus.screen.lose_power()
    bus.seen.clear()
    display.look_after()
    assert bus.seen == [DARK, picture(1)]
    assert bus.screen.contrast == 99


def test_a_change_after_the_power_was_gone_shows_no_noise(
    bus: WatchedBus, display: Display
) -> None:
    show(display, picture(1))
    bus.screen.lose_power()
    bus.seen.clear()
    show(display, picture(2))
    display.look_after()
    assert bus.seen == [DARK, picture(2)]


def test_a_screen_without_power_while_it_is_off_shows_no_noise_later(
    bus: WatchedBus, display: Display
) -> None:
    show(display, picture(1))
    display.blank()
    bus.screen.lose_power()
    bus.seen.clear()
    show(display, picture(2))
    assert bus.seen == [DARK, picture(2)]


def test_a_screen_that_does_not_answer_is_searched_for(bus: WatchedBus, display: Display) -> None:
    show(display, picture(1))
    bus.address = 0
    display.look_after()
    assert not display.works
    bus.address = 0x3D
    bus.screen.lose_power()
    display.look_after()
    assert display.works
    assert bus.screen.picture() == picture(1)
