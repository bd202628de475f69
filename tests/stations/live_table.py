"""A table with a real web server, in its own thread, for tests to connect to and inspect."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar
from unittest.mock import patch

import pytest
from websockets.asyncio.client import ClientConnection

from triqueta.runtime.host import Host
from triqueta.stations.web import limits, server
from triqueta.stations.web.server import WebServer
from triqueta.table.table import Table

T = TypeVar("T")
NO_BEAT = 3600.0
"""Seconds between heartbeats, so that the server never drops a page that is slow to answer."""
PATIENCE = 60  # seconds; only a failing test waits so long
TURNS_TO_GET_IN = 5  # turns of the loop until an accepted client has a handler; it needs two


class LiveTable:
    """A context manager that serves a table on a free port; `ask` runs code in its thread."""

    def __init__(
        self,
        new_table: Callable[[float], Table],
        beat: float = 1.0,
        listen_at: str = "127.0.0.1",
        bench: object = None,
    ) -> None:
        self._new_table = new_table
        self._beat = beat
        self._listen_at = listen_at
        self._bench: Any = bench
        self._ahead = 0.0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self.host: Host
        self.server: WebServer

    def __enter__(self) -> LiveTable:
        self._thread.start()
        self.run(self._start())
        return self

    def __exit__(self, *_: object) -> None:
        self.run(self._stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _start(self) -> None:
        self.host = Host(self._new_table(self._loop.time()), self._clock)
        self.server = WebServer(self.host, beat=self._beat, clock=self._clock, bench=self._bench)
        self._listening = await self.server.start(self._listen_at)

    async def _stop(self) -> None:
        """Refuse new clients, wait until every accepted one has a handler, and close the server.

        The server waits for its handlers when it closes, but would leave a connection open that
        does not have one yet.
        """
        with patch.object(self.server.limiter, "let_in", return_value=False):
            for _ in range(TURNS_TO_GET_IN):
                await asyncio.sleep(0)
            self._listening.close()
            await self._listening.wait_closed()

    def _clock(self) -> float:
        return self._loop.time() + self._ahead

    def pass_time(self, seconds: float) -> None:
        """Put the table's clock forward, so that the test does not have to wait."""
        self._ahead += seconds

    @contextmanager
    def standing_still(self) -> Iterator[None]:
        """Make the program hang: it neither answers nor closes a connection."""
        hangs, goes_on = threading.Event(), threading.Event()

        def hang() -> None:
            hangs.set()
            goes_on.wait()

        self._loop.call_soon_threadsafe(hang)
        hangs.wait()
        try:
            yield
        finally:
            goes_on.set()

    @property
    def address(self) -> str:
        return f"http://localhost:{self.server.port}"

    def seat_address(self, seat: int) -> str:
        return self.address + self.server.seat_path(seat)

    def run(self, coroutine: Coroutine[object, object, T]) -> T:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(PATIENCE)

    def ask(self, question: Callable[[Table], T]) -> T:
        async def answer() -> T:
            return question(self.host.table)

        return self.run(answer())


def set_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Treat only 127.0.0.1 as this machine, and the rest of 127.0.0.0/8 as a network.

    Tests can connect from any of these addresses.
    """
    for module in (server, limits):
        monkeypatch.setattr(module, "is_loopback", "127.0.0.1".__eq__)


async def ask_http(
    port: int, *pieces: str, address: str = "127.0.0.1", source: str = "127.0.0.1"
) -> bytes:
    """Send a request, possibly in pieces, and return the complete answer."""
    reader, writer = await asyncio.open_connection(address, port, local_addr=(source, 0))
    try:
        for piece in pieces:
            writer.write(piece.encode())
            await writer.drain()
        return await reader.read()
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def arrived(client: ClientConnection) -> list[str]:
    """Return all messages that a server in the same loop has sent until now.

    Round trips make sure of it: a task's messages are sent before the second answer.
    """
    for _ in range(3):
        await (await client.ping())
    got: list[str] = []
    with suppress(TimeoutError):
        while True:
            async with asyncio.timeout(0):  # messages that have arrived are received anyway
                got.append(str(await client.recv()))
    return got
