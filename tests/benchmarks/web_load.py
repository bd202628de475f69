"""A full table on the web server: from key to frame, beside a bare echo of the same library.

    .venv/bin/python -m tests.benchmarks.web_load

One table page and five seat pages press keys as fast as answers come, through whole games, over
real sockets in one process. Each key's time until its frame has come is taken; beside it, in
turns, a bare echo server of the same library answers messages of the same size. Both are timed by
the clock and by the processor: pages and servers are one process, so that on an idle machine the
two are the same, and on a busy one the processor's time still says what a key costs. Displays and
pods show the same frames: what drawing these takes is told beside what it would take if each drew
for itself. Then 100 more games are played through the server with all pages connected, and the
memory of the process, pages' sockets included, is compared before and after.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Origin

from tests.table.autopilot import step
from tests.table.evening import Evening, in_game, new_play
from tests.table.world import world
from triqueta.games.triqueta.rules import Edition
from triqueta.runtime.host import Host
from triqueta.screens import canvas, frame
from triqueta.screens.frame import Frame, picture
from triqueta.screens.phrases import Language
from triqueta.stations.web.server import WebServer
from triqueta.table.events import Event, Join, KeyDown, KeyUp, seat_station
from triqueta.table.memory import Memory
from triqueta.table.state import TableState
from triqueta.table.table import Table

GAMES = 3
MEMORY_GAMES = 100
SEATS = range(5)
NO_BEAT = 3600.0  # so that no page is taken for gone: these give no sign of life
MOST_ECHOES = 8  # that a key may cost


class Taken(NamedTuple):
    """Seconds that something took."""

    clock: float
    processor: float


class Stopwatch:
    def __init__(self) -> None:
        self._clock, self._processor = perf_counter(), process_time()

    def taken(self) -> Taken:
        return Taken(perf_counter() - self._clock, process_time() - self._processor)


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
        self.open_tables = 0
        self._news = asyncio.Event()
        self._task = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for text in self._socket:
            if '"picture"' in str(text):
                self.frames += 1
                self._news.set()
            elif str(text).startswith('{"open"'):
                self.open_tables += 1

    async def send(self, **message: str) -> None:
        await self._socket.send(json.dumps(message))

    async def next_frame(self, seconds: float) -> bool:
        self._news.clear()
        try:
            await asyncio.wait_for(self._news.wait(), seconds)
        except TimeoutError:
            return False
        return True

    async def settle(self) -> None:
        """Wait for all that is on its way to this page: the echo is not to pay for it."""
        await (await self._socket.ping())

    async def close(self) -> None:
        await self._socket.close()
        self._task.cancel()


async def echo(socket: ServerConnection) -> None:
    answer = "x" * 2000  # about what a frame takes
    async for _ in socket:
        await socket.send(answer)


async def time_echo(socket: ClientConnection) -> Taken:
    watch = Stopwatch()
    await socket.send('{"down": "petal1"}')
    await socket.recv()
    return watch.taken()


async def play_games(games: int) -> tuple[list[Taken], list[Taken]]:
    """What each key that brought a frame took, and the echo beside it."""
    table = Table(world(lambda: bytes(32)), TableState(Memory(language=Language.ENGLISH)))
    host = Host(table, clock=lambda: table.now)
    server = WebServer(host, beat=NO_BEAT)
    keys, echoes = [], []
    async with await server.start("127.0.0.1"), serve(echo, "127.0.0.1", 0) as bare:
        clients = await connect_all(server)
        echo_port = next(iter(bare.sockets)).getsockname()[1]
        async with connect(f"ws://127.0.0.1:{echo_port}") as echo_socket:
            for seed in range(games):
                events = keys_of_a_game(seed)
                table.go_on(new_play(edition=Edition.SHADOW, players=5))
                for event in events:
                    table.now = max(table.now, event.time)
                    taken = await time_key(clients, event)
                    if taken is not None:
                        keys.append(taken)
                        await clients["table"].settle()
                        echoes.append(await time_echo(echo_socket))
        for client in clients.values():
            await client.close()
        assert clients["table"].open_tables > len(keys) / 4, "the table's page did not get it"
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


async def time_key(clients: dict[str, Client], event: KeyDown | KeyUp) -> Taken | None:
    """Press a key as the page would; how long until its station has a new frame."""
    client = clients[event.station]
    down = isinstance(event, KeyDown)
    watch = Stopwatch()
    kind = "down" if down else "up"
    await client.send(**{kind: event.key})
    if await client.next_frame(0.05 if down else 0.0005):
        return watch.taken()
    return None


def draw_for_displays(games: int) -> tuple[list[float], list[float]]:
    """Seconds of the processor to draw a key's pictures for six displays or pods.

    Beside it, in turns, those that it takes if each draws for itself.
    """
    shared, alone = [], []
    for seed in range(games):
        table = Table(world(lambda: bytes(32)), TableState(Memory(language=Language.ENGLISH)))
        for seat in SEATS:
            table.handle(Join(seat_station(seat), 0.0))
        table.go_on(new_play(edition=Edition.SHADOW, players=5))
        before = table.frames()
        for event in keys_of_a_game(seed):
            table.handle(event)
            frames = table.frames()
            changed = [shown for name, shown in frames.items() if shown != before[name]]
            if changed:
                shared.append(time_drawing(changed, together=True))
                alone.append(time_drawing(changed, together=False))
            before = frames
    return shared, alone


def time_drawing(frames: list[Frame], *, together: bool) -> float:
    forget_drawings()
    watch = Stopwatch()
    for shown in frames:
        if not together:
            forget_drawings()
        picture(shown)
    return watch.taken().processor


def forget_drawings() -> None:
    frame._drawn.cache_clear()
    canvas._drawn_once.cache_clear()


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
    server = WebServer(host, beat=NO_BEAT)
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


def ratio(keys: list[Taken], echoes: list[Taken], *, by: str) -> float:
    """How many echoes a key takes, by the clock or by the processor."""
    key, echo = (median(getattr(one, by) for one in some) for some in (keys, echoes))
    return float(key / echo)


def main() -> int:
    keys, echoes = asyncio.run(play_games(GAMES))
    print(
        f"{len(keys)} keys of {GAMES} games, 1 table and 5 seats, Python {sys.version.split()[0]}"
    )
    for by in Taken._fields:
        for name, some in {"key to frame": keys, "bare echo": echoes}.items():
            times = [getattr(one, by) for one in some]
            p50, p99 = (1e3 * seconds for seconds in (median(times), quantiles(times, n=100)[98]))
            print(f"  {by:9} {name:12}   median {p50:6.2f} ms   99 % {p99:6.2f} ms")
    by_clock, by_processor = (ratio(keys, echoes, by=by) for by in Taken._fields)
    print(f"key / echo: by the clock {by_clock:.1f}, by the processor {by_processor:.1f}")
    reached = by_processor <= MOST_ECHOES
    print(f"goal: at most {MOST_ECHOES} by the processor: {'reached' if reached else 'missed'}")
    shared, alone = map(sum, draw_for_displays(GAMES))
    print(
        f"drawing for six displays: {shared / alone:.2f} of what it takes if each is drawn alone"
    )
    before, after = asyncio.run(memory_growth())
    print(f"memory: {before:.1f} MB after 5 games, {after:.1f} MB after {MEMORY_GAMES} more")
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
