"""Tests of the open table on pages: which pages get it and when. Spectators change nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import closing
from socket import SO_SNDBUF, SOL_SOCKET
from types import SimpleNamespace

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import InvalidStatus

from tests.stations.live_table import NO_BEAT, LiveTable, arrived, set_apart
from tests.stations.test_web_server import (
    closed,
    frame,
    news,
    run,
    socket,
    socket_from,
    table_in_game,
)
from tests.table.evening import new_play
from tests.table.services import services
from triqueta.runtime.host import Host
from triqueta.screens.frame import Frame
from triqueta.screens.phrases import Language
from triqueta.screens.screen import TextScreen
from triqueta.screens.station import TABLE, Key
from triqueta.stations.web import pages
from triqueta.stations.web.pages import WebPage, until_one_ends
from triqueta.stations.web.server import MOST_SPECTATORS, WebServer
from triqueta.table.spectator_view import SpectatorView
from triqueta.table.state import Preferences, SeatSettings, TableState
from triqueta.table.table import Table


@pytest.fixture
def live() -> Iterator[LiveTable]:
    with LiveTable(table_in_game, beat=NO_BEAT) as table:
        yield table


def entries(live: LiveTable) -> list[str]:
    return live.ask(lambda table: list(table.session.entries) if table.session else [])


def enter(entries: str) -> Callable[[Table], None]:
    def do(table: Table) -> None:
        assert table.session is not None
        for entry in entries.split():
            table.session.apply(entry)

    return do


async def tick(host: Host) -> None:
    host.tick()


class TestWatching:
    def test_a_page_gets_the_open_table_and_its_changes(self, live: LiveTable) -> None:
        async def test() -> None:
            async with socket(live, "watch") as client:
                opened = (await news(client, "open"))["open"]
                assert isinstance(opened, dict)
                assert opened["title"] == "Ana's turn"
                assert [player["name"] for player in opened["players"]] == ["Ana", "Ben", "Chloé"]
                assert [player["seat"] for player in opened["players"]] == [0, 1, 2]
                assert opened["players"][0]["to_act"]
                assert (opened["game"], opened["language"]) == ("triqueta", "en")
                live.ask(lambda table: live.host.down(TABLE, Key.PETAL1))
                opened = (await news(client, "open"))["open"]
                assert isinstance(opened, dict)
                assert opened["log"] == ["Ana draws from petal 1"]
                assert opened["score"] is None

        run(test)

    def test_it_is_in_the_tables_language(self, live: LiveTable) -> None:
        async def test() -> None:
            async with socket(live, "watch") as client:
                await news(client, "open")
                live.ask(lambda table: table.speak(table.stations[TABLE], Language.FRENCH))
                live.run(tick(live.host))
                opened = (await news(client, "open"))["open"]
                assert isinstance(opened, dict)
                assert (opened["title"], opened["language"]) == ("C\u2019est à Ana", "fr")

        run(test)

    def test_pieces_name_their_drawings(self, live: LiveTable) -> None:
        async def test() -> None:
            async with socket(live, "watch") as client:
                live.ask(enter("d1 look r1"))
                live.run(tick(live.host))
                while True:
                    opened = (await news(client, "open"))["open"]
                    assert isinstance(opened, dict)
                    if opened["rows"][0]["pieces"]:
                        break
                (piece,) = opened["rows"][0]["pieces"]
                assert piece["art"] == piece["name"]
                assert piece["image"] == f"/art/triqueta/{piece['name']}.png"
                assert piece["count"] == 1

        run(test)

    @pytest.mark.parametrize("source", ["127.0.0.1", "127.0.0.2"])
    def test_its_messages_change_nothing(
        self, live: LiveTable, source: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        set_apart(monkeypatch)
        monkeypatch.setattr(pages, "SECONDS_PER_MESSAGE", 0.0)
        before = entries(live)
        stations = live.ask(lambda table: set(table.stations))

        async def test() -> None:
            async with socket_from(live, source, "watch") as client:
                first = await news(client, "open")
                for message in (
                    *(
                        json.dumps(
                            {
                                "down": key,
                            }
                        )
                        for key in Key
                    ),
                    *(json.dumps({"up": key}) for key in Key),
                    '{"name": "Eva"}',
                    '{"tap": "H8"}',
                    '{"take": true}',
                    '{"alive": true}',
                    "no JSON",
                ):
                    await client.send(message)
                assert not [text for text in await arrived(client) if "open" in text]
                assert first["open"]

        run(test)
        assert entries(live) == before
        assert live.ask(lambda table: set(table.stations)) == stations
        assert live.ask(lambda table: (table.stations[TABLE].pages, table.typed_names)) == ([], {})

    def test_another_site_may_not_watch(self, live: LiveTable) -> None:
        async def test() -> None:
            with pytest.raises(InvalidStatus, match="403"):
                async with socket(live, "watch", origin="http://evil.example"):
                    pass

        run(test)

    def test_too_many_are_refused_until_others_leave(self, live: LiveTable) -> None:
        async def test() -> None:
            clients = [await socket(live, "watch") for _ in range(MOST_SPECTATORS)]
            with pytest.raises(InvalidStatus, match="503"):
                await socket(live, "watch")
            async with socket(live, "table") as table:  # the table page has its own limit
                await frame(table)
            await clients.pop().close()
            while live.server._connections["/socket/watch"] == MOST_SPECTATORS:
                await asyncio.sleep(0)
            async with socket(live, "watch") as client:
                await news(client, "open")
            for client in clients:
                await client.close()

        run(test)

    def test_one_that_gives_no_sign_of_life_is_gone(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(pages, "silence", lambda beat: 0.01)

        async def test(live: LiveTable) -> None:
            async with socket(live, "watch") as client:
                assert await closed(client) is not None

        with LiveTable(table_in_game, beat=NO_BEAT) as live:
            before = list(live.host._watchers)
            run(lambda: test(live))
        assert live.host._watchers == before


class CountingTable(Table):
    """A table that counts how often its spectator view is computed."""

    asked = 0

    def spectator_view(self) -> SpectatorView:
        self.asked += 1
        return super().spectator_view()


class TestWhatItCosts:
    def test_nothing_without_spectators_and_one_view_for_all_of_them(self) -> None:
        async def test() -> None:
            now = 0.0
            table = CountingTable(services(), TableState(Preferences(language=Language.ENGLISH)))
            table.go_on(new_play())
            host = Host(table, clock=lambda: now)
            server = WebServer(host, beat=NO_BEAT)
            async with await server.start("127.0.0.1"):
                host.down(TABLE, Key.SOFT2)
                await asyncio.sleep(0)
                assert table.asked == 0
                onlooking = server._spectators
                pages = [Heard() for _ in range(3)]
                for page in pages:
                    onlooking.watch(page, has_station=True)  # type: ignore[arg-type]
                await asyncio.sleep(0)
                assert table.asked == 1
                host.down(TABLE, Key.SOFT1)
                host.up(TABLE, Key.SOFT1)
                await asyncio.sleep(0)
                assert table.asked == 2
                assert len({id(message) for page in pages for message in page.heard}) == 1
                for page in pages:
                    onlooking.leave(page)  # type: ignore[arg-type]
                host.down(TABLE, Key.SOFT1)
                await asyncio.sleep(0)
                assert table.asked == 2

        run(test)


class Heard:
    """A page that records the messages it is sent."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def tell(self, kind: str, message: str) -> None:
        self.heard.append(message)


class Sent:
    """A socket that records the messages sent over it."""

    transport = SimpleNamespace(get_write_buffer_size=lambda: 1)  # it has not taken everything yet

    def __init__(self) -> None:
        self.messages: list[str] = []

    async def send(self, message: str) -> None:
        self.messages.append(message)


class Chatty:
    """A connection whose other side never stops sending."""

    def __init__(self) -> None:
        self.read = 0

    async def recv(self) -> str:
        self.read += 1
        return "x"


class HeldLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock only a test moves."""

    now = 0.0

    def time(self) -> float:
        return self.now


def test_a_watching_page_is_read_once_in_a_tenth_of_a_second() -> None:
    """Other messages wait in the page's own socket, and do not delay other pages."""
    loop, connection = HeldLoop(), Chatty()

    async def read_by(now: float) -> int:
        loop.now = now
        for _ in range(50):
            await asyncio.sleep(0)
        return connection.read

    async def test() -> None:
        reading = asyncio.create_task(pages._read(connection, NO_BEAT))  # type: ignore[arg-type]
        assert [await read_by(now) for now in (0.0, 0.05, 0.11, 0.12, 0.22)] == [1, 1, 2, 2, 3]
        reading.cancel()

    with closing(loop):
        loop.run_until_complete(test())


class TestPages:
    def test_the_tables_page_gets_frames_first_and_then_the_open_table(
        self, live: LiveTable
    ) -> None:
        async def test() -> None:
            async with socket(live, "table") as client:
                kinds = []
                while "open" not in kinds:
                    kinds += json.loads(await client.recv()).keys() & {"picture", "open"}
                assert kinds == ["picture", "open"]
                await client.send('{"down": "petal1"}')
                kinds.clear()
                while "open" not in kinds:
                    kinds += json.loads(await client.recv()).keys() & {"picture", "open"}
                assert kinds == ["picture", "open"]

        run(test)

    def test_a_slow_page_gets_the_frame_first_too(self) -> None:
        """Of the messages that have piled up, it gets only the newest of each kind."""

        async def test() -> None:
            sent = Sent()
            page = WebPage(sent)  # type: ignore[arg-type]
            for number in range(3):
                page.tell("open", f"open {number}")
                page.take(Frame(TextScreen(title="", text=number), Language.ENGLISH))
            sending = asyncio.create_task(page.send_news())
            while len(sent.messages) < 2:
                await asyncio.sleep(0)
            sending.cancel()
            assert json.loads(sent.messages[0])["words"] == "\n2"
            assert sent.messages[1:] == ["open 2"]

        run(test)

    def test_little_is_kept_for_a_page_that_does_not_read_and_then_it_gets_the_newest(
        self,
    ) -> None:
        async def test() -> None:
            pages: list[WebPage] = []

            async def show(connection: ServerConnection) -> None:
                connection.transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_SNDBUF, 1)
                pages.append(WebPage(connection))
                await until_one_ends(pages[0].send_news(), connection.wait_closed())

            async with serve(show, "127.0.0.1", 0, compression=None) as server:
                port = next(iter(server.sockets)).getsockname()[1]
                async with connect(f"ws://127.0.0.1:{port}") as client:
                    while not pages:
                        await asyncio.sleep(0)
                    most = 0
                    for number in range(600):
                        pages[0].take(Frame(TextScreen(title="", text=number), Language.ENGLISH))
                        await asyncio.sleep(0)
                        most = max(most, pages[0].socket.transport.get_write_buffer_size())
                    assert 0 < most < 40_000  # the library's limit is 32 kB
                    came = 0
                    while json.loads(await client.recv())["words"] != "\n599":
                        came += 1
                    assert came < 599

        run(test)

    def test_a_seats_page_gets_its_players_name_and_turn(self, live: LiveTable) -> None:
        async def test() -> None:
            async with socket(live, live.server.access.tokens[1]) as client:
                told = (await news(client, "seat"))["seat"]
                assert told == {"number": 2, "name": "Ben", "to_act": False}
                live.ask(enter("t1"))
                live.run(tick(live.host))
                told = (await news(client, "seat"))["seat"]
                assert told == {"number": 2, "name": "Ben", "to_act": True}

        run(test)

    def test_a_seats_page_gets_the_spectator_view_in_its_language(self, live: LiveTable) -> None:
        async def test() -> None:
            german = SeatSettings(language=Language.GERMAN)
            live.ask(lambda table: table.seat_settings.update({1: german}))
            async with (
                socket(live, live.server.access.tokens[1]) as client,
                socket(live, "watch") as watching,
            ):
                own, public = await news(client, "open"), await news(watching, "open")
                assert "Ana ist dran" in json.dumps(own)
                assert "Ana's turn" in json.dumps(public)
                live.ask(lambda table: table.seat_settings.clear())
                live.ask(enter("t1"))
                live.run(tick(live.host))
                assert await news(client, "open") == await news(watching, "open")

        run(test)

    def test_a_seat_without_a_player_has_no_name(self, live: LiveTable) -> None:
        async def test() -> None:
            async with socket(live, live.server.access.tokens[4]) as client:
                told = (await news(client, "seat"))["seat"]
                assert told == {"number": 5, "name": "", "to_act": False}

        run(test)

    def test_before_a_game_it_is_the_name_that_was_typed_there(self) -> None:
        async def test(live: LiveTable) -> None:
            async with socket(live, live.server.access.tokens[0]) as client:
                assert (await news(client, "seat"))["seat"] == {
                    "number": 1,
                    "name": "",
                    "to_act": False,
                }
                await client.send('{"name": "Zoé"}')
                told = (await news(client, "seat"))["seat"]
                assert told == {"number": 1, "name": "Zoé", "to_act": False}
            async with socket(live, "watch") as client:
                opened = (await news(client, "open"))["open"]
                assert isinstance(opened, dict)
                assert opened["note"] == "A game is being set up at the table."
                assert (opened["players"], opened["game"]) == ([], None)

        with LiveTable(lambda time: Table(services(), time=time), beat=NO_BEAT) as live:
            run(lambda: test(live))
