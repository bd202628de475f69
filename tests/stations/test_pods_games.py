"""Tests of whole games on simulated pods, with the real firmware, MicroPython and ports."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from tests.games.every_game import TESTED
from tests.profiles import first
from tests.stations.pod_table import Simulated, until
from tests.table.autopilot import acting_station, leading_keys, useful_keys
from tests.table.evening import in_game, new_play, play_at
from triqueta.games.triqueta.rules import Edition
from triqueta.screens.station import TABLE, Key
from triqueta.stations.pods.messages import DARK
from triqueta.table.table import Table

SEATS = range(5)
MOST_IDLE = 10  # steps; a random key can change nothing, for example a cursor at the edge


class Player:
    """A player who uses only the pods' keys, as the autopilot uses the table's."""

    def __init__(self, simulated: Simulated, seed: int) -> None:
        self.simulated = simulated
        self.table = simulated.at.table
        self.rng = Random(seed)
        self.taps = 0
        self._idle = 0  # steps in a row that changed nothing

    async def step(self) -> None:
        before = self._progress
        await self._press()
        self._idle = self._idle + 1 if self._progress == before else 0
        assert self._idle < MOST_IDLE, f"stuck at: {self.simulated.at.says()}"

    @property
    def _progress(self) -> object:
        """What a useful key changes: the game, or what the stations show, except for notices."""
        session = self.table.session
        frames = self.table.frames().items()
        shown = {name: (frame.screen, frame.board) for name, frame in frames}
        return session and len(session.entries), shown

    async def _press(self) -> None:
        station = acting_station(self.table)
        aside = bool(station.pages) and not station.pages[-1].bound_to_turn
        keys = leading_keys(self.table, station, self.rng)
        useful = useful_keys(self.table.view_for(station), aside=aside)
        if not keys and not useful:
            await self.simulated.tap(station.name, Key.SOFT3)  # it ends the card of a move
            return
        keys = keys or self.rng.choice(useful)
        for key in keys.split():
            self.taps += 1
            await self.simulated.tap(station.name, Key(key))

    @property
    def over(self) -> bool:
        return self.table.session is None or self.table.session.over


def game(edition: Edition = Edition.BASE, players: int = 5) -> Table:
    return in_game(new_play(edition=edition, players=players)).table


def game_of_zatre() -> Table:
    """Return a table in the middle of a game of Zatre, when a turn takes many keys."""
    play, rng = TESTED["zatre"].play(5, seed=7), Random(7)
    while play.current_player is not None and len(play.entries) < 90:
        play.apply(
            play.pending_ack(play.current_player) or rng.choice(play.moves(play.current_player))
        )
    return in_game(play).table


@pytest.mark.parametrize(
    "begun",
    first(
        [
            pytest.param(partial(game, Edition.SHADOW), id="shadow"),
            pytest.param(game, id="base"),
            pytest.param(game_of_zatre, id="zatre"),
        ]
    ),
)
def test_every_pod_shows_its_picture_after_every_key(
    micropython: str, begun: Callable[[], Table]
) -> None:
    async def play() -> int:
        async with Simulated(begun(), SEATS) as simulated:
            player = Player(simulated, seed=7)
            while not player.over:
                await player.step()
            return player.taps

    assert asyncio.run(play()) > 60


@pytest.mark.full
def test_pods_pulled_out_and_put_back_during_a_game(micropython: str) -> None:
    """While a pod is gone the table shows its seat; when it is back it shows its picture."""

    async def play() -> None:
        async with Simulated(game(players=3), range(3)) as simulated:
            player = Player(simulated, seed=2)
            for seat in (0, 1, 2, 0):
                for _ in range(5):
                    await player.step()
                simulated.unplug(seat)
                await simulated.at.seated(*{0, 1, 2} - {seat})
                simulated.plug_in(seat)
                await simulated.at.seated(0, 1, 2)
                await simulated.check()
            while not player.over:
                await player.step()

    asyncio.run(play())


@pytest.mark.full
def test_a_pod_that_hangs_loses_its_seat_and_gets_it_back(micropython: str) -> None:
    async def play() -> None:
        async with Simulated(game(players=2), range(2)) as simulated:
            simulated.pods[0].freeze()
            await simulated.at.seated(1)
            name = play_at(simulated.at.table).names[0]
            assert f"{name}'s display is offline" in simulated.at.says()
            simulated.pods[0].thaw()
            await simulated.at.seated(0, 1)
            await simulated.check()

    asyncio.run(play())


def test_the_secret_of_a_pod_that_is_gone_can_be_looked_at_from_the_table(
    micropython: str,
) -> None:
    async def play() -> None:
        async with Simulated(game(players=2), range(2)) as simulated:
            at = simulated.at
            current_player = play_at(at.table).current_player
            assert current_player is not None
            await simulated.tap(f"seat{current_player + 1}", Key.PETAL1)
            assert "Only for" not in at.says()
            simulated.unplug(current_player)
            await at.seated(1 - current_player)
            assert "Look" not in at.says()
            at.host.down(TABLE, Key.PETAL2)  # play here
            assert "Look" in at.says()

    asyncio.run(play())


def test_pods_are_dark_when_the_table_is_gone(micropython: str) -> None:
    async def play() -> None:
        async with Simulated(game(players=2), range(2)) as simulated:
            assert simulated.pods[0].picture() != DARK
            await simulated.at.keeper.__aexit__(None, None, None)
            await until(lambda: simulated.pods[0].picture() == DARK)
            assert not simulated.at.keeper.pods

    asyncio.run(play())
