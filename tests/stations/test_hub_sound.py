"""Tests of a device with a buzzer and lights: pins in, sounds and lights out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

import pytest
from gpiozero.pins.mock import MockPWMPin
from gpiozero.tones import Tone

from tests.stations.test_hub import Device
from tests.stations.test_keys import WiredPin
from tests.stations.wired_table import SOUND_AND_LIGHTS
from tests.table.autopilot import finish, step
from triqueta.config.reading import read_config
from triqueta.config.settings import TableConfig
from triqueta.screens.station import TABLE, Key, Light
from triqueta.stations.sound import DUTY, MELODIES, TICK
from triqueta.table.cues import Cue
from triqueta.table.state import Volume

LIGHTS = (17, 27, 22, 23, 4)


class AnyPin(WiredPin, MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin for a key, a light or the buzzer, which notes what it does as an output."""

    def __init__(self, factory: object, info: object) -> None:
        self.noted: list[tuple[float | None, float]] = []
        super().__init__(factory, info)

    def _change_state(self, value: float) -> bool:
        if self._function == "output":
            self.noted.append((getattr(self, "_frequency", None), float(value)))
        return bool(super()._change_state(value))


class LitDevice(Device):
    PIN_CLASS = AnyPin

    def __init__(
        self, patch: pytest.MonkeyPatch, config: TableConfig, session: bool = True
    ) -> None:
        super().__init__(patch, config, session)
        self.heard()

    def heard(self) -> list[float]:
        """Return the frequencies that have sounded since the last call, in order."""
        self.loop.pass_time(3.0)
        buzzer = self.pins.pin(18)
        tones = [tone or 0.0 for tone, duty in buzzer.noted if duty]
        buzzer.noted.clear()
        return tones

    @property
    def lit(self) -> list[float]:
        return [self.pins.pin(pin).state for pin in LIGHTS]

    @property
    def labelled(self) -> list[bool]:
        return [label is not None for label in self.frame().screen.petals]

    @property
    def is_silent(self) -> bool:
        return self.pins.pin(18).frequency is None


def tones(*melodies: tuple[tuple[str | None, float], ...]) -> list[float]:
    return [Tone(tone).frequency for melody in melodies for tone, _ in melody if tone]


def on_a_lit_device(patch: pytest.MonkeyPatch, test: Callable[[LitDevice], None]) -> None:
    async def run() -> None:
        device = LitDevice(patch, read_config(SOUND_AND_LIGHTS, "table.toml"))
        test(device)
        device.hub.close()

    asyncio.run(run())


def test_closing_the_hub_silences_it_and_switches_the_lights_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    devices = []

    def test(device: LitDevice) -> None:
        device.press("petal1 petal1 soft2").down("petal1")
        assert not device.is_silent
        devices.append(device)

    on_a_lit_device(monkeypatch, test)
    (device,) = devices
    assert device.is_silent
    for pin in (18, *LIGHTS):
        assert device.pins.pin(pin).function == "input"


def test_every_key_ticks_whether_it_does_something_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    def test(device: LitDevice) -> None:
        device.press("petal1")
        assert device.heard() == tones(TICK, MELODIES[Cue.TURN])
        device.press("soft2")  # a page on which most petals do nothing
        device.heard()
        view = device.table.view_for(device.table.stations[TABLE])
        idle = [key for key in Key if view.action(key) is None]
        assert idle
        for key in (*idle, Key.SOFT2, Key.SOFT1):
            device.press(key.value)
            assert device.heard() == tones(TICK)

    on_a_lit_device(monkeypatch, test)


def test_the_next_players_turn_chimes(monkeypatch: pytest.MonkeyPatch) -> None:
    def test(device: LitDevice) -> None:
        device.press("petal1")
        device.heard()
        device.press("petal1")
        assert device.heard() == tones(TICK)  # a draw sounds the same whatever is drawn
        device.press("soft2")
        assert device.heard() == tones(TICK)  # and so does a look
        device.press("petal1")
        assert device.heard() == tones(TICK, MELODIES[Cue.TURN])

    on_a_lit_device(monkeypatch, test)


def test_nothing_sounds_and_nothing_glows_while_the_displays_are_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def test(device: LitDevice) -> None:
        device.press("petal1")
        device.heard()
        assert device.lit == [1, 1, 1, 1, 1]
        device.wait(200)
        assert device.frame().light is Light.DIM
        assert all(0 < light < 0.1 for light in device.lit)
        device.wait(1000)
        assert device.lit == [0, 0, 0, 0, 0]
        assert all(device.pins.pin(pin).frequency is None for pin in (18, *LIGHTS))
        device.press("petal1")  # only wakes the displays
        assert device.heard() == []
        assert device.lit == [1, 1, 1, 1, 1]
        device.press("petal1")
        assert device.heard() == tones(TICK)

    on_a_lit_device(monkeypatch, test)


@pytest.mark.parametrize("volume", Volume)
def test_the_volume_is_the_tables_preference(
    monkeypatch: pytest.MonkeyPatch, volume: Volume
) -> None:
    def test(device: LitDevice) -> None:
        while device.table.preferences.volume is not volume:
            device.table.change_volume()
        device.press("petal1")
        device.loop.pass_time(3)
        duties = {duty for _, duty in device.pins.pin(18).noted} - {0.0}
        assert duties == ({DUTY[volume]} if volume in DUTY else set())

    on_a_lit_device(monkeypatch, test)


def test_the_petals_that_do_something_glow_and_rows_pulse(monkeypatch: pytest.MonkeyPatch) -> None:
    pulses = set()

    def test(device: LitDevice) -> None:
        rng = Random(3)
        while device.table.session is not None and not device.table.session.over:
            step(device, rng)
            frame = device.frame()
            assert [light > 0 for light in device.lit] == device.labelled
            for petal, light in enumerate(device.lit, start=1):
                assert (0 < light < 1) == (petal in frame.pulsing)
            title = device.says().partition("\n")[0]
            if frame.pulsing:
                pulses.add(title.rpartition(": ")[2].rpartition(" takes ")[2])
        finish(device, rng)
        assert [light > 0 for light in device.lit] == device.labelled

    on_a_lit_device(monkeypatch, test)
    assert len(pulses) >= 2  # placing a tile, and taking a row


def test_lights_stay_as_they_are_while_look_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    def test(device: LitDevice) -> None:
        device.press("petal1 petal1 soft2")
        petals = [light > 0 for light in device.lit]
        assert any(petals)
        device.down("soft2")
        assert device.table.stations[TABLE].looking
        assert [light > 0 for light in device.lit] == petals
        device.up("soft2")
        assert [light > 0 for light in device.lit] == petals

    on_a_lit_device(monkeypatch, test)


def test_a_device_whose_light_and_buzzer_are_broken_plays_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> bool:
        raise OSError("the pin is broken")

    def test(device: LitDevice) -> None:
        device.press("petal1")
        for pin in (18, *LIGHTS):
            monkeypatch.setattr(device.pins.pin(pin), "_change_state", broken)
        caplog.clear()
        rng = Random(3)
        while device.table.session is not None and not device.table.session.over:
            step(device, rng)
            device.check()
        ours = [record for record in caplog.records if record.name.startswith("triqueta")]
        assert sorted(record.name for record in ours) == ["triqueta.lights", "triqueta.sound"]
        for pin in (18, *LIGHTS):
            monkeypatch.delattr(device.pins.pin(pin), "_change_state")

    on_a_lit_device(monkeypatch, test)
