"""The Raspberry Pi's model, and the GPIO chip of its header, found by label."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.models.fake_lgpio import PI_5, PI_5_SINCE_6_6_45, FakeLgpio
from triqueta.runtime import machine
from triqueta.runtime.machine import HeaderChip, NoLibraryError, PinsError, header_chip


@pytest.mark.parametrize(
    ("chips", "number", "label"),
    [
        ({0: "pinctrl-bcm2835", 1: "raspberrypi-exp-gpio"}, 0, "pinctrl-bcm2835"),
        ({0: "raspberrypi-exp-gpio", 1: "pinctrl-bcm2711"}, 1, "pinctrl-bcm2711"),
        (PI_5, 4, "pinctrl-rp1"),
        (PI_5_SINCE_6_6_45, 0, "pinctrl-rp1"),
        ({2: "gpio-brcmstb@107d508500", 569: "pinctrl-rp1"}, 569, "pinctrl-rp1"),
    ],
)
def test_the_chip_is_found_by_its_label(
    monkeypatch: pytest.MonkeyPatch, chips: dict[int, str], number: int, label: str
) -> None:
    lgpio = FakeLgpio(chips)
    lgpio.install(monkeypatch)
    found = header_chip()
    assert found == HeaderChip(number, label)
    assert str(found) == f"gpiochip{number} ({label})"
    assert lgpio.opened == []


def test_the_error_lists_closed_and_other_chips(monkeypatch: pytest.MonkeyPatch) -> None:
    lgpio = FakeLgpio(PI_5)
    lgpio.closed_chips = {4}
    lgpio.install(monkeypatch)
    with pytest.raises(PinsError) as caught:
        header_chip()
    assert str(caught.value) == (
        "no access to the GPIO pins of this machine: gpiochip0 is gpio-brcmstb@107d508500; "
        "gpiochip1 is gpio-brcmstb@107d508520; gpiochip4: can not open gpiochip"
    )


def test_the_chips_are_found_by_their_device_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(machine, "DEVICES", tmp_path)
    lgpio = FakeLgpio({0: "other", 10: "pinctrl-rp1"})
    monkeypatch.setitem(sys.modules, "lgpio", lgpio)
    with pytest.raises(PinsError, match=r"there is no .*/gpiochip"):
        header_chip()
    for name in ("gpiochip0", "gpiochip10", "gpiochip-x", "gpiomem"):
        (tmp_path / name).touch()
    assert header_chip().number == 10


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(NoLibraryError, match=r"sudo apt install python3-lgpio"):
        header_chip()


def test_without_permission_to_create_the_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    class Finder:
        def find_spec(self, name: str, *_: object) -> None:
            if name == "lgpio":
                raise FileNotFoundError(2, "No such file", ".lgd-nfy-3")

    monkeypatch.delitem(sys.modules, "lgpio", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Finder()])
    with pytest.raises(PinsError, match="LG_WD"):
        header_chip()


def test_the_model_is_what_the_firmware_says(tmp_path: Path) -> None:
    assert machine.model(tmp_path) is None
    file = tmp_path / machine.MODEL
    file.parent.mkdir(parents=True)
    file.write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\0")
    assert machine.model(tmp_path) == "Raspberry Pi Zero 2 W Rev 1.0"
    file.write_bytes(b"Some other board\0")
    assert machine.model(tmp_path) is None
