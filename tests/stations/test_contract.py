"""Tests that every kind of station must pass."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from random import Random

import pytest

from tests.games.every_game import TESTED, guests
from tests.profiles import budget
from tests.runtime.slow_disk import SlowDisk, passes
from tests.stations.kinds import KINDS, StationKind
from tests.table.evening import new_play
from tests.table.services import services
from triqueta.games.triqueta.rules import Edition
from triqueta.runtime import host as host_module
from triqueta.runtime.host import Host
from triqueta.screens.frame import Frame, picture
from triqueta.screens.phrases import Language
from triqueta.screens.station import ROBOT_PAUSE, TABLE, Key
from triqueta.table.events import Decided, Event, KeyDown, KeyUp, Tick
from triqueta.table.saving import SAVING_SCREEN
from triqueta.table.session import ROBOT, AnySession
from triqueta.table.state import Preferences, Services, TableState
from triqueta.table.table import KEEP_HOLDING, Table


class NotingTable(Table):
    def __init__(self, around: Services, kept: TableState) -> None:
        self.events: list[Event] = []
        super().__init__(around, kept)

    def handle(self, event: Event) -> None:
        self.events.append(event)
        super().handle(event)

    def release_quietly(self, event: KeyUp) -> bool:
        is_released = super().release_quietly(event)
        if is_released:
            self.events.append(event)
        return is_released


class Bench:
    """A station at a table in the middle of a game, with a clock that only the test moves.

    Its disk is fast until `slow_down` is called.
    """

    def __init__(self, kind: StationKind, play: AnySession) -> None:
        self.kind = kind
        around = services(lambda: bytes(32))
        self.table = NotingTable(around, TableState(Preferences(Language.ENGLISH), session=play))
        self.now = 0.0
        self.disk = SlowDisk()
        self.host = Host(self.table, clock=lambda: self.now, journal=self.disk)
        self.host.down(TABLE, Key.PETAL1)  # resume the game

    def slow_down(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let the disk save only when the test says so, and count every save as a long one."""
        self.host._turns.saver = self.disk
        monkeypatch.setattr(host_module, "HIDE_SECONDS", 0.0)

    @property
    def entries(self) -> int:
        assert self.table.session is not None
        return len(self.table.session.entries)

    @property
    def meant(self) -> bytes:
        """Return the picture that this station should show."""
        return picture(self.table.frames()[self.kind.station]).tobytes()


def two_tiles_drawn() -> AnySession:
    return new_play(edition=Edition.SHADOW, players=2, moves="d1 d2")


def a_card_to_play() -> AnySession:
    play = TESTED["highcard"].play(2, seed=1)
    play.apply(play.chance() or "")
    return play


def a_tile_put_down() -> AnySession:
    play = TESTED["zatre"].play(2, seed=9)
    for entry in ("draw", "put H8=6"):
        play.apply(entry)
    return play


def a_hand_to_look_at() -> AnySession:
    """Return a game of Ettana before the first roll of a turn."""
    play = TESTED["ettana"].play(2, seed=2)
    while play.chance() is not None or play.moves(play.current_player or 0)[0].startswith("@"):
        play.apply(play.chance() or play.moves(play.current_player or 0)[0])
    return play


def a_robots_turn() -> AnySession:
    play = new_play(moves="d1 r1")
    play.apply(f"{ROBOT} 1 hard")
    return play


SECRETS = (two_tiles_drawn, a_card_to_play)


@pytest.fixture(params=[*SECRETS, a_tile_put_down, a_hand_to_look_at])
def play(request: pytest.FixtureRequest) -> Iterator[AnySession]:
    """A session in the middle of a game: built-in games, and one installed as a plug-in."""
    with guests():
        yield request.param()


@pytest.fixture(params=KINDS)
def on_bench(
    request: pytest.FixtureRequest, play: AnySession, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Callable[[Bench], Awaitable[None]]], None]:
    if request.param == "pod":
        request.getfixturevalue("micropython")

    def run(test: Callable[[Bench], Awaitable[None]]) -> None:
        async def opened() -> None:
            bench = Bench(KINDS[request.param](), play)
            await bench.kind.open(bench.host, monkeypatch)
            try:
                await asyncio.wait_for(test(bench), 120)
            finally:
                await bench.kind.close()

        asyncio.run(opened())

    return run


OnBench = Callable[[Callable[[Bench], Awaitable[None]]], None]


def test_it_shows_the_present_frame_at_once(on_bench: OnBench) -> None:
    async def test(bench: Bench) -> None:
        assert await bench.kind.shown() == bench.meant
        assert any(bench.meant)

    on_bench(test)


def test_every_key_arrives_under_its_name_down_and_up(on_bench: OnBench) -> None:
    async def test(bench: Bench) -> None:
        for key in Key:
            bench.table.events.clear()
            await bench.kind.down(key)
            await bench.kind.shown()
            await bench.kind.up(key)
            await bench.kind.shown()
            mine = [e for e in bench.table.events if isinstance(e, KeyDown | KeyUp)]
            downs = [(e.station, e.key) for e in mine if isinstance(e, KeyDown)]
            assert downs == [(bench.kind.station, key)]
            if bench.kind.holds_keys:
                ups = [(e.station, e.key) for e in mine if isinstance(e, KeyUp)]
                assert ups == [(bench.kind.station, key)]

    on_bench(test)


def test_after_every_key_it_shows_its_frame(on_bench: OnBench) -> None:
    async def test(bench: Bench) -> None:
        rng, pictures = Random(4), set()
        for _ in range(budget(40, least=20)):
            key = rng.choice(list(Key))
            bench.now += 1.0
            await bench.kind.down(key)
            assert await bench.kind.shown() == bench.meant
            pictures.add(bench.meant)
            bench.now += 1.0
            await bench.kind.up(key)
            assert await bench.kind.shown() == bench.meant
        assert len(pictures) >= 5

    on_bench(test)


@pytest.mark.parametrize("play", SECRETS, indirect=True)
def test_a_seat_cannot_decide_about_a_picture_it_has_just_received(on_bench: OnBench) -> None:
    """The table shows nothing secret before a player looks, so its keys need not wait."""

    async def test(bench: Bench) -> None:
        decided: list[bool] = []
        before = bench.entries
        for _ in range(2):
            await bench.kind.down(Key.PETAL1)
            await bench.kind.shown()
            await bench.kind.up(Key.PETAL1)
            await bench.kind.shown()
            decided.append(bench.entries > before)
            bench.now += 1.0
        assert decided == [bench.kind.station == TABLE, True]

    on_bench(test)


@pytest.mark.parametrize("play", [a_robots_turn], indirect=True)
def test_a_robots_move_is_shown_and_a_key_continues(on_bench: OnBench) -> None:
    async def test(bench: Bench) -> None:
        thinking = await bench.kind.shown()
        request = bench.table.robots.request()
        assert request is not None
        bench.now += ROBOT_PAUSE
        bench.host.handle(Decided(request.id, "t2", bench.now))
        told = await bench.kind.shown()
        assert told == bench.meant != thinking
        await bench.kind.down(Key.PETAL2)
        assert await bench.kind.shown() == bench.meant != told
        assert bench.table.session is not None
        assert bench.table.session.entries[-1] == "t2"

    on_bench(test)


@pytest.mark.parametrize("play", [two_tiles_drawn], indirect=True)
def test_hiding_a_secret_never_waits_for_the_disk(
    on_bench: OnBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a slow disk, release Look at the table, or put down the tile at a seat."""

    async def test(bench: Bench) -> None:
        before = await bench.kind.shown()
        bench.slow_down(monkeypatch)
        bench.now += 1.0
        if bench.kind.station == TABLE:
            hidden = before
            await bench.kind.down(Key.SOFT2)
            await passes()
            secret = await bench.kind.shown()
            assert secret == bench.meant != before
            bench.host.keep(lambda: None)
            if bench.kind.holds_keys:
                await bench.kind.up(Key.SOFT2)
            else:  # a terminal, which releases keys itself
                bench.host.up(TABLE, Key.SOFT2)
        else:
            secret, hidden = before, picture(Frame(SAVING_SCREEN, Language.ENGLISH)).tobytes()
            await bench.kind.down(Key.PETAL1)
        await passes()
        assert bench.disk.is_busy
        assert await bench.kind.shown() == hidden
        await bench.disk.finish_all()
        assert await bench.kind.shown() == bench.meant != secret

    on_bench(test)


@pytest.mark.parametrize("play", [two_tiles_drawn], indirect=True)
def test_a_look_that_is_over_before_its_turn_is_not_shown(
    on_bench: OnBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(bench: Bench) -> None:
        if bench.kind.station != TABLE or not bench.kind.holds_keys:
            return
        before = await bench.kind.shown()
        bench.slow_down(monkeypatch)
        bench.host.keep(lambda: None)
        await bench.kind.down(Key.SOFT2)
        assert await bench.kind.shown() == before
        await bench.kind.up(Key.SOFT2)
        await bench.disk.finish_all()
        station = bench.table.stations[TABLE]
        assert not station.looking
        assert station.notice == KEEP_HOLDING
        assert await bench.kind.shown() == bench.meant

    on_bench(test)


def test_it_is_dark_when_the_table_is(on_bench: OnBench) -> None:
    async def test(bench: Bench) -> None:
        bench.now = 10_000.0
        bench.host.handle(Tick(bench.now))
        assert not any(await bench.kind.shown())

    on_bench(test)


def test_a_seat_that_is_cut_off_is_gone_and_the_table_never_is(on_bench: OnBench) -> None:
    async def test(bench: Bench) -> None:
        await bench.kind.cut()
        bench.host.handle(Tick(bench.now))
        assert (bench.kind.station in bench.table.stations) == (bench.kind.station == TABLE)
        bench.host.down(TABLE, Key.SOFT3)  # the game continues
        assert bench.table.stations[TABLE].pages

    on_bench(test)
