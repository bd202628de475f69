"""A pod's link on an open port, in the event loop: nothing here ever waits for a pod."""

from __future__ import annotations

import asyncio
import os
from typing import Any, Protocol

from triqueta.stations.pods.link import LinkEvent, Lost, PodLink

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
