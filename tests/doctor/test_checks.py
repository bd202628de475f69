"""Tests of the doctor's checks of pods, the service and the first picture, and of all checks."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.doctor.test_bus import set_speed
from tests.doctor.test_machine import only
from tests.firmware.scratch_pi import ScratchPi
from tests.stations.wired_table import I2C_TABLE, Wiring
from triqueta.config.reading import read_config
from triqueta.config.settings import TableConfig
from triqueta.doctor import checks, machine, speed
from triqueta.doctor.checks import Device, all_checks, check_pods
from triqueta.doctor.findings import Finding, Mark
from triqueta.doctor.machine import Person
from triqueta.journal.file import Holder
from triqueta.stations.oled.wires import displays_of

PICO = SimpleNamespace(device="/dev/ttyACM0", vid=0x2E8A, pid=0x0005)
OTHERS = [
    SimpleNamespace(device="/dev/ttyUSB0", vid=0x0403, pid=0x6001),
    SimpleNamespace(device="/dev/ttyACM7", vid=0x2E8A, pid=0x000C),  # a debug probe
    SimpleNamespace(device="a", vid=None, pid=None),
]


@pytest.fixture
def pi(tmp_path: Path) -> ScratchPi:
    pi = ScratchPi(tmp_path / "root")
    set_speed(pi, 400_000)
    return pi


def test_pods(tmp_path: Path) -> None:
    (finding,) = check_pods(TableConfig(), tmp_path, lambda: [*OTHERS, PICO])
    only(finding, Mark.OK, "pods on USB: /dev/ttyACM0")
    assert "ttyUSB0" not in finding.text
    (finding,) = check_pods(TableConfig(), tmp_path, lambda: OTHERS)
    only(finding, Mark.OK, "none plugged in")


def test_pods_on_configured_ports(pi: ScratchPi) -> None:
    config = read_config('[pods]\nports = ["/dev/ttyS0", "/dev/ttyS1"]\n', "table.toml")
    pi.write("dev/ttyS0", "")
    _, first, second = check_pods(config, pi.root, lambda: [])
    only(first, Mark.OK, "/dev/ttyS0")
    only(second, Mark.WRONG, "/dev/ttyS1", "[pods]")


def test_pods_are_switched_off(tmp_path: Path) -> None:
    config = read_config("[pods]\nenabled = false\n", "table.toml")
    assert not list(check_pods(config, tmp_path, lambda: [PICO]))


@pytest.mark.parametrize(
    ("state", "mark", "running"),
    [
        ("active", Mark.OK, True),
        ("activating", Mark.WRONG, True),
        (machine.NO_ANSWER, Mark.WRONG, True),
        ("failed", Mark.WRONG, False),
        ("inactive", Mark.WARN, False),
        ("", Mark.WARN, False),
    ],
)
def test_the_service(state: str, mark: Mark, running: bool) -> None:
    only(machine.check_service(state), mark, "service" if running else "")
    assert machine.is_running(state) is running


def test_systemd_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = tmp_path / "systemctl"
    command.write_text('#!/bin/sh\n[ "$*" = "is-active triqueta" ] && echo failed\nexit 3\n')
    command.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert machine.state() == "failed"
    command.unlink()
    assert machine.state() == ""


def test_a_systemd_that_hangs_may_have_a_table_running(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", ends_with(subprocess.TimeoutExpired("systemctl", 10)))
    assert machine.state() == machine.NO_ANSWER


def test_the_first_picture_of_a_fresh_process() -> None:
    only(speed.check_first_picture(None, send=False), Mark.OK, "drawn after", " ms")


def test_no_first_picture_without_a_display(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text("[display]\ni2c_bus = 9\n", "utf-8")
    finding = speed.check_first_picture(str(config), send=True)
    only(finding, Mark.WRONG, "no first picture", "i2c-9")
    assert "Error" not in finding.text


def ends_with(error: Exception) -> Callable[..., object]:
    def run(*_: object, **__: object) -> object:
        raise error

    return run


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (
            subprocess.TimeoutExpired(["python"], 60),
            "no first picture within 60 seconds: the table does not start",
        ),
        (
            subprocess.CalledProcessError(1, ["python"], "", "Traceback\nno such display\n"),
            "no first picture: no such display",
        ),
        (subprocess.CalledProcessError(-9, ["python"], "", ""), "signal 9): is it out of memory?"),
        (subprocess.CalledProcessError(3, ["python"], "", ""), "the table exited with status 3"),
        (OSError(12, "Cannot allocate memory"), "no first picture: Cannot allocate memory"),
    ],
)
def test_a_missing_first_picture_is_reported_in_plain_words(
    monkeypatch: pytest.MonkeyPatch, error: Exception, words: str
) -> None:
    monkeypatch.setattr(subprocess, "run", ends_with(error))
    finding = speed.check_first_picture(None, send=False)
    only(finding, Mark.WRONG, "no first picture", words, "try again")
    assert type(error).__name__ not in finding.text


def test_a_table_that_does_not_say_when_it_has_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    done = subprocess.CompletedProcess([], 0, stdout="soon\n", stderr="")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: done)
    finding = speed.check_first_picture(None, send=False)
    only(finding, Mark.WRONG, "did not report its first picture")


class Child:
    """A stand-in for `subprocess.run` whose process prints when its picture was drawn."""

    def __init__(self, after: float) -> None:
        self._after = after

    def __call__(self, *_: object, **__: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess([], 0, stdout=f"{100 + self._after}\n", stderr="")


@pytest.mark.parametrize(("seconds", "mark"), [(0.8, Mark.OK), (7.5, Mark.WARN)])
def test_how_long_it_took(monkeypatch: pytest.MonkeyPatch, seconds: float, mark: Mark) -> None:
    monkeypatch.setattr(subprocess, "run", Child(seconds))
    monkeypatch.setattr(time, "monotonic", lambda: 100.0)
    finding = speed.check_first_picture(None, send=True)
    only(finding, mark, f"shown after {1000 * seconds:.0f} ms")


def sends_and_draws(sent: list[bool]) -> Callable[..., Finding]:
    def check(_: str | None, *, send: bool) -> Finding:
        sent.append(send)
        return Finding(Mark.OK, "the first picture")

    return check


def looked_at(
    pi: ScratchPi, tmp_path: Path, state: str, config: TableConfig = I2C_TABLE
) -> list[Finding]:
    person = Person("root", 0, ())
    journal = tmp_path / "games" / "triqueta.db"
    return list(all_checks(Device(config, None, journal, person, state, pi.root)))


@pytest.mark.parametrize("there", [True, False])
def test_a_picture_is_sent_where_there_is_an_spi_port(
    pi: ScratchPi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    sent: list[bool] = []
    monkeypatch.setattr(checks, "check_first_picture", sends_and_draws(sent))
    if there:
        pi.write("dev/spidev0.0", "")
    told = [finding.text for finding in looked_at(pi, tmp_path, "inactive", TableConfig())]
    assert any("SPI is on" in text for text in told) is there
    assert not any("I2C" in text for text in told)
    assert sent == [there]


@pytest.mark.parametrize("state", ["inactive", "active"])
def test_a_bus_in_use_is_left_alone(
    pi: ScratchPi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, state: str
) -> None:
    sent: list[bool] = []
    monkeypatch.setattr(checks, "check_first_picture", sends_and_draws(sent))
    wiring = Wiring(monkeypatch, displays_of(I2C_TABLE))
    told = "\n".join(line for it in looked_at(pi, tmp_path, state) for line in it.lines)
    assert (wiring.i2c.messages == 0) is (state == "active")
    assert ("sudo systemctl stop triqueta" in told) is (state == "active")
    assert sent == ([True] if state == "inactive" else [])


def test_without_i2c_nothing_is_sent(
    pi: ScratchPi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[bool] = []
    monkeypatch.setattr(checks, "check_first_picture", sends_and_draws(sent))
    (pi.root / "dev/i2c-1").unlink()
    told = [finding.text for finding in looked_at(pi, tmp_path, "inactive")]
    assert any("I2C is off" in text for text in told)
    assert sent == [False]


def test_another_computer_gets_no_findings_about_pins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "check_first_picture", sends_and_draws([]))
    device = Device(TableConfig(), None, tmp_path / "a.db", Person("a", 1, ()), "", tmp_path)
    findings = list(all_checks(device))
    assert [finding.mark for finding in findings].count(Mark.WRONG) == 1
    assert "not a Raspberry Pi" in findings[0].text
    assert not any("group" in finding.text for finding in findings)


def test_on_another_computer_a_table_in_play_is_left_alone_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[bool] = []
    monkeypatch.setattr(checks, "check_first_picture", sends_and_draws(sent))
    person, journal = Person("a", 1, ()), tmp_path / "a.db"
    table = Holder(4711, "at http://localhost:8080/")
    device = Device(TableConfig(), None, journal, person, "", tmp_path, table)
    (told,) = [finding for finding in all_checks(device) if finding.mark is Mark.SKIPPED]
    only(told, Mark.SKIPPED, "at http://localhost:8080/ (process 4711)", "kill 4711")
    assert sent == []
    assert list(tmp_path.iterdir()) == []  # the card's speed is not measured either


def test_a_check_that_fails_counts_as_wrong_and_the_others_continue(
    pi: ScratchPi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "check_first_picture", sends_and_draws([]))
    Wiring(monkeypatch, displays_of(I2C_TABLE))
    monkeypatch.setattr(checks, "check_pins", ends_with(KeyError("GPIO")))
    findings = looked_at(pi, tmp_path, "inactive")
    (broken,) = [finding for finding in findings if "could not be checked" in finding.text]
    only(broken, Mark.WRONG, "displays and keys could not be checked: 'GPIO'", "report this line")
    assert findings[-1].text == "the first picture"
