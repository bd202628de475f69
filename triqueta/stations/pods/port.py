"""Serial ports: which may be pods, and a pod's link on an open one, in the event loop."""

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


TURN_SECONDS = 0.1
READ_BYTES = 512
MOST_BYTES = 512
"""As much is heard of one pod in a turn; a pod that works says less than a tenth of it."""


class Listener(Protocol):
    """What becomes of a line."""

    def take(self, event: LinkEvent) -> None: ...

    def turn(self) -> None:
        """Ten times a second."""

    def ended(self) -> None:
        """The port is dead or closed. If the pod was there, Lost came before."""


class PodLine:
    """Ends when the port dies, or by `close`; closing the port itself is left to others."""

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
        """The pod goes dark at once if it listens, and in 2 seconds if it does not."""
        if self._open:
            self.link.blank()
            self.flush()
        if self._open:
            self._end()

    def flush(self) -> None:
        """Write what the link has to say, as far as the line takes it."""
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
        if not data:  # it was ready to be read, but there is nothing: pulled out
            self._end()
            return
        self._heard += len(data)
        if self._heard >= MOST_BYTES:  # it floods: hear the rest in the next turn
            self._loop.remove_reader(self._descriptor)
        self._happened(self.link.receive(data, self._loop.time()))

    def _happened(self, events: list[LinkEvent]) -> None:
        for event in events:
            if isinstance(event, Lost):  # it would not understand the rest any more
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
