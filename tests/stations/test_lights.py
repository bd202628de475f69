"""Tests of the lights in the petals on gpiozero's mock pins, with simulated time."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory, MockPWMPin

from tests.stations.test_keys import FakeLoop
from triqueta.config.settings import LightsConfig
from triqueta.screens.frame import Frame, dark
from triqueta.screens.phrases import Language
from triqueta.screens.screen import TextScreen
from triqueta.screens.station import Light
from triqueta.stations.lights import BRIGHTNESS, DIMMEST, FREQUENCY, PULSE, PetalLights

PINS = LightsConfig(17, 27, 22, 23, 4)


class LightPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin that can break."""

    is_broken = False

    def _change_state(self, value: float) -> bool:
        if self.is_broken:
            raise OSError("the pin is broken")
        return bool(super()._change_state(value))


class Bench:
    def __init__(self) -> None:
        self.loop = FakeLoop()
        self.factory = MockFactory(pin_class=LightPin)
        self.lights = PetalLights(PINS.by_key, loop=self.loop, factory=self.factory)
        self.pins = [self.factory.pin(pin) for pin in PINS.by_key.values()]

    @property
    def glow(self) -> list[float]:
        return [pin.state for pin in self.pins]

    @property
    def with_pwm(self) -> int:
        return sum(pin.frequency is not None for pin in self.pins)


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.lights.close()
    bench.factory.reset()


def frame(*petals: int, pulsing: tuple[int, ...] = (), light: Light = Light.FULL) -> Frame:
    """Return a frame of the table station in which these petals do something."""
    labels = tuple("Draw" if number in petals else None for number in range(1, 6))
    screen = TextScreen(title="", text="", petals=labels)
    return Frame(screen, Language.ENGLISH, light=light, pulsing=pulsing)


def test_a_petal_that_does_something_glows_without_pwm(bench: Bench) -> None:
    assert (bench.glow, bench.with_pwm) == ([0, 0, 0, 0, 0], 0)
    bench.lights.show(frame(1, 4))
    assert (bench.glow, bench.with_pwm) == ([1, 0, 0, 1, 0], 0)
    bench.lights.show(frame(2))
    assert (bench.glow, bench.with_pwm) == ([0, 1, 0, 0, 0], 0)
    assert not bench.loop.timers


def test_the_lights_dim_and_go_out_with_the_display(bench: Bench) -> None:
    for light in (Light.SOFT, Light.DIM):
        bench.lights.show(frame(3, light=light))
        level = BRIGHTNESS.get(light, DIMMEST)
        assert bench.glow == [0, 0, level, 0, 0]
        assert (bench.pins[2].frequency, bench.with_pwm) == (FREQUENCY, 1)
    bench.lights.show(frame(3, light=Light.OFF))
    assert (bench.glow, bench.with_pwm) == ([0, 0, 0, 0, 0], 0)
    bench.lights.show(frame(3))
    assert (bench.glow, bench.with_pwm) == ([0, 0, 1, 0, 0], 0)


def test_they_dim_with_the_display(bench: Bench) -> None:
    bench.lights.show(frame(1, light=Light.DIM))
    assert bench.glow[0] == DIMMEST


def test_a_person_alone_with_robots_has_lights_though_the_frames_are_private(bench: Bench) -> None:
    bench.lights.show(frame(1, 2, 3, 4, 5))
    bench.lights.show(replace(frame(1, 2), private=True))
    assert bench.glow == [1, 1, 0, 0, 0]


def test_the_petals_of_a_row_choice_pulse_together(bench: Bench) -> None:
    bench.lights.show(frame(1, 2, 5, pulsing=(1, 2)))
    seen = []
    for _ in range(2 * len(PULSE)):
        first, second, *_, last = bench.glow
        assert (first == second, last) == (True, 1)
        seen.append(first)
        bench.loop.pass_time(0.1)
    assert seen == pytest.approx([*PULSE, *PULSE])
    assert max(PULSE) < 1
    assert min(PULSE) > 0.1


def test_a_pulse_needs_ten_timers_a_second_and_nothing_else_needs_any(bench: Bench) -> None:
    fired = 0
    bench.lights.show(frame(1, 2, 3, pulsing=(1, 2, 3)))
    for _ in range(1_000):
        due = {timer.when for timer in bench.loop.timers}
        bench.loop.pass_time(0.01)
        fired += {timer.when for timer in bench.loop.timers} != due
    assert 99 <= fired <= 101  # in ten seconds
    for last in (frame(1, 2), frame(), frame(1, pulsing=(1,), light=Light.OFF)):
        bench.lights.show(frame(1, pulsing=(1,)))
        assert len(bench.loop.timers) == 1
        bench.lights.show(last)
        assert not bench.loop.timers


def test_showing_a_pulse_again_goes_on_with_it(bench: Bench) -> None:
    bench.lights.show(frame(1, pulsing=(1,)))
    bench.loop.pass_time(0.55)
    bench.lights.show(frame(1, 3, pulsing=(1,)))
    assert bench.glow == pytest.approx([PULSE[5], 0, 1, 0, 0])
    assert len(bench.loop.timers) == 1


def test_a_pulse_is_dimmed_as_well(bench: Bench) -> None:
    bench.lights.show(frame(1, pulsing=(1,), light=Light.SOFT))
    assert bench.glow[0] == pytest.approx(BRIGHTNESS[Light.SOFT] * PULSE[0])


def test_only_a_petal_that_does_something_pulses(bench: Bench) -> None:
    bench.lights.show(frame(1, pulsing=(2,)))
    assert bench.glow == [1, 0, 0, 0, 0]
    assert not bench.loop.timers


@pytest.mark.parametrize("petals", [(), (3,), (1, 2, 3, 4, 5)])
def test_while_look_is_held_the_lights_tell_nothing(bench: Bench, petals: tuple[int, ...]) -> None:
    bench.lights.show(frame(1, 2))
    bench.lights.show(replace(frame(*petals, pulsing=petals), light=Light.LOWEST))
    assert bench.glow == [1, 1, 0, 0, 0]
    assert not bench.loop.timers


def test_a_dark_frame_switches_all_off(bench: Bench) -> None:
    bench.lights.show(frame(1, 2, pulsing=(1,)))
    bench.lights.show(dark(Language.ENGLISH))
    assert bench.glow == [0, 0, 0, 0, 0]
    assert not bench.loop.timers


def test_closing_switches_all_off_and_releases_the_pins(bench: Bench) -> None:
    bench.lights.show(frame(1, 2, 3, pulsing=(1,)))
    bench.lights.close()
    assert not bench.loop.timers
    for pin in bench.pins:
        assert (pin.frequency, pin.function) == (None, "input")
    bench.lights.show(frame(1))
    assert all(pin.function == "input" for pin in bench.pins)


def test_a_pin_that_cannot_be_opened_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    factory = MockFactory(pin_class=LightPin)
    with LED(22, pin_factory=factory), caplog.at_level(logging.WARNING):
        lights = PetalLights(PINS.by_key, loop=FakeLoop(), factory=factory)
        lights.show(frame(1, pulsing=(1,)))
        lights.close()
    (line,) = caplog.messages
    assert line.startswith("the petals stay dark: ")
    assert not lights.work


def test_a_light_that_breaks_is_logged_once_and_leaves_no_timer(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    bench.lights.show(frame(1, 2, pulsing=(1,)))
    bench.pins[0].is_broken = True
    with caplog.at_level(logging.WARNING):
        bench.loop.pass_time(1)
        bench.lights.show(frame(3))
    assert caplog.messages == ["the petals stay dark: the pin is broken"]
    assert all(pin.function == "input" for pin in bench.pins[1:])
    assert not bench.loop.timers
    bench.pins[0].is_broken = False
