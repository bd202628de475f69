"""The web server against clients that are not our pages: doors, limits, garbage."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from random import Random

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.rules.knowledge import Witness, exchange_unknown
from tests.rules.tables import NAMES
from tests.stations.live_table import LiveTable
from tests.table.autopilot import finish
from tests.table.evening import Evening, new_play
from tests.table.world import world
from triqueta.games.triqueta.play import TriquetaPlay
from triqueta.games.triqueta.rules import Edition, Proof, Setup, deal
from triqueta.runtime.host import Host
from triqueta.screens.phrases import Language
from triqueta.stations.web.access import Access, is_loopback
from triqueta.stations.web.messages import MessageError, read_message
from triqueta.stations.web.server import MOST_PAGES, WebServer
from triqueta.table.events import Event
from triqueta.table.kept import Kept
from triqueta.table.memory import Memory
from triqueta.table.table import Table


def table_in_game(time: float) -> Table:
    table = Table(world(), Kept(Memory(language=Language.ENGLISH)), time=time)
    table.go_on(new_play())
    return table


@pytest.fixture
def live() -> Iterator[LiveTable]:
    with LiveTable(table_in_game) as table:
        yield table


def socket(live: LiveTable, name: str, **headers: str) -> connect:
    address = f"ws://localhost:{live.server.port}/socket/{name}"
    origin = headers.pop("origin", live.address)
    return connect(address, origin=origin, additional_headers=headers)  # type: ignore[arg-type]


def run(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 60))  # type: ignore[arg-type]


async def frame(client: ClientConnection) -> dict[str, object]:
    """The next frame, past any heartbeats."""
    while True:
        news = json.loads(await client.recv())
        if "picture" in news:
            return dict(news)


async def closed(client: ClientConnection) -> int | None:
    """Read until the other side closes; its code."""
    try:
        while True:
            await client.recv()
    except ConnectionClosed as error:
        return error.rcvd.code if error.rcvd else None


class TestDoors:
    @pytest.mark.parametrize("origin", ["http://evil.example", "http://localhost:1", "null"])
    def test_a_socket_from_another_site_is_refused(self, live: LiveTable, origin: str) -> None:
        async def test() -> None:
            for name in ("table", live.server.access.tokens[0]):
                with pytest.raises(InvalidStatus) as caught:
                    async with socket(live, name, origin=origin):
                        pass
                assert caught.value.response.status_code == 403

        run(test)

    def test_a_foreign_host_name_is_refused(self, live: LiveTable) -> None:
        reader = _http(live, "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")
        assert reader.startswith(b"HTTP/1.1 421 ")
        right = _http(live, f"GET / HTTP/1.1\r\nHost: localhost:{live.server.port}\r\n\r\n")
        assert right.startswith(b"HTTP/1.1 200 ")
        assert b"Content-Security-Policy" in right

    def test_odd_headers_are_refused_like_foreign_ones(self, live: LiveTable) -> None:
        host = f"Host: localhost:{live.server.port}\r\n"
        assert _http(live, f"GET / HTTP/1.1\r\n{host}{host}\r\n").startswith(b"HTTP/1.1 421 ")
        upgrade = (
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        )
        for origin in ("Origin: http://[\r\n", f"Origin: {live.address}\r\n" * 2, ""):
            request = f"GET /socket/table HTTP/1.1\r\n{host}{upgrade}{origin}\r\n"
            assert _http(live, request).startswith(b"HTTP/1.1 403 ")

    def test_no_seat_without_its_token(self, live: LiveTable) -> None:
        async def test() -> None:
            for name in ("", "seat1", "A" * 24, live.server.access.tokens[0][:-1], "é"):
                with pytest.raises(InvalidStatus) as caught:
                    async with socket(live, name):
                        pass
                assert caught.value.response.status_code == 403

        run(test)

    def test_a_page_without_a_valid_token(self, live: LiveTable) -> None:
        answer = _http(
            live, f"GET /S/WRONG HTTP/1.1\r\nHost: localhost:{live.server.port}\r\n\r\n"
        )
        assert answer.startswith(b"HTTP/1.1 404 ")
        assert b"no longer valid" in answer

    def test_the_table_page_is_for_this_machine_only(self) -> None:
        for address in ("127.0.0.1", "::1", "127.9.9.9", "::ffff:127.0.0.1"):
            assert is_loopback(address)
        for address in ("192.168.1.5", "10.0.0.1", "::ffff:10.0.0.1", "fe80::1%eth0", "x"):
            assert not is_loopback(address)

    def test_a_machine_of_the_network_gets_no_table_page(self, live: LiveTable) -> None:
        class Elsewhere:
            remote_address = ("192.168.1.5", 50000)

        page = live.ask(lambda _: live.server._table_page(Elsewhere()))  # type: ignore[arg-type]
        assert page.status_code == 403
        assert live.ask(lambda _: live.server._station_of(Elsewhere(), "/socket/table")) is None  # type: ignore[arg-type]

    def test_tokens_are_long_and_all_different(self) -> None:
        tokens = [token for n in range(20) for token in Access([], 80, bytes([n])).tokens]
        assert len(set(tokens)) == 100
        assert all(len(token) == 24 for token in tokens)


def _http(live: LiveTable, request: str) -> bytes:
    async def ask() -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", live.server.port)
        writer.write(request.encode())
        answer = await reader.read()
        writer.close()
        return answer

    return asyncio.run(asyncio.wait_for(ask(), 10))


class TestMessages:
    @pytest.mark.parametrize(
        "text",
        [
            "",
            "x",
            "[]",
            "{}",
            '{"down": 1}',
            '{"down": "petal9"}',
            '{"down": "petal1", "up": "petal1"}',
            '{"name": 5}',
            '{"name": "' + "x" * 50 + '"}',
            '{"take": 1}',
            "[" * 150,
            b"\xff\xfe",
        ],
    )
    def test_garbage_is_no_message(self, text: str | bytes) -> None:
        with pytest.raises(MessageError):
            read_message(text)

    def test_garbage_ends_its_own_connection_only(self, live: LiveTable) -> None:
        async def test() -> None:
            async with socket(live, "table") as good:
                before = await frame(good)
                for bad in ("garbage", b"\x00" * 50, "x" * 10_000):
                    async with socket(live, live.server.access.tokens[1]) as client:
                        await client.send(bad)
                        await closed(client)
                await good.send('{"down": "petal1"}')
                after = await frame(good)
                assert after["words"] != before["words"]

        run(test)

    def test_a_key_held_by_a_page_that_goes_is_let_go(self, live: LiveTable) -> None:
        async def test() -> None:
            async with socket(live, "table") as client:
                await client.send('{"down": "petal1"}')
                await client.send('{"up": "petal1"}')
                await client.send('{"down": "soft2"}')
                while "Only for" not in str((await frame(client))["words"]):
                    pass
            for _ in range(100):
                if not live.ask(lambda table: table.stations["table"].looking):
                    return
                await asyncio.sleep(0.02)
            raise AssertionError("still looking")

        run(test)

    def test_too_many_pages_are_refused_and_the_game_goes_on(self, live: LiveTable) -> None:
        async def test() -> None:
            clients = [await socket(live, "table") for _ in range(MOST_PAGES[True])]
            for number in range(1000):
                if number % 50 == 0:
                    await clients[0].send('{"alive": true}')
                with pytest.raises(InvalidStatus, match="503"):
                    await socket(live, "table")
            await clients[0].send('{"down": "petal1"}')
            while "take the device" not in str((await frame(clients[0]))["words"]):
                pass
            for client in clients:
                client.transport.abort()

        run(test)


class TestSeats:
    def test_a_second_phone_takes_over_after_a_question(self, live: LiveTable) -> None:
        token = live.server.access.tokens[0]

        async def test() -> None:
            async with socket(live, token) as first:
                await frame(first)
                async with socket(live, token) as second:
                    while "taken" not in str(await second.recv()):
                        pass
                    await second.send('{"down": "petal1"}')  # not before the answer
                    await second.send('{"take": true}')
                    await frame(second)
                    assert await closed(first) == 4001
                    assert live.ask(lambda table: table.has_station(0))
                    assert (
                        live.ask(lambda table: table.play._game.moves if table.play else None)
                        == []
                    )

        run(test)

    def test_a_third_phone_has_to_ask_too_while_the_first_is_slow_to_go(
        self, live: LiveTable
    ) -> None:
        token = live.server.access.tokens[0]

        async def test() -> None:
            first = await socket(live, token)
            await frame(first)
            first.transport.pause_reading()  # a phone that answers no more
            async with socket(live, token) as second, socket(live, token) as third:
                await second.send('{"take": true}')
                await frame(second)
                while True:
                    news = json.loads(await third.recv())
                    assert "picture" not in news
                    if news.get("taken"):
                        break
            first.transport.abort()

        run(test)

    def test_one_seat_cannot_use_up_all_connections(self, live: LiveTable) -> None:
        async def test() -> None:
            token = live.server.access.tokens[0]
            silent = [await socket(live, token) for _ in range(MOST_PAGES[False])]
            with pytest.raises(InvalidStatus, match="503"):
                await socket(live, token)
            async with socket(live, "table") as table:
                await frame(table)
            for client in silent:
                await client.close()

        run(test)

    def test_garbage_in_answer_to_the_question_takes_nothing_over(self, live: LiveTable) -> None:
        token = live.server.access.tokens[0]

        async def test() -> None:
            async with socket(live, token) as first:
                await frame(first)
                async with socket(live, token) as second:
                    await second.recv()
                    await second.send("garbage")
                    assert await closed(second) == 4002
                await first.send('{"down": "petal1"}')
                while "Which row" not in str((await frame(first))["words"]):
                    pass

        run(test)

    def test_the_table_says_who_is_away_and_the_secret_is_gone(self, live: LiveTable) -> None:
        async def test() -> None:
            async with socket(live, "table") as table:
                async with socket(live, live.server.access.tokens[0]) as seat:
                    await frame(seat)
                    await seat.send('{"down": "petal1"}')
                    own = await frame(seat)
                    while "Which row" not in str(own["words"]):
                        own = await frame(seat)
                secret = next(line for line in str(own["words"]).splitlines() if "you:" in line)
                seen = [await frame(table)]
                while "Ana's display is away" not in str(seen[-1]["words"]):
                    seen.append(await frame(table))
                assert not any(secret in str(news["words"]) for news in seen)
                assert own["picture"] not in [news["picture"] for news in seen]

        run(test)

    def test_a_typed_name_is_offered_in_the_set_up(self) -> None:
        def new_table(time: float) -> Table:
            return Table(
                world(lambda: bytes(32)), Kept(Memory(language=Language.ENGLISH)), time=time
            )

        with LiveTable(new_table) as live:

            async def test() -> None:
                async with socket(live, live.server.access.tokens[0]) as seat:
                    await frame(seat)
                    await seat.send('{"name": " Zo\\u00e9  "}')
                    while "Welcome, Zoé" not in str((await frame(seat))["words"]):
                        pass
                    await seat.send('{"name": "WWWWWWWWWWWW"}')
                    while "does not fit" not in str((await frame(seat))["words"]):
                        pass
                async with socket(live, "table") as table:
                    await table.send('{"down": "petal3"}')
                    while "Zoé" not in str((await frame(table))["words"]):
                        pass

            run(test)


def traffic_of_seat(setup: Setup, events: list[Event], seat: int) -> list[str]:
    """All that goes over one seat's socket while an evening is played again."""

    async def play_again() -> list[str]:
        table = Table(world(), Kept(Memory(language=Language.ENGLISH)))
        table.go_on(TriquetaPlay(setup, Proof.of(bytes(32), "")))
        now = 0.0
        host = Host(table, clock=lambda: now)
        server = WebServer(host, 0, beat=3600)
        listening = await server.start("127.0.0.1")
        port = next(iter(listening.sockets)).getsockname()[1]
        server.use_port(port)
        address = f"ws://localhost:{port}/socket/{server.access.tokens[seat]}"
        got: list[str] = []
        async with connect(address, origin=f"http://localhost:{port}") as client:  # type: ignore[arg-type]
            for event in events:
                now = event.time
                host.handle(event)
                await (await client.ping())
                while True:
                    try:
                        got.append(str(await asyncio.wait_for(client.recv(), 0.002)))
                    except TimeoutError:
                        break
        listening.close()
        return got

    return asyncio.run(play_again())


def test_secrecy_on_the_wire() -> None:
    """One seat's traffic over a whole game is the same to the byte with other unknown tiles."""
    rng = Random(5)
    setup = Setup(Edition.SHADOW, NAMES[:3], 0, deal(rng.randbytes(32), Edition.SHADOW, 3, ""))
    events: list[Event] = []
    evening = Evening(interrupted=TriquetaPlay(setup, Proof.of(bytes(32), "")), seats=[1])
    evening.press("petal1")
    handle = evening.table.handle
    evening.table.handle = lambda event: (events.append(event), handle(event))[1]  # type: ignore[method-assign]
    finish(evening, rng)
    witness = Witness(setup)
    for move in evening.play._game.moves:
        witness.play(move)
    other = exchange_unknown(setup, witness.known_to(1), rng)
    assert other != setup
    traffic = traffic_of_seat(setup, events, 1)
    assert len(traffic) > 100
    assert traffic == traffic_of_seat(other, events, 1)
