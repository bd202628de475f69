"""Measure how long keys take at a full table while its web server is attacked.

    .venv/bin/python -m tests.benchmarks.web_flood

One table page and five seat pages press keys through games, over real sockets. Each key is timed
until its frame arrives. Periods of peace alternate with attacks, in which another process does one
of these as fast as it can:

- open 2,000 connections that send nothing,
- open 2,000 connections that send a letter now and then,
- send complete requests in a loop,
- open WebSockets that the server refuses.

The attacks come from this machine's network address, as they could from any machine there, and
from localhost. The goals: under any attack, the 99th percentile of the keys is at most 5 times as
long as in peace, and the log grows by at most a few lines.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from random import Random
from statistics import median, quantiles
from time import perf_counter

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from tests.benchmarks.goals import Goal, report
from tests.table.autopilot import step
from tests.table.evening import Evening, new_play
from tests.table.services import services
from triqueta.cli.play_table import own_address
from triqueta.games.triqueta.rules import Edition
from triqueta.games.triqueta.session import TriquetaSession
from triqueta.runtime.host import Host
from triqueta.screens.phrases import Language
from triqueta.stations.web.server import WebServer
from triqueta.table.events import Event, KeyDown, KeyUp
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table

ROUNDS = 2
KEYS = 60  # per round, in peace and under each attack
SEATS = range(5)
HALF_OPEN, LOOPS = 2000, 50  # connections at once
MOST_TIMES = 5.0  # relative to peace
MOST_LINES = 5.0  # in the log


# The attacks, which run in another process.


async def send_nothing(address: str, port: int) -> None:
    reader, writer = await asyncio.open_connection(address, port)
    try:
        await reader.read()
    finally:
        writer.transport.abort()


async def send_slowly(address: str, port: int) -> None:
    reader, writer = await asyncio.open_connection(address, port)
    try:
        while not reader.at_eof():
            writer.write(b"G")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(reader.read(100), 0.5)
    finally:
        writer.transport.abort()


async def send_request(address: str, port: int, path: str = "/page.js") -> None:
    reader, writer = await asyncio.open_connection(address, port)
    try:
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {address}:{port}\r\n\r\n".encode())
        await reader.read()
    finally:
        writer.transport.abort()


async def ask_for_socket(address: str, port: int) -> None:
    await send_request(address, port, "/socket/AAAAAAAAAAAAAAAAAAAAAAAA")


ATTACKS: dict[str, tuple[Callable[[str, int], Awaitable[None]], int]] = {
    "sending nothing": (send_nothing, HALF_OPEN),
    "sending slowly": (send_slowly, HALF_OPEN),
    "requests": (send_request, LOOPS),
    "refused sockets": (ask_for_socket, LOOPS),
}


async def attack(name: str, address: str, port: int) -> None:
    once, at_once = ATTACKS[name]

    async def again_and_again() -> None:
        while True:
            with contextlib.suppress(OSError):
                await once(address, port)

    attackers = [asyncio.create_task(again_and_again()) for _ in range(at_once)]
    await asyncio.sleep(0.5)
    print("attacking", flush=True)
    await asyncio.gather(*attackers)


@asynccontextmanager
async def attacked(name: str, address: str, port: int) -> AsyncIterator[None]:
    words = ("-m", "tests.benchmarks.web_flood", name, address, str(port))
    process = await asyncio.create_subprocess_exec(
        sys.executable, *words, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        assert await process.stdout.readline() == b"attacking\n"
        yield
    finally:
        process.kill()
        await process.communicate()


# The players.


class Rehearsal(Evening):
    """An evening that records its events, and whether each changes its station's frame."""

    def __init__(self, session: TriquetaSession) -> None:
        self.noted: list[tuple[Event, bool]] = []
        super().__init__(interrupted=session, seats=SEATS)
        self.press("petal1")
        self.noted.clear()

    def handle(self, event: Event) -> None:
        station = event.station if isinstance(event, KeyDown | KeyUp) else "table"
        before = self.table.frames().get(station)
        super().handle(event)
        self.noted.append((event, self.table.frames().get(station) != before))


def keys_and_what_they_bring(table: Table) -> Iterator[tuple[Event, bool]]:
    """Yield the events of games at the table, and whether each changes its station's frame."""
    for seed in range(1_000_000):
        session = new_play(edition=Edition.SHADOW, players=5)
        table.go_on(session)
        rehearsal = Rehearsal(new_play(edition=Edition.SHADOW, players=5))
        rng = Random(seed)
        start = table.now
        while not rehearsal.session.over:
            step(rehearsal, rng)
            for event, brings in rehearsal.noted:
                table.now = start + event.time
                yield event, brings
            rehearsal.noted.clear()


class Page:
    """A page's socket, which answers heartbeats and waits for frames."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self._news = asyncio.Event()
        self._task = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for text in self.socket:
            if '"picture"' in str(text):
                self._news.set()
            elif '"beat"' in str(text):
                with contextlib.suppress(ConnectionClosed):
                    await self.socket.send('{"alive": true}')

    async def press(self, event: KeyDown | KeyUp, *, brings_frame: bool) -> float:
        kind = "down" if isinstance(event, KeyDown) else "up"
        self._news.clear()
        started = perf_counter()
        await self.socket.send(f'{{"{kind}": "{event.key}"}}')
        if brings_frame:
            await asyncio.wait_for(self._news.wait(), 60)
        taken = perf_counter() - started
        await (await self.socket.ping())
        return taken

    async def close(self) -> None:
        await self.socket.close()
        await self._task


class Game:
    """A table and its pages, in this process."""

    def __init__(self) -> None:
        self.table = Table(
            services(lambda: bytes(32)), TableState(Preferences(language=Language.ENGLISH))
        )
        self.server = WebServer(Host(self.table, clock=lambda: self.table.now))
        self._pages: dict[str, Page] = {}
        self._keys = keys_and_what_they_bring(self.table)

    async def sit_down(self) -> None:
        address = f"127.0.0.1:{self.server.port}"
        paths = {"table": "table"}
        paths |= {f"seat{seat + 1}": self.server.access.tokens[seat] for seat in SEATS}
        for name, path in paths.items():
            url = f"ws://{address}/socket/{path}"
            self._pages[name] = Page(await connect(url, origin=Origin(f"http://{address}")))

    async def press(self, keys: int) -> list[float]:
        """Press keys and return the seconds of those that brought a new frame."""
        times: list[float] = []
        while len(times) < keys:
            event, brings_frame = next(self._keys)
            if isinstance(event, KeyDown | KeyUp):
                taken = await self._pages[event.station].press(event, brings_frame=brings_frame)
                if brings_frame and isinstance(event, KeyDown):
                    times.append(taken)
        return times

    async def close(self) -> None:
        for page in self._pages.values():
            await page.close()


class CountedLines(logging.Handler):
    """A log handler that counts the lines that the device would write to its SD card."""

    lines = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.lines += 1


@contextmanager
def counted_log() -> Iterator[CountedLines]:
    handler = CountedLines()
    logging.getLogger().addHandler(handler)
    try:
        yield handler
    finally:
        logging.getLogger().removeHandler(handler)


async def measure(
    names: Sequence[str], addresses: Sequence[str], rounds: int, keys: int
) -> dict[tuple[str, str], list[float]]:
    """Return the times of keys in peace, and under each attack from each address."""
    game = Game()
    times: dict[tuple[str, str], list[float]] = {("peace", ""): []}
    async with await game.server.start("0.0.0.0"):  # noqa: S104 - it is to be attacked
        await game.sit_down()
        for _ in range(rounds):
            for address in addresses:
                for name in names:
                    times["peace", ""] += await game.press(keys)
                    async with attacked(name, address, game.server.port):
                        times.setdefault((name, address), []).extend(await game.press(keys))
        await game.close()
        while game.server.limiter.inside:  # until the attackers' connections are closed
            await asyncio.sleep(0.001)
    return times


def main() -> int:
    if len(sys.argv) == 4:
        asyncio.run(attack(sys.argv[1], sys.argv[2], int(sys.argv[3])))
        return 0
    network = own_address()
    addresses = [network, "127.0.0.1"] if network else ["127.0.0.1"]
    with counted_log() as log:
        times = asyncio.run(measure(list(ATTACKS), addresses, ROUNDS, KEYS))
    peace = quantiles(times["peace", ""], n=100)[98]
    worst = 0.0
    for (name, address), taken in times.items():
        at_99 = quantiles(taken, n=100)[98]
        worst = max(worst, at_99 / peace)
        figures = f"median {median(taken) * 1e3:6.2f} ms   99 % {at_99 * 1e3:7.2f} ms"
        print(f"{name:16} {address:15} {len(taken):5} keys   {figures}   x {at_99 / peace:.1f}")
    return report(
        Goal("99 % of keys under attack, relative to peace", worst, MOST_TIMES, "times"),
        Goal("written to the log", log.lines, MOST_LINES, "lines"),
    )


if __name__ == "__main__":
    sys.exit(main())
