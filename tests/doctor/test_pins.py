"""Tests that the doctor opens the keys' pins, on the chip that the label names as the header's."""

from __future__ import annotations

import sys

import pytest

from tests.doctor.test_machine import only
from tests.models.fake_lgpio import PI_5, PI_5_SINCE_6_6_45, FakeLgpio
from tests.models.pi_pins import install_pins
from triqueta.config.settings import TableConfig
from triqueta.doctor.findings import Finding, Mark
from triqueta.doctor.keys import check_pins


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> FakeLgpio:
    return install_pins(FakeLgpio(), monkeypatch)


def found(lines: FakeLgpio) -> list[Finding]:
    findings = list(check_pins(TableConfig()))
    assert (lines.opened, lines.outputs) == ([], {})
    return findings


@pytest.mark.parametrize(
    ("chips", "named"),
    [(PI_5, "gpiochip4 (pinctrl-rp1)"), (PI_5_SINCE_6_6_45, "gpiochip0 (pinctrl-rp1)")],
)
def test_all_open(lines: FakeLgpio, chips: dict[int, str], named: str) -> None:
    lines.chips = chips
    (finding,) = found(lines)
    only(finding, Mark.OK, f"8 keys open on {named}, and none is down")


def test_one_key_is_down_and_one_pin_is_in_use(lines: FakeLgpio) -> None:
    lines.levels[5] = 0
    lines.busy.add(26)
    down, taken = found(lines)
    only(down, Mark.WRONG, "petal1 of table (GPIO 5, pin 29) is down all the time")
    only(taken, Mark.WRONG, "petal5 of table (GPIO 26, pin 37) cannot be opened: GPIO busy")


def test_no_chip_of_the_header(lines: FakeLgpio) -> None:
    lines.chips = {0: "gpio-brcmstb@107d508500"}
    (finding,) = found(lines)
    only(finding, Mark.WRONG, "gpiochip0 is gpio-brcmstb", "sudo triqueta doctor")


def test_a_missing_package_is_left_to_another_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    assert list(check_pins(TableConfig())) == []
