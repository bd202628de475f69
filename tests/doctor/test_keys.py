"""Tests of the doctor's key check: right, wrong, doubled, stuck and silent keys on mock pins."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from os import getpid, kill

import pytest
from gpiozero.pins.mock import MockFactory

from tests.doctor.test_machine import only
from tests.stations.test_keys import FakeLoop, WiredPin
from triqueta.config.reading import read_config
from triqueta.config.settings import TableConfig
from triqueta.doctor import keys
from triqueta.doctor.findings import Finding, Mark
from triqueta.doctor.keys import PATIENCE, QUIET, KeyCheck, Wired, check_keys, wired_keys

SEAT = read_config(
    "display.address = 0x3C\n[[seat]]\naddress = 0x3D\nchannel = 'none'\n[seat.keys]\n"
    + "".join(
        f"{name} = {pin}\n"
        for name, pin in zip(
            ("petal1", "petal2", "petal3", "petal4", "petal5", "soft1", "soft2", "soft3"),
            (4, 17, 27, 22, 10, 9, 11, 8),
            strict=True,
        )
    ),
    "table.toml",
)


class Bench:
    """The key check on mock pins, with a simulated clock."""

    def __init__(self, config: TableConfig | None = None) -> None:
        self.factory = MockFactory(pin_class=WiredPin)
        self.loop = FakeLoop()
        self.said: list[str] = []
        self.keys = wired_keys(config or TableConfig())
        self.check = KeyCheck(config or TableConfig(), self.factory, self.loop, self.said.append)

    def low(self, key: Wired) -> None:
        self.factory.pin(key.pin).drive_low()
        self.pass_time(0.02)

    def high(self, key: Wired) -> None:
        self.factory.pin(key.pin).drive_high()
        self.pass_time(0.02)

    def press(self, key: Wired) -> None:
        self.low(key)
        self.pass_time(0.1)
        self.high(key)

    def rest(self) -> None:
        self.pass_time(QUIET + 0.05)

    def pass_time(self, seconds: float) -> None:
        self.loop.pass_time(seconds)
        self.check.questions.tick(self.loop.time())

    @property
    def last(self) -> Finding:
        return self.check.findings[-1]


@pytest.fixture(autouse=True)
def nothing_held() -> Iterator[None]:
    WiredPin.held = set()
    yield
    WiredPin.held = set()


@pytest.mark.parametrize("config", [TableConfig(), SEAT])
def test_all_keys_are_good(config: TableConfig) -> None:
    bench = Bench(config)
    for key in bench.keys:
        assert bench.said[-1] == f"Press {key}"
        bench.press(key)
        bench.rest()
    assert bench.check.questions.over
    assert [finding.text for finding in bench.check.findings] == list(map(str, bench.keys))
    assert {finding.mark for finding in bench.check.findings} == {Mark.OK}
    assert len(bench.keys) == (16 if config is SEAT else 8)


def test_a_key_says_where_it_is() -> None:
    assert Bench().said == ["Press petal1 of table (GPIO 5, pin 29)"]


def test_the_wrong_key() -> None:
    bench = Bench()
    bench.press(bench.keys[3])
    bench.rest()
    only(bench.last, Mark.WRONG, "instead of petal1", "petal4 of table (GPIO 19", "swap")
    assert bench.said[-1].startswith("Press petal2")


def test_two_keys_at_once() -> None:
    bench = Bench()
    one, other = bench.keys[:2]
    bench.low(one)
    bench.low(other)
    bench.high(one)
    bench.high(other)
    bench.rest()
    only(bench.last, Mark.WRONG, "with petal1", "petal2 of table", "touch")


def test_one_press_that_comes_twice() -> None:
    bench = Bench()
    bench.press(bench.keys[0])
    bench.press(bench.keys[0])  # 20 ms later, faster than any finger
    bench.rest()
    only(bench.last, Mark.WRONG, "more than once", "contact")


def test_a_user_who_presses_twice() -> None:
    bench = Bench()
    bench.press(bench.keys[0])
    bench.pass_time(0.1)
    bench.press(bench.keys[0])
    bench.rest()
    only(bench.last, Mark.OK, "petal1")


def test_bouncing_is_not_a_fault() -> None:
    bench = Bench()
    pin = bench.factory.pin(bench.keys[0].pin)
    for _ in range(3):
        pin.drive_low()
        bench.loop.pass_time(0.002)
        pin.drive_high()
        bench.loop.pass_time(0.001)
    bench.press(bench.keys[0])
    bench.rest()
    only(bench.last, Mark.OK, "petal1")


def test_a_key_that_stays_silent() -> None:
    bench = Bench()
    bench.pass_time(PATIENCE)
    only(bench.last, Mark.WRONG, "petal1", "did not answer", "pin 29", "ground")
    assert bench.said[-1].startswith("Press petal2")


def test_a_key_that_stays_down() -> None:
    bench = Bench()
    bench.low(bench.keys[0])
    bench.pass_time(PATIENCE)
    only(bench.last, Mark.WRONG, "stayed down", "ground")


def test_a_key_that_is_down_from_the_start() -> None:
    WiredPin.held = {6}
    bench = Bench()
    only(bench.check.findings[0], Mark.WRONG, "petal2 of table (GPIO 6", "all the time")
    bench.press(bench.keys[0])
    bench.rest()
    assert bench.said[-1].startswith("Press petal3")


def test_the_pins_are_released(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the check in real time, with short timeouts."""
    monkeypatch.setattr(keys, "QUIET", 0.02)
    monkeypatch.setattr(keys, "TICK", 0.005)
    monkeypatch.setattr(keys, "PATIENCE", 0.03)
    said: list[str] = []
    factory = MockFactory()
    findings = check_keys(TableConfig(), factory, said.append)
    assert len(findings) == 8
    assert all("did not answer" in finding.text for finding in findings)
    assert check_keys(TableConfig(), factory, said.append)  # a pin still in use would be refused


@pytest.fixture
def ctrl_c_counts() -> Iterator[None]:
    """Enable Ctrl-C, which is ignored if the tests run in the background or under nohup."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c_counts")
def test_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "TICK", 0.001)
    monkeypatch.setattr(keys, "PATIENCE", 0.02)
    said: list[str] = []

    def ask(text: str) -> None:
        said.append(text)
        if text.startswith("Press petal3"):
            kill(getpid(), signal.SIGINT)

    findings = check_keys(TableConfig(), MockFactory(), ask)
    assert [finding.mark for finding in findings] == [Mark.WRONG, Mark.WRONG, Mark.SKIPPED]
    assert findings[-1].text.startswith("6 keys were not tried, from petal3 of table")
    assert said[-1].startswith("Press petal3")
