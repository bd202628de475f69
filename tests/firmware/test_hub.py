"""Tests of the systemd unit: it is valid, exposes little, and does what it should at its end."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.firmware.scratch_pi import HUB
from tests.parts import need
from triqueta.runtime.machine import POWER_OFF_STATUS
from triqueta.stations.oled import darken

UNIT = (HUB / "triqueta.service").read_text("utf-8")
WORST_EXPOSURE = 1.4
PROGRAM = "/opt/triqueta/venv/bin/triqueta"
PYTHON = "/opt/triqueta/venv/bin/python"


def analyze(*words: object) -> subprocess.CompletedProcess[str]:
    command = [need("systemd-analyze"), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)


def unit_values(key: str) -> list[str]:
    return re.findall(rf"^{key}=(.*)$", UNIT, re.M)


def verified(folder: Path, unit: str) -> tuple[int, str]:
    """Return the status and output of `systemd-analyze verify` for a unit."""
    file = folder / "triqueta.service"
    installed = unit.replace(PROGRAM, "/bin/true").replace(PYTHON, "/bin/true")
    file.write_text(installed, "utf-8")
    done = analyze("verify", "--man=no", file)
    return done.returncode, done.stdout + done.stderr


def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    assert (UNIT.count(PROGRAM), UNIT.count(PYTHON)) == (1, 1)
    assert verified(tmp_path, UNIT) == (0, "")


@pytest.mark.parametrize(
    "wrong", ["WatchdogSec=soon", "WatchDogSec=30", "SystemCallFilter=@nonsense"]
)
def test_systemd_would_find_a_mistake(tmp_path: Path, wrong: str) -> None:
    _, words = verified(tmp_path, UNIT.replace("WatchdogSec=30", wrong))
    assert any(part in words for part in wrong.split("="))


def test_little_is_exposed() -> None:
    done = analyze(
        "security",
        "--offline=true",
        "--no-pager",
        f"--threshold={WORST_EXPOSURE * 10:.0f}",
        HUB / "triqueta.service",
    )
    exposure = re.search(r"exposure level for triqueta.service: ([\d.]+)", done.stdout)
    assert exposure is not None, done.stderr
    assert done.returncode == 0, exposure[0]
    assert float(exposure[1]) <= WORST_EXPOSURE


def test_the_devices_it_may_open_are_those_whose_drivers_are_loaded_before_it() -> None:
    drivers = {
        "char-i2c": "i2c-dev",
        "char-spi": "spidev",
        "char-ttyACM": "cdc-acm",
        "char-ttyUSB": "usbserial",
    }
    built_in = {"char-gpiochip", "char-ttyAMA"}  # parts of the kernel itself
    allowed = {value.split()[0] for value in unit_values("DeviceAllow")}
    assert allowed == {*built_in, *drivers}
    loaded = [
        line
        for line in (HUB / "modules-load.conf").read_text("utf-8").splitlines()
        if not line.startswith("#")
    ]
    assert sorted(loaded) == sorted(drivers.values())
    assert unit_values("DevicePolicy") == ["closed"]


def test_user_groups_and_folders() -> None:
    assert unit_values("User") == ["triqueta"]
    assert unit_values("SupplementaryGroups") == ["gpio i2c spi dialout"]
    assert unit_values("StateDirectory") == ["triqueta"]
    assert unit_values("StateDirectoryMode") == ["0700"]
    assert unit_values("WorkingDirectory") == ["%t/triqueta"]
    assert "LG_WD=%t/triqueta" in unit_values("Environment")[0].split()


def test_it_starts_without_a_network_and_never_gives_up() -> None:
    settings = [line for line in UNIT.splitlines() if not line.startswith("#")]
    assert "network" not in "".join(settings)
    assert unit_values("Restart") == ["always"]
    assert unit_values("StartLimitIntervalSec") == ["0"]
    assert float(unit_values("RestartSec")[0]) >= 1


def after_the_end(tmp_path: Path, code: str, status: str) -> str:
    """Run the unit's first ExecStopPost command; return the arguments that systemctl gets."""
    line, _ = unit_values("ExecStopPost")
    noted = tmp_path / "noted"
    shim = tmp_path / "systemctl"
    shim.write_text(f'#!/bin/sh\necho "$@" >{noted}\n')
    shim.chmod(0o755)
    command = shlex.split(line.removeprefix("+").replace("$$", "$"))
    path = f"{tmp_path}:{os.environ['PATH']}"
    environment = {"EXIT_CODE": code, "EXIT_STATUS": status, "PATH": path}
    subprocess.run(command, env=environment, check=True, timeout=10)
    return noted.read_text().strip() if noted.exists() else ""


def test_switching_off_powers_the_machine_off(tmp_path: Path) -> None:
    status = str(POWER_OFF_STATUS)
    assert after_the_end(tmp_path, "exited", status) == "--no-block poweroff"
    assert unit_values("SuccessExitStatus") == [status]
    assert unit_values("RestartPreventExitStatus") == [status]


@pytest.mark.parametrize(
    ("code", "status"),
    [("exited", "0"), ("exited", "1"), ("exited", "2"), ("killed", "TERM"), ("dumped", "ABRT")],
)
def test_no_other_exit_powers_it_off(tmp_path: Path, code: str, status: str) -> None:
    assert after_the_end(tmp_path, code, status) == ""
    assert unit_values("SuccessAction") == []


def test_then_a_small_program_darkens_the_displays_as_the_tables_user() -> None:
    """It has to come last, since systemd runs no further command after one that hangs."""
    _, line = unit_values("ExecStopPost")
    assert line.startswith(f"-{PYTHON} ")  # not as root, and it is allowed to fail
    command = [sys.executable, *line.split()[1:]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == "this is not a Raspberry Pi: it has no displays to switch off\n"
    assert float(unit_values("TimeoutStopSec")[0]) > darken.MOST_SECONDS


@pytest.mark.parametrize(
    "script",
    [
        "firmware/hub/install.sh",
        "firmware/hub/try-in-chroot",
        "firmware/pod/make-uf2",
        "firmware/simulator/get-micropython",
        "hardware/boards/check",
        ".ci/run",
    ],
)
def test_shellcheck_finds_nothing_wrong(script: str) -> None:
    path = HUB.parent.parent / script
    command = [need("shellcheck"), "--external-sources", "--check-sourced", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (0, "")
