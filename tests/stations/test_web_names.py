"""Tests of names that are typed on pages: the table checks each letter, and answers each name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from re import findall

import pytest
from websockets.asyncio.client import ClientConnection

from tests.stations.live_table import NO_BEAT, LiveTable
from tests.stations.test_web_server import frame, news, run, socket
from tests.table.evening import Evening
from tests.table.services import services
from triqueta.screens.frame import Light
from triqueta.screens.phrases import Language
from triqueta.screens.station import TABLE, Key
from triqueta.stations.web.messages import (
    LONGEST_MESSAGE,
    LONGEST_TYPED_NAME,
    frame_message,
    typing_message,
)
from triqueta.table.names import LONGEST_NAME, is_too_long, room_used
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table


def new_table(time: float) -> Table:
    state = TableState(Preferences(language=Language.ENGLISH))
    return Table(services(lambda: bytes(32)), state, time=time)


@pytest.fixture
def live() -> Iterator[LiveTable]:
    with LiveTable(new_table, beat=NO_BEAT) as table:
        yield table


async def ask(client: ClientConnection, topic: str, name: str, answer: str) -> dict[str, object]:
    """Send a name and return the table's answer to it."""
    await client.send(json.dumps({topic: name}))
    found = (await news(client, answer))[answer]
    assert isinstance(found, dict)
    assert found["typed"] == name
    return found


class TestWhoIsAsked:
    def test_the_tables_page_learns_from_its_frame_whose_name_is_asked(self) -> None:
        evening = Evening()
        assert asked(evening) is None
        evening.press("petal2")
        assert asked(evening) == 1
        evening.press("petal1")  # a suggested name
        assert asked(evening) == 2
        evening.press("petal1")
        assert asked(evening) is None

    def test_spelling_with_the_keys_asks_for_the_same_name(self) -> None:
        evening = Evening().press("petal2 petal5")
        assert asked(evening) == 1

    def test_a_menu_over_the_question_does_not_ask(self) -> None:
        evening = Evening().press("petal2 soft3")
        assert asked(evening) is None
        evening.press("soft1")
        assert asked(evening) == 1

    def test_a_seats_page_is_not_asked(self) -> None:
        evening = Evening().join(0).press("petal2")
        assert asked(evening, "seat1") is None


def asked(evening: Evening, station: str = TABLE) -> object:
    return json.loads(frame_message(evening.frame(station)))["asks_name"]


class TestWhileTyping:
    @pytest.mark.parametrize(
        ("name", "letters", "reason"),
        [
            ("Jakob", 5, ""),
            ("Maximilian", 10, ""),
            ("  Zoe\u0308  ", 3, ""),
            ("Maximiliane", 11, "1 letter too many"),
            ("WWWWWWWW", 8, "1 letter too many"),
            ("Жук", 3, "This display can't show letter 1: Ж"),
        ],
    )
    def test_the_table_says_how_long_a_name_is_and_what_is_wrong(
        self, live: LiveTable, name: str, letters: int, reason: str
    ) -> None:
        async def test() -> None:
            async with socket(live, "table") as client:
                await client.send('{"down": "petal3"}')
                answer = await ask(client, "typing", name, "typing")
                assert (answer["letters"], answer["reason"]) == (letters, reason)
                assert answer["most"] == LONGEST_NAME

        run(test)
        assert live.ask(lambda table: table.new_game.names) == ()
        assert live.ask(lambda table: table.stations[TABLE].notice) is None

    @pytest.mark.parametrize("letter", "iaemWMÄß")
    def test_the_room_is_used_up_exactly_where_a_name_gets_too_long(self, letter: str) -> None:
        for length in range(1, 2 * LONGEST_NAME):
            name = letter * length
            answer = json.loads(typing_message(name, None, Language.ENGLISH))["typing"]
            assert (answer["room"] > 1) == is_too_long(name), name
            assert answer["room"] == pytest.approx(room_used(name), abs=0.01)

    def test_a_player_who_types_keeps_the_screens_lit(self, live: LiveTable) -> None:
        async def test() -> None:
            async with socket(live, "table") as client:
                await client.send('{"down": "petal3"}')
                await ask(client, "typing", "J", "typing")
                live.pass_time(100_000)
                live.ask(lambda table: live.host.tick())
                assert live.ask(lambda table: table.light) is Light.OFF
                await ask(client, "typing", "Ja", "typing")
                assert live.ask(lambda table: table.light) is Light.FULL

        run(test)


class TestAnswers:
    def test_an_accepted_name_has_no_reason(self, live: LiveTable) -> None:
        async def test() -> None:
            async with socket(live, "table") as client:
                await client.send('{"down": "petal3"}')
                assert (await ask(client, "name", "Jakob", "named"))["reason"] == ""
                refused = await ask(client, "name", "Jakob", "named")
                assert refused["reason"] == "Jakob is already playing"
                again = await ask(client, "name", "Jakob", "named")  # not only the first time
                assert again == refused

        run(test)
        assert live.ask(lambda table: table.new_game.names) == ("Jakob",)

    def test_the_next_question_arrives_before_the_answer(self, live: LiveTable) -> None:
        """The page then already knows that its field is for the next player."""

        async def test() -> None:
            async with socket(live, "table") as client:
                live.ask(lambda table: live.host.down(TABLE, Key.PETAL3))
                while (await frame(client))["asks_name"] != 1:
                    pass
                await client.send('{"name": "Jakob"}')
                assert (await frame(client))["asks_name"] == 2
                assert (await news(client, "named"))["named"] == {"typed": "Jakob", "reason": ""}

        run(test)

    def test_a_seat_gets_the_reason_in_its_own_language(self, live: LiveTable) -> None:
        async def test() -> None:
            async with socket(live, live.server.access.tokens[1]) as client:
                await frame(client)
                live.ask(lambda table: table.speak(table.stations["seat2"], Language.FRENCH))
                refused = await ask(client, "name", "Maximilienne", "named")
                assert refused["reason"] == "2 lettres de trop"
                assert (await ask(client, "name", "Zoé", "named"))["reason"] == ""

        run(test)
        assert live.ask(lambda table: table.typed_names) == {1: "Zoé"}


def test_a_full_field_fits_into_a_message() -> None:
    """A character takes up to six bytes in JSON, for example a lone surrogate."""
    page = files("triqueta.stations.web").joinpath("files", "seat.html").read_text("utf-8")
    lengths = [int(length) for length in findall(r'maxlength="(\d+)"', page)]
    assert len(lengths) == 2
    for length in lengths:
        assert length <= LONGEST_TYPED_NAME
        assert len(json.dumps({"typing": length * "\udc80"})) <= LONGEST_MESSAGE
