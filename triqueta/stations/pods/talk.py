"""A talk with one pod, without a table and without an event loop: for commands."""

from __future__ import annotations

import os
import select
import time
from types import TracebackType
from typing import Self

from serial import SerialException

from triqueta.stations.pods import messages
from triqueta.stations.pods.link import Connected, LinkEvent, PodLink, WrongVersion
from triqueta.stations.pods.messages import Hello
from triqueta.stations.pods.port import PortError, close_port, open_port

HELLO_SECONDS = 3.0  # a pod whose table has just gone waits 2 seconds for it
TURN_SECONDS = 0.05
READ_BYTES = 512


class PodTalk:
    """PortError when the port can't be opened, or dies."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.link = PodLink()
        self._port = open_port(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        close_port(self._port)

    def turn(self) -> list[LinkEvent]:
        """Say what is to be said, and listen for a moment."""
        descriptor = self._port.fileno()
        self._write(self.link.output(time.monotonic()))
        data = b""
        if select.select([descriptor], [], [], TURN_SECONDS)[0]:
            data = self._read(descriptor)
        now = time.monotonic()
        return [*self.link.receive(data, now), *self.link.tick(now)]

    def greet(self, seconds: float = HELLO_SECONDS) -> Hello | None:
        """Who is there; None if nobody answers. One of another version is not connected."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for event in self.turn():
                if isinstance(event, Connected | WrongVersion):
                    return event.hello
        return None

    def send_to_prompt(self, pod_id: str) -> None:
        """The pod starts anew, and waits for new firmware."""
        self._write(messages.update(pod_id))

    def _read(self, descriptor: int) -> bytes:
        try:
            data = os.read(descriptor, READ_BYTES)
        except OSError:
            data = b""
        if not data:
            raise PortError("it was pulled out")
        return data

    def _write(self, data: bytes) -> None:
        try:
            self._port.write(data)
        except (SerialException, OSError):
            raise PortError("it was pulled out, or takes nothing") from None
