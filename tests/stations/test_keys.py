"""Tests of the key driver around the debouncer, on gpiozero's mock pins."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import Thread
from typing import Any, ClassVar

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPin

from tests.models.fake_lgpio import PI_5, PI_5_SINCE_6_6_45, FakeLgpio
from tests.models.pi_pins import install_pins
from triqueta.config.settings import TableConfig
from triqueta.runtime.machine import NoLibraryError, PinsError
from triqueta.screens.station import Key
from triqueta.stations.keys import INTERVAL, RECHECK, SPIKE, GpioKeys, lgpio_factory

MS = 0.001
PINS = TableConfig().keys.by_key


@dataclass(eq=False)
class FakeTimer:
    when: float
    callback: Callable[[], None]
    waiting: bool = True

    def cancel(self) -> None:
        self.waiting = False


class FakeLoop:
    """An event loop whose clock only advances when `pass_time` is called."""

    def __init__(self) -> None:
        self.now = 100.0
        self._timers: list[FakeTimer] = []
        self._soon: list[tuple[Callable[..., None], tuple[Any, ...]]] = []

    def time(self) -> float:
        return self.now

    def call_at(self, when: float, callback: Callable[[], None], /) -> FakeTimer:
        self._timers.append(FakeTimer(when, callback))
        return self._timers[-1]

    def call_soon_threadsafe(self, callback: Callable[..., None], /, *args: Any) -> None:
        self._soon.append((callback, args))

    def run_ready(self) -> None:
        while self._soon:
            callback, args = self._soon.pop(0)
            callback(*args)

    def pass_time(self, seconds: float) -> None:
        end = self.now + seconds
        self.run_ready()
        while (
            self.timers and (first := min(self.timers, key=lambda timer: timer.when)).when <= end
        ):
            first.cancel()
            self.now = max(self.now, first.when)
            first.callback()
            self.run_ready()
        self.now = end

    @property
    def timers(self) -> list[FakeTimer]:
        self._timers = [timer for timer in self._timers if timer.waiting]
        return self._timers


class WiredPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin whose key can be down from the start: a closed key overrides the pull-up."""

    held: ClassVar[set[int]] = set()

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        if self.info.name in {f"GPIO{number}" for number in self.held}:
            self._change_state(False)


class Bench:
    """Keys on mock pins, and a list of the events they have reported."""

    def __init__(self, loop: FakeLoop, factory: MockFactory) -> None:
        self.loop = loop
        self.factory = factory
        self.reported: list[str] = []
        self.keys = GpioKeys(
            PINS,
            lambda key: self.reported.append(f"{key} down"),
            lambda key: self.reported.append(f"{key} up"),
            loop=loop,
            factory=factory,
        )

    def press(self, key: Key, bounces: tuple[float, ...] = ()) -> None:
        self._move(key, False, bounces)

    def release(self, key: Key, bounces: tuple[float, ...] = ()) -> None:
        self._move(key, True, bounces)

    def _move(self, key: Key, level: bool, bounces: tuple[float, ...]) -> None:
        """Drive the pin to a level, and toggle it after each pause in `bounces` (in ms)."""
        pin = self.factory.pin(PINS[key])
        for pause in (*bounces, None):
            pin.drive_high() if level else pin.drive_low()
            if pause is not None:
                self.loop.pass_time(pause * MS)
                level = not level

    def tap(self, key: Key, length: float = 0.05) -> None:
        self.press(key)
        self.loop.pass_time(length)
        self.release(key)
        self.loop.pass_time(0.05)


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> FakeLoop:
    loop = FakeLoop()
    monkeypatch.setattr("gpiozero.pins.mock.monotonic", loop.time)
    monkeypatch.setattr(WiredPin, "held", set())
    return loop


@pytest.fixture
def factory(loop: FakeLoop) -> Iterator[MockFactory]:
    factory = MockFactory(pin_class=WiredPin)
    yield factory
    factory.reset()


@pytest.fixture
def bench(loop: FakeLoop, factory: MockFactory) -> Bench:
    return Bench(loop, factory)


class TestPressing:
    @pytest.mark.parametrize("key", Key)
    def test_each_key_reports_down_and_up_under_its_own_name(self, bench: Bench, key: Key) -> None:
        bench.tap(key)
        assert bench.reported == [f"{key} down", f"{key} up"]

    def test_a_sequence_with_bouncing_and_keys_that_overlap(self, bench: Bench) -> None:
        bench.press(Key.SOFT2, bounces=(0.3, 0.2, 1.4, 0.1))
        bench.loop.pass_time(0.4)
        bench.press(Key.PETAL3, bounces=(2.2, 2.3))
        bench.loop.pass_time(0.02)
        bench.release(Key.SOFT2, bounces=(0.1, 0.1, 3.1, 0.4))
        bench.loop.pass_time(0.03)
        bench.release(Key.PETAL3, bounces=(4.0, 1.0))
        bench.loop.pass_time(0.03)
        assert bench.reported == ["soft2 down", "petal3 down", "soft2 up", "petal3 up"]

    def test_many_short_taps(self, bench: Bench) -> None:
        for key in [*Key, *Key]:
            bench.tap(key, length=0.015)
        assert bench.reported == [f"{key} {way}" for key in [*Key, *Key] for way in ("down", "up")]

    def test_a_press_is_reported_within_an_interval_while_still_held(self, bench: Bench) -> None:
        bench.press(Key.PETAL1)
        bench.loop.pass_time(SPIKE / 2)
        assert bench.reported == []
        bench.loop.pass_time(SPIKE)
        assert bench.reported == ["petal1 down"]
        bench.loop.pass_time(5)
        assert bench.reported == ["petal1 down"]

    def test_a_tap_while_the_program_was_busy_counts_with_its_own_times(
        self, bench: Bench
    ) -> None:
        bench.press(Key.PETAL1)
        bench.loop.now += 0.015
        bench.release(Key.PETAL1)
        bench.loop.now += 0.3
        bench.loop.pass_time(0.05)
        assert bench.reported == ["petal1 down", "petal1 up"]

    def test_an_edge_keeps_its_time_if_its_thread_is_kept_waiting(
        self, bench: Bench, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        start = bench.loop.now

        def time_after_a_pause() -> float:
            bench.loop.now = start + 20 * MS
            return bench.loop.now

        with monkeypatch.context() as patch:
            patch.setattr(bench.loop, "time", time_after_a_pause)
            bench.press(Key.PETAL1)
        monkeypatch.setattr("gpiozero.pins.mock.monotonic", lambda: start + 15 * MS)
        bench.release(Key.PETAL1)
        bench.loop.pass_time(0.05)
        assert bench.reported == ["petal1 down", "petal1 up"]

    def test_a_lost_edge_leaves_no_key_down(self, bench: Bench) -> None:
        bench.press(Key.SOFT2)
        bench.loop.pass_time(1)
        bench.factory.pin(PINS[Key.SOFT2])._change_state(True)  # without a callback
        bench.loop.pass_time(RECHECK + 2 * INTERVAL)
        assert bench.reported == ["soft2 down", "soft2 up"]

    @pytest.mark.parametrize("offset", [-3600.0, 3600.0])
    def test_a_clock_of_the_pins_that_is_not_ours(
        self, bench: Bench, offset: float, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(bench.factory, "ticks", lambda: bench.loop.now + offset)
        bench.tap(Key.PETAL2)
        assert bench.reported == ["petal2 down", "petal2 up"]

    def test_a_key_at_rest_costs_no_timer(self, bench: Bench) -> None:
        assert bench.loop.timers == []
        bench.tap(Key.PETAL2)
        bench.loop.pass_time(1)
        assert bench.loop.timers == []


class TestStuckAtStart:
    @pytest.fixture
    def stuck(self, loop: FakeLoop, factory: MockFactory) -> Bench:
        WiredPin.held.update({PINS[Key.PETAL4], PINS[Key.SOFT1]})
        return Bench(loop, factory)

    def test_it_is_reported_by_name_and_pin(
        self, loop: FakeLoop, factory: MockFactory, caplog: pytest.LogCaptureFixture
    ) -> None:
        WiredPin.held.add(PINS[Key.PETAL4])
        with caplog.at_level(logging.WARNING, "triqueta.keys"):
            assert Bench(loop, factory).keys.stuck == [Key.PETAL4]
        assert [record.getMessage() for record in caplog.records] == [
            "petal4 on GPIO 19 is down at startup: ignored until it is released"
        ]

    def test_it_is_ignored_until_it_is_released_and_works_then(self, stuck: Bench) -> None:
        assert stuck.keys.stuck == [Key.PETAL4, Key.SOFT1]
        stuck.loop.pass_time(60)
        stuck.tap(Key.PETAL1)
        assert stuck.reported == ["petal1 down", "petal1 up"]
        stuck.release(Key.PETAL4, bounces=(0.5, 0.5, 2.0, 0.1))
        stuck.loop.pass_time(0.05)
        assert stuck.keys.stuck == [Key.SOFT1]
        assert stuck.reported == ["petal1 down", "petal1 up"]
        stuck.tap(Key.PETAL4)
        assert stuck.reported[2:] == ["petal4 down", "petal4 up"]

    def test_a_release_whose_edge_is_lost_frees_it_too(self, stuck: Bench) -> None:
        stuck.factory.pin(PINS[Key.SOFT1])._change_state(True)
        stuck.loop.pass_time(RECHECK + 2 * INTERVAL)
        assert stuck.keys.stuck == [Key.PETAL4]
        assert stuck.reported == []

    def test_no_key_is_stuck_by_default(self, bench: Bench) -> None:
        assert bench.keys.stuck == []


class TestPins:
    def test_pulled_up_without_any_debouncing_below_ours(self, bench: Bench) -> None:
        for number in PINS.values():
            pin = bench.factory.pin(number)
            assert (pin.function, pin.pull, pin.bounce, pin.edges) == ("input", "up", None, "both")

    def test_closing_frees_the_pins_and_ends_all_reports(self, bench: Bench) -> None:
        bench.press(Key.PETAL1)
        bench.loop.run_ready()
        bench.press(Key.PETAL2)  # its edge is on the way to the loop
        bench.keys.close()
        bench.keys.close()
        bench.tap(Key.PETAL3)
        bench.loop.pass_time(1)
        assert bench.reported == []
        assert bench.loop.timers == []
        Bench(bench.loop, bench.factory)

    def test_a_pin_that_is_in_use_is_named_and_the_others_are_freed(self, bench: Bench) -> None:
        nothing = {"on_down": print, "on_up": print, "loop": bench.loop, "factory": bench.factory}
        with pytest.raises(PinsError, match=r"soft1 on GPIO 5 cannot be used: .*in use"):
            GpioKeys({Key.PETAL1: 17, Key.SOFT1: 5}, **nothing)
        GpioKeys({Key.PETAL1: 17}, **nothing).close()

    def test_gpiozeros_default_pin_factory_is_never_used(self, bench: Bench) -> None:
        assert bench.keys is not None
        assert Device.pin_factory is None


class TestOnLgpio:
    """Tests with gpiozero's own LGPIOFactory on a fake lgpio library."""

    @pytest.mark.parametrize(("chips", "number"), [(PI_5, 4), (PI_5_SINCE_6_6_45, 0)])
    def test_gpiozero_gets_the_header_s_chip(
        self, chip: FakeLgpio, chips: dict[int, str], number: int
    ) -> None:
        chip.chips = chips
        factory = lgpio_factory()
        assert (factory.chip, chip.opened) == (number, [number])
        factory.close()

    def test_a_chip_that_is_gone_again(self, chip: FakeLgpio) -> None:
        chip.opens_left = 1
        with pytest.raises(
            PinsError, match=r"no access to gpiochip0 \(pinctrl-bcm2835\): can not"
        ):
            lgpio_factory()

    def test_without_gpiozero(self, chip: FakeLgpio, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
        with pytest.raises(NoLibraryError, match="install"):
            lgpio_factory()

    @pytest.fixture
    def chip(self, loop: FakeLoop, monkeypatch: pytest.MonkeyPatch) -> FakeLgpio:
        chip = install_pins(FakeLgpio(), monkeypatch)
        monkeypatch.setattr("gpiozero.pins.local.monotonic", loop.time)
        return chip

    @pytest.fixture
    def factory(self, chip: FakeLgpio) -> Iterator[Any]:
        factory = lgpio_factory()
        assert chip.opened == [0]
        yield factory
        factory.close()
        assert (chip.opened, chip.outputs) == ([], {})  # a key must never be driven

    def test_presses_with_the_kernels_times(
        self, chip: FakeLgpio, factory: Any, loop: FakeLoop
    ) -> None:
        bench = Bench(loop, factory)
        assert set(chip.alerts) == set(PINS.values())
        assert {chip.pulls[pin] for pin in chip.alerts} == {chip.SET_PULL_UP}
        assert {chip.debounce[pin] for pin in chip.alerts} == {0}
        start = loop.now
        loop.now += 0.3  # both edges reach the program late
        chip.move(5, 0, start)
        chip.move(5, 1, start + 0.015)
        loop.pass_time(0.05)
        assert bench.reported == ["petal1 down", "petal1 up"]
        bench.keys.close()

    def test_a_key_down_at_the_start(self, chip: FakeLgpio, factory: Any, loop: FakeLoop) -> None:
        chip.levels[21] = 0
        bench = Bench(loop, factory)
        assert bench.keys.stuck == [Key.SOFT3]
        chip.move(21, 1, loop.now)
        loop.pass_time(0.05)
        assert (bench.keys.stuck, bench.reported) == ([], [])
        bench.keys.close()

    def test_closing_removes_all_callbacks(
        self, chip: FakeLgpio, factory: Any, loop: FakeLoop
    ) -> None:
        Bench(loop, factory).keys.close()
        assert (chip.callbacks, chip.alerts) == ({}, set())

    def test_a_line_that_another_program_has(
        self, chip: FakeLgpio, factory: Any, loop: FakeLoop
    ) -> None:
        chip.busy.add(PINS[Key.PETAL5])
        with pytest.raises(PinsError) as caught:  # keeps the traceback, and so the objects, alive
            Bench(loop, factory)
        assert str(caught.value) == "petal5 on GPIO 26 cannot be used: GPIO busy"
        assert (chip.callbacks, chip.alerts) == ({}, set())


def test_edges_from_another_thread_are_reported_in_the_real_loop() -> None:
    """Use a real event loop and a real thread like gpiozero's, unlike the other tests."""

    async def play() -> list[str]:
        loop, reported = asyncio.get_running_loop(), asyncio.Queue[str]()
        factory = MockFactory()
        pin = factory.pin(5)
        keys = GpioKeys(
            {Key.PETAL1: 5},
            lambda key: reported.put_nowait(f"{key} down"),
            lambda key: reported.put_nowait(f"{key} up"),
            loop=loop,
            factory=factory,
        )
        seen = []
        for drive in (pin.drive_low, pin.drive_high):
            thread = Thread(target=drive)
            thread.start()
            seen.append(await asyncio.wait_for(reported.get(), 60))
            thread.join()
        keys.close()
        return seen

    assert asyncio.run(play()) == ["petal1 down", "petal1 up"]
