"""Tests of the buzzer and the lights on gpiozero's pins of lgpio, whose library is modelled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.models.fake_lgpio import FakeLgpio
from tests.models.pi_pins import install_pins
from tests.stations.test_keys import FakeLoop
from tests.stations.test_lights import PINS, frame
from triqueta.screens.station import Light
from triqueta.stations.keys import lgpio_factory
from triqueta.stations.lights import FREQUENCY, PetalLights
from triqueta.stations.sound import SCALE, TICK, Buzzer
from triqueta.table.state import Volume


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> FakeLgpio:
    return install_pins(FakeLgpio(), monkeypatch)


@pytest.fixture
def factory(lines: FakeLgpio) -> Iterator[Any]:
    factory = lgpio_factory()
    yield factory
    factory.close()


def test_a_silent_buzzer_has_no_pwm_and_its_pin_is_low(lines: FakeLgpio, factory: Any) -> None:
    loop = FakeLoop()
    buzzer = Buzzer(18, loop=loop, factory=factory)
    assert (lines.pwm, lines.driven[18]) == ({}, 0)
    for volume, percent in ((Volume.SOFT, 10), (Volume.LOUD, 50)):
        buzzer.play(TICK, volume)
        frequency, duty = lines.pwm[18]
        assert frequency == pytest.approx(1046.5, abs=0.1)
        assert duty == percent
        loop.pass_time(1)
        assert (lines.pwm, lines.driven[18]) == ({}, 0)
    buzzer.play(SCALE, Volume.LOUD)
    buzzer.close()
    assert lines.pwm == {}
    assert 18 not in lines.driven  # an input again


def test_only_dimmed_and_pulsing_lights_have_pwm(lines: FakeLgpio, factory: Any) -> None:
    loop = FakeLoop()
    lights = PetalLights(PINS.by_key, loop=loop, factory=factory)
    pins = list(PINS.by_key.values())
    assert (lines.pwm, [lines.driven[pin] for pin in pins]) == ({}, [0, 0, 0, 0, 0])
    lights.show(frame(1, 3))
    assert (lines.pwm, [lines.driven[pin] for pin in pins]) == ({}, [1, 0, 1, 0, 0])
    lights.show(frame(1, 3, light=Light.DIM))
    assert lines.pwm == {17: (FREQUENCY, 5), 22: (FREQUENCY, 5)}
    lights.show(frame(1, 3, pulsing=(3,)))
    assert set(lines.pwm) == {22}
    lights.show(frame(light=Light.OFF))
    assert (lines.pwm, [lines.driven[pin] for pin in pins]) == ({}, [0, 0, 0, 0, 0])
    lights.show(frame(1, 2, 3, 4, 5))
    lights.close()
    assert not set(pins) & set(lines.driven)


def test_a_pin_that_another_program_uses_leaves_the_table_dark_and_silent(
    lines: FakeLgpio, factory: Any
) -> None:
    lines.busy |= {18, 22}
    lights = PetalLights(PINS.by_key, loop=FakeLoop(), factory=factory)
    assert not lights.work
    lights.show(frame(1))
    buzzer = Buzzer(18, loop=FakeLoop(), factory=factory)
    assert not buzzer.works
    buzzer.play(TICK, Volume.LOUD)
    assert lines.pwm == {}
