"""Measure a key press on a pod: bytes on its line, and time until the new picture is there.

    .venv/bin/pip install -q -e '.[test]' && .venv/bin/python -m tests.benchmarks.pod_line

Random players play a game on three pods. The table runs in its own thread as in `triqueta play`,
with real ports on pseudo terminals. At the other end is the firmware's link code on a PC's Python,
without a screen and keys. So the result includes the table and the line, but not the Pico's work.

The time runs from writing the key's message until the picture is complete and its checksum
correct. In the same run, the same numbers of bytes go to and fro on an equal line, with a loop
that only answers.
"""

from __future__ import annotations

import asyncio
import os
import pty
import select
import sys
import threading
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from random import Random
from statistics import mean, median
from time import monotonic, perf_counter
from typing import Any

from tests.benchmarks.goals import Goal, report
from tests.firmware.pod_code import display as pod_display
from tests.firmware.pod_code import link as pod_link
from tests.stations.pod_table import PodTable, pod_id
from tests.table.autopilot import acting_station, useful_keys
from tests.table.evening import in_game, new_play
from triqueta.games.triqueta.rules import Edition
from triqueta.screens.station import TABLE, Key
from triqueta.stations.pods.messages import PICTURE_BYTES

SEATS = 3
PATIENCE = 5.0
WHOLE_PICTURES = SEATS * PICTURE_BYTES  # the bytes of a new picture on each pod


def open_line() -> tuple[int, int, str]:
    end, far = pty.openpty()
    tty.setraw(far)
    return end, far, os.ttyname(far)


class NoScreen:
    """An I2C bus that discards everything at once."""

    def writeto(self, address: int, data: bytes) -> None:
        pass


_Display: Any = pod_display.Display  # the firmware has no types


class CountedDisplay(_Display):  # type: ignore[misc]  # for the same reason
    def __init__(self) -> None:
        super().__init__(NoScreen())
        self.seen = 0
        self.find()

    def show(self) -> None:
        super().show()
        self.seen += 1


class LinePod:
    """The firmware's link on a pseudo terminal."""

    def __init__(self, seat: int) -> None:
        self.end, self._far, self.port = open_line()
        self.display = CountedDisplay()
        self.up = self.down = 0
        fresh = count(1)
        identity = bytes.fromhex(pod_id(seat))
        self.link = pod_link.Link(
            self.display, identity, self._send, lambda: next(fresh), self._ms()
        )

    def _ms(self) -> int:
        return int(monotonic() * 1000)

    def _send(self, buffer: bytearray, length: int) -> None:
        self.up += os.write(self.end, bytes(buffer[:length]))

    def hear(self) -> None:
        data = os.read(self.end, 4096)
        self.down += len(data)
        for byte in data:
            self.link.take(byte, self._ms())

    def tick(self) -> None:
        self.link.tick(self._ms())

    def close(self) -> None:
        os.close(self._far)
        os.close(self.end)


@dataclass
class Costs:
    up: list[int] = field(default_factory=list)
    down: list[int] = field(default_factory=list)
    own: list[tuple[int, int]] = field(default_factory=list)  # only the line of the key's pod
    seconds: list[float] = field(default_factory=list)


class Evening:
    """Three pods at a table that runs in another thread."""

    def __init__(self, at: PodTable, pods: list[LinePod]) -> None:
        self.at, self.table, self.pods = at, at.table, pods
        self.costs = Costs()

    def until(self, reached: Callable[[], bool]) -> None:
        end = monotonic() + PATIENCE
        while not reached():
            assert monotonic() < end, "the table does not answer"
            for pod in self.pods:
                pod.tick()
            ends = {pod.end: pod for pod in self.pods}
            for ready in select.select(ends, [], [], 0.05)[0]:
                ends[ready].hear()

    def agreed(self) -> bool:
        there = [pod.line.link for pod in self.at.keeper.pods.values() if pod.seat is not None]
        return len(there) == len(self.pods) and all(link.agreed for link in there)

    def step(self, rng: Random) -> None:
        station = acting_station(self.table)
        aside = bool(station.pages) and not station.pages[-1].bound_to_turn
        key = Key(rng.choice(useful_keys(self.table.view_for(station), aside=aside)))
        assert station.name != TABLE
        self.change(self.pods[station.seat or 0], key, down=True)
        self.at.now += 1.0  # players need time to read a tile
        self.change(self.pods[station.seat or 0], key, down=False)

    def change(self, pod: LinePod, key: Key, *, down: bool) -> None:
        before = [(one.up, one.down) for one in self.pods]
        seen, started = pod.display.seen, perf_counter()
        pod.link.key(list(Key).index(key), down)
        pod.tick()
        if down:
            self.until(lambda: pod.display.seen > seen)
            self.costs.seconds.append(perf_counter() - started)
        self.until(lambda: not pod.link._count and self.agreed())
        if down:
            self._count(pod, before)

    def _count(self, pod: LinePod, before: list[tuple[int, int]]) -> None:
        counts = [
            (one.up - up, one.down - down)
            for one, (up, down) in zip(self.pods, before, strict=True)
        ]
        self.costs.own.append(counts[self.pods.index(pod)])
        self.costs.up.append(sum(up for up, _ in counts))
        self.costs.down.append(sum(down for _, down in counts))


@contextmanager
def loop_in_a_thread() -> Iterator[asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield loop
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def played(most_keys: int) -> Costs:
    with loop_in_a_thread() as loop:
        pods = [LinePod(seat) for seat in range(SEATS)]

        async def begin() -> PodTable:
            table = in_game(new_play(edition=Edition.BASE, players=SEATS)).table
            at = PodTable(table, {pod_id(seat): seat for seat in range(SEATS)})
            at.ports[:] = [pod.port for pod in pods]
            return await at.__aenter__()

        at = asyncio.run_coroutine_threadsafe(begin(), loop).result(PATIENCE)
        evening, rng = Evening(at, pods), Random(1)
        evening.until(evening.agreed)
        while len(evening.costs.up) < most_keys and not (
            at.table.session and at.table.session.over
        ):
            evening.step(rng)
        asyncio.run_coroutine_threadsafe(at.__aexit__(), loop).result(PATIENCE)
        for pod in pods:
            pod.close()
    return evening.costs


def echoes(up: int, down: int, times: int) -> list[float]:
    """Return the seconds of `times` echoes: `up` bytes to a bare loop and `down` bytes back."""
    end, far, name = open_line()
    port = os.open(name, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    waiting = 0

    def answer() -> None:
        nonlocal waiting
        waiting += len(os.read(port, 512))
        if waiting >= up:
            waiting -= up
            os.write(port, b"x" * down)

    seconds = []
    with loop_in_a_thread() as loop:
        loop.call_soon_threadsafe(loop.add_reader, port, answer)
        for _ in range(times):
            started, missing = perf_counter(), down
            os.write(end, b"x" * up)
            while missing:
                missing -= len(os.read(end, 4096))
            seconds.append(perf_counter() - started)
        loop.call_soon_threadsafe(loop.remove_reader, port)
    for descriptor in (port, far, end):
        os.close(descriptor)
    return seconds


def main() -> int:
    sys.setswitchinterval(1e-4)  # unlike real ones, these pods share Python's lock with the table
    costs = played(most_keys=400)
    up, down = round(mean(costs.up)), round(mean(costs.down))
    print(f"{len(costs.up)} keys pressed on {SEATS} pods, Python {sys.version.split()[0]}")
    print(f"  bytes from the pods per press   {up:6}, at most {max(costs.up)}")
    print(f"  bytes to the pods per press     {down:6}, at most {max(costs.down)}")
    print(f"  relative to {SEATS} whole pictures    {mean(costs.down) / WHOLE_PICTURES:6.2f}")
    own_up, own_down = (round(mean(part)) for part in zip(*costs.own, strict=True))
    key, echo = median(costs.seconds), median(echoes(own_up, own_down, 400))
    print(f"  bytes on the key's own line     {own_up:6} up, {own_down} down")
    print(f"  ms from key to picture, median  {1e3 * key:6.2f}")
    print(f"  ms of a bare echo, median       {1e3 * echo:6.2f}")
    print(f"  ratio                           {key / echo:6.1f}")
    return report(
        Goal("bytes from the pods per press", mean(costs.up), 100),
        Goal("bytes to pods, share of whole pictures", mean(costs.down) / WHOLE_PICTURES, 0.5),
        Goal("from a key to its picture, median", 1e3 * key, 20, "ms"),
    )


if __name__ == "__main__":
    sys.exit(main())
