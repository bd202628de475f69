"""Tests of the web server under attack: connection limits, deadlines, descriptors and the log."""

from __future__ import annotations

import asyncio
import logging
import os
import resource
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from socket import create_connection, socket

import pytest

from tests.stations.live_table import LiveTable, ask_http, set_apart
from tests.stations.test_web_server import frame, run, socket_from, table_in_game
from triqueta.stations.web import limits, server
from triqueta.stations.web.limits import (
    BURST_OF_ONE,
    BURST_OF_STRANGERS,
    MOST_GUESTS,
    MOST_LOCAL,
    MOST_OF_ONE,
    MOST_REMEMBERED,
    MOST_STRANGERS,
    ConnectionLimiter,
    ListeningSocket,
    SparseLog,
)

HERE, THERE = "127.0.0.1", "127.0.0.2"


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class TestConnectionLimiter:
    def test_one_address_has_a_limit(self) -> None:
        clock = Clock()
        rooms = ConnectionLimiter(clock)
        assert all(rooms.let_in("10.0.0.1") for _ in range(MOST_OF_ONE))
        clock.now += 60
        assert not rooms.let_in("10.0.0.1")
        assert rooms.let_in("10.0.0.2")
        rooms.leave("10.0.0.1")
        assert rooms.let_in("10.0.0.1")

    def test_all_strangers_share_a_limit_and_known_guests_have_their_own(self) -> None:
        clock = Clock()
        rooms = ConnectionLimiter(clock)
        rooms.welcome("10.0.0.1")
        strangers = [f"10.0.1.{number}" for number in range(MOST_STRANGERS)]
        assert all(map(rooms.let_in, strangers))
        clock.now += 60
        assert not rooms.let_in("10.0.2.1")
        assert rooms.let_in("10.0.0.1")
        assert rooms.let_in(HERE)
        rooms.leave("10.0.1.0")
        assert rooms.let_in("10.0.2.1")

    def test_this_machine_has_its_own_limit(self) -> None:
        rooms = ConnectionLimiter(Clock())
        assert all(rooms.let_in(HERE) for _ in range(MOST_LOCAL))
        assert not rooms.let_in("::1")
        assert rooms.let_in("10.0.0.1")
        rooms.leave(HERE)
        assert rooms.let_in(HERE)

    def test_beyond_the_limit_the_least_recent_guest_is_a_stranger_again(self) -> None:
        clock = Clock()
        rooms = ConnectionLimiter(clock)
        for number in range(MOST_GUESTS + 1):
            rooms.welcome(f"10.0.0.{number}")
        for number in range(MOST_STRANGERS):
            assert rooms.let_in(f"10.0.1.{number}")
        clock.now += 60
        assert not rooms.let_in("10.0.0.0")
        assert rooms.let_in("10.0.0.1")

    def test_repeated_connections_are_slowed_down(self) -> None:
        """Send complete requests in a loop: each connection closes before the next one opens."""
        clock = Clock()
        rooms = ConnectionLimiter(clock)

        def let_in(address: str, tries: int) -> int:
            came = 0
            for _ in range(tries):
                if rooms.let_in(address):
                    rooms.leave(address)
                    came += 1
            return came

        assert BURST_OF_ONE <= let_in("10.0.0.1", 1000) < BURST_OF_ONE + 10
        assert let_in("10.0.0.2", 30) == 30
        clock.now += 1
        assert 8 <= let_in("10.0.0.1", 1000) <= 12
        assert let_in(HERE, 1000) == 1000
        came = sum(let_in(f"10.0.1.{number}", 50) for number in range(100))
        assert came < BURST_OF_STRANGERS + 50
        rooms.welcome("10.0.0.3")
        assert let_in("10.0.0.3", 30) == 30

    def test_addresses_are_forgotten(self) -> None:
        clock = Clock()
        rooms = ConnectionLimiter(clock)
        rooms.welcome("10.0.0.1")
        assert rooms.let_in("10.0.0.2")
        for number in range(3 * MOST_REMEMBERED):
            clock.now += 1
            address = f"10.1.{number // 256}.{number % 256}"
            assert rooms.let_in(address)
            rooms.leave(address)
        assert len(rooms._visitors) <= MOST_REMEMBERED
        assert rooms._visitors["10.0.0.1"].is_guest
        rooms.leave("10.0.0.2")


class Standing:
    """A listening socket with its limiter and a clock that tests move."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.limiter = ConnectionLimiter(self.clock)
        self.step = ListeningSocket(
            self.limiter, SparseLog(logging.getLogger("triqueta.web"), self.clock)
        )
        self.step.bind((HERE, 0))
        self.step.listen(limits.WAITING)
        self.step.setblocking(False)
        self.address = self.step.getsockname()


@pytest.fixture
def standing() -> Iterator[Standing]:
    made = Standing()
    with made.step:
        yield made


def knock(standing: Standing, clients: ExitStack) -> socket:
    return clients.enter_context(create_connection(standing.address, timeout=60))


class TestListeningSocket:
    def test_one_client_is_accepted_per_turn_of_the_loop(self, standing: Standing) -> None:
        with ExitStack() as clients:
            for _ in range(2):
                knock(standing, clients)
            for _ in range(2):
                clients.enter_context(standing.step.accept()[0])
                with pytest.raises(BlockingIOError):
                    standing.step.accept()
            with pytest.raises(BlockingIOError):  # no client is waiting
                standing.step.accept()
            knock(standing, clients)
            clients.enter_context(standing.step.accept()[0])

    def test_a_closed_connection_frees_its_place(
        self, standing: Standing, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(limits, "MOST_LOCAL", 1)
        for _ in range(3):
            with ExitStack() as clients:
                knock(standing, clients)
                inside = standing.step.accept()[0]
                with pytest.raises(BlockingIOError):
                    standing.step.accept()
                refused = knock(standing, clients)
                with pytest.raises(BlockingIOError):
                    standing.step.accept()
                assert hears_the_end(refused)
                inside.close()
                inside.close()  # counts once

    def test_without_descriptors_clients_are_refused_and_the_log_stays_short(
        self, standing: Standing, caplog: pytest.LogCaptureFixture
    ) -> None:
        with ExitStack() as clients:
            knocking = [knock(standing, clients) for _ in range(5)]
            with no_descriptor_left():
                for _ in range(2):
                    with pytest.raises(BlockingIOError):
                        standing.step.accept()
            assert all(map(hears_the_end, knocking))
            assert len(caplog.records) == 1
            knock(standing, clients)
            clients.enter_context(standing.step.accept()[0])


def hears_the_end(client: socket) -> bool:
    try:
        return client.recv(1) == b""
    except ConnectionResetError:
        return True


@contextmanager
def no_descriptor_left() -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    lowest_free = os.open(os.devnull, os.O_RDONLY)
    os.close(lowest_free)
    resource.setrlimit(resource.RLIMIT_NOFILE, (lowest_free, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture
def live(monkeypatch: pytest.MonkeyPatch) -> Iterator[LiveTable]:
    """A table in a network that gives clients unlimited time for their requests."""
    set_apart(monkeypatch)
    monkeypatch.setattr(server, "SECONDS_TO_ASK", 3600.0)
    with LiveTable(table_in_game) as table:
        yield table


class Flood:
    """Many connections that send nothing."""

    def __init__(self, live: LiveTable) -> None:
        self._port = live.server.port
        self._writers: list[asyncio.StreamWriter] = []
        self._ends: set[asyncio.Task[None]] = set()

    async def pour(self, source: str, many: int) -> None:
        for _ in range(many):
            reader, writer = await asyncio.open_connection(
                HERE, self._port, local_addr=(source, 0)
            )
            self._writers.append(writer)
            self._ends.add(asyncio.create_task(_end_of(reader)))

    async def turned_away(self, many: int) -> None:
        """Wait until `many` connections have been closed, and check that the rest are open."""
        open_ones = self._ends
        while len(self._ends) - len(open_ones) < many:
            _, open_ones = await asyncio.wait(open_ones, return_when=asyncio.FIRST_COMPLETED)
        assert len(self._ends) - len(open_ones) == many

    async def end(self) -> None:
        for writer in self._writers:
            writer.transport.abort()
        await asyncio.gather(*self._ends)


async def _end_of(reader: asyncio.StreamReader) -> None:
    with suppress(ConnectionError):
        await reader.read(1)


def under_attack(live: LiveTable, test: Callable[[Flood], Awaitable[None]]) -> None:
    async def attacked() -> None:
        flood = Flood(live)
        try:
            await test(flood)
        finally:
            await flood.end()

    run(attacked)


class TestFloods:
    def test_one_address_uses_up_only_its_own_limit(
        self, live: LiveTable, caplog: pytest.LogCaptureFixture
    ) -> None:
        request = f"GET /table.js HTTP/1.1\r\nHost: {HERE}:{live.server.port}\r\n\r\n"

        async def test(flood: Flood) -> None:
            async with socket_from(live, HERE, "table") as table:
                await flood.pour(THERE, MOST_OF_ONE + 50)
                await flood.turned_away(50)
                for source in (HERE, "127.0.0.3"):
                    page = await ask_http(live.server.port, request, source=source)
                    assert page.startswith(b"HTTP/1.1 200 ")
                await table.send('{"down": "petal1"}')
                while "take the device" not in str((await frame(table))["words"]):
                    pass

        under_attack(live, test)
        (record,) = caplog.records
        assert record.message == "connections are refused, the last one from 127.0.0.2"

    def test_players_can_reconnect_during_a_flood_from_everywhere(self, live: LiveTable) -> None:
        phone, token = "127.0.0.3", live.server.access.tokens[0]

        async def test(flood: Flood) -> None:
            async with socket_from(live, phone, token) as seat:
                await frame(seat)
            poured = 0
            for source in ("127.0.1.1", "127.0.1.2", "127.0.1.3", "127.0.1.4"):
                await flood.pour(source, MOST_OF_ONE)
                poured += MOST_OF_ONE
            await flood.turned_away(poured - MOST_STRANGERS)
            await flood.pour("127.0.1.9", 1)  # another stranger is refused
            await flood.turned_away(poured - MOST_STRANGERS + 1)
            async with socket_from(live, phone, token) as seat:
                await frame(seat)
            async with socket_from(live, HERE, "table") as table:
                await frame(table)

        under_attack(live, test)

    def test_a_flood_on_this_machine_ends_as_well(
        self, live: LiveTable, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(limits, "MOST_LOCAL", 10)

        async def test(flood: Flood) -> None:
            async with socket_from(live, HERE, "table") as table:
                await frame(table)
                await flood.pour(HERE, 50)
                await flood.turned_away(41)
                await table.send('{"down": "petal1"}')
                while "take the device" not in str((await frame(table))["words"]):
                    pass

        under_attack(live, test)


class TestDeadline:
    @pytest.mark.parametrize("letter", ["", "x", "GET / HTTP/1.1\r\nX: "])
    def test_a_client_without_a_request_in_time_is_closed(
        self, monkeypatch: pytest.MonkeyPatch, letter: str
    ) -> None:
        """Send nothing, or a letter now and then: the deadline is for the whole request."""
        monkeypatch.setattr(server, "SECONDS_TO_ASK", 0.1)
        with LiveTable(table_in_game) as live:

            async def test() -> None:
                reader, writer = await asyncio.open_connection(HERE, live.server.port)
                end = asyncio.create_task(_end_of(reader))
                writer.write(letter.encode())
                while not end.done():
                    if letter:
                        writer.write(b"x")
                    await asyncio.wait([end], timeout=0.01)
                writer.transport.abort()

            run(test)
