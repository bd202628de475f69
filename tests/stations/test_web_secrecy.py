"""Test promise 1 on a web server: a socket's bytes depend only on what its viewers may know.

One server has a table page, a spectator's page, the pages of two seats, a page whose seat is taken
over during the game, and a page that asks for a seat and gets no answer. The tiles that the
viewers of one socket do not know are exchanged, and the same keys are pressed again. Every byte
that this socket gets has to be the same. Heartbeats are off, so that they cannot make a
difference.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from tests.games.every_game import TESTED, Tested, guests
from tests.profiles import first
from tests.table.autopilot import step
from tests.table.evening import Evening, NotedEvening
from tests.table.test_secrecy import look_around
from triqueta.runtime.host import Host
from triqueta.stations.web.server import TAKEN_OVER, WebServer
from triqueta.table.events import Event
from triqueta.table.session import AnySession

SEATS = (0, 1)
TABLE, OLD, NEW, OTHER, ASKING = "table", "old page", "new page", "other seat", "asking page"
WATCHING = "watching page"
STEPS = 90  # keys, about half of a game


class Phone:
    """A page's socket, and all messages that it received."""

    def __init__(self, client: ClientConnection) -> None:
        self.client = client
        self.got: list[str | bytes] = []
        self._task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        try:
            while True:
                self.got.append(await self.client.recv())
        except ConnectionClosed as end:
            self.got.append(f"closed: {end.rcvd.code if end.rcvd else None}")

    async def heard(self, text: str) -> None:
        while not any(text in str(news) for news in self.got):
            await asyncio.sleep(0)

    async def end(self) -> None:
        await self.client.close()
        await self._task


@dataclass
class Wires:
    """The messages of every socket, and the entries until the take-over and until the end."""

    traffic: dict[str, list[str | bytes]] = field(default_factory=dict)
    entries: dict[str, Sequence[str]] = field(default_factory=dict)


class Server:
    """A table in a game, its web server and the connected pages."""

    def __init__(self, begun: AnySession, stack: AsyncExitStack) -> None:
        self.now = 0.0
        self._begun = begun
        self.table = Evening(interrupted=begun).table
        self.host = Host(self.table, clock=lambda: self.now)
        self.table.seat_key = b"key"
        numbers = count(1)
        self.server = WebServer(
            self.host, beat=3600, new_session=lambda: f"session {next(numbers)}"
        )
        self.phones: dict[str, Phone] = {}
        self._stack = stack

    async def start(self) -> None:
        await self._stack.enter_async_context(await self.server.start("127.0.0.1"))

    async def open(self, name: str, path: str) -> Phone:
        address = f"127.0.0.1:{self.server.port}"
        client = await connect(f"ws://{address}/socket/{path}", origin=Origin(f"http://{address}"))
        phone = self.phones[name] = Phone(client)
        self._stack.push_async_callback(phone.end)
        await phone.heard("beat")
        return phone

    async def play(self, events: Sequence[Event]) -> list[str]:
        """Handle events, each after the messages of the previous one have been sent."""
        for event in events:
            self.now = event.time
            self.host.handle(event)
            for phone in self.phones.values():
                await self.settle(phone)
        return list(self._begun.entries)

    async def settle(self, phone: Phone) -> None:
        with suppress(ConnectionClosed):  # the page whose seat was taken over
            await (await phone.client.ping())


def wires(begun: AnySession, events: Sequence[Event]) -> Wires:
    """Play these events, with a seat taken over in the middle, and return the messages."""

    async def play() -> Wires:
        seen = Wires()
        async with AsyncExitStack() as stack:
            at = Server(begun, stack)
            await at.start()
            tokens = at.server.access.tokens
            await at.open(TABLE, "table")
            await (await at.open(WATCHING, "watch")).heard("open")
            await at.open(OLD, tokens[0])
            await at.open(OTHER, tokens[1])
            for name in (TABLE, OLD, OTHER):
                await at.phones[name].heard("picture")
            half = len(events) // 2
            seen.entries[OLD] = await at.play(events[:half])
            await (await at.open(ASKING, tokens[1])).heard("taken")
            new = await at.open(NEW, tokens[0])
            await new.heard("taken")
            await new.client.send('{"take": true}')
            await new.heard("picture")
            after_a_glance = [replace(event, time=event.time + 1.0) for event in events[half:]]
            seen.entries[NEW] = await at.play(after_a_glance)
            await asyncio.sleep(0)  # so that the last messages are recorded
            seen.traffic = {name: list(phone.got) for name, phone in at.phones.items()}
        return seen

    return asyncio.run(asyncio.wait_for(play(), 120))


@pytest.fixture(scope="module", params=["triqueta", "zatre", "ettana"])
def tested(request: pytest.FixtureRequest) -> Iterator[Tested]:
    with guests():
        yield TESTED[request.param]


@pytest.fixture(scope="module")
def evening(tested: Tested) -> NotedEvening:
    rng, recorder = Random(7), NotedEvening(tested.play(2, seed=7), SEATS)
    recorder.press("petal1")
    steps = STEPS * tested.keys_to_a_move
    for number in range(steps):
        step(recorder, rng)
        if number == steps // 4:
            look_around(recorder, rng)
    return recorder


@pytest.fixture(scope="module")
def seen(tested: Tested, evening: NotedEvening) -> Wires:
    return wires(tested.play(2, seed=7), evening.events)


@pytest.mark.parametrize("socket", first([NEW, TABLE, WATCHING, OLD, OTHER, ASKING], 2))
def test_no_socket_gets_what_its_viewers_must_not_know(
    tested: Tested, evening: NotedEvening, seen: Wires, socket: str
) -> None:
    at_the_take_over, at_the_end = seen.entries[OLD], seen.entries[NEW]
    known: dict[str, tuple[Sequence[str], int | None]] = {
        TABLE: (at_the_end, None),
        WATCHING: (at_the_end, None),
        OLD: (at_the_take_over, 0),  # nothing after the take-over
        NEW: (at_the_end, 0),
        OTHER: (at_the_end, 1),
        ASKING: ((), None),  # not even the open table
    }
    play = tested.play(2, seed=7)
    other = tested.exchanged(play, *known[socket])
    assert other.document() != play.document()
    again = wires(other, evening.events)
    assert again.traffic[socket] == seen.traffic[socket]


@pytest.mark.full
def test_the_sockets_did_carry_secrets(tested: Tested, evening: NotedEvening, seen: Wires) -> None:
    """Otherwise the comparison of the other test would prove nothing."""
    assert 10 < len(seen.entries[OLD]) < len(seen.entries[NEW]) - 10
    assert seen.traffic[OLD][-1] == f"closed: {TAKEN_OVER}"
    assert len(seen.traffic[ASKING]) == 2
    again = wires(tested.exchanged(tested.play(2, seed=7), (), None), evening.events)
    for socket in (TABLE, WATCHING, OLD, NEW, OTHER):
        assert len(seen.traffic[socket]) > 20
        assert again.traffic[socket] != seen.traffic[socket]
