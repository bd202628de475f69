"""Tests of the doctor's checks of the machine: each possible fault and its remedy."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.firmware.scratch_pi import ScratchPi
from tests.stations.wired_table import I2C_TABLE
from triqueta.config.reading import read_config
from triqueta.config.settings import PodsConfig
from triqueta.doctor import machine
from triqueta.doctor.findings import Finding, Mark
from triqueta.doctor.machine import Person

SPI = read_config('[display]\ninterface = "spi"\n', "table.toml")
PERSON = Person("ana", 1000, (1000, 1, 2, 3))  # dialout, gpio, i2c


@pytest.fixture
def pi(tmp_path: Path) -> ScratchPi:
    return ScratchPi(tmp_path)


def only(finding: Finding, mark: Mark, *words: str) -> None:
    assert finding.mark is mark, finding
    told = "\n".join(finding.lines)
    assert all(word in told for word in words), told
    assert bool(finding.remedy) is (mark is not Mark.OK)


@pytest.mark.parametrize(
    ("model", "mark", "words"),
    [
        ("Raspberry Pi Zero 2 W Rev 1.0\0", Mark.OK, "Zero 2 W"),
        ("Raspberry Pi 5 Model B Rev 1.0\0", Mark.OK, "Pi 5"),
        ("Raspberry Pi Model B Rev 2\0", Mark.WARN, "has not been tested"),
        ("Orange Pi\0", Mark.WRONG, "triqueta play"),
    ],
)
def test_the_model(pi: ScratchPi, model: str, mark: Mark, words: str) -> None:
    pi.write("proc/device-tree/model", model)
    only(machine.check_model(pi.root), mark, words)


def test_any_other_computer(tmp_path: Path) -> None:
    only(machine.check_model(tmp_path), Mark.WRONG, "not a Raspberry Pi", "virtual table")


@pytest.mark.parametrize(
    ("release", "mark", "words"),
    [
        ("VERSION_CODENAME=bookworm\n", Mark.OK, "bookworm"),
        ('ID=debian\nVERSION_CODENAME="trixie"\n', Mark.OK, "trixie"),
        ("VERSION_CODENAME=bullseye\n", Mark.WRONG, "bullseye"),
        ("", Mark.WRONG, "unknown"),
    ],
)
def test_the_system(pi: ScratchPi, release: str, mark: Mark, words: str) -> None:
    pi.write("etc/os-release", release)
    only(machine.check_system(pi.root), mark, words)


def test_raspberry_pi_os_is_distinguished_from_debian_by_its_own_file(pi: ScratchPi) -> None:
    pi.write("etc/os-release", 'NAME="Debian GNU/Linux"\nID=debian\nVERSION_CODENAME=trixie\n')
    only(machine.check_system(pi.root), Mark.OK, "Raspberry Pi OS (trixie)")
    (pi.root / "etc/rpi-issue").unlink()
    only(machine.check_system(pi.root), Mark.WARN, "Debian GNU/Linux (trixie)", "not been tested")


def test_raspberry_pi_os_of_32_bits_says_so_itself(pi: ScratchPi) -> None:
    (pi.root / "etc/rpi-issue").unlink()
    pi.write("etc/os-release", "ID=raspbian\nVERSION_CODENAME=bookworm\n")
    only(machine.check_system(pi.root), Mark.OK, "Raspberry Pi OS (bookworm)")


def test_python() -> None:
    only(machine.check_python((3, 11, 0)), Mark.OK, "Python 3.11.0")
    only(machine.check_python((3, 10, 14)), Mark.WRONG, "3.10.14", "sudo apt install python3")


class Installed:
    """A stand-in for `find_spec` that finds only the packages with these names."""

    def __init__(self, *names: str) -> None:
        self._names = names

    def __call__(self, name: str) -> object:
        parents = {known.partition(".")[0] for known in self._names}
        if "." in name and name.partition(".")[0] not in parents:
            raise ModuleNotFoundError(name)
        return name if name in self._names else None


ALL = ("gpiozero", "lgpio", "luma.oled", "smbus2")


def test_all_packages_are_there() -> None:
    (finding,) = machine.check_packages(I2C_TABLE, Installed(*ALL))
    only(finding, Mark.OK, *ALL)


@pytest.mark.parametrize("missing", ["gpiozero", "luma.oled", "smbus2"])
def test_a_package_is_missing(missing: str) -> None:
    there = Installed(*(name for name in ALL if name != missing))
    (finding,) = machine.check_packages(I2C_TABLE, there)
    only(finding, Mark.WRONG, missing, "pip install " + missing, "install.sh")


def test_lgpio_comes_from_the_system() -> None:
    (finding,) = machine.check_packages(I2C_TABLE, Installed("gpiozero", "luma.oled", "smbus2"))
    only(finding, Mark.WRONG, "lgpio", "sudo apt install python3-lgpio")


def test_spi_needs_its_own_package_and_not_that_of_i2c() -> None:
    (finding,) = machine.check_packages(SPI, Installed("gpiozero", "lgpio", "luma.oled"))
    only(finding, Mark.WRONG, "spidev")
    assert "smbus2" not in finding.text


def test_groups(pi: ScratchPi) -> None:
    only(machine.check_groups(I2C_TABLE, PERSON, pi.root), Mark.OK, "gpio, i2c, dialout")
    only(
        machine.check_groups(SPI, PERSON, pi.root),
        Mark.WRONG,
        "ana is not in the groups spi",
        "sudo usermod -aG spi ana",
    )
    only(machine.check_groups(SPI, Person("root", 0, ()), pi.root), Mark.OK, "root")


def test_no_pods_no_dialout(pi: ScratchPi) -> None:
    config = replace(I2C_TABLE, pods=PodsConfig(enabled=False))
    person = Person("ana", 1000, (2, 3))
    only(machine.check_groups(config, person, pi.root), Mark.OK, "gpio, i2c")


def test_a_group_counts_from_the_next_login(pi: ScratchPi) -> None:
    pi.write("etc/group", "dialout:x:1:ana\ngpio:x:2:ben,ana\ni2c:x:3:ana\n")
    person = Person("ana", 1000, (1000,))
    only(machine.check_groups(I2C_TABLE, person, pi.root), Mark.WRONG, "log out and in")


@pytest.mark.parametrize("content", ["", "nonsense\n:::\na:x:b:c\n", "\0\xff"])
def test_a_group_file_of_any_content(pi: ScratchPi, content: str) -> None:
    pi.write("etc/group", content)
    only(machine.check_groups(I2C_TABLE, PERSON, pi.root), Mark.WRONG, "gpio, i2c, dialout")


@pytest.mark.parametrize(
    ("bits", "mark"),
    [("0\n", Mark.OK), ("50005\n", Mark.WRONG), ("0x1", Mark.WRONG), ("50000", Mark.WARN)],
)
def test_the_supply(pi: ScratchPi, bits: str, mark: Mark) -> None:
    pi.write("sys/devices/platform/soc/soc:firmware/get_throttled", bits)
    (finding,) = machine.check_power(pi.root)
    only(finding, mark, "voltage")


@pytest.mark.parametrize("bits", [None, "", "what?"])
def test_a_supply_without_readings(pi: ScratchPi, bits: str | None) -> None:
    if bits is not None:
        pi.write("sys/devices/platform/soc/soc:firmware/get_throttled", bits)
    assert not list(machine.check_power(pi.root))
