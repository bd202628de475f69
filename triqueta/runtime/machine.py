"""The machine: its Raspberry Pi model, its GPIO chip, and the exit status that powers it off.

The GPIO chip of the header is found by its label, because its number varies. On a Pi 5 it was 4
until kernel 6.6.45 and is 0 since then (some systems keep 4 as a link), and the numbers follow
the order in which the kernel finds the chips.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

POWER_OFF_STATUS = 150
"""The exit status of "switch off", the only one after which the systemd unit powers off.

150 to 199 are reserved for applications. Python and signals use other values."""

MODEL = Path("proc/device-tree/model")
DEVICES = Path("/dev")
_NAME = "gpiochip"
_LABELS = ("pinctrl-rp1", "pinctrl-bcm")  # Pi 5; other models, followed by a number


def model(root: Path = Path("/")) -> str | None:
    """Return the Raspberry Pi model that the firmware reports, or None on other machines."""
    try:
        name = (root / MODEL).read_bytes().rstrip(b"\0").decode("ascii", "replace")
    except OSError:
        return None
    return name if name.startswith("Raspberry Pi") else None


class PinsError(Exception):
    """The GPIO pins cannot be used. The text says why and what to do about it."""


class NoLibraryError(PinsError):
    """A Python package that the GPIO pins need is not installed."""


@dataclass(frozen=True, slots=True)
class HeaderChip:
    """The GPIO chip of the 40-pin header."""

    number: int
    label: str

    def __str__(self) -> str:
        return f"{_NAME}{self.number} ({self.label})"


def lgpio_library() -> Any:
    """Return the module lgpio, which also supports the Pi 5; raise PinsError if it is unusable."""
    try:
        import lgpio  # type: ignore[import-not-found,unused-ignore]  # needed on a Pi only
    except ModuleNotFoundError as error:
        remedy = "sudo apt install python3-lgpio"
        text = f"GPIO pins need {error.name}, which is not installed: {remedy}"
        raise NoLibraryError(text) from None
    except FileNotFoundError as error:  # lgpio creates a pipe in the current directory or in LG_WD
        remedy = "set LG_WD to a directory that the program can write to"
        raise PinsError(f"lgpio could not create its pipe {error.filename}: {remedy}") from error
    return lgpio


def header_chip() -> HeaderChip:
    """Return the GPIO chip of the 40-pin header.

    Raise PinsError, which lists the chips that were found, if it is not among them.
    """
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
    raise PinsError(f"no access to the GPIO pins of this machine: {found}")


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
