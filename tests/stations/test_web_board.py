"""Tests of the large board's messages: what pages are sent and when, and the taps they send."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator

import pytest
from websockets.asyncio.client import ClientConnection

from tests.games.zatre.scenes import first_turn
from tests.stations.live_table import NO_BEAT, LiveTable, arrived
from tests.stations.test_web_server import closed, frame, news, run, socket, table_in_game
from tests.table.evening import new_play
from tests.table.services import services
from triqueta.games.zatre.rules.board import FIELDS
from triqueta.screens.phrases import Language
from triqueta.screens.station import TABLE, Key
from triqueta.stations.web.server import BAD_MESSAGE
from triqueta.table.session import AnySession
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table


def table_with(session: AnySession, time: float) -> Table:
    table = Table(services(), TableState(Preferences(language=Language.ENGLISH)), time=time)
    table.go_on(session)
    return table


@pytest.fixture
def live() -> Iterator[LiveTable]:
    """A table in a first turn before any tile is placed; the player holds 6, 5 and 1."""
    with LiveTable(lambda time: table_with(first_turn("51"), time), beat=NO_BEAT) as table:
        yield table


def cursors(live: LiveTable) -> tuple[str, ...]:
    board = live.ask(lambda table: table.open_board())
    return () if board is None else board.cursors


def kinds(messages: list[str]) -> list[str]:
    """Return the first key of each message, without heartbeats; a frame's is "picture"."""
    return [next(iter(json.loads(text))) for text in messages if "beat" not in text]


async def all_news(client: ClientConnection) -> dict[str, object]:
    """Return all that a page is sent when it connects; what can be tapped comes last."""
    got: dict[str, object] = {}
    while "tappable" not in got:
        got |= json.loads(await client.recv())
    return got


class TestWhatAPageIsSent:
    def test_a_page_gets_the_board_its_cursor_and_what_can_be_tapped(
        self, live: LiveTable
    ) -> None:
        async def test() -> None:
            async with socket(live, "table") as client:
                got = await all_news(client)
                board = got["board"]
                assert isinstance(board, dict)
                assert board["name"] == "The board"
                assert [field["name"] for field in board["fields"]] == list(FIELDS)
                start = next(field for field in board["fields"] if field["name"] == "H8")
                assert (start["x"], start["y"], start["words"]) == (7, 7, "H8, start field")
                ground = board["paints"][start["ground"]]
                assert ground["marks"] == ["dots", "ring"]
                assert start["piece"] is None
                assert got["cursors"] == ["H8"]
                assert got["tappable"] == sorted(FIELDS)

        run(test)

    def test_a_cursor_that_moves_brings_no_board(self, live: LiveTable) -> None:
        async def test() -> None:
            async with socket(live, "table") as client:
                await all_news(client)
                await arrived(client)
                live.ask(lambda _: live.host.down(TABLE, Key.PETAL1))
                assert kinds(await arrived(client)) == ["picture", "cursors"]
                live.ask(lambda _: live.host.down(TABLE, Key.SOFT1))
                assert kinds(await arrived(client))[:2] == ["picture", "board"]

        run(test)

    def test_a_seat_that_is_not_to_act_gets_it_untappable(self, live: LiveTable) -> None:
        async def test() -> None:
            tokens = live.server.access.tokens
            async with socket(live, tokens[0]) as own, socket(live, tokens[1]) as other:
                assert (await all_news(own))["tappable"] == sorted(FIELDS)
                assert (await all_news(other))["tappable"] == []
            async with socket(live, "watch") as watching:
                got = await all_news(watching)
                assert (got["cursors"], got["tappable"]) == (["H8"], [])

        run(test)

    def test_it_is_in_the_language_of_its_station(self, live: LiveTable) -> None:
        async def test() -> None:
            async with socket(live, live.server.access.tokens[1]) as client:
                await all_news(client)
                live.ask(lambda table: table.speak(table.stations["seat2"], Language.GERMAN))
                live.ask(lambda _: live.host.tick())
                board = (await news(client, "board"))["board"]
                assert isinstance(board, dict)
                assert (board["name"], board["language"]) == ("Das Brett", "de")

        run(test)

    def test_it_goes_dark_and_lights_up_with_the_screen(self, live: LiveTable) -> None:
        async def test() -> None:
            async with socket(live, live.server.access.tokens[0]) as client:
                first = (await all_news(client))["board"]
                live.pass_time(100_000)
                live.ask(lambda _: live.host.tick())
                assert (await frame(client))["light"] == "off"
                assert (await news(client, "board"))["board"] == "dark"
                live.ask(lambda _: live.host.wake())
                assert (await news(client, "board"))["board"] == first

        run(test)

    def test_a_game_without_a_board_removes_it(self, live: LiveTable) -> None:
        async def test() -> None:
            async with socket(live, "table") as client, socket(live, "watch") as watching:
                await all_news(client)
                await all_news(watching)
                live.ask(lambda table: table.go_on(new_play()))
                live.ask(lambda _: live.host.tick())
                assert (await news(client, "board"))["board"] is None
                assert (await news(watching, "board"))["board"] is None

        run(test)

    def test_pages_of_triqueta_get_no_board(self) -> None:
        async def test(live: LiveTable) -> None:
            tokens = live.server.access.tokens
            names = ("table", "watch", tokens[0])
            for name in names:
                async with socket(live, name) as client:
                    await client.recv()
                    live.ask(lambda _: live.host.down(TABLE, Key.PETAL1))
                    live.pass_time(100_000)
                    live.ask(lambda _: live.host.tick())
                    live.ask(lambda _: live.host.wake())
                    assert set(kinds(await arrived(client))) <= {
                        "picture",
                        "open",
                        "seat",
                        "session",
                    }

        with LiveTable(table_in_game, beat=NO_BEAT) as live:
            run(lambda: test(live))


class TestTaps:
    def test_a_tap_moves_the_cursor_on_all_pages(self, live: LiveTable) -> None:
        async def test() -> None:
            async with socket(live, "table") as client, socket(live, "watch") as watching:
                await all_news(client)
                await all_news(watching)
                await client.send('{"tap": "C5"}')
                assert (await news(client, "cursors"))["cursors"] == ["C5"]
                assert (await news(watching, "cursors"))["cursors"] == ["C5"]

        run(test)

    def test_a_seat_that_is_not_to_act_gets_the_reason(self, live: LiveTable) -> None:
        async def test() -> None:
            async with socket(live, live.server.access.tokens[1]) as client:
                await all_news(client)
                await client.send('{"tap": "C5"}')
                assert str((await frame(client))["words"]).startswith("Waiting for WWWWWWWl")

        run(test)
        assert cursors(live) == ("H8",)

    @pytest.mark.parametrize("name", ["A1", "", "\\ud800", "constructor"])
    def test_a_tap_on_an_unknown_field_is_refused_and_the_page_stays_connected(
        self, live: LiveTable, name: str
    ) -> None:
        async def test() -> None:
            async with socket(live, "table") as client:
                await all_news(client)
                await client.send(f'{{"tap": "{name}"}}')
                assert str((await frame(client))["words"]).startswith(
                    "There is nothing to tap right now"
                )
                await client.send('{"tap": "C5"}')
                assert (await news(client, "cursors"))["cursors"] == ["C5"]

        run(test)

    def test_an_invalid_message_ends_only_its_own_connection(self, live: LiveTable) -> None:
        async def test() -> None:
            async with socket(live, "table") as good:
                for bad in ('{"tap": 8}', '{"tap": {}}', '{"tap": "' + "H" * 30 + '"}'):
                    async with socket(live, live.server.access.tokens[1]) as client:
                        await client.send(bad)
                        assert await closed(client) == BAD_MESSAGE
                await good.send('{"tap": "C5"}')
                while cursors(live) != ("C5",):
                    await asyncio.sleep(0.001)

        run(test)

    def test_a_seat_shown_elsewhere_is_only_brought_back(self, live: LiveTable) -> None:
        """A tap on a dark board only lights it, as a key does: its player could not see it."""

        async def test() -> None:
            async with socket(live, live.server.access.tokens[0]) as client:
                await all_news(client)
                live.ask(lambda _: live.host.attach("seat1", lambda _: None, "a pod"))
                assert (await news(client, "board"))["board"] == "dark"
                await client.send('{"tap": "C5"}')
                await news(client, "board")
                assert cursors(live) == ("H8",)
                await client.send('{"tap": "C5"}')
                assert (await news(client, "cursors"))["cursors"] == ["C5"]

        run(test)
