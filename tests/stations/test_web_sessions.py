"""Tests of the seats' codes, which belong to one game and one seat, and of phones' sessions.

A seated phone stays for the next game if the same player sits there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from itertools import count

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import InvalidStatus

from tests.stations.live_table import NO_BEAT, LiveTable, ask_http
from tests.stations.test_web_server import closed, frame, mode_of, news, run, socket, table_in_game
from tests.table.evening import new_play
from tests.table.services import services
from triqueta.screens.phrases import Language
from triqueta.screens.station import seat_station
from triqueta.stations.web.access import Access, SeatSessions
from triqueta.stations.web.server import SCAN_AGAIN
from triqueta.table.events import Join, Named
from triqueta.table.session import ROBOT
from triqueta.table.state import NewGame, Preferences, TableState
from triqueta.table.table import Table

NAMES = ("Ana", "Ben", "Chloé")
OTHERS = ("Dan", "Ben", "Chloé")


class ToldPage:
    """A page that records the last message it was sent."""

    def __init__(self) -> None:
        self.told = ""

    def tell(self, kind: str, message: str) -> None:
        self.told = message


class Seats:
    """A table before its first game, at which phones can take seats."""

    def __init__(self) -> None:
        self.table = Table(services(), TableState(Preferences(Language.ENGLISH)))
        numbers = count(1)
        self.access = Access(lambda: self.table.seat_key)
        self.sessions = SeatSessions(self.table, self.access, lambda: f"session {next(numbers)}")

    def scan(self, seat: int, session: str = "") -> ToldPage:
        page = ToldPage()
        self.table.handle(Join(seat_station(seat), self.table.now))
        self.sessions.sit(seat, page, session)  # type: ignore[arg-type]
        assert self.sessions.follow() == {}
        return page

    def name(self, *names: str, robots: Mapping[int, str] | None = None) -> list[int]:
        """Answer the set-up's questions for names; return the seats whose phones must leave."""
        self.table.ask_next(NewGame(True, players=3, names=names, robots=robots or {}))
        return list(self.sessions.follow())

    def type(self, name: str, seat: int) -> list[int]:
        self.table.handle(Named(seat_station(seat), name, self.table.now))
        return list(self.sessions.follow())

    def deal(self, *names: str) -> list[int]:
        self.table.go_on(new_play(names=names, players=len(names)))
        return list(self.sessions.follow())

    def start_over(self) -> list[int]:
        self.table.start_over()
        return list(self.sessions.follow())

    def code_told(self, page: ToldPage, seat: int) -> bool:
        """Return whether a page was sent the present code of its seat."""
        return self.access.tokens[seat] in page.told


@pytest.fixture
def seats() -> Seats:
    return Seats()


class TestCodes:
    def test_codes_of_the_set_up_stay_valid_in_its_game(self, seats: Seats) -> None:
        codes = seats.access.tokens
        phone = seats.scan(0)
        assert seats.name("Ana") == seats.name(*NAMES) == seats.deal(*NAMES) == []
        assert seats.access.tokens == codes
        assert seats.code_told(phone, 0)

    def test_every_game_has_its_own(self, seats: Seats) -> None:
        codes = {seats.access.tokens}
        for _ in range(3):
            seats.deal(*NAMES)
            seats.start_over()
            codes.add(seats.access.tokens)
        assert len({code for game in codes for code in game}) == 20

    def test_a_restart_before_a_game_makes_new_ones(self, seats: Seats) -> None:
        again = Table(services(), seats.table.state)
        assert again.seat_key != seats.table.seat_key

    def test_a_restart_in_a_game_keeps_them(self, seats: Seats) -> None:
        seats.deal(*NAMES)
        assert Table(services(), seats.table.state).seat_key == seats.table.seat_key


class TestTheSamePlayers:
    def test_their_phones_stay_with_the_new_codes(self, seats: Seats) -> None:
        phones = [seats.scan(seat) for seat in range(3)]
        seats.deal(*NAMES)
        assert seats.start_over() == []
        assert not any(seats.code_told(phone, seat) for seat, phone in enumerate(phones))
        assert seats.name(*NAMES) == []
        assert all(seats.code_told(phone, seat) for seat, phone in enumerate(phones))

    def test_a_phone_that_slept_returns_by_its_session(self, seats: Seats) -> None:
        seats.scan(0)
        seats.deal(*NAMES)
        seats.start_over()
        assert seats.sessions.seat_of("session 1") == 0
        seats.deal(*NAMES)
        assert seats.sessions.seat_of("session 1") == 0
        assert seats.code_told(seats.scan(0, "session 1"), 0)

    def test_a_phone_at_a_seat_that_sits_a_game_out_gets_no_code(self, seats: Seats) -> None:
        phone = seats.scan(2)
        seats.deal(*NAMES)
        seats.start_over()
        assert seats.deal("Ana", "Ben") == []
        assert not seats.code_told(phone, 2)
        seats.start_over()
        assert seats.deal(*NAMES) == []
        assert seats.code_told(phone, 2)


class TestAnotherPlayer:
    def test_the_old_phone_has_to_go_when_the_seat_is_named(self, seats: Seats) -> None:
        phones = [seats.scan(seat) for seat in range(2)]
        seats.deal(*NAMES)
        seats.start_over()
        assert seats.name("Dan") == [0]
        assert seats.sessions.seat_of("session 1") is None
        assert seats.name(*OTHERS) == seats.deal(*OTHERS) == []
        assert not seats.code_told(phones[0], 0)
        assert seats.code_told(phones[1], 1)

    def test_typing_the_name_of_the_next_player_does_not_keep_the_seat(self, seats: Seats) -> None:
        seats.scan(0)
        seats.deal(*NAMES)
        seats.start_over()
        assert seats.type("Dan", 0) == []
        assert seats.table.typed_names[0] == "Dan"
        assert seats.name("Dan") == [0]

    def test_a_phone_scanned_for_this_game_may_type_another_name(self, seats: Seats) -> None:
        phone = seats.scan(0)
        seats.name("Player 1")
        assert seats.type("Zoé", 0) == []
        assert seats.table.new_game.names == ("Zoé",)
        assert seats.name("Zoé", "Ben") == []
        assert seats.code_told(phone, 0)

    def test_a_name_that_an_earlier_phone_has_typed_counts_for_no_other(
        self, seats: Seats
    ) -> None:
        seats.scan(0)
        seats.type("Zoé", 0)
        seats.scan(0)
        assert seats.name("Dan") == []
        assert seats.name("Zoé") == [0]

    def test_a_seat_that_is_renamed_in_the_set_up_gets_another_code(self, seats: Seats) -> None:
        phones = [seats.scan(seat) for seat in range(2)]
        seats.name("Ana", "Ben")
        code = seats.access.tokens[0]
        assert seats.name("Ana") == seats.name() == seats.name("Ana", "Ben") == [], (
            "going back and forth"
        )
        assert seats.access.tokens[0] == code
        assert seats.name("Dan", "Ben") == [0]
        assert seats.access.tokens[0] != code
        assert not seats.code_told(phones[0], 0)
        assert seats.code_told(phones[1], 1), "all other phones get their codes"

    def test_a_phone_at_a_seat_without_a_player_is_sent_away(self, seats: Seats) -> None:
        seats.scan(4)
        assert seats.deal(*NAMES) == []
        assert seats.start_over() == [4]

    def test_a_robot_is_another_player_even_of_the_same_name(self, seats: Seats) -> None:
        seats.scan(0)
        seats.deal(*NAMES)
        seats.start_over()
        assert seats.name("Ana", robots={0: "easy"}) == [0]

    def test_a_player_who_comes_after_a_robot_has_to_scan(self, seats: Seats) -> None:
        seats.scan(0)
        assert seats.name(*NAMES, robots={0: "easy"}) == []  # it says that a robot plays here
        session = new_play(names=NAMES)
        session.apply(f"{ROBOT} 0 easy")
        seats.table.go_on(session)
        assert seats.start_over() == []
        assert seats.name("Ana") == [0]


class TestTakenOver:
    def test_the_session_of_the_phone_before_is_over(self, seats: Seats) -> None:
        """Otherwise a phone with a photographed code would be back in the next game."""
        seats.scan(0)
        seats.scan(0)
        assert seats.sessions.seat_of("session 1") is None
        assert seats.sessions.seat_of("session 2") == 0

    def test_an_unknown_session_has_no_seat(self, seats: Seats) -> None:
        seats.scan(0)
        for token in ("", "session", "session 11", "é", "\udc80"):
            assert seats.sessions.seat_of(token) is None


# The same through the web server.


@pytest.fixture
def live() -> Iterator[LiveTable]:
    with LiveTable(table_in_game, beat=NO_BEAT) as table:
        yield table


def play_again(live: LiveTable, names: tuple[str, ...] = NAMES) -> None:
    """End the game, and set up and deal another one."""

    def steps(table: Table) -> None:
        table.start_over()
        live.host.tick()
        table.ask_next(NewGame(True, players=3, names=names))
        live.host.tick()
        table.go_on(new_play(names=names))
        live.host.tick()

    live.ask(steps)


async def told(client: ClientConnection, but: object = None) -> tuple[str, str]:
    """Return the session and the code that a phone is sent, once the code is not `but`."""
    while True:
        message = await news(client, "session")
        if message["code"] not in (None, but):
            return str(message["session"]), str(message["code"])


async def refused(live: LiveTable, name: str) -> bool:
    try:
        await (await socket(live, name)).close()
    except InvalidStatus as answer:
        return answer.response.status_code == 403
    return False


def test_a_code_of_one_game_opens_nothing_in_the_next(live: LiveTable) -> None:
    codes = list(live.server.access.tokens)

    async def test() -> None:
        play_again(live)
        for code in codes:
            assert await refused(live, code)
            request = f"GET /S/{code} HTTP/1.1\r\nHost: localhost:{live.server.port}\r\n\r\n"
            page = await ask_http(live.server.port, request)
            assert page.startswith(b"HTTP/1.1 404 ")
            assert b"scan the code" in page
        async with socket(live, live.server.access.tokens[0]) as phone:
            assert mode_of(await frame(phone)) == "turn"

    run(test)


def test_a_seated_phone_keeps_its_open_connection(live: LiveTable) -> None:
    code = live.server.access.tokens[0]

    async def test() -> None:
        async with socket(live, code) as phone:
            session, first = await told(phone)
            assert first == code
            play_again(live)
            assert await told(phone, but=code) == (session, live.server.access.tokens[0])
            await phone.send('{"down": "petal1"}')
            while mode_of(await frame(phone)) != "tile":
                pass

    run(test)


def test_a_phone_that_slept_through_the_change_returns_by_its_session(live: LiveTable) -> None:
    code = live.server.access.tokens[0]

    async def test() -> None:
        async with socket(live, code) as phone:
            session, _ = await told(phone)
        play_again(live)
        assert await refused(live, code)
        assert await refused(live, f"{code}/{session}x")
        async with socket(live, f"{code}/{session}") as phone:
            assert await told(phone) == (session, live.server.access.tokens[0])

    run(test)


def test_another_player_at_the_seat_sends_the_phone_away(live: LiveTable) -> None:
    code = live.server.access.tokens[0]

    async def test() -> None:
        async with socket(live, code) as phone:
            session, _ = await told(phone)
            play_again(live, OTHERS)
            assert await closed(phone) == SCAN_AGAIN
            assert not live.ask(lambda table: table.has_station(0))
        assert await refused(live, f"{code}/{session}")

    run(test)


def test_a_phone_that_asks_for_a_seat_with_an_old_code_does_not_get_it(live: LiveTable) -> None:
    code = live.server.access.tokens[0]

    async def test() -> None:
        async with socket(live, code) as first, socket(live, code) as asking:
            await told(first)
            await news(asking, "taken")
            play_again(live)
            await asking.send('{"take": true}')
            assert await closed(asking) == SCAN_AGAIN
            assert len(live.ask(lambda _: live.host.owners("seat1"))) == 1
            await told(first, but=code)

    run(test)


def test_a_wired_display_shows_its_seat_for_any_player(live: LiveTable) -> None:
    """It needs no code, since it belongs to the seat."""
    frames: list[object] = []
    live.ask(lambda _: live.host.attach("seat1", frames.append, "on wires"))
    play_again(live, OTHERS)
    live.run(asyncio.sleep(0))
    assert live.ask(lambda table: table.has_station(0))
