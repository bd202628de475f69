"""Tests that a key release can skip drawing, but never leaves a station with an outdated frame."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random

from tests.games.every_game import EVERY_WAY, Tested
from tests.profiles import budget
from tests.table.autopilot import acting_station, step
from tests.table.evening import Evening
from tests.table.services import services
from triqueta.runtime.host import Host
from triqueta.screens.frame import Frame
from triqueta.screens.phrases import Language
from triqueta.screens.station import TABLE, Key, seat_station
from triqueta.table.events import Event, KeyDown, KeyUp
from triqueta.table.session import AnySession
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table

PAUSES = (0.0, 0.0, 0.3, 2.9, 3.0, 121.0, 901.0)
"""Seconds between keys. In the longer ones a notice expires, or the displays dim or switch off."""


class CountingTable(Table):
    """A table that counts how often all frames were made."""

    asked = 0

    def frames(self) -> dict[str, Frame]:
        self.asked += 1
        return super().frames()


class HostedEvening(Evening):
    """An evening on a host, which checks after every event that all stations are up to date."""

    def __init__(self, play: AnySession, rng: Random, pauses: Sequence[float] = PAUSES) -> None:
        super().__init__()
        self._rng = rng
        self._pauses = pauses
        self.quiet = 0
        self.table = self.counting = CountingTable(
            services(), TableState(Preferences(Language.ENGLISH), session=play)
        )
        self.shown: dict[str, Frame] = {}
        self.host = Host(
            self.table, clock=lambda: self.time, new_executor=lambda: ThreadPoolExecutor(1)
        )
        for name in (TABLE, *map(seat_station, range(len(play.names)))):
            self.host.attach(name, partial(self.shown.__setitem__, name))

    def take(self, event: Event) -> None:
        asked = self.counting.asked
        self.host.handle(event)
        self.quiet += isinstance(event, KeyUp) and self.counting.asked == asked
        assert self.shown == self.table.frames()
        self.time += self._rng.choice(self._pauses)


def test_stations_show_the_table_as_it_is_after_every_key(tested: Tested) -> None:
    async def play() -> None:
        rng = Random(3)
        evening = HostedEvening(tested.play(3, seed=3), rng)
        evening.press("petal1")
        for _ in range(budget(300)):
            step(evening, rng)
        evening.host.close()
        assert evening.quiet > 0

    asyncio.run(play())


def test_a_released_key_stops_repeating() -> None:
    async def play() -> None:
        evening = HostedEvening(EVERY_WAY["zatre"].play(2, seed=1), Random(1), pauses=(0.0,))
        evening.press("petal1")
        station = acting_station(evening.table)
        evening.press("soft1", station.name)
        evening.host.handle(KeyDown(station.name, Key.PETAL2, evening.time))
        held = station.held
        asked = evening.counting.asked
        evening.host.handle(KeyUp(station.name, Key.PETAL2, evening.time))
        assert held is not None
        assert station.held is None
        assert evening.counting.asked == asked
        evening.host.close()

    asyncio.run(play())
