"""A table with its pod keeper in an event loop, and several kinds of test pods for its ports."""

from __future__ import annotations

import asyncio
import os
import pty
import tty
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from itertools import count
from typing import Self

from tests.firmware.line import SeenDisplay
from tests.firmware.pod_code import link as pod_link
from tests.table.evening import in_game, new_play
from triqueta.runtime.host import Host
from triqueta.screens.frame import Frame, Light, picture, words
from triqueta.screens.station import TABLE, Key, seat_station
from triqueta.stations.pods.messages import DARK, packed
from triqueta.stations.pods.pod import Pod, PodKeeper, Seating, free_seats, who_sits_here
from triqueta.stations.pods.simulator import Board, SimulatedPod
from triqueta.table.table import Table

PATIENCE = 60.0  # seconds; only a failing test waits so long


def pod_id(number: int) -> str:
    return f"e66138528361370{number}"


class Remembered:
    """A stand-in for the part of the journal that remembers the pods' seats."""

    def __init__(self, seats: dict[str, int]) -> None:
        self.seats = seats

    def pods(self) -> dict[str, int]:
        return dict(self.seats)

    def remember_pods(self, seats: dict[str, int]) -> None:
        self.seats = dict(seats)


class PodTable:
    """A table with pods. Its clock only advances when a test moves it; the lines use real time."""

    def __init__(self, table: Table, remembered: dict[str, int] | None = None) -> None:
        self.table = table
        self.now = table.now
        self.ports: list[str] = []
        self.memory = Remembered(remembered or {})
        self.host = Host(table, clock=lambda: self.now)
        self.keeper = PodKeeper(
            self.host, Seating(self.host, self.memory), lambda: list(self.ports), every=0.005
        )

    async def __aenter__(self) -> Self:
        await self.keeper.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.keeper.__aexit__(None, None, None)

    def pod_at(self, port: str) -> Pod | None:
        return self.keeper.pods.get(port)

    def meant(self, seat: int) -> bytes:
        frame = self.table.frames()[seat_station(seat)]
        return DARK if frame.light is Light.OFF else packed(picture(frame))

    def says(self, station: str = TABLE) -> str:
        return words(self.table.frames()[station])

    async def seated(self, *seats: int) -> None:
        await until(lambda: {*seats} == {s for s in range(5) if self.table.has_station(s)})

    async def shows(self, seat: int, display: SeenDisplay) -> None:
        """Wait until a pod shows its seat's picture; on a busy machine it may leave and return."""
        await until(lambda: self.table.has_station(seat) and display.picture == self.meant(seat))

    async def settled(self) -> None:
        """Wait until every connected pod shows its current picture."""
        await until(
            lambda: all(
                pod.line.link.agreed for pod in self.keeper.pods.values() if pod.hello is not None
            )
        )


async def until(reached: Callable[[], bool], seconds: float = PATIENCE) -> None:
    async with asyncio.timeout(seconds):
        while not reached():
            await asyncio.sleep(0.001)


class Simulated:
    """Simulated pods at a table that already have their seats."""

    def __init__(self, table: Table, seats: Iterable[int]) -> None:
        seats = tuple(seats)
        self.pods = {seat: SimulatedPod(Board(pod_id=pod_id(seat))) for seat in seats}
        self.at = PodTable(table, {pod_id(seat): seat for seat in seats})
        self._name_ports()

    def _name_ports(self) -> None:
        self.at.ports[:] = [pod.port for pod in self.pods.values()]

    async def __aenter__(self) -> Self:
        await self.at.__aenter__()
        await self.at.seated(*self.pods)
        await self.at.settled()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.at.__aexit__()
        for pod in self.pods.values():
            pod.close()

    def unplug(self, seat: int) -> None:
        self.pods[seat].close()

    def plug_in(self, seat: int) -> None:
        self.pods[seat] = SimulatedPod(Board(pod_id=pod_id(seat)))
        self._name_ports()

    async def tap(self, station: str, key: Key) -> None:
        """Press and release a key, and check every pod's picture after each."""
        seat = self.at.table.stations[station].seat
        await self._change(seat, key, down=True)
        if any(station.looking for station in self.at.table.stations.values()):
            self.at.now += 1.0  # players need time to read a tile
        await self._change(seat, key, down=False)

    async def _change(self, seat: int | None, key: Key, *, down: bool) -> None:
        self.at.now += 0.1
        if seat is None:
            if down:
                self.at.host.down(TABLE, key)
            else:
                self.at.host.up(TABLE, key)
        else:
            pod = self.at.pod_at(self.pods[seat].port)
            assert pod is not None
            number = list(Key).index(key)
            if down:
                self.pods[seat].press(number)
            else:
                self.pods[seat].release(number)
            await until(lambda: (key in pod._down) is down)
        await self.check()

    async def check(self) -> None:
        """Check that every pod shows its picture.

        On a busy machine, a pod that does not run for two seconds counts as gone; it soon returns.
        """
        await self.at.settled()
        with suppress(TimeoutError):
            await until(self._all_seated)
        await self.at.settled()
        for seat, pod in self.pods.items():
            assert pod.picture() == self.at.meant(seat)

    def _all_seated(self) -> bool:
        return all(map(self.at.table.has_station, self.pods))


class PtyPod:
    """The firmware's link code on CPython, in the test's event loop, at the end of a pty."""

    def __init__(self, number: int = 0) -> None:
        self._loop = asyncio.get_running_loop()
        self._end, self._far = pty.openpty()
        tty.setraw(self._far)
        os.set_blocking(self._end, False)
        self.port = os.ttyname(self._far)
        self.display = SeenDisplay()
        self.heard = b""
        self.cut_after: int | None = None
        self.silent = False
        fresh = count(1)
        identity = bytes.fromhex(pod_id(number))
        self.link = pod_link.Link(
            self.display, identity, self._send, lambda: next(fresh), self._ms()
        )
        self._loop.add_reader(self._end, self._read)
        self._turn()

    def _ms(self) -> int:
        return int(self._loop.time() * 1000)

    def _turn(self) -> None:
        self._timer = self._loop.call_later(0.02, self._turn)
        if not self.silent:
            self.link.tick(self._ms())

    def _read(self) -> None:
        size = 4096 if self.cut_after is None else min(4096, self.cut_after - len(self.heard))
        data = os.read(self._end, size)
        self.heard += data
        if not self.silent:
            for byte in data:
                self.link.take(byte, self._ms())
            self.link.tick(self._ms())
        if self.cut_after is not None and len(self.heard) >= self.cut_after:
            self.close()

    def _send(self, buffer: bytearray, length: int) -> None:
        self.write(bytes(buffer[:length]))

    def write(self, data: bytes) -> int:
        with suppress(BlockingIOError):
            return os.write(self._end, data)
        return 0

    @property
    def open(self) -> bool:
        return self._end >= 0

    def close(self) -> None:
        if self._end < 0:
            return
        self._timer.cancel()
        self._loop.remove_reader(self._end)
        os.close(self._far)
        os.close(self._end)
        self._end = -1


def run(test: Coroutine[object, object, None]) -> None:
    asyncio.run(test)


def game(players: int = 3) -> Table:
    return in_game(new_play(players=players)).table


async def plugged_in(at: PodTable, number: int = 0) -> PtyPod:
    pod = PtyPod(number)
    at.ports.append(pod.port)
    await until(lambda: here(at, pod))
    await at.settled()
    return pod


def here(at: PodTable, pod: PtyPod) -> bool:
    found = at.pod_at(pod.port)
    return found is not None and found.hello is not None


def question(table: Table) -> bytes:
    return packed(picture(Frame(who_sits_here(free_seats(table)), table.language)))
