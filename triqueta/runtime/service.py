"""What the device tells systemd: that it plays, that it is alive, that it ends.

systemd names a datagram socket in the environment and reads short lines from it. Anywhere
else there is no such name, and nothing is sent.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

_PATIENCE = 90_000_000  # microseconds, from each step to the next

_LOG = logging.getLogger(__name__)


class Service:
    """The line to systemd. A message that cannot be sent never disturbs the game."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        found = os.environ if environment is None else environment
        self._address = _socket_address(found.get("NOTIFY_SOCKET", ""))
        self.watchdog_interval = _watchdog_interval(found)

    @property
    def supervised(self) -> bool:
        return self._address is not None

    def ready(self, status: str = "") -> None:
        """The first picture is up: systemd holds the start as done from here on."""
        self._send("READY=1", *_status_lines(status))

    def status(self, text: str) -> None:
        """One line that `systemctl status` shows."""
        self._send(*_status_lines(text))

    def please_wait(self, status: str) -> None:
        """It takes its time, but it gets on: neither the start nor the watchdog is over yet."""
        self._send(f"EXTEND_TIMEOUT_USEC={_PATIENCE}", "WATCHDOG=1", *_status_lines(status))

    def stopping(self, status: str = "") -> None:
        self._send("STOPPING=1", *_status_lines(status))

    async def keep_alive(
        self, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    ) -> None:
        """Tell the watchdog, at twice the pace it asks for, that the event loop turns.

        Run as a task of the loop that plays: once that loop hangs, so does this.
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
                _LOG.warning("systemd did not take %s: %s", lines[0], error)


def _socket_address(name: str) -> str | None:
    if name.startswith("@"):  # the abstract namespace, which is spelled with a zero byte
        return "\0" + name[1:]
    return name if name.startswith("/") else None


def _watchdog_interval(environment: Mapping[str, str]) -> float | None:
    """Half the time that systemd gives us, in seconds; None if it doesn't watch this process."""
    if environment.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None  # meant for the process that started us
    with suppress(ValueError):
        micros = int(environment.get("WATCHDOG_USEC", ""))
        if micros > 0:
            return micros / 2_000_000
    return None


def _status_lines(text: str) -> list[str]:
    """At most one line: a line break would start another message."""
    line = " ".join(text.split())
    return [f"STATUS={line}"] if line else []
