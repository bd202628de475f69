"""Tests of the web server with clients that are not our pages: access, limits and garbage."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from functools import partial
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from tests.games.triqueta.rules.knowledge import Witness, exchange_unknown
from tests.games.triqueta.rules.tables import NAMES
from tests.stations.live_table import NO_BEAT, LiveTable, arrived, ask_http, set_apart
from tests.table.autopilot import finish
from tests.table.evening import Evening, new_play, play_at
from tests.table.services import services
from triqueta.games.triqueta.rules import Edition, Game, Proof, Setup, deal
from triqueta.games.triqueta.session import TriquetaSession
from triqueta.runtime.host import Host
from triqueta.screens.frame import Frame, Light
from triqueta.screens.phrases import Language
from triqueta.stations.web import routes
from triqueta.stations.web.access import Access, is_loopback
from triqueta.stations.web.messages import MessageError, read_message
from triqueta.stations.web.server import MOST_SEAT_PAGES, MOST_TABLE_PAGES, WebServer
from triqueta.table.events import Event
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table


def table_in_game(time: float) -> Table:
    table = Table(services(), TableState(Preferences(language=Language.ENGLISH)), time=time)
    table.go_on(new_play())
    return table


@pytest.fixture
def live() -> Iterator[LiveTable]:
    with LiveTable(table_in_game) as table:
        yield table


@pytest.fixture
def live_with_bench() -> Iterator[LiveTable]:
    with LiveTable(table_in_game, bench=IdleBench()) as table:
        yield table


def socket(live: LiveTable, name: str, **headers: str) -> connect:
    address = f"ws://localhost:{live.server.port}/socket/{name}"
    origin = Origin(headers.pop("origin", live.address))
    return connect(address, origin=origin, additional_headers=headers)


def socket_from(live: LiveTable, source: str, name: str) -> connect:
    address = f"127.0.0.1:{live.server.port}"
    return connect(
        f"ws://{address}/socket/{name}",
        origin=Origin(f"http://{address}"),
        local_addr=(source, 0),
    )


def run(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 60))


def mode_of(frame: dict[str, Any]) -> str | None:
    """Return what the player does on the page in colour that came with a frame."""
    mine = frame["mine"]
    return mine["mode"] if isinstance(mine, dict) else None


async def frame(client: ClientConnection) -> dict[str, Any]:
    """Return the next frame, skipping heartbeats."""
    return await news(client, "picture")


async def news(client: ClientConnection, kind: str) -> dict[str, object]:
    """Return the next message that has the key `kind`."""
    while True:
        message = json.loads(await client.recv())
        if kind in message:
            return dict(message)


async def closed(client: ClientConnection) -> int | None:
    """Read until the other side closes the connection, and return its closing code."""
    try:
        while True:
            await client.recv()
    except ConnectionClosed as error:
        return error.rcvd.code if error.rcvd else None


class TestAccess:
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

    def test_a_machine_of_the_network_gets_only_seats(
        self, live_with_bench: LiveTable, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        live = live_with_bench
        set_apart(monkeypatch)
        seat = live.server.access.tokens[0]

        async def status(source: str, path: str) -> bytes:
            request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{live.server.port}\r\n\r\n"
            return (await ask_http(live.server.port, request, source=source))[9:12]

        async def test() -> None:
            for path, elsewhere in {"/": b"403", "/pods": b"404", f"/S/{seat}": b"200"}.items():
                assert await status("127.0.0.1", path) == b"200"
                assert await status("127.0.0.2", path) == elsewhere
            for name, is_open in {"table": False, "pods": False, seat: True}.items():
                async with socket_from(live, "127.0.0.1", name) as here:
                    await here.recv()
                if is_open:
                    async with socket_from(live, "127.0.0.2", name) as there:
                        await there.recv()
                else:
                    with pytest.raises(InvalidStatus, match="403"):
                        await socket_from(live, "127.0.0.2", name)

        run(test)

    def test_without_simulated_pods_there_is_no_page_of_them(self, live: LiveTable) -> None:
        request = f"GET /pods HTTP/1.1\r\nHost: localhost:{live.server.port}\r\n\r\n"
        assert _http(live, request).startswith(b"HTTP/1.1 404 ")

    def test_every_letter_of_a_token_counts(self, live: LiveTable) -> None:
        access = live.server.access
        for seat, token in enumerate(access.tokens):
            assert access.seat_of(token) == seat
            for place, letter in enumerate(token):
                other = "A" if letter != "A" else "B"
                assert access.seat_of(token[:place] + other + token[place + 1 :]) is None
            assert access.seat_of(token[:12]) is None
            assert access.seat_of(token + "A") is None

    def test_a_token_with_another_last_letter_opens_nothing(self, live: LiveTable) -> None:
        token = live.server.access.tokens[0]
        near = token[:-1] + ("A" if token[-1] != "A" else "B")
        rest = f" HTTP/1.1\r\nHost: localhost:{live.server.port}\r\n\r\n"
        assert _http(live, f"GET /S/{token}{rest}").startswith(b"HTTP/1.1 200 ")
        assert _http(live, f"GET /S/{near}{rest}").startswith(b"HTTP/1.1 404 ")

        async def test() -> None:
            with pytest.raises(InvalidStatus, match="403"):
                await socket(live, near)

        run(test)

    def test_tokens_are_long_and_all_different(self) -> None:
        tokens = [token for n in range(20) for token in Access(partial(bytes, [n])).tokens]
        assert len(set(tokens)) == 100
        assert all(len(token) == 24 for token in tokens)


class IdleBench:
    """A bench of simulated pods that sends no screens and ignores keys."""

    async def send_screens(self, connection: ServerConnection) -> None:
        await connection.send("{}")
        await connection.wait_closed()

    async def read_keys(self, connection: ServerConnection) -> None:
        await connection.wait_closed()


class TestAddresses:
    """Tests that a browser can use any address that it reached the table at, even a new one."""

    def test_any_address_of_this_machine_that_was_reached(self) -> None:
        with LiveTable(table_in_game, listen_at="0.0.0.0") as live:  # noqa: S104
            port = live.server.port
            page = f"/S/{live.server.access.tokens[0]}"

            def answer(host: str, reached: str) -> bytes:
                request = f"GET {page} HTTP/1.1\r\nHost: {host}\r\n\r\n"
                asked = ask_http(port, request, address=reached)
                return asyncio.run(asyncio.wait_for(asked, 60))[9:12]

            assert answer(f"127.0.0.5:{port}", "127.0.0.5") == b"200"
            assert answer(f"LOCALHOST:{port}", "127.0.0.5") == b"200"
            for host in (
                f"127.0.0.6:{port}",  # another address
                "127.0.0.5",  # another port
                f"127.0.0.5.evil.example:{port}",
                f"evil.example:{port}",
                f"evil.example@127.0.0.5:{port}",
                "",
            ):
                assert answer(host, "127.0.0.5") == b"421", host

    def test_port_80_is_left_out_by_browsers(self) -> None:
        access = Access(lambda: b"key")
        assert access.knows_host("192.168.1.5", ("192.168.1.5", 80))
        assert not access.knows_host("192.168.1.5", ("192.168.1.5", 8080))

    def test_an_origin_has_to_be_the_whole_host(self) -> None:
        """A host name that only begins or ends with the right one is refused."""
        access = Access(lambda: b"key")
        for host in ("192.168.1.5", "192.168.1.5:8080", "localhost:8080"):
            assert access.knows_origin(f"http://{host}", host)
            assert access.knows_origin(f"https://{host.upper()}", host)
            for other in (f"{host}0", f"{host}.evil.example", f"evil.example.{host}", host[:-1]):
                assert not access.knows_origin(f"http://{other}", host), other
            assert not access.knows_origin(host, host)
            assert not access.knows_origin(None, host)


def _http(live: LiveTable, *pieces: str) -> bytes:
    return asyncio.run(asyncio.wait_for(ask_http(live.server.port, *pieces), 60))


class TestMethods:
    """Tests that pages accept GET and HEAD only."""

    @pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "BREW"])
    @pytest.mark.parametrize("path", ["/", "/table.js", "/socket/table", "/nothing"])
    def test_other_methods_are_not_allowed(self, live: LiveTable, method: str, path: str) -> None:
        line = f"{method} {path} HTTP/1.1\r\nHost: localhost:{live.server.port}\r\n"
        for rest in ("\r\n", "Content-Length: 5\r\n\r\nhello"):
            answer = _http(live, line + rest)
            assert answer.startswith(b"HTTP/1.1 405 ")
            assert b"\r\nAllow: GET, HEAD\r\n" in answer

    def test_the_method_can_arrive_letter_by_letter(self, live: LiveTable) -> None:
        rest = f" / HTTP/1.1\r\nHost: localhost:{live.server.port}\r\n\r\n"
        assert _http(live, *"PATCH", *rest).startswith(b"HTTP/1.1 405 ")
        assert _http(live, *"GET", *rest).startswith(b"HTTP/1.1 200 ")

    @pytest.mark.parametrize("path", ["/", "/page.css", "/S/WRONG", "/nothing"])
    def test_head_gets_the_same_as_get_without_the_body(self, live: LiveTable, path: str) -> None:
        rest = f" {path} HTTP/1.1\r\nHost: localhost:{live.server.port}\r\n\r\n"
        whole, head = _http(live, "GET" + rest), _http(live, "HEAD" + rest)
        start, _, body = whole.partition(b"\r\n\r\n")
        assert body
        assert head == start + b"\r\n\r\n"

    def test_a_socket_is_not_opened_by_head(self, live: LiveTable) -> None:
        request = (
            f"HEAD /socket/table HTTP/1.1\r\nHost: localhost:{live.server.port}\r\n"
            f"Origin: {live.address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        assert _http(live, request).startswith(b"HTTP/1.1 405 ")


class TestFaults:
    """Tests that the log has the program's faults, but no seat's code."""

    def test_a_fault_is_logged_once_a_minute_without_its_words(
        self,
        live: LiveTable,
        caplog: pytest.LogCaptureFixture,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        token = live.server.access.tokens[0]

        def fail(*_: object) -> None:
            raise RuntimeError(f"/S/{token}")

        monkeypatch.setattr(live.host, "down", fail)

        async def press() -> None:
            async with socket(live, token) as client:
                await client.send('{"down": "petal1"}')
                assert await closed(client) == 1011

        for _ in range(5):
            run(press)
        (line,) = _lines(caplog)
        assert line.startswith("a page's connection failed: RuntimeError at server.py:")
        assert token not in caplog.text
        live.pass_time(60)
        run(press)
        assert _lines(caplog)[1:] == [f"{line} (4 more since the last line)"]

    def test_a_fault_while_a_page_goes_is_logged_too(
        self,
        live: LiveTable,
        caplog: pytest.LogCaptureFixture,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        let_go = threading.Event()

        def fail(*_: object) -> None:
            let_go.set()
            raise KeyError("soft2")

        monkeypatch.setattr(live.host, "up", fail)

        async def test() -> None:
            async with socket(live, "table") as client:
                await client.send('{"down": "soft2"}')
                await (await client.ping())

        run(test)
        assert let_go.wait(60)
        live.run(_nothing_left_to_do())
        (line,) = _lines(caplog)
        assert line.startswith("a page's connection failed: KeyError at ")

    def test_a_request_that_fails_is_logged_too(
        self, live: LiveTable, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*_: object) -> None:
            raise OSError("/S/SECRET")

        monkeypatch.setattr(routes, "page_answer", fail)
        request = f"GET / HTTP/1.1\r\nHost: localhost:{live.server.port}\r\n\r\n"
        for _ in range(3):
            assert _http(live, request).startswith(b"HTTP/1.1 500 ")
        (line,) = _lines(caplog)
        assert line.startswith("a request failed: OSError at server.py:")
        assert "SECRET" not in caplog.text

    def test_a_page_that_closes_normally_is_not_a_fault(
        self, live: LiveTable, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def test() -> None:
            async with socket(live, "table") as client:
                await client.send("garbage")
                await closed(client)
            async with socket(live, "table") as client:
                client.transport.abort()
            async with socket(live, "table") as client:
                await frame(client)

        run(test)
        live.run(_nothing_left_to_do())
        assert _lines(caplog) == []


def _lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.message for record in caplog.records if record.name.startswith("triqueta")]


async def _nothing_left_to_do() -> None:
    """Wait until the handlers of all closed connections have ended."""
    while len(asyncio.all_tasks()) > 1:
        await asyncio.sleep(0)


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
            '{"tap": 8}',
            '{"tap": ["H8"]}',
            '{"tap": "' + "H" * 21 + '"}',
            '{"tap": "H8", "down": "petal1"}',
            "[" * 150,
            b"\xff\xfe",
        ],
    )
    def test_garbage_is_not_a_message(self, text: str | bytes) -> None:
        with pytest.raises(MessageError):
            read_message(text)

    def test_garbage_ends_only_its_own_connection(self, live: LiveTable) -> None:
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

    def test_a_key_held_by_a_page_that_closes_is_released(self, live: LiveTable) -> None:
        async def test() -> None:
            async with socket(live, "table") as client:
                await client.send('{"down": "petal1"}')
                await client.send('{"up": "petal1"}')
                await client.send('{"down": "soft2"}')
                while "Only for" not in str((await frame(client))["words"]):
                    pass
            while live.ask(lambda table: table.stations["table"].looking):
                await asyncio.sleep(0.001)

        run(test)

    def test_too_many_pages_are_refused_and_the_game_continues(self) -> None:
        async def test(live: LiveTable) -> None:
            with ExitStack() as stack:
                clients = [await socket(live, "table") for _ in range(MOST_TABLE_PAGES)]
                for client in clients:
                    stack.callback(client.transport.abort)
                for _ in range(100):
                    with pytest.raises(InvalidStatus, match="503"):
                        await socket(live, "table")
                await clients[0].send('{"down": "petal1"}')
                while "take the device" not in str((await frame(clients[0]))["words"]):
                    pass

        with LiveTable(table_in_game, beat=NO_BEAT) as live:
            run(lambda: test(live))


class TestTablePages:
    def test_heartbeats_list_the_seats_with_paths_of_free_ones_only(self) -> None:
        with LiveTable(table_in_game, beat=0.01) as live:
            paths = [live.server.seat_path(seat) for seat in range(3)]
            names = ["Ana", "Ben", "Chloé"]

            def seats(*here: int) -> list[dict[str, object]]:
                return [
                    {
                        "path": None if seat in here else paths[seat],
                        "name": names[seat],
                        "here": seat in here,
                        "robot": False,
                    }
                    for seat in range(3)
                ]

            async def next_beat(client: ClientConnection) -> object:
                return (await news(client, "beat")).get("seats")

            async def next_seats(client: ClientConnection, but: object) -> object:
                while (found := await next_beat(client)) == but:
                    pass
                return found

            async def test() -> None:
                async with socket(live, "table") as table:
                    assert await next_beat(table) == seats()
                    async with socket(live, live.server.access.tokens[1]) as seat:
                        assert await next_beat(seat) is None  # a seat's page gets no list
                        assert await next_seats(table, but=seats()) == seats(1)
                    assert await next_seats(table, but=seats(1)) == seats()

            run(test)

    def test_before_a_game_heartbeats_list_all_seats_of_the_device(self) -> None:
        with LiveTable(lambda time: Table(services(), time=time), beat=0.01) as live:

            async def test() -> None:
                async with socket(live, "table") as table:
                    seats = (await news(table, "beat"))["seats"]
                    assert isinstance(seats, list)
                    assert [seat["name"] for seat in seats] == [""] * 5

            run(test)

    def test_a_look_ends_on_all_table_pages_when_the_one_that_holds_it_closes(
        self, live: LiveTable
    ) -> None:
        async def test() -> None:
            async with socket(live, "table") as other:
                async with socket(live, "table") as holding:
                    await holding.send('{"down": "petal1"}')
                    await holding.send('{"up": "petal1"}')
                    await holding.send('{"down": "soft2"}')
                    for client in (holding, other):
                        while "Only for" not in str((await frame(client))["words"]):
                            pass
                assert "Only for" not in str((await frame(other))["words"])
                assert not live.ask(lambda table: table.stations["table"].looking)
                await other.send('{"alive": true}')

        run(test)

    def test_a_scene_at_the_table_stays_open_when_one_of_its_pages_closes(
        self, live: LiveTable
    ) -> None:
        async def test() -> None:
            async with socket(live, "table") as other:
                async with socket(live, "table") as closing:
                    await closing.send('{"down": "soft3"}')
                    while "Menu" not in str((await frame(other))["words"]).splitlines()[0]:
                        pass
                while len(live.ask(lambda _: live.host.owners("table"))) > 1:
                    pass
                assert live.ask(lambda table: len(table.stations["table"].pages)) == 1
                await other.send('{"alive": true}')
            while live.ask(lambda _: live.host.owners("table")):
                pass  # until the last page is gone
            assert live.ask(lambda table: table.stations["table"].pages) == []

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
                    await second.send('{"down": "petal1"}')  # ignored before the answer
                    await second.send('{"take": true}')
                    await frame(second)
                    assert await closed(first) == 4001
                    assert live.ask(lambda table: table.has_station(0))
                    assert live.ask(lambda table: play_at(table)._game.moves) == []

        run(test)

    def test_a_seat_taken_elsewhere_is_dark_on_its_page_until_a_key_brings_it_back(
        self, live: LiveTable
    ) -> None:
        """The key does nothing else, since its player could not see what it would do."""
        token = live.server.access.tokens[0]
        elsewhere: list[Frame] = []

        async def test() -> None:
            async with socket(live, token) as page:
                await frame(page)
                live.ask(lambda _: live.host.attach("seat1", elsewhere.append, "on wires"))
                while (await frame(page))["light"] != Light.OFF:
                    pass
                await page.send('{"down": "petal1"}')
                while (await frame(page))["light"] != Light.FULL:
                    pass
                assert elsewhere[-1].light is Light.OFF
                assert live.ask(lambda table: table.session._game.moves) == []  # type: ignore[union-attr]
                assert live.ask(lambda _: live.host.shows("seat1", "on wires")) is False

        run(test)

    def test_a_phone_that_is_back_before_it_was_missed_gets_its_seat_without_an_answer(
        self, live: LiveTable
    ) -> None:
        token = live.server.access.tokens[0]

        async def test() -> None:
            async with socket(live, token) as first:
                await frame(first)
                second = await socket(live, token)
                while "taken" not in str(await second.recv()):
                    pass
            while not live.ask(lambda table: not table.has_station(0)):
                pass  # until the first phone is missed
            await second.send('{"alive": true}')
            await frame(second)
            await second.close()

        run(test)

    def test_a_third_phone_has_to_ask_too_while_the_first_is_slow_to_go(
        self, live: LiveTable
    ) -> None:
        token = live.server.access.tokens[0]

        async def test() -> None:
            first = await socket(live, token)
            await frame(first)
            first.transport.pause_reading()  # the phone stops answering
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

    def test_a_phone_that_was_taken_over_loses_the_seat_at_once_even_if_it_stays_connected(
        self, live: LiveTable
    ) -> None:
        """Messages that it still sends are ignored, and it does not get the seat back."""
        token = live.server.access.tokens[0]

        async def test() -> None:
            first = await socket(live, token)
            await frame(first)
            first.transport.pause_reading()  # it does not receive the request to close
            async with socket(live, token) as second:
                await second.send('{"take": true}')
                await frame(second)
                assert len(live.ask(lambda _: live.host.owners("seat1"))) == 1
                told = live.ask(lambda table: table.stations["seat1"].notice)
                await first.send('{"name": "Mallory"}')
                while live.ask(lambda _: live.server._connections["seat1"]) > 1:
                    await asyncio.sleep(0.001)  # until its messages have been read
                assert live.ask(lambda table: table.stations["seat1"].notice) == told
            first.transport.abort()

        run(test)

    def test_one_seat_cannot_use_up_all_connections(self, live: LiveTable) -> None:
        async def test() -> None:
            token = live.server.access.tokens[0]
            silent = [await socket(live, token) for _ in range(MOST_SEAT_PAGES)]
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
                while mode_of(await frame(first)) != "tile":
                    pass

        run(test)

    def test_the_table_says_who_is_away_and_the_secret_is_gone(self, live: LiveTable) -> None:
        async def test() -> None:
            async with socket(live, "table") as table:
                async with socket(live, live.server.access.tokens[0]) as seat:
                    await frame(seat)
                    await seat.send('{"down": "petal1"}')
                    own = await frame(seat)
                    while mode_of(own) != "tile":
                        own = await frame(seat)
                secret = own["mine"]["tiles"][0]["title"]
                assert secret.startswith("You drew")
                seen = [await frame(table)]
                while "Ana: display asleep" not in str(seen[-1]["words"]):
                    seen.append(await frame(table))
                assert not any(secret in json.dumps(news) for news in seen)

        run(test)

    def test_a_typed_name_is_offered_in_the_set_up(self) -> None:
        def new_table(time: float) -> Table:
            return Table(
                services(lambda: bytes(32)),
                TableState(Preferences(language=Language.ENGLISH)),
                time=time,
            )

        with LiveTable(new_table) as live:

            async def test() -> None:
                async with socket(live, live.server.access.tokens[0]) as seat:
                    await frame(seat)
                    await seat.send('{"name": " Zo\\u00e9  "}')
                    while "Welcome, Zoé" not in str((await frame(seat))["words"]):
                        pass
                    await seat.send('{"name": "WWWWWWWWWWWW"}')
                    while "letters too many" not in str((await frame(seat))["words"]):
                        pass
                async with socket(live, "table") as table:
                    await table.send('{"down": "petal3"}')
                    while "Zoé" not in str((await frame(table))["words"]):
                        pass
                    await table.send('{"name": "Ben"}')
                    while "Who is player 2?" not in str((await frame(table))["words"]):
                        pass
                assert live.ask(lambda table: table.new_game.names) == ("Ben",)

            run(test)


def traffic_of_seat(setup: Setup, events: list[Event], seat: int) -> list[str]:
    """Replay events and return all messages that one seat's socket receives."""

    async def play_again() -> list[str]:
        table = Table(services(), TableState(Preferences(language=Language.ENGLISH)))
        table.go_on(TriquetaSession(Game(setup), Proof.of(bytes(32), "")))
        now = 0.0
        host = Host(table, clock=lambda: now)
        table.seat_key = b"key"
        server = WebServer(host, beat=NO_BEAT, new_session=lambda: "session")
        listening = await server.start("127.0.0.1")
        port = server.port
        address = f"ws://localhost:{port}/socket/{server.access.tokens[seat]}"
        got: list[str] = []
        async with connect(address, origin=Origin(f"http://localhost:{port}")) as client:
            for event in events:
                now = event.time
                host.handle(event)
                got += await arrived(client)
        listening.close()
        return got

    return asyncio.run(play_again())


def test_secrecy_on_the_wire() -> None:
    """In a whole game, a seat's traffic is the same to the byte with other hidden tiles."""
    rng = Random(5)
    setup = Setup(Edition.SHADOW, NAMES[:3], 0, deal(rng.randbytes(32), Edition.SHADOW, 3, ""))
    events: list[Event] = []
    evening = Evening(interrupted=TriquetaSession(Game(setup), Proof.of(bytes(32), "")), seats=[1])
    evening.press("petal1")
    evening.after = events.append
    finish(evening, rng)
    witness = Witness(setup)
    for move in evening.session._game.moves:
        witness.play(move)
    other = exchange_unknown(setup, witness.known_to(1), rng)
    assert other != setup
    traffic = traffic_of_seat(setup, events, 1)
    assert len(traffic) > 100
    assert traffic == traffic_of_seat(other, events, 1)
