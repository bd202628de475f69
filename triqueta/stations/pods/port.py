"""Serial ports: which of them may be pods, and opening one for us alone."""

from __future__ import annotations

import errno
import os
import termios
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from serial import Serial, SerialException
from serial.tools.list_ports import comports

BAUD = 115200  # USB does not care; a real serial line does
WRITE_SECONDS = 1.0
DRAIN_SECONDS = 0.5

_RASPBERRY_PI = 0x2E8A
_PROGRAMS = (0x0005, 0x0009, 0x000A)  # MicroPython, and the Pico SDK's own serial lines


class PortError(Exception):
    """Why a port can't be opened, in a few words."""


def serial_ports() -> Iterable[Any]:
    """All of this machine, as pyserial knows them."""
    return comports()


def usb_ports(all_ports: Callable[[], Iterable[Any]] = serial_ports) -> list[str]:
    """The ports of everything on USB that may be a pod."""
    return sorted(
        port.device for port in all_ports() if port.vid == _RASPBERRY_PI and port.pid in _PROGRAMS
    )


def pod_ports(named: Sequence[str] = (), usb: Iterable[str] | None = None) -> list[str]:
    """Those on USB and those named that are there; one with two names counts once."""
    candidates = [*(usb_ports() if usb is None else usb), *named]
    there = filter(os.path.exists, candidates)
    return list(dict.fromkeys(map(os.path.realpath, there)))


def open_port(path: str) -> Any:
    """A `serial.Serial` whose reads and writes on its descriptor return at once."""
    try:
        return Serial(path, BAUD, timeout=0, write_timeout=WRITE_SECONDS, exclusive=True)
    except SerialException as error:
        raise PortError(_reason(error)) from None
    except (OSError, ValueError) as error:
        raise PortError(str(error)) from None


def _reason(error: OSError) -> str:
    if error.errno in (errno.EAGAIN, errno.EBUSY):
        return "another program uses it, perhaps a table"
    if error.errno == errno.EACCES:
        return "not allowed: add yourself to the group dialout"
    # Without an errno, the system has refused to set up the line.
    return os.strerror(error.errno) if error.errno else "not a serial port"


def close_port(port: Any) -> None:
    """Let the last words get out, but don't wait for a pod that hangs, as the system would."""
    with suppress(termios.error, SerialException, OSError):  # all of them on a dead line
        if not _drained(port):
            port.reset_output_buffer()
    with suppress(SerialException, OSError):
        port.close()


def _drained(port: Any) -> bool:
    end = time.monotonic() + DRAIN_SECONDS
    while port.out_waiting:
        if time.monotonic() >= end:
            return False
        time.sleep(0.01)
    return True
