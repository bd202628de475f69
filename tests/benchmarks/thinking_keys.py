"""Measure how long a key takes while an expert robot thinks, compared to an idle table.

    .venv/bin/python -m tests.benchmarks.thinking_keys

A key is timed until its picture is drawn, in turns with and without a thinking robot. The goal is
that the 99th percentile at most triples.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import cycle, islice
from statistics import median, quantiles
from time import perf_counter

from tests.benchmarks.goals import Goal, report
from tests.table.evening import new_play
from tests.table.services import services
from triqueta.runtime.host import Host
from triqueta.runtime.worker import OneProcess, think
from triqueta.screens.frame import Frame, picture
from triqueta.screens.phrases import Language
from triqueta.screens.station import TABLE, Key
from triqueta.table.session import ROBOT, MoveRequest
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table

AT_MOST = 3.0
ROUNDS = 30
KEYS = 100  # in a round
BETWEEN = 0.003  # seconds between keys, for the event loop to finish its work
# The menu, info and rules, and back again: none of these keys is a move.
_PRESSED = "soft3 soft1 soft2 petal1 soft1 petal2 soft1 soft1 soft3 petal3 soft3 soft3 soft1 soft1"


class Thinking:
    """An expert robot in its own process that gets a new request as soon as it has decided."""

    def __init__(self, table: Table) -> None:
        request = table.robots.request()
        if request is None:
            raise ValueError("it is not a robot's turn")
        self._games = table.games
        self._request: MoveRequest = request
        self._is_wanted = False
        self.decided = 0
        self._process = OneProcess()

    def begin(self) -> None:
        self._is_wanted = True
        self._ask()

    def stop(self) -> None:
        self._is_wanted = False

    def close(self) -> None:
        self.stop()
        self._process.shutdown()

    def _ask(self) -> None:
        loop = asyncio.get_running_loop()
        future = self._process.submit(think, self._games, self._request)
        future.add_done_callback(lambda _: loop.call_soon_threadsafe(self._again))

    def _again(self) -> None:
        self.decided += 1
        if self._is_wanted:
            self._ask()


def table_with(robot: int) -> Table:
    """Return a table with a game for three in which the first seat is to act.

    `robot` is the seat of an expert robot.
    """
    session = new_play()
    session.apply(f"{ROBOT} {robot} expert")
    table = Table(services(), TableState(Preferences(Language.ENGLISH)))
    table.go_on(session)
    return table


async def measure(rounds: int, keys: int) -> tuple[list[float], list[float], int]:
    """Return the seconds per key without and with a thinking robot, and how often it decided."""
    thinking = Thinking(table_with(robot=0))
    host = Host(table_with(robot=1), clock=lambda: 0.0)
    host.attach(TABLE, _draw)
    in_peace: list[float] = []
    meanwhile: list[float] = []
    thinking.begin()
    while not thinking.decided:  # the process has to start
        await asyncio.sleep(0.01)
    pressed = cycle(map(Key, _PRESSED.split()))
    for _ in range(rounds):
        thinking.stop()
        await asyncio.sleep(0.5)  # until the robot has decided its last move
        in_peace += await timed(host, islice(pressed, keys))
        thinking.begin()
        await asyncio.sleep(0.05)
        meanwhile += await timed(host, islice(pressed, keys))
    thinking.close()
    host.close()
    return in_peace, meanwhile, thinking.decided


def _draw(frame: Frame) -> None:
    picture(frame)


async def timed(host: Host, keys: Iterator[Key]) -> list[float]:
    found: list[float] = []
    for key in keys:
        started = perf_counter()
        host.down(TABLE, key)
        host.up(TABLE, key)
        found.append(perf_counter() - started)
        await asyncio.sleep(BETWEEN)
    return found


def told(name: str, seconds: list[float]) -> str:
    return f"{name:22} {1000 * median(seconds):6.2f} ms, 99 %: {1000 * worst(seconds):6.2f} ms"


def worst(seconds: list[float]) -> float:
    return quantiles(seconds, n=100)[-1]


def main() -> int:
    in_peace, meanwhile, decided = asyncio.run(measure(ROUNDS, KEYS))
    print(told("idle table", in_peace))
    print(told("an expert thinks", meanwhile))
    print(f"the expert decided {decided} times")
    times = worst(meanwhile) / worst(in_peace)
    return report(Goal("99 % of keys, expert thinking, relative to idle", times, AT_MOST, "times"))


if __name__ == "__main__":
    raise SystemExit(main())
