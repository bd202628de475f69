"""A full table on the web server: from key to frame, beside a bare echo of the same library.

    .venv/bin/python -m tests.benchmarks.web_load

One table page and five seat pages press keys as fast as answers come, through whole games, over
real sockets in one process. Each key's time until its frame has come is taken; beside it, in
turns, a bare echo server of the same library answers messages of the same size. Then 100 more
games are played through the server with all pages connected, and the memory of the process,
pages' sockets included, is compared before and after.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Origin

from tests.table.autopilot import step
from tests.table.evening import Evening, in_game, new_play
from tests.table.world import world
from triqueta.games.triqueta.rules import Edition
from triqueta.runtime.host import Host
from triqueta.screens.phrases import Language
from triqueta.stations.web.server import WebServer
from triqueta.table.events import Event, KeyDown, KeyUp
from triqueta.table.memory import Memory
from triqueta.table.state import TableState
from triqueta.table.table import Table

GAMES = 3
MEMORY_GAMES = 100
SEATS = range(5)


def keys_of_a_game(seed: int) -> list[KeyDown | KeyUp]:
    """The events of a game that five people play at stations of their own."""
    evening = in_game(new_play(edition=Edition.SHADOW, players=5), SEATS)
    events: list[Event] = []
    evening.after = events.append
    rng = Random(seed)
    while not evening.play.over:
        step(evening, rng)
    return [event for event in events if isinstance(event, KeyDown | KeyUp)]


class Client:
    """A page's socket: sends keys, and waits for the frame that a key brings."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.frames = 0
        self._news = asyncio.Event()
        self._task = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for text in self._socket:
            if '"picture"' in str(text):
                self.frames += 1
                self._news.set()

    async def send(self, **message: str) -> None:
        await self._socket.send(json.dumps(message))

    async def next_frame(self, seconds: float) -> bool:
        self._news.clear()
        try:
            await asyncio.wait_for(self._news.wait(), seconds)
        except TimeoutError:
            return False
        return True

    async def close(self) -> None:
        await self._socket.close()
        self._task.cancel()


async def echo(socket: ServerConnection) -> None:
    answer = "x" * 2000  # about what a frame takes
    async for _ in socket:
        await socket.send(answer)


async def time_echo(socket: ClientConnection) -> float:
    started = perf_counter()
    await socket.send('{"down": "petal1"}')
    await socket.recv()
    return perf_counter() - started


async def play_games() -> tuple[list[float], list[float]]:
    table = Table(world(lambda: bytes(32)), TableState(Memory(language=Language.ENGLISH)))
    host = Host(table, clock=lambda: table.now)
    server = WebServer(host)
    keys, echoes = [], []
    async with await server.start("127.0.0.1"), serve(echo, "127.0.0.1", 0) as bare:
        clients = await connect_all(server)
        echo_port = next(iter(bare.sockets)).getsockname()[1]
        async with connect(f"ws://127.0.0.1:{echo_port}") as echo_socket:
            for seed in range(GAMES):
                events = keys_of_a_game(seed)
                table.go_on(new_play(edition=Edition.SHADOW, players=5))
                for event in events:
                    table.now = max(table.now, event.time)
                    taken = await time_key(clients, event)
                    if taken is not None:
                        keys.append(taken)
                        echoes.append(await time_echo(echo_socket))
        for client in clients.values():
            await client.close()
    return keys, echoes


async def connect_all(server: WebServer) -> dict[str, Client]:
    """A page for the table, and one for each seat."""
    port = server.port
    base, origin = f"ws://localhost:{port}/socket", Origin(f"http://localhost:{port}")
    paths = {"table": "table"}
    paths |= {f"seat{seat}": token for seat, token in enumerate(server.access.tokens, start=1)}
    return {
        name: Client(await connect(f"{base}/{path}", origin=origin))
        for name, path in paths.items()
    }


async def time_key(clients: dict[str, Client], event: KeyDown | KeyUp) -> float | None:
    """Press a key as the page would; how long until its station has a new frame."""
    client = clients[event.station]
    down = isinstance(event, KeyDown)
    started = perf_counter()
    kind = "down" if down else "up"
    await client.send(**{kind: event.key})
    if await client.next_frame(0.05 if down else 0.0005):
        return perf_counter() - started
    return None


class Served(Evening):
    """An evening whose events go through a host, as keys from pages do."""

    def __init__(self, host: Host) -> None:
        self.time = host.table.now
        self.table = host.table
        self._host = host

    def handle(self, event: Event) -> None:
        self._host.handle(event)


async def memory_growth() -> tuple[float, float]:
    """Megabytes after the first games with all pages connected, and after many more."""
    table = Table(world(lambda: bytes(32)), TableState(Memory(language=Language.ENGLISH)))
    host = Host(table, clock=lambda: table.now)
    server = WebServer(host)
    async with await server.start("127.0.0.1"):
        clients = await connect_all(server)
        await play_served(host, range(5))
        before = _megabytes()
        await play_served(host, range(MEMORY_GAMES))
        after = _megabytes()
        for client in clients.values():
            await client.close()
    return before, after


async def play_served(host: Host, seeds: range) -> None:
    for seed in seeds:
        host.table.go_on(new_play(edition=Edition.SHADOW, players=5))
        evening, rng = Served(host), Random(seed)
        while not evening.play.over:
            step(evening, rng)
            await asyncio.sleep(0)  # so that frames go out


def _megabytes() -> float:
    pages = int(Path("/proc/self/statm").read_text("utf-8").split()[1])
    return pages * resource.getpagesize() / 1e6


def main() -> int:
    keys, echoes = asyncio.run(play_games())
    print(
        f"{len(keys)} keys of {GAMES} games, 1 table and 5 seats, Python {sys.version.split()[0]}"
    )
    for name, times in {"key to frame": keys, "bare echo": echoes}.items():
        p99 = quantiles(times, n=100)[98]
        print(f"  {name:13} median {median(times) * 1e3:6.2f} ms   99 % {p99 * 1e3:6.2f} ms")
    at_99 = quantiles(keys, n=100)[98] / quantiles(echoes, n=100)[98]
    print(f"key / echo: median {median(keys) / median(echoes):.1f}, 99 % {at_99:.1f}")
    before, after = asyncio.run(memory_growth())
    print(f"memory: {before:.1f} MB after 5 games, {after:.1f} MB after {MEMORY_GAMES} more")
    return 0


if __name__ == "__main__":
    sys.exit(main())
