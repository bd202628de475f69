"""Tests of the doctor's checks of the buzzer and the lights, on mock pins and modelled lgpio."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory
from gpiozero.tones import Tone

from tests.doctor.test_machine import only
from tests.models.fake_lgpio import FakeLgpio
from tests.models.pi_pins import install_pins
from tests.runtime.fake_time import run_in_fake_time
from tests.stations.test_sound import BuzzerPin
from triqueta.config.reading import read_config
from triqueta.config.settings import LightsConfig, SoundConfig, TableConfig
from triqueta.doctor.findings import Finding, Mark
from triqueta.doctor.keys import check_pins
from triqueta.doctor.outputs import ROUNDS, light_petals, play_scale
from triqueta.stations.lights import PULSE
from triqueta.stations.sound import DUTY, SCALE

CONFIG = TableConfig(sound=SoundConfig(18), lights=LightsConfig(17, 27, 22, 23, 4))


class Doctor:
    """The two checks in simulated time, with what they have said."""

    def __init__(self) -> None:
        self.factory = MockFactory(pin_class=BuzzerPin)
        self.said: list[str] = []

    def sound(self, config: TableConfig = CONFIG) -> list[Finding]:
        return run_in_fake_time(play_scale(config, self.factory, self.said.append))

    def lights(self, config: TableConfig = CONFIG) -> list[Finding]:
        return run_in_fake_time(light_petals(config, self.factory, self.said.append))


def test_the_scale_is_played_soft_then_loud() -> None:
    doctor = Doctor()
    (finding,) = doctor.sound()
    only(finding, Mark.OK, "the buzzer (GPIO 18, pin 12) has played a scale")
    pin = doctor.factory.pin(18)
    heard = [(tone, duty) for tone, duty in pin.heard if duty]
    scale = [Tone(note.tone).frequency for note in SCALE]
    assert heard == [(tone, duty) for duty in DUTY.values() for tone in scale]
    assert (pin.frequency, pin.function) == (None, "input")
    assert doctor.said[-1] == (
        "If you heard nothing: one wire goes to pin 12, the other to ground."
    )


def test_each_petal_is_lit_in_turn_and_then_all_pulse() -> None:
    doctor = Doctor()
    (finding,) = doctor.lights()
    only(finding, Mark.OK, "5 lights were lit, one after the other")
    assert doctor.said[:5] == [f"petal{number} is lit" for number in range(1, 6)]
    for gpio in CONFIG.lights.by_key.values():
        pin = doctor.factory.pin(gpio)
        duties = [duty for _, duty in pin.heard]
        assert duties.count(1.0) == ROUNDS
        assert set(PULSE) < set(duties)
        assert (pin.frequency, pin.function) == (None, "input")


@pytest.mark.parametrize(
    ("check", "words", "remedy"),
    [
        (Doctor.sound, "no buzzer is set up", "[sound] pin = 18"),
        (Doctor.lights, "no lights are set up", "petal1 to petal5 in [lights]"),
    ],
)
def test_nothing_is_set_up(
    check: Callable[[Doctor, TableConfig], list[Finding]], words: str, remedy: str
) -> None:
    doctor = Doctor()
    (finding,) = check(doctor, TableConfig())
    only(finding, Mark.SKIPPED, words, remedy)
    assert doctor.said == []


def test_the_remedies_are_valid_settings() -> None:
    assert read_config("[sound]\npin = 18").sound == CONFIG.sound


def test_pins_in_use() -> None:
    doctor = Doctor()
    with LED(18, pin_factory=doctor.factory), LED(22, pin_factory=doctor.factory):
        (sound,) = doctor.sound()
        (light,) = doctor.lights()
    only(sound, Mark.WRONG, "the buzzer (GPIO 18, pin 12) cannot be used", "another pin")
    only(light, Mark.WRONG, "the light of petal3 (GPIO 22, pin 15) cannot be used", "another pin")
    assert "petal3 is lit" not in doctor.said
    assert "petal4 is lit" in doctor.said


class TestPins:
    @pytest.fixture
    def lines(self, monkeypatch: pytest.MonkeyPatch) -> FakeLgpio:
        return install_pins(FakeLgpio(), monkeypatch)

    def found(self, lines: FakeLgpio, config: TableConfig) -> list[Finding]:
        findings = list(check_pins(config))
        assert (lines.opened, lines.outputs, lines.pwm) == ([], {}, {})
        return findings

    def test_all_open(self, lines: FakeLgpio) -> None:
        keys, outputs = self.found(lines, CONFIG)
        only(keys, Mark.OK, "8 keys open")
        only(outputs, Mark.OK, "the pins of the buzzer and 5 lights open")
        _, outputs = self.found(lines, TableConfig(sound=SoundConfig(18)))
        only(outputs, Mark.OK, "the pins of the buzzer open")

    def test_pins_in_use(self, lines: FakeLgpio) -> None:
        lines.busy |= {18, 4}
        _, buzzer, light = self.found(lines, CONFIG)
        only(buzzer, Mark.WRONG, "the buzzer (GPIO 18, pin 12) cannot be opened: GPIO busy")
        only(light, Mark.WRONG, "the light of petal5 (GPIO 4, pin 7) cannot be opened")
