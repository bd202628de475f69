"""Tests of joining: one code leads phones to the free seats, and each seat's code to one phone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import InvalidStatus

from tests.stations.live_table import NO_BEAT, LiveTable, arrived, ask_http, set_apart
from tests.stations.test_web_server import closed, news, run, socket, socket_from
from tests.table.evening import new_play
from tests.table.services import services
from triqueta.screens.phrases import Language
from triqueta.stations.web.join_messages import Wish, read_join_message
from triqueta.stations.web.messages import LONGEST_MESSAGE, MessageError
from triqueta.stations.web.server import (
    BAD_MESSAGE,
    MOST_JOINING,
    SCAN_AGAIN,
    STOOD_UP,
)
from triqueta.table.state import NewGame, Preferences, TableState
from triqueta.table.table import Table

CODE = "HTTP://192.168.1.5:80/J/CODE"


def new_table(time: float) -> Table:
    around = replace(services(), join_link=lambda: CODE)
    preferences = Preferences(Language.ENGLISH, recent_names=("Eva", "Mia", "Oma"))
    return Table(around, TableState(preferences), time=time)


@pytest.fixture
def live() -> Iterator[LiveTable]:
    with LiveTable(new_table, beat=NO_BEAT) as table:
        yield table


def join(live: LiveTable) -> Any:
    """Connect a page on which a player picks a seat."""
    return socket(live, f"join/{live.server.access.join_token}")


async def lobby(page: ClientConnection) -> dict[str, Any]:
    found = (await news(page, "join"))["join"]
    assert isinstance(found, dict)
    return found


async def ask(page: ClientConnection, seat: int, name: str, topic: str = "sit") -> None:
    await page.send(json.dumps({topic: {"seat": seat, "name": name}}))


async def refusal(page: ClientConnection, seat: int, name: str) -> object:
    await ask(page, seat, name)
    found = (await news(page, "named"))["named"]
    assert isinstance(found, dict)
    assert found["typed"] == name
    return found["reason"]


async def sit(live: LiveTable, seat: int, name: str) -> str:
    """Take a seat on a page, and return the code that it gets."""
    async with join(live) as page:
        await ask(page, seat, name)
        address = str((await news(page, "go"))["go"])
    assert address.startswith("/S/")
    return address.removeprefix("/S/")


async def until(page: ClientConnection, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Return the first list of seats that fulfils a condition."""
    while not is_so(found := await lobby(page)):
        pass
    return found


async def is_refused(connecting: Callable[[], Any], status: int = 403) -> bool:
    try:
        async with connecting():
            return False
    except InvalidStatus as error:
        return error.response.status_code == status


async def page_at(live: LiveTable, path: str) -> bytes:
    request = f"GET {path} HTTP/1.1\r\nHost: localhost:{live.server.port}\r\n\r\n"
    return await ask_http(live.server.port, request)


class TestAccess:
    def test_the_code_opens_the_page_and_its_socket(self, live: LiveTable) -> None:
        async def test() -> None:
            assert b"join.js" in await page_at(live, live.server.join_path)
            async with join(live) as page:
                found = await lobby(page)
            assert [seat["free"] for seat in found["seats"]] == [True] * 5
            assert found["title"] == "Triqueta"
            assert found["names"] == ["Eva", "Mia", "Oma"]
            assert found["path"] == live.server.join_path

        run(test)

    def test_a_wrong_code_opens_neither(self, live: LiveTable) -> None:
        right = live.server.access.join_token

        async def test() -> None:
            for code in ("", right[:-1], right + "A", live.server.access.tokens[0], "é"):
                assert await is_refused(lambda code=code: socket(live, f"join/{code}"))  # type: ignore[misc]
            for code in (right[:-1], live.server.access.tokens[0]):
                found = await page_at(live, f"/J/{code}")
                assert found.startswith(b"HTTP/1.1 404 ")
                assert b"no longer valid" in found
            assert (await page_at(live, f"/S/{right}")).startswith(b"HTTP/1.1 404 ")
            assert await is_refused(lambda: socket(live, right))

        run(test)

    def test_no_other_site_can_connect(self, live: LiveTable) -> None:
        name = f"join/{live.server.access.join_token}"
        run(lambda: _true(is_refused(lambda: socket(live, name, origin="http://evil.example"))))

    @pytest.mark.parametrize("why", ["game", "setting"])
    def test_it_is_closed_in_a_game_and_if_the_settings_say_so(
        self, live: LiveTable, why: str
    ) -> None:
        async def test() -> None:
            async with join(live) as page:
                await lobby(page)
                live.ask(lambda table: close(table, why))
                live.ask(lambda _: live.host.tick())
                assert await closed(page) == SCAN_AGAIN
            assert await is_refused(lambda: join(live))
            assert (await page_at(live, live.server.join_path)).startswith(b"HTTP/1.1 404 ")
            assert (await page_at(live, "/join.svg")).startswith(b"HTTP/1.1 404 ")

        run(test)

    def test_every_set_up_has_its_own_code(self, live: LiveTable) -> None:
        before = live.server.access.join_token

        async def test() -> None:
            live.ask(lambda table: table.start_over())
            assert await is_refused(lambda: socket(live, f"join/{before}"))
            async with join(live) as page:
                await lobby(page)

        run(test)

    def test_the_image_has_the_code_and_only_before_a_game(self, live: LiveTable) -> None:
        async def test() -> None:
            found = await page_at(live, "/join.svg?v=1")
            assert b"image/svg+xml" in found
            assert b"no-store" in found
            live.ask(lambda table: close(table, "game"))
            assert (await page_at(live, "/join.svg?v=1")).startswith(b"HTTP/1.1 404 ")

        run(test)


def close(table: Table, why: str) -> None:
    if why == "game":
        table.go_on(new_play())
    else:
        table.preferences = replace(table.preferences, joining=False)


async def _true(found: Awaitable[bool]) -> None:
    assert await found


class TestTakingASeat:
    def test_the_phone_gets_the_seats_code_and_the_name_is_typed_there(
        self, live: LiveTable
    ) -> None:
        async def test() -> None:
            code = await sit(live, 2, "  Chloé ")
            assert code == live.server.access.tokens[2]
            async with socket(live, code) as phone:
                while (await news(phone, "seat"))["seat"] != {
                    "number": 3,
                    "name": "Chloé",
                    "to_act": False,
                }:
                    pass
            assert live.ask(lambda table: table.typed_names) == {2: "Chloé"}

        run(test)

    def test_others_see_the_seat_taken_at_once_and_then_its_player_here(
        self, live: LiveTable
    ) -> None:
        async def test() -> None:
            async with join(live) as other:
                code = await sit(live, 2, "Mia")
                found = await until(other, lambda found: not found["seats"][2]["free"])
                assert found["seats"][2] == {
                    "seat": 2,
                    "name": "Mia",
                    "here": False,
                    "robot": False,
                    "free": False,
                }
                assert found["names"] == ["Eva", "Oma"]
                async with socket(live, code):
                    found = await until(other, lambda found: bool(found["seats"][2]["here"]))
                    assert found["present"] == "1 player sits at the table"
                found = await until(other, lambda found: bool(found["seats"][2]["free"]))
                assert found["seats"][2]["name"] == "Mia", "the phone is asleep"

        run(test)

    def test_of_two_phones_the_first_gets_the_seat(self, live: LiveTable) -> None:
        async def test() -> None:
            async with join(live) as first, join(live) as second:
                await ask(first, 1, "Ana")
                assert (await news(first, "go"))["go"] == f"/S/{live.server.access.tokens[1]}"
                assert await refusal(second, 1, "Ben") == "This seat is already taken."
                assert await refusal(second, 2, "Ana") == "Ana is already playing"
                await ask(second, 2, "Ben")
                assert (await news(second, "go"))["go"] == f"/S/{live.server.access.tokens[2]}"

        run(test)

    def test_a_page_gets_one_seat_only(self, live: LiveTable) -> None:
        async def test() -> None:
            async with join(live) as page:
                await ask(page, 1, "Ana")
                await news(page, "go")
                await ask(page, 2, "Ben")
                await page.close()
            async with join(live) as page:
                found = await lobby(page)
                assert [seat["free"] for seat in found["seats"]] == [True, False, True, True, True]

        run(test)

    def test_seats_with_a_display_and_robots_seats_are_not_free(self, live: LiveTable) -> None:
        def set_up(table: Table) -> None:
            table.ask_next(NewGame(True, players=4, names=("Ana", "Moss"), robots={1: ""}))
            live.host.attach("seat3", lambda _: None, "on wires")

        live.ask(set_up)

        async def test() -> None:
            async with join(live) as page:
                found = await lobby(page)
                assert [seat["free"] for seat in found["seats"]] == [True, False, False, True]
                assert [seat["robot"] for seat in found["seats"]] == [False, True, False, False]
                for seat in (1, 2, 4):
                    assert await refusal(page, seat, "Ben") == "This seat is already taken."
                await ask(page, 0, "Ana")
                await news(page, "go")

        run(test)

    def test_a_name_is_checked_while_it_is_typed_by_the_tables_rule(self, live: LiveTable) -> None:
        async def test() -> None:
            await sit(live, 0, "Mia")
            async with join(live) as page:
                for name, reason in [
                    ("Maximiliane", "1 letter too many"),
                    ("Mia", "Mia is already playing"),
                    ("", "Enter a name first"),
                    ("Ben", ""),
                ]:
                    await ask(page, 1, name, "typing")
                    found = (await news(page, "typing"))["typing"]
                    assert isinstance(found, dict)
                    assert (found["typed"], found["reason"]) == (name, reason)
                    if reason:
                        assert await refusal(page, 1, name) == reason

        run(test)

    def test_a_phone_that_never_arrives_leaves_the_seat_and_its_code_opens_nothing(
        self, live: LiveTable
    ) -> None:
        async def test() -> None:
            live.server.joining.seconds_to_arrive = 0
            async with join(live) as other:
                code = await sit(live, 2, "Mia")
                await until(other, lambda found: bool(found["seats"][2]["free"]))
                assert await is_refused(lambda: socket(live, code))
                live.server.joining.seconds_to_arrive = 60
                assert await sit(live, 2, "Ben") != code
                found = await until(other, lambda found: found["seats"][2]["name"] == "Ben")
                assert found["path"] == live.server.join_path, "the open page has the new code"

        run(test)

    def test_once_the_game_has_begun_a_late_phone_keeps_its_code(self, live: LiveTable) -> None:
        async def test() -> None:
            code = await sit(live, 0, "Ana")
            live.ask(lambda table: table.go_on(new_play()))
            live.ask(lambda _: live.server.joining._give_up(0))
            async with socket(live, code) as phone:
                await news(phone, "session")

        run(test)

    def test_a_sleeping_phone_loses_the_seat_to_another_and_has_to_scan(
        self, live: LiveTable
    ) -> None:
        async def test() -> None:
            code = await sit(live, 2, "Mia")
            async with socket(live, code) as phone:
                session = (await news(phone, "session"))["session"]
            async with join(live) as page:
                await until(page, lambda found: bool(found["seats"][2]["free"]))
            assert await sit(live, 2, "Mia") != code
            assert await is_refused(lambda: socket(live, f"{code}/{session}"))

        run(test)


class TestSecrecy:
    def test_no_page_is_sent_another_seats_code(self, live: LiveTable) -> None:
        """The codes change when a player stands up, so both the old and new ones are searched."""

        async def test() -> None:
            codes = set(live.server.access.tokens)
            async with join(live) as watching:
                code = await sit(live, 2, "Mia")
                async with join(live) as page, socket(live, code) as phone:
                    await ask(page, 3, "Ben")
                    address = str((await news(page, "go"))["go"])
                    await phone.send('{"stand": true}')
                    assert await closed(phone) == STOOD_UP
                    codes |= set(live.server.access.tokens)
                    told = await arrived(page)
                assert address.removeprefix("/S/") in codes
                told += await arrived(watching)
                assert not [code for code in codes if code in "".join(told)]

        run(test)

    def test_the_recent_names_are_all_that_a_page_learns_of_earlier_games(
        self, live: LiveTable
    ) -> None:
        async def test() -> None:
            async with join(live) as page:
                found = await lobby(page)
            texts = {"title", "text", "aim", "game", "who", "present", "code", "seats"}
            assert found.keys() == texts | {"names", "path", "language"}

        run(test)


class TestStandingUp:
    def test_the_seat_is_free_and_the_phone_is_back_at_the_seats(self, live: LiveTable) -> None:
        async def test() -> None:
            code = await sit(live, 2, "Mia")
            async with join(live) as other, socket(live, code) as phone:
                await until(other, lambda found: bool(found["seats"][2]["here"]))
                await phone.send('{"stand": true}')
                assert (await news(phone, "go"))["go"] == live.server.join_path
                assert await closed(phone) == STOOD_UP
                found = await until(other, lambda found: bool(found["seats"][2]["free"]))
                assert found["seats"][2]["name"] == ""
                assert await is_refused(lambda: socket(live, code))

        run(test)

    def test_the_other_phones_stay_with_new_codes(self, live: LiveTable) -> None:
        async def test() -> None:
            stays, goes = await sit(live, 0, "Ana"), await sit(live, 1, "Ben")
            async with socket(live, stays) as ana, socket(live, goes) as ben:
                await news(ana, "session")
                await news(ben, "session")
                await ben.send('{"stand": true}')
                while (await news(ana, "session"))["code"] != live.server.access.tokens[0]:
                    pass
                assert live.ask(lambda table: table.has_station(0))

        run(test)

    def test_in_a_game_a_player_stays(self, live: LiveTable) -> None:
        async def test() -> None:
            async with socket(live, await sit(live, 0, "Ana")) as phone:
                await news(phone, "session")
                live.ask(lambda table: table.go_on(new_play()))
                await phone.send('{"stand": true}')
                await phone.send('{"typing": "Ana"}')
                await news(phone, "typing")
                assert live.ask(lambda table: table.has_station(0))

        run(test)

    def test_without_joining_the_phone_is_sent_to_the_help(self, live: LiveTable) -> None:
        async def test() -> None:
            async with socket(live, live.server.access.tokens[0]) as phone:
                await news(phone, "session")
                live.ask(lambda table: close(table, "setting"))
                await phone.send('{"stand": true}')
                assert (await news(phone, "go"))["go"] == "/help"

        run(test)


class TestLimits:
    @pytest.mark.parametrize(
        "garbage",
        [
            "",
            "[]",
            '{"sit": {"seat": 5, "name": "Ana"}}',
            '{"sit": {"seat": -1, "name": "Ana"}}',
            '{"sit": {"seat": true, "name": "Ana"}}',
            '{"sit": {"seat": 1.0, "name": "Ana"}}',
            '{"sit": {"seat": 1}}',
            '{"sit": {"seat": 1, "name": "Ana", "more": 1}}',
            '{"sit": {"seat": 1, "name": ["Ana"]}}',
            '{"sit": "Ana"}',
            json.dumps({"typing": {"seat": 1, "name": "A" * 41}}),
            '{"down": "petal1"}',
            '{"take": true}',
        ],
    )
    def test_garbage_ends_the_connection(self, live: LiveTable, garbage: str) -> None:
        with pytest.raises(MessageError):
            read_join_message(garbage)

        async def test() -> None:
            async with join(live) as page:
                await page.send(garbage)
                assert await closed(page) == BAD_MESSAGE

        run(test)

    def test_wishes_are_read(self) -> None:
        wish = read_join_message('{"sit": {"seat": 2, "name": "Chlo\\u00e9"}}')
        assert wish == Wish(2, "Chloé", is_final=True)
        wish = read_join_message('{"typing": {"name": "C", "seat": 0}}')
        assert wish == Wish(0, "C", is_final=False)

    def test_a_long_message_ends_the_connection(self, live: LiveTable) -> None:
        async def test() -> None:
            async with join(live) as page:
                await page.send(" " * (LONGEST_MESSAGE + 1))
                assert await closed(page) == 1009

        run(test)

    def test_the_number_of_pages_is_limited(self, live: LiveTable) -> None:
        async def test() -> None:
            pages = [await join(live) for _ in range(MOST_JOINING)]
            assert await is_refused(lambda: join(live), status=503)
            for page in pages:
                await page.close()

        run(test)

    def test_a_page_that_sends_much_is_read_slowly(
        self, live: LiveTable, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        checked: list[Wish] = []
        goes_on = asyncio.Event()
        monkeypatch.setattr(live.server.joining, "_check", lambda _, wish: checked.append(wish))
        monkeypatch.setattr("triqueta.stations.web.joining.pause", goes_on.wait)

        async def test() -> None:
            async with join(live) as page:
                for _ in range(10):
                    await ask(page, 0, "Ana", "typing")
                while not checked:
                    await page.ping()
                await arrived(page)
                assert len(checked) == 1
                live.ask(lambda _: goes_on.set())
                while len(checked) < 10:
                    await page.ping()

        run(test)

    def test_phones_of_the_network_can_join(
        self, live: LiveTable, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        set_apart(monkeypatch)

        async def test() -> None:
            name = f"join/{live.server.access.join_token}"
            async with socket_from(live, "127.0.0.2", name) as page:
                await ask(page, 0, "Ana")
                await news(page, "go")

        run(test)
