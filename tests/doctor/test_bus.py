"""Tests of the doctor's check of the buses: missing, misplaced and wrong devices."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from tests.doctor.test_machine import only
from tests.firmware.scratch_pi import ScratchPi
from tests.models.oled import OnI2c
from tests.models.sh1106 import Sh1106
from tests.stations.wired_table import I2C_TABLE, SWITCH, Wiring
from triqueta.config.reading import read_config
from triqueta.config.settings import TableConfig
from triqueta.doctor.displays import check_devices, check_ports, scan
from triqueta.doctor.findings import Finding, Mark
from triqueta.stations.oled.wires import displays_of

FIVE_SEATS = read_config("[display]\naddress = 0x3D\n" + "[[seat]]\n" * 5, "table.toml")
SPEED = "sys/bus/i2c/devices/i2c-1/of_node/clock-frequency"


@pytest.fixture
def pi(tmp_path: Path) -> ScratchPi:
    return ScratchPi(tmp_path)


def set_speed(pi: ScratchPi, hertz: int) -> None:
    pi.write("dev/i2c-1", "")
    pi.write(SPEED, "").write_bytes(hertz.to_bytes(4, "big"))


def test_i2c_is_off(pi: ScratchPi) -> None:
    (finding,) = check_ports(I2C_TABLE, pi.root)
    only(finding, Mark.WRONG, "/dev/i2c-1", "raspi-config nonint do_i2c 0")


def test_a_bus_that_does_not_exist(pi: ScratchPi) -> None:
    config = read_config("[display]\ni2c_bus = 3\n", "table.toml")
    (finding,) = check_ports(config, pi.root)
    only(finding, Mark.WRONG, "/dev/i2c-3", "i2c_bus = 1")


@pytest.mark.parametrize(
    ("hertz", "mark", "words"),
    [
        (400_000, Mark.OK, "400 kHz"),
        (100_000, Mark.WRONG, "100 kHz"),
        (1_000_000, Mark.WRONG, "faster than"),
    ],
)
def test_the_speed(pi: ScratchPi, hertz: int, mark: Mark, words: str) -> None:
    set_speed(pi, hertz)
    (finding,) = check_ports(I2C_TABLE, pi.root)
    only(finding, mark, words)
    assert ("dtparam=i2c_arm_baudrate=400000" in finding.remedy) is (mark is Mark.WRONG)


def test_an_unknown_speed(pi: ScratchPi) -> None:
    pi.write("dev/i2c-1", "")
    (finding,) = check_ports(I2C_TABLE, pi.root)
    only(finding, Mark.WARN, "unknown speed", "--bench")


@pytest.mark.parametrize(
    ("port", "device", "remedy"), [(0, 1, "do_spi 0"), (1, 2, "dtoverlay=spi1-3cs")]
)
def test_spi(pi: ScratchPi, port: int, device: int, remedy: str) -> None:
    place = f"spi_port = {port}\nspi_device = {device}\n"
    keys = "[keys]\nsoft1 = 4\nsoft2 = 7\nsoft3 = 8\npetal4 = 12\n" if port else ""
    config = read_config(f'[display]\ninterface = "spi"\n{place}{keys}', "table.toml")
    (finding,) = check_ports(config, pi.root)
    only(finding, Mark.WRONG, f"/dev/spidev{port}.{device}", remedy)
    pi.write(f"dev/spidev{port}.{device}", "")
    (finding,) = check_ports(config, pi.root)
    only(finding, Mark.OK, "SPI is on")


@pytest.mark.parametrize(
    ("config", "line", "bus"),
    [
        (I2C_TABLE, "dtparam=i2c_arm=on,i2c_arm_baudrate=400000", "I2C"),
        (TableConfig(), "dtparam=spi=on", "SPI"),
    ],
)
def test_right_after_the_installation_a_restart_is_missing(
    pi: ScratchPi, config: TableConfig, line: str, bus: str
) -> None:
    boot = "boot/firmware/config.txt"
    pi.write(boot, f"#{line}\r\n")
    (finding,) = check_ports(config, pi.root)
    only(finding, Mark.WRONG, f"{bus} is off", "raspi-config")
    pi.write(boot, f"[all]\r\n{line}\r\n")
    (finding,) = check_ports(config, pi.root)
    only(finding, Mark.WRONG, f"{bus} is switched on, but needs a restart", "sudo reboot")
    assert "raspi-config" not in finding.remedy


def found(config: TableConfig) -> list[Finding]:
    return list(check_devices(config, displays_of(config)))


def wrongs(findings: list[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.mark is not Mark.OK]


@pytest.mark.parametrize("config", [I2C_TABLE, FIVE_SEATS])
def test_all_is_there(monkeypatch: pytest.MonkeyPatch, config: TableConfig) -> None:
    wiring = Wiring(monkeypatch, displays_of(config))
    findings = found(config)
    assert not wrongs(findings)
    assert len(findings) == len(displays_of(config)) + config.uses_switch
    assert wiring.i2c.open_files == 0


def test_a_scan_changes_no_display_and_closes_the_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    wiring = Wiring(monkeypatch, displays_of(FIVE_SEATS))
    wiring.switch.control = 0xFF
    answers = scan(1, SWITCH)
    assert wiring.switch.control == 0
    assert set(answers.trunk) == {0x3D, SWITCH}
    assert {channel for channel, at in answers.channels.items() if at} == {1, 2, 3, 4, 5}
    assert not any(chip.commands for chip in wiring.chips.values())


def test_nothing_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    wiring = Wiring(monkeypatch, displays_of(I2C_TABLE))
    wiring.i2c.trunk.clear()
    (finding,) = found(I2C_TABLE)
    only(finding, Mark.WRONG, "display of table", "0x3c", "SDA to pin 3")


def test_the_other_address(monkeypatch: pytest.MonkeyPatch) -> None:
    wiring = Wiring(monkeypatch, displays_of(I2C_TABLE))
    wiring.i2c.trunk[:] = [(0x3D, device) for _, device in wiring.i2c.trunk]
    first, second = found(I2C_TABLE)
    only(first, Mark.WRONG, "0x3c", "address = 0x3d")
    only(second, Mark.WARN, "0x3d", "[[seat]]")


def test_a_seat_in_the_wrong_channel(monkeypatch: pytest.MonkeyPatch) -> None:
    wiring = Wiring(monkeypatch, displays_of(FIVE_SEATS))
    channels = wiring.switch.channels
    channels[7], channels[2] = channels[2], []
    first, second = wrongs(found(FIVE_SEATS))
    only(first, Mark.WRONG, "seat2", "channel 2", "SD2 and SC2")
    only(second, Mark.WARN, "channel 7")


def test_no_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    wiring = Wiring(monkeypatch, displays_of(FIVE_SEATS))
    wiring.i2c.unplug(wiring.switch)
    (finding,) = wrongs(found(FIVE_SEATS))
    only(finding, Mark.WRONG, "switch", "0x70", "RST")


def test_a_switch_of_another_address(monkeypatch: pytest.MonkeyPatch) -> None:
    wiring = Wiring(monkeypatch, displays_of(FIVE_SEATS))
    wiring.i2c.trunk[:] = [(0x72 if at == SWITCH else at, it) for at, it in wiring.i2c.trunk]
    (finding,) = wrongs(found(FIVE_SEATS))
    only(finding, Mark.WRONG, "switch", "address = 0x72")


def test_a_switch_that_no_seat_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    wiring = Wiring(monkeypatch, displays_of(I2C_TABLE))
    wiring.i2c.trunk.append((0x71, wiring.switch))
    (finding,) = wrongs(found(I2C_TABLE))
    only(finding, Mark.WARN, "0x71", "[[seat]]")
    assert wiring.switch.control == 0  # it may be another device, so nothing is written to it


def test_an_sh1106_that_is_set_as_another(monkeypatch: pytest.MonkeyPatch) -> None:
    wiring = Wiring(monkeypatch, displays_of(I2C_TABLE))
    wiring.i2c.trunk[:] = [(0x3C, OnI2c(Sh1106()))]
    (finding,) = wrongs(found(I2C_TABLE))
    only(finding, Mark.WARN, "looks like an SH1106, not an SSD1309", "--display")


def test_another_display_that_is_set_as_an_sh1106(monkeypatch: pytest.MonkeyPatch) -> None:
    wired = read_config('[display]\naddress = 0x3c\ndriver = "ssd1306"\n', "table.toml")
    Wiring(monkeypatch, displays_of(wired))
    config = read_config('[display]\naddress = 0x3c\ndriver = "sh1106"\n', "table.toml")
    (finding,) = wrongs(found(config))
    only(finding, Mark.WARN, "looks like an SSD1306, not an SH1106")


def test_a_bus_that_is_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    wiring = Wiring(monkeypatch, displays_of(FIVE_SEATS))
    wiring.i2c.faults.stuck = True
    (finding,) = found(FIVE_SEATS)
    only(finding, Mark.WRONG, "stuck", "SDA to pin 3")
    assert wiring.i2c.messages == 1  # each further message would take a second
    assert wiring.i2c.open_files == 0


def test_a_bus_that_is_closed_to_this_user(monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(path: str, *_: object) -> int:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)

    monkeypatch.setattr(os, "open", closed)
    (finding,) = found(I2C_TABLE)
    only(finding, Mark.WRONG, "Permission denied", "sudo triqueta doctor")


def test_the_switch_goes_away_in_the_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    wiring = Wiring(monkeypatch, displays_of(FIVE_SEATS))
    wiring.i2c.faults.nack(1)
    (finding,) = found(FIVE_SEATS)
    only(finding, Mark.WRONG, "cannot be used")
