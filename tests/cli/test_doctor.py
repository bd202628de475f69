"""Tests of `triqueta doctor`: its output, its exit status, and what it must not touch."""

from __future__ import annotations

import builtins
import getpass
import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from tests.cli.command import Command
from tests.doctor.test_bus import set_speed
from tests.firmware.scratch_pi import ScratchPi
from tests.models.fake_lgpio import FakeLgpio
from tests.models.pi_pins import install_pins
from tests.stations.wired_table import I2C_TABLE, Wiring
from triqueta.cli import doctor
from triqueta.config import reading
from triqueta.doctor import checks, keys
from triqueta.doctor.findings import Finding, ok
from triqueta.journal import journal_file
from triqueta.journal.file import Lock
from triqueta.stations.oled.wires import displays_of


def no_first_picture(_: str | None, *, send: bool) -> Finding:
    return ok(f"first picture {'sent' if send else 'drawn'}")


@pytest.fixture(autouse=True)
def pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ScratchPi:
    """A complete Pi without any fault, with the service stopped."""
    pi = ScratchPi(tmp_path / "root")
    set_speed(pi, 400_000)
    pi.write("etc/group", "gpio:x:997:\ni2c:x:998:\ndialout:x:20:\n")
    monkeypatch.setattr(doctor, "ROOT", pi.root)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(doctor, "state", lambda: "inactive")
    monkeypatch.setattr(checks, "check_first_picture", no_first_picture)
    monkeypatch.delenv("TRIQUETA_CONFIG", raising=False)
    monkeypatch.setattr(reading, "DEVICE_FILE", pi.root / "etc/triqueta/table.toml")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    pi.write("etc/triqueta/table.toml", '[display]\ninterface = "i2c"\n')
    install_pins(FakeLgpio(), monkeypatch)
    return pi


@pytest.fixture
def wiring(monkeypatch: pytest.MonkeyPatch) -> Wiring:
    return Wiring(monkeypatch, displays_of(I2C_TABLE))


def test_nothing_is_wrong(triqueta: Command, wiring: Wiring) -> None:
    code, out, err = triqueta("doctor")
    assert (code, err) == (0, "")
    for words in (
        "Zero 2 W",
        "bookworm",
        "Python 3",
        "400 kHz",
        "answers at 0x3c",
        "8 keys open",
        "sent",
    ):
        assert words in out
    assert out.endswith("No problems found.\n")


def test_something_is_wrong(triqueta: Command, wiring: Wiring, pi: ScratchPi) -> None:
    set_speed(pi, 100_000)
    code, out, _ = triqueta("doctor")
    assert code == 1
    assert "WRONG  I2C bus 1 runs at 100 kHz" in out
    assert "       -> add dtparam=i2c_arm_baudrate=400000 to" in out
    assert out.endswith("Problems found: 1. See above for how to fix them.\n")


def test_the_journal_of_the_service(
    triqueta: Command, wiring: Wiring, pi: ScratchPi, tmp_path: Path
) -> None:
    assert str(pi.root / "var") not in triqueta("doctor").out
    (pi.root / "var/lib/triqueta").mkdir(parents=True)
    assert str(pi.root / "var/lib/triqueta/triqueta.db") in triqueta("doctor").out
    own = tmp_path / "own.db"
    assert str(own) in triqueta("doctor", "--journal", own).out


def test_the_settings_are_looked_at_first(triqueta: Command, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text("[display]\naddress = 0x50\n", "utf-8")
    assert triqueta.fails("doctor", "--config", path).startswith(f"{path}:2: display.address")
    assert "No such file" in triqueta.fails("doctor", "--config", tmp_path / "none.toml")


def test_misuse(triqueta: Command) -> None:
    assert "not allowed with" in triqueta.fails("doctor", "--keys", "--bench")
    assert "unrecognized" in triqueta.fails("doctor", "--everything")


@pytest.mark.parametrize("option", ["--display", "--keys", "--bench", "--sound", "--lights"])
def test_the_service_is_stopped_first(
    triqueta: Command, wiring: Wiring, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    monkeypatch.setattr(doctor, "state", lambda: "active")
    assert triqueta.fails("doctor", option).endswith("sudo systemctl stop triqueta")
    assert wiring.i2c.messages == 0


def test_beside_a_table_that_was_started_by_hand_nothing_is_touched(
    triqueta: Command, wiring: Wiring
) -> None:
    with closing(Lock(journal_file())) as lock:
        lock.note("in a terminal")
        code, out, err = triqueta("doctor")
    assert (code, err, wiring.i2c.messages) == (0, "", 0)
    assert f"skip   a table is running in a terminal (process {os.getpid()}): displays" in out
    assert (
        f"stop it, then try again: press Ctrl-C where it was started, or: kill {os.getpid()}\n"
        in out
    )
    assert "first picture sent" not in out
    assert "first picture drawn" not in out
    assert "saving a move to the card" not in out
    assert out.endswith("No problems in what was checked. See above for what was skipped.\n")
    assert triqueta("doctor").out.endswith("No problems found.\n")


@pytest.mark.parametrize("option", ["--display", "--keys", "--bench", "--sound", "--lights"])
def test_a_table_that_was_started_by_hand_is_stopped_first(
    triqueta: Command, wiring: Wiring, option: str
) -> None:
    with closing(Lock(journal_file())):
        error = triqueta.fails("doctor", option)
    assert error.endswith(f"press Ctrl-C where it was started, or: kill {os.getpid()}")
    assert wiring.i2c.messages == 0


def test_a_check_that_fails_counts_as_wrong(
    triqueta: Command, wiring: Wiring, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> Iterator[Finding]:
        yield ok("as far as it goes")
        raise RuntimeError("no idea")

    monkeypatch.setattr(checks, "check_pods", broken)
    monkeypatch.setattr(doctor, "bench", broken)
    code, out, err = triqueta("doctor")
    assert (code, err) == (1, "")
    assert "WRONG  pods could not be checked: no idea (test_doctor.py, line " in out
    assert out.endswith("Problems found: 1. See above for how to fix them.\n")
    code, out, err = triqueta("doctor", "--bench")
    assert (code, err) == (1, "")
    assert "WRONG  the displays could not be checked: no idea" in out


@pytest.mark.parametrize("end", [None, EOFError, KeyboardInterrupt])
def test_the_test_picture(
    triqueta: Command,
    wiring: Wiring,
    monkeypatch: pytest.MonkeyPatch,
    end: type[BaseException] | None,
) -> None:
    lit = []

    def enter(_: str) -> str:
        lit.append(wiring.chips["table"].picture().getbbox())
        if end:
            raise end
        return ""

    monkeypatch.setattr(builtins, "input", enter)
    code, out, err = triqueta("doctor", "--display")
    assert (code, err) == (0, "")
    assert "arrow that points up" in out
    assert lit == [(0, 0, 128, 64)]
    assert not wiring.chips["table"].lit


def test_the_bench(triqueta: Command, wiring: Wiring) -> None:
    code, out, _ = triqueta("doctor", "--bench")
    assert code == 0
    assert "pictures of a game per second" in out


def test_no_display_to_measure(triqueta: Command, wiring: Wiring) -> None:
    wiring.i2c.trunk.clear()
    code, out, _ = triqueta("doctor", "--bench")
    assert code == 1
    assert "cannot be reached" in out


def test_keys(triqueta: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    pipes: list[str] = []

    def open_pins() -> MockFactory:
        pipes.append(os.environ["LG_WD"])
        return MockFactory()

    monkeypatch.setenv("LG_WD", "")  # so that monkeypatch restores it afterwards
    monkeypatch.delenv("LG_WD")
    monkeypatch.setattr(doctor, "check_pi", lambda _: None)
    monkeypatch.setattr(doctor, "lgpio_factory", open_pins)
    monkeypatch.setattr(keys, "TICK", 0.001)
    monkeypatch.setattr(keys, "PATIENCE", 0.01)
    code, out, err = triqueta("doctor", "--keys")
    assert (code, err) == (1, "")
    assert out.startswith("Press petal1 of table (GPIO 5, pin 29)\n")
    assert out.endswith("Problems found: 8. See above for how to fix them.\n")
    assert pipes != [os.getcwd()]
    assert not Path(pipes[0]).exists()


def test_no_keys(triqueta: Command) -> None:
    """The tests do not run on a Pi."""
    code, out, _ = triqueta("doctor", "--keys")
    assert code == 1
    assert "WRONG  no keys: this is not a Raspberry Pi" in out


@pytest.mark.parametrize("part", ["sound", "lights"])
def test_no_buzzer_and_no_lights(
    triqueta: Command, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    code, out, _ = triqueta("doctor", f"--{part}")
    assert code == 1
    assert f"WRONG  no {part}: this is not a Raspberry Pi" in out
    monkeypatch.setattr(doctor, "check_pi", lambda _: None)
    monkeypatch.setattr(doctor, "lgpio_factory", MockFactory)
    code, out, err = triqueta("doctor", f"--{part}")
    assert (code, err) == (0, "")
    assert out.startswith("skip   no ")
    assert out.endswith("No problems in what was checked. See above for what was skipped.\n")


def test_a_user_without_a_name(
    triqueta: Command, wiring: Wiring, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_such_user() -> str:
        raise KeyError("getpwuid(): uid not found: 4711")

    monkeypatch.setattr(getpass, "getuser", no_such_user)
    monkeypatch.setattr(os, "geteuid", lambda: 4711)
    monkeypatch.setattr(os, "getgroups", lambda: [998, 20])
    code, out, _ = triqueta("doctor")
    assert code == 1
    assert "sudo usermod -aG gpio 4711" in out
