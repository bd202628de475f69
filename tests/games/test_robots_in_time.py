"""Tests that the time at which a robot's move appears reveals nothing about its hand.

Robots play in simulated time, and each thinks for a time that depends on its hand. Then everything
that the other players don't know is exchanged, and the same moves are made again. Every picture
has to appear at exactly the same time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any
from zlib import crc32

import pytest

from tests.games.every_game import TESTED
from tests.runtime.fake_time import run_in_fake_time
from tests.table.services import services
from triqueta.games import OWN_GAMES, installed_games
from triqueta.runtime.host import Host
from triqueta.runtime.worker import think
from triqueta.screens.frame import Frame, words
from triqueta.screens.phrases import Language
from triqueta.screens.station import TABLE, Key
from triqueta.table.registry import Registry
from triqueta.table.session import ROBOT, AnySession, MoveRequest
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table

SECONDS = 60.0
SLOWEST = 2.0  # seconds: longer than the table waits for a robot


class SameMoves(Registry):
    """Robots that repeat the move recorded for a request, or choose and record a random one."""

    def __init__(self, before: dict[str, str]) -> None:
        super().__init__(installed_games())
        self.chosen = before

    def think(self, request: MoveRequest, clock: Callable[[], float]) -> str:
        if request.id not in self.chosen:
            named_alike = [move for move in request.moves if not move.startswith("exchange:")]
            self.chosen[request.id] = Random(request.id).choice(named_alike)
        return self.chosen[request.id]


class SlowByView(Executor):
    """An executor whose thinking time depends on everything the robot knows."""

    def __init__(self, times: list[float]) -> None:
        self._loop = asyncio.get_running_loop()
        self._times = times

    def submit(self, work: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        seconds = 0.0
        if work is think:
            seconds = SLOWEST * crc32(repr(args[1].view).encode()) / 2**32
            self._times.append(seconds)
        self._loop.call_later(seconds, partial(_finish, future, work, args))
        return future


def _finish(future: Future[Any], work: Callable[..., Any], args: tuple[Any, ...]) -> None:
    future.set_result(work(*args))


class Evening:
    """A simulated evening: what the table's display shows and when, and how long robots think."""

    def __init__(self, session: AnySession, before: dict[str, str], impatient: bool) -> None:
        self.session = session
        self.chosen = before
        self.seen: list[tuple[float, Frame]] = []
        self.request_for: list[float] = []
        self._impatient = impatient
        for seat in range(len(session.names)):
            session.apply(f"{ROBOT} {seat} easy")
        run_in_fake_time(self._go_on())

    async def _go_on(self) -> None:
        loop = asyncio.get_running_loop()
        around = replace(services(), games=SameMoves(self.chosen))
        table = Table(around, TableState(Preferences(Language.ENGLISH), session=self.session))
        host = Host(table, new_executor=lambda: SlowByView(self.request_for))
        host.attach(TABLE, lambda frame: self.seen.append((loop.time(), frame)))
        while loop.time() < SECONDS:
            if self._impatient or not self.request_for:
                host.down(TABLE, Key.PETAL1)
                host.up(TABLE, Key.PETAL1)
            await asyncio.sleep(0.25)
        host.close()
        await asyncio.sleep(SLOWEST)


@pytest.mark.usefixtures("high_card")
@pytest.mark.parametrize("impatient", [False, True], ids=["in peace", "with keys that go on"])
@pytest.mark.parametrize("game", OWN_GAMES)
def test_what_a_robot_holds_does_not_decide_when_its_move_appears(
    game: str, impatient: bool
) -> None:
    tested = TESTED[game]
    session = tested.play(3, seed=5)
    evening = Evening(session, {}, impatient)
    entries = [entry for entry in session.entries if not entry.startswith(ROBOT)]
    other = tested.exchanged(session, entries, None)
    again = Evening(other, dict(evening.chosen), impatient)
    assert len(evening.request_for) > 5
    if game != "zatre":  # Zatre's hands are public: its only secret is the bag
        assert evening.request_for != again.request_for
    assert _told(evening) == _told(again)


def _told(evening: Evening) -> list[tuple[float, str]]:
    return [(time, words(frame)) for time, frame in evening.seen]
