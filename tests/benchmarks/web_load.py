"""Measure the time from key to frames at a full table, compared to a bare WebSocket echo.

    .venv/bin/python -m tests.benchmarks.web_load

One table page and five seat pages play whole games by keys, over real sockets in one process. Each
key press and release is timed, from the message that its page sends until the last page has its
new frame. The host says which pages get a new frame. If none does, the time ends when the table
has handled the key.

After each key, once all pages have received their messages, an echo is timed the same way: a
client of the same library sends a key's message to a bare server and gets an answer as long as a
frame. Neither side compresses, since our server does not.

asyncio reads into a new 256 kB buffer each time. By default the C library may return that memory
to the kernel, depending on the layout of the heap, which makes an echo 1.5 times as expensive in
some runs. Here it keeps the memory, so that runs are comparable. Loaded modules are exempt from
garbage collection, as at a real table.

The same games are played several times, and the shortest time of each key and each echo counts.
Longer times are due to other programs, whose use of the caches hurts a key more than an echo.
Times are processor time, since pages and servers share one process. The result is the ratio of the
sums, so that each key counts as often as it is pressed. The ratios of all times, by the clock and
by the processor, are printed too.

Displays and pods show the same frames. The time to draw these is compared to the time it would
take if each station drew its own. Then 100 more games are played through the server with all pages
connected, and the memory of the process, which includes the pages' sockets, is compared before and
after.
"""

from __future__ import annotations

import asyncio
import ctypes
import json
import resource
import sys
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from random import Random
from statistics import fmean, quantiles
from time import perf_counter, process_time
from typing import NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Origin

from tests.benchmarks.goals import Goal, report
from tests.table.autopilot import step
from tests.table.evening import Evening, in_game, new_play
from tests.table.services import services
from triqueta.cli.play_table import keep_what_is_loaded
from triqueta.games.triqueta.rules import Edition
from triqueta.runtime.host import Host
from triqueta.runtime.presenter import Sink
from triqueta.screens import canvas, frame
from triqueta.screens.frame import Frame, picture
from triqueta.screens.phrases import Language
from triqueta.screens.station import seat_station
from triqueta.stations.web.server import WebServer
from triqueta.table.events import Event, Join, KeyDown, KeyUp
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table

GAMES = 3
ROUNDS = 12
MEMORY_GAMES = 100
SEATS = range(5)
NO_BEAT = 3600.0  # seconds between heartbeats, which these pages would not answer
FRAME_BYTES = 1900  # about the size of a frame
MOST_ECHOES = 8.0  # the limit for a key
MOST_DRAWN = 0.5  # relative to drawing every picture separately
MOST_MEGABYTES = 60.0
MOST_GROWTH = 3.0  # megabytes
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3  # of malloc.h


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
    """Return the key events of a game that five players play at their own stations."""
    evening = in_game(new_play(edition=Edition.SHADOW, players=5), SEATS)
    events: list[Event] = []
    evening.after = events.append
    rng = Random(seed)
    while not evening.session.over:
        step(evening, rng)
    return [event for event in events if isinstance(event, KeyDown | KeyUp)]


class Client:
    """A page's socket, which sends messages and counts the frames it receives."""

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

    async def has_frames(self, number: int) -> None:
        """Wait until this page has received `number` frames."""
        while self.frames < number:
            self._news.clear()
            await self._news.wait()

    async def settle(self) -> None:
        """Wait for all messages on their way to this page, so that no echo is charged for them."""
        await (await self._socket.ping())

    async def close(self) -> None:
        await self._socket.close()
        self._task.cancel()


class TellingHost(Host):
    """A host that reports when it has handled a key, and which stations it gave a frame."""

    def __init__(self, table: Table) -> None:
        self.has_frame: set[str] = set()
        self._handled = asyncio.Event()
        super().__init__(table, clock=lambda: table.now)

    def attach(self, station: str, sink: Sink, owner: object = None, **kind: bool) -> None:
        def give(frame: Frame) -> None:
            self.has_frame.add(station)
            sink(frame)

        super().attach(station, give, owner, **kind)

    def handle(self, event: Event) -> None:
        super().handle(event)
        self._handled.set()

    def expect_key(self) -> None:
        self.has_frame.clear()
        self._handled.clear()

    async def handled(self) -> None:
        await self._handled.wait()


async def echo(socket: ServerConnection) -> None:
    answer = json.dumps({"picture": "x" * FRAME_BYTES})
    async for _ in socket:
        await socket.send(answer)


async def time_echo(client: Client) -> Taken:
    frames = client.frames
    watch = Stopwatch()
    await client.send(down="petal1")
    await client.has_frames(frames + 1)
    return watch.taken()


async def time_key(host: TellingHost, clients: dict[str, Client], event: KeyDown | KeyUp) -> Taken:
    """Press or release a key as its page would; return the time until all pages are updated."""
    frames = {station: client.frames for station, client in clients.items()}
    kind = "down" if isinstance(event, KeyDown) else "up"
    host.expect_key()
    watch = Stopwatch()
    await clients[event.station].send(**{kind: event.key})
    await host.handled()
    for station in host.has_frame:
        await clients[station].has_frames(frames[station] + 1)
    return watch.taken()


async def play_games(games: int) -> tuple[list[Taken], list[Taken]]:
    """Play games; return the times of all keys, and of the echo after each key."""
    table = Table(services(lambda: bytes(32)), TableState(Preferences(language=Language.ENGLISH)))
    host = TellingHost(table)
    server = WebServer(host, beat=NO_BEAT)
    keys, echoes = [], []
    async with (
        await server.start("127.0.0.1"),
        serve(echo, "127.0.0.1", 0, compression=None, ping_interval=None) as bare,
    ):
        clients = await connect_all(server)
        echo_port = next(iter(bare.sockets)).getsockname()[1]
        echo_client = Client(await connect_to(f"ws://127.0.0.1:{echo_port}"))
        for seed in range(games):
            events = keys_of_a_game(seed)
            session, start = new_play(edition=Edition.SHADOW, players=5), table.now
            table.go_on(session)
            for event in events:
                table.now = start + event.time
                await settle(clients)
                keys.append(await time_key(host, clients, event))
                await settle(clients)
                echoes.append(await time_echo(echo_client))
            assert session.over, "the keys did not play the same game as when they were recorded"
        for client in (*clients.values(), echo_client):
            await client.close()
        assert clients["table"].open_tables > len(keys) / 8, "the open table was not sent"
    return keys, echoes


async def settle(clients: dict[str, Client]) -> None:
    """Wait until every page has all its messages, so that keys and echoes start alike."""
    for client in clients.values():
        await client.settle()


async def connect_all(server: WebServer) -> dict[str, Client]:
    """Connect a page for the table and one for each seat, and return them by station."""
    port = server.port
    paths = {"table": "table"}
    paths |= {f"seat{seat}": token for seat, token in enumerate(server.access.tokens, start=1)}
    return {
        name: Client(await connect_to(f"ws://localhost:{port}/socket/{path}", port))
        for name, path in paths.items()
    }


async def connect_to(address: str, port: int = 0) -> ClientConnection:
    origin = Origin(f"http://localhost:{port}") if port else None
    return await connect(address, origin=origin, compression=None, ping_interval=None)


def draw_for_displays(games: int) -> tuple[list[float], list[float]]:
    """Return the processor time to draw each key's pictures for six displays or pods.

    The first list has the seconds with shared drawing, the second those if each display draws
    its own picture.
    """
    shared, alone = [], []
    for seed in range(games):
        table = Table(
            services(lambda: bytes(32)), TableState(Preferences(language=Language.ENGLISH))
        )
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
    """Return the memory in megabytes after the first games, and after many more."""
    table = Table(services(lambda: bytes(32)), TableState(Preferences(language=Language.ENGLISH)))
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
        while not evening.session.over:
            step(evening, rng)
            await asyncio.sleep(0)  # so that frames go out


def _megabytes() -> float:
    pages = int(Path("/proc/self/statm").read_text("utf-8").split()[1])
    return pages * resource.getpagesize() / 1e6


def shortest(rounds: Sequence[list[Taken]]) -> list[Taken]:
    """Return the shortest time of each key, or of each echo, over several equal rounds."""
    return [
        Taken(min(each.clock for each in same), min(each.processor for each in same))
        for same in zip(*rounds, strict=True)
    ]


def ratio(keys: list[Taken], echoes: list[Taken], *, by: str) -> float:
    """Return how many echoes a key takes on average; `by` is "clock" or "processor"."""
    key, echo = (sum(getattr(one, by) for one in some) for some in (keys, echoes))
    return float(key / echo)


def keep_freed_memory() -> None:
    """Make the C library keep freed memory (the module's docstring says why)."""
    mallopt = ctypes.CDLL(None).mallopt
    if not (mallopt(M_TRIM_THRESHOLD, 1 << 26) and mallopt(M_MMAP_THRESHOLD, 1 << 25)):
        raise OSError("the C library does not support these mallopt options")


def main() -> int:
    keep_freed_memory()
    keep_what_is_loaded()
    rounds = [asyncio.run(play_games(GAMES)) for _ in range(ROUNDS)]
    keys, echoes = (shortest(some) for some in zip(*rounds, strict=True))
    all_keys, all_echoes = (list(chain(*some)) for some in zip(*rounds, strict=True))
    print(
        f"{len(keys)} keys of {GAMES} games, the shortest of {ROUNDS} times each, "
        f"1 table and 5 seats, Python {sys.version.split()[0]}"
    )
    for by in Taken._fields:
        for name, some in {"key to frames": keys, "bare echo": echoes}.items():
            times = [1e3 * getattr(one, by) for one in some]
            p99 = quantiles(times, n=100)[98]
            print(f"  {by:9} {name:13}   mean {fmean(times):6.3f} ms   99 % {p99:6.3f} ms")
    for by in Taken._fields:
        print(f"key / echo of all times by the {by}: {ratio(all_keys, all_echoes, by=by):.2f}")
    shared, alone = map(sum, draw_for_displays(GAMES))
    before, after = asyncio.run(memory_growth())
    return report(
        Goal(
            "echoes per key, by processor time",
            ratio(keys, echoes, by="processor"),
            MOST_ECHOES,
        ),
        Goal("shared drawing, relative to separate drawing", shared / alone, MOST_DRAWN),
        Goal("memory after 5 games", before, MOST_MEGABYTES, "MB"),
        Goal(f"memory growth in {MEMORY_GAMES} more games", after - before, MOST_GROWTH, "MB"),
    )


if __name__ == "__main__":
    sys.exit(main())
