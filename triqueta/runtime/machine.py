"""The machine: which Raspberry Pi it is, the chip of its pins, and how it is switched off.

The chip of the pins is found by its label. Its number is no help: on a Pi 5 it was 4, then 0 with
kernel 6.6.45 (and 4 a link to it, on some systems only), and what a kernel finds first has the
lowest number.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

POWER_OFF_STATUS = 150
"""The exit status of "switch off": the unit powers the machine off after this one only.
150 to 199 are free for applications; Python and signals end a process with others."""

MODEL = Path("proc/device-tree/model")
DEVICES = Path("/dev")
_NAME = "gpiochip"
_LABELS = ("pinctrl-rp1", "pinctrl-bcm")  # a Pi 5's; the others', followed by a number


def model(root: Path = Path("/")) -> str | None:
    """Return the name of this Raspberry Pi, as its firmware gives it; None on other machines."""
    try:
        name = (root / MODEL).read_bytes().rstrip(b"\0").decode("ascii", "replace")
    except OSError:
        return None
    return name if name.startswith("Raspberry Pi") else None


class PinsError(Exception):
    """The pins can't be used: why, and what to do about it."""


class NoLibraryError(PinsError):
    """A Python package is missing."""


@dataclass(frozen=True, slots=True)
class HeaderChip:
    """The chip that the pins of the 40-pin header belong to."""

    number: int
    label: str

    def __str__(self) -> str:
        return f"{_NAME}{self.number} ({self.label})"


def lgpio_library() -> Any:
    """Return lgpio, which knows a Pi 5 too; raise PinsError where it can't be used."""
    try:
        import lgpio  # type: ignore[import-not-found,unused-ignore]  # wanted on a Pi only
    except ModuleNotFoundError as error:
        remedy = "sudo apt install python3-lgpio"
        text = f"pins need {error.name}, which is not installed: {remedy}"
        raise NoLibraryError(text) from None
    except FileNotFoundError as error:  # it makes a pipe where it is started, or in LG_WD
        remedy = "set LG_WD to a directory that it may write to"
        raise PinsError(f"lgpio could not make its pipe {error.filename}: {remedy}") from error
    return lgpio


def header_chip() -> HeaderChip:
    """Return the chip of the 40-pin header; PinsError says which chips were found instead."""
    lgpio = lgpio_library()
    others = []
    for number in _numbers():
        try:
            label = _label(lgpio, number)
        except lgpio.error as error:
            others.append(f"{_NAME}{number}: {error}")
            continue
        if label.startswith(_LABELS):
            return HeaderChip(number, label)
        others.append(f"{_NAME}{number} is {label}")
    found = "; ".join(others) or f"there is no {DEVICES / _NAME}*"
    raise PinsError(f"no access to the pins of this machine: {found}")


def _numbers() -> list[int]:
    ends = [path.name.removeprefix(_NAME) for path in DEVICES.glob(f"{_NAME}*")]
    return sorted(int(end) for end in ends if end.isdecimal())


def _label(lgpio: Any, number: int) -> str:
    handle = lgpio.gpiochip_open(number)
    try:
        _, _, _, label = lgpio.gpio_get_chip_info(handle)
    finally:
        lgpio.gpiochip_close(handle)
    return str(label)
