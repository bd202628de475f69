"""This machine in its local network: where phones find it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from time import monotonic
from typing import TYPE_CHECKING

from triqueta.screens.phrases import Text
from triqueta.table.phone_phrases import NO_NETWORK, NOT_OPEN

if TYPE_CHECKING:
    from triqueta.stations.web.server import WebServer

SECONDS_BETWEEN_QUESTIONS = 3.0


def own_address() -> str | None:
    """Its address in the local network. Connecting a UDP socket sends nothing."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
    except OSError:
        return None


class SeatLinks:
    """What the codes at the table say: where phones find the seats now.

    A device that is switched on is quicker than its network, and addresses change: so this
    machine's is asked for again and again.
    """

    def __init__(
        self,
        ask: Callable[[], str | None] = own_address,
        clock: Callable[[], float] = monotonic,
        closed: Text = NOT_OPEN,
    ) -> None:
        self._closed = closed
        self._ask = ask
        self._clock = clock
        self._asked: float | None = None
        self._address: str | None = None
        self._server: WebServer | None = None  # without one there is nothing to find

    @property
    def address(self) -> str | None:
        now = self._clock()
        if self._asked is None or now - self._asked >= SECONDS_BETWEEN_QUESTIONS:
            self._asked, self._address = now, self._ask()
        return self._address

    def __call__(self, seat: int) -> str | None:
        """A seat's link; in capitals, of which a small code holds more."""
        if self._server is None or self.address is None:
            return None
        return f"HTTP://{self.address}:{self._server.port}{self._server.seat_path(seat)}"

    def why_not(self) -> Text:
        """Why there is no link now, and what to do for one."""
        return self._closed if self._server is None else NO_NETWORK

    @asynccontextmanager
    async def leading_to(
        self,
        server: WebServer,
        show_anew: Callable[[], None],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> AsyncIterator[None]:
        """Meanwhile the seats are found at this server, and codes that are shown follow it."""
        self._server = server
        following = asyncio.create_task(self._follow(show_anew, sleep))
        try:
            yield
        finally:
            following.cancel()
            self._server = None

    async def _follow(
        self, show_anew: Callable[[], None], sleep: Callable[[float], Awaitable[None]]
    ) -> None:
        shown = self.address
        while True:
            await sleep(SECONDS_BETWEEN_QUESTIONS)
            if self.address != shown:
                shown = self.address
                show_anew()
