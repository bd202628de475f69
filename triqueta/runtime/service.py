"""Notify systemd that the device has started, is alive, or is stopping (sd_notify).

systemd names a datagram socket in the environment and reads short lines from it. Without that
variable, nothing is sent.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

_PATIENCE = 90_000_000  # microseconds allowed between two steps of a slow start or stop

_LOG = logging.getLogger(__name__)


class Service:
    """The connection to systemd. A message that cannot be sent never disturbs the game."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        found = os.environ if environment is None else environment
        self._address = _socket_address(found.get("NOTIFY_SOCKET", ""))
        self.watchdog_interval = _watchdog_interval(found)

    @property
    def supervised(self) -> bool:
        return self._address is not None

    def ready(self, status: str = "") -> None:
        """Report that the start is complete: the first picture is on the display."""
        self._send("READY=1", *_status_lines(status))

    def status(self, text: str) -> None:
        """Set the line that `systemctl status` shows."""
        self._send(*_status_lines(text))

    def please_wait(self, status: str) -> None:
        """Report progress in a slow step, to extend the start timeout and reset the watchdog."""
        self._send(f"EXTEND_TIMEOUT_USEC={_PATIENCE}", "WATCHDOG=1", *_status_lines(status))

    def stopping(self, status: str = "") -> None:
        self._send("STOPPING=1", *_status_lines(status))

    async def keep_alive(
        self, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    ) -> None:
        """Reset the watchdog twice per watchdog period.

        Run this as a task in the event loop of the game, so that it stops when that loop hangs.
        """
        if self.watchdog_interval is None or not self.supervised:
            return
        while True:
            self._send("WATCHDOG=1")
            await sleep(self.watchdog_interval)

    def _send(self, *lines: str) -> None:
        if self._address is None or not lines:
            return
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)  # a full queue must not hold up the game
            try:
                line.sendto("\n".join(lines).encode(errors="replace"), self._address)
            except OSError as error:
                _LOG.warning("cannot send %s to systemd: %s", lines[0], error)


def _socket_address(name: str) -> str | None:
    if name.startswith("@"):  # the abstract namespace, whose addresses begin with a zero byte
        return "\0" + name[1:]
    return name if name.startswith("/") else None


def _watchdog_interval(environment: Mapping[str, str]) -> float | None:
    """Return half the watchdog period in seconds, or None if this process is not watched."""
    if environment.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None  # meant for the parent process
    with suppress(ValueError):
        micros = int(environment.get("WATCHDOG_USEC", ""))
        if micros > 0:
            return micros / 2_000_000
    return None


def _status_lines(text: str) -> list[str]:
    """Return the status message as one line, since a line break would start another message."""
    line = " ".join(text.split())
    return [f"STATUS={line}"] if line else []
