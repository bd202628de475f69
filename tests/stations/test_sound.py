"""Tests of the buzzer on gpiozero's mock pins, with simulated time."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from gpiozero import TonalBuzzer
from gpiozero.pins.mock import MockFactory, MockPWMPin
from gpiozero.tones import Tone

from tests.stations.test_keys import FakeLoop
from triqueta.stations.sound import (
    DUTY,
    MELODIES,
    MID_TONE,
    OCTAVES,
    SCALE,
    TICK,
    Buzzer,
    Melody,
    Note,
    melody_of,
)
from triqueta.table.cues import Cue
from triqueta.table.state import Volume

PIN = 18
Heard = tuple[float | None, float]  # a frequency and a duty cycle


class BuzzerPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin that notes the frequency of every duty cycle, and can break."""

    def __init__(self, factory: MockFactory, info: object) -> None:
        self.heard: list[Heard] = []
        self.is_broken = False
        super().__init__(factory, info)

    def _change_state(self, value: float) -> bool:
        if self.is_broken:
            raise OSError("the pin is broken")
        if self._function == "output":
            self.heard.append((getattr(self, "_frequency", None), value))
        return bool(super()._change_state(value))


class Bench:
    def __init__(self) -> None:
        self.loop = FakeLoop()
        self.factory = MockFactory(pin_class=BuzzerPin)
        self.buzzer = Buzzer(PIN, loop=self.loop, factory=self.factory)
        self.pin = self.factory.pin(PIN)
        self.pin.heard.clear()

    @property
    def sounds(self) -> Heard:
        """What the buzzer does right now."""
        return self.pin.frequency, self.pin.state

    def hear(self, melody: Melody, volume: Volume = Volume.SOFT) -> list[Heard]:
        """Play a melody to its end, and return what could be heard in each 10 ms."""
        self.buzzer.play(melody, volume)
        heard = [self.sounds]
        while self.loop.timers:
            self.loop.pass_time(0.01)
            heard.append(self.sounds)
        return heard


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.buzzer.close()
    bench.factory.reset()


def frequency(tone: str) -> float:
    return float(Tone(tone).frequency)


SILENCE: Heard = (None, 0.0)


@pytest.mark.parametrize("melody", [TICK, SCALE, *MELODIES.values()])
def test_every_tone_is_in_the_range_of_the_buzzer(melody: Melody) -> None:
    with TonalBuzzer(
        PIN,
        mid_tone=MID_TONE,
        octaves=OCTAVES,
        pin_factory=MockFactory(pin_class=MockPWMPin),
    ) as device:
        for note in melody:
            device.play(note.tone)  # raises ValueError outside of the range


@pytest.mark.parametrize("volume", DUTY)
def test_a_melody_is_played_note_by_note_and_then_there_is_silence(
    bench: Bench, volume: Volume
) -> None:
    duty = DUTY[volume]
    bench.buzzer.play((Note("G5", 0.1), Note(None, 0.1), Note("C6", 0.2)), volume)
    assert bench.sounds == (frequency("G5"), duty)
    bench.loop.pass_time(0.09)
    assert bench.sounds == (frequency("G5"), duty)
    bench.loop.pass_time(0.02)
    assert bench.sounds == (frequency("G5"), 0.0)
    bench.loop.pass_time(0.1)
    assert bench.sounds == (frequency("C6"), duty)
    bench.loop.pass_time(0.2)
    assert bench.sounds == SILENCE
    assert not bench.loop.timers


def test_a_soft_sound_is_never_loud_for_a_moment(bench: Bench) -> None:
    for melody in (TICK, *MELODIES.values()):
        bench.hear(melody)
    assert {duty for _, duty in bench.pin.heard} == {0.0, DUTY[Volume.SOFT]}


def test_nothing_sounds_and_no_timer_runs_at_volume_off(bench: Bench) -> None:
    bench.buzzer.play(SCALE, Volume.OFF)
    assert bench.sounds == SILENCE
    assert not bench.loop.timers


def test_a_new_sound_replaces_the_old(bench: Bench) -> None:
    bench.buzzer.play(SCALE, Volume.LOUD)
    bench.loop.pass_time(0.3)
    heard = bench.hear(TICK)
    assert set(heard) == {(frequency("C6"), DUTY[Volume.SOFT]), SILENCE}
    assert len(heard) < 10


def test_volume_off_ends_the_sound(bench: Bench) -> None:
    bench.buzzer.play(SCALE, Volume.LOUD)
    bench.buzzer.play(TICK, Volume.OFF)
    assert bench.sounds == SILENCE
    assert not bench.loop.timers


def test_closing_silences_and_releases_the_pin(bench: Bench) -> None:
    bench.buzzer.play(SCALE, Volume.LOUD)
    bench.buzzer.close()
    assert (bench.pin.frequency, bench.pin.function) == (None, "input")
    assert not bench.loop.timers
    bench.buzzer.play(TICK, Volume.LOUD)  # a late key changes nothing
    bench.loop.pass_time(1)
    assert bench.pin.function == "input"


def test_several_cues_are_played_one_after_the_other() -> None:
    notes = melody_of([Cue.SET, Cue.TURN])
    assert notes[: len(MELODIES[Cue.SET])] == MELODIES[Cue.SET]
    assert notes[-len(MELODIES[Cue.TURN]) :] == MELODIES[Cue.TURN]
    assert notes[len(MELODIES[Cue.SET])].tone is None
    assert melody_of([]) == ()


def test_a_pin_that_cannot_be_opened_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    factory = MockFactory(pin_class=BuzzerPin)
    with TonalBuzzer(PIN, pin_factory=factory), caplog.at_level(logging.WARNING):
        buzzer = Buzzer(PIN, loop=FakeLoop(), factory=factory)
        for _ in range(3):
            buzzer.play(TICK, Volume.LOUD)
        buzzer.close()
    (line,) = caplog.messages
    assert line.startswith("the buzzer on GPIO 18 cannot be used, the table stays silent: ")
    assert not buzzer.works


def test_a_pin_that_breaks_is_logged_once_and_leaves_no_timer(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    bench.buzzer.play(SCALE, Volume.LOUD)
    bench.pin.is_broken = True
    with caplog.at_level(logging.WARNING):
        bench.loop.pass_time(5)
        bench.buzzer.play(TICK, Volume.LOUD)
    assert caplog.messages == [
        "the buzzer cannot be used, the table stays silent: the pin is broken"
    ]
    assert not bench.loop.timers
    bench.pin.is_broken = False
