"""Find serial ports that may be pods, and run a pod's link on a port in the event loop."""

from __future__ import annotations

import asyncio
import errno
import os
import termios
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, Protocol

from serial import Serial, SerialException
from serial.tools.list_ports import comports

from triqueta.stations.pods.link import LinkEvent, Lost, PodLink

BAUD = 115200  # matters for a real serial line only, not for USB
WRITE_SECONDS = 1.0
DRAIN_SECONDS = 0.5

_RASPBERRY_PI = 0x2E8A
_PROGRAMS = (0x0005, 0x0009, 0x000A)  # USB product ids of MicroPython and of the Pico SDK


class PortError(Exception):
    """A port cannot be opened or has died. The text is a short reason."""


def serial_ports() -> Iterable[Any]:
    """Return all serial ports of this machine as pyserial's objects."""
    return comports()


def usb_ports(all_ports: Callable[[], Iterable[Any]] = serial_ports) -> list[str]:
    """Return the paths of all USB ports that may be pods."""
    return sorted(
        port.device for port in all_ports() if port.vid == _RASPBERRY_PI and port.pid in _PROGRAMS
    )


def pod_ports(named: Sequence[str] = (), usb: Iterable[str] | None = None) -> list[str]:
    """Return the existing ports among those on USB and those named, without duplicates."""
    candidates = [*(usb_ports() if usb is None else usb), *named]
    there = filter(os.path.exists, candidates)
    return list(dict.fromkeys(map(os.path.realpath, there)))


def open_port(path: str) -> Any:
    """Return an open, non-blocking `serial.Serial`; raise PortError if that fails."""
    try:
        return Serial(path, BAUD, timeout=0, write_timeout=WRITE_SECONDS, exclusive=True)
    except SerialException as error:
        raise PortError(_reason(error)) from None
    except (OSError, ValueError) as error:
        raise PortError(str(error)) from None


def _reason(error: OSError) -> str:
    if error.errno in (errno.EAGAIN, errno.EBUSY):
        return "another program uses this port, perhaps a table"
    if error.errno == errno.EACCES:
        return "permission denied: add yourself to the group dialout"
    # Without an errno, the system could not configure the line.
    return os.strerror(error.errno) if error.errno else "not a serial port"


def close_port(port: Any) -> None:
    """Close a port after sending the rest of its output, waiting at most DRAIN_SECONDS.

    Without that limit, the system would wait for a pod that hangs.
    """
    with suppress(termios.error, SerialException, OSError):  # a dead line raises any of these
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


TURN_SECONDS = 0.1
READ_BYTES = 512
MOST_BYTES = 512
"""Maximum number of bytes read from a pod per turn. A pod normally sends less than a tenth."""


class Listener(Protocol):
    """The receiver of a line's events."""

    def take(self, event: LinkEvent) -> None: ...

    def turn(self) -> None:
        """Called ten times a second."""

    def ended(self) -> None:
        """Called when the port is dead or closed, after Lost if a pod was connected."""


class PodLine:
    """A pod's link on an open port. It ends when the port dies, or with `close`.

    It does not close the port itself.
    """

    def __init__(self, port: Any, listener: Listener) -> None:
        self.link = PodLink()
        self._listener = listener
        self._descriptor: int = port.fileno()
        self._loop = asyncio.get_running_loop()
        self._unsent = b""
        self._heard = 0
        self._open = True
        self._loop.add_reader(self._descriptor, self._read)
        self._timer = self._loop.call_soon(self._turn)

    def close(self) -> None:
        """Blank the pod and end the link. A pod that misses this goes dark after 2 seconds."""
        if self._open:
            self.link.blank()
            self.flush()
        if self._open:
            self._end()

    def flush(self) -> None:
        """Write the link's output, as far as the port accepts it."""
        if self._open and not self._unsent:
            self._unsent = self.link.output(self._loop.time())
            self._write()

    def _turn(self) -> None:
        self._timer = self._loop.call_later(TURN_SECONDS, self._turn)
        if self._heard >= MOST_BYTES:
            self._loop.add_reader(self._descriptor, self._read)
        self._heard = 0
        self._listener.turn()
        self._happened(self.link.tick(self._loop.time()))

    def _read(self) -> None:
        try:
            data = os.read(self._descriptor, READ_BYTES)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if not data:  # readable but without data: unplugged
            self._end()
            return
        self._heard += len(data)
        if self._heard >= MOST_BYTES:  # too much data: read the rest in the next turn
            self._loop.remove_reader(self._descriptor)
        self._happened(self.link.receive(data, self._loop.time()))

    def _happened(self, events: list[LinkEvent]) -> None:
        for event in events:
            if isinstance(event, Lost):  # unsent data belongs to the old session
                self._forget_unsent()
            self._listener.take(event)
        self.flush()

    def _write(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._descriptor, self._unsent) :]
        except (BlockingIOError, InterruptedError):
            pass
        except OSError:
            self._end()
            return
        if self._unsent:
            self._loop.add_writer(self._descriptor, self._write)
        else:
            self._loop.remove_writer(self._descriptor)

    def _forget_unsent(self) -> None:
        self._unsent = b""
        self._loop.remove_writer(self._descriptor)

    def _end(self) -> None:
        self._open = False
        self._timer.cancel()
        self._forget_unsent()
        self._loop.remove_reader(self._descriptor)
        for event in self.link.give_up():
            self._listener.take(event)
        self._listener.ended()
