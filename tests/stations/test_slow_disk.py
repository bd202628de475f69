"""Tests of a save that takes 5 seconds: pods and pages stay connected and get no news too soon."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, closing, suppress
from itertools import count

from websockets.asyncio.client import connect
from websockets.typing import Origin

from tests.firmware.line import SeenDisplay
from tests.firmware.pod_code import link as pod_link
from tests.runtime.slow_disk import SlowDisk, passes
from tests.stations.live_table import arrived, ask_http
from tests.stations.pod_table import Remembered, game, pod_id, question
from tests.table.evening import new_play
from tests.table.services import services
from triqueta.runtime.host import Host
from triqueta.screens.frame import Frame, picture, words
from triqueta.screens.phrases import Language
from triqueta.screens.station import TABLE, Contrasts, Key
from triqueta.stations.pods.link import BEAT_SECONDS, SILENCE_SECONDS, KeyChange
from triqueta.stations.pods.messages import packed
from triqueta.stations.pods.pod import Pod, Seating
from triqueta.stations.web.server import WebServer
from triqueta.table.saving import SAVING_SCREEN
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table

STEP = BEAT_SECONDS / 5
PASSES = 30  # turns of the loop: enough for a request or a page's message
POD = pod_id(1)


class QuickLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock can be put forward."""

    ahead = 0.0

    def time(self) -> float:
        return super().time() + self.ahead


def in_quick_loop(test: Callable[[QuickLoop], Awaitable[None]]) -> None:
    async def run() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, QuickLoop)
        await test(loop)

    with asyncio.Runner(loop_factory=QuickLoop) as runner:
        runner.run(run())


class PodAtATable:
    """A pod's firmware at a table with a slow disk; its line takes no time."""

    def __init__(self, loop: QuickLoop, seats: dict[str, int]) -> None:
        self.loop = loop
        self.disk = SlowDisk()
        self.table = game()
        self.host = Host(self.table, clock=lambda: 0.0, journal=self.disk, saver=self.disk)
        self.memory = Remembered(seats)
        self.display = SeenDisplay()
        self.beats = 0
        self._end, self._port = socket.socketpair()
        self._end.setblocking(False)
        self._port.setblocking(False)
        seating = Seating(self.host, self.memory)
        self.pod = Pod(self._port, self.host, seating, Contrasts(), lambda _: None)
        numbers = count(1)
        self._link = pod_link.Link(
            self.display, bytes.fromhex(POD), self._send, lambda: next(numbers), self._ms()
        )

    def _ms(self) -> int:
        return int(self.loop.time() * 1000)

    def _send(self, buffer: bytearray, length: int) -> None:
        self._end.send(bytes(buffer[:length]))

    async def pass_time(self, seconds: float) -> None:
        """Advance the clock in small steps, so that timers fire in their order."""
        for _ in range(round(seconds / STEP)):
            self.loop.ahead += STEP
            await passes()
            self._take()
            await passes()

    def _take(self) -> None:
        with suppress(BlockingIOError):
            data = self._end.recv(4096)
            self.beats += bool(data)
            for byte in data:
                self._link.take(byte, self._ms())
        self._link.tick(self._ms())

    def close(self) -> None:
        self.pod.line.close()
        self._end.close()
        self._port.close()

    def says(self) -> str:
        return words(self.table.frame(TABLE))


def with_pod(
    test: Callable[[PodAtATable], Awaitable[None]], seats: dict[str, int] | None = None
) -> None:
    async def run(loop: QuickLoop) -> None:
        with closing(PodAtATable(loop, seats or {})) as at:
            await test(at)
            await at.disk.finish_all()

    in_quick_loop(run)


def test_pods_stay_connected_while_the_table_saves() -> None:
    async def test(at: PodAtATable) -> None:
        await at.pass_time(2.0)
        beats = at.beats
        assert at.table.has_station(1)
        assert any(at.display.picture)
        at.host.down(TABLE, Key.PETAL1)
        assert at.disk.is_busy
        await at.pass_time(5.0)
        assert at.beats - beats >= 5.0 / SILENCE_SECONDS
        saving = packed(picture(Frame(SAVING_SCREEN, Language.ENGLISH)))
        assert at.display.picture == saving  # not the picture of a pod without a table
        await at.disk.finish_all()
        assert at.table.has_station(1)
        assert at.pod.seat == 1
        assert at.says().startswith("Ana, take the device")  # not that a display is offline

    with_pod(test, {POD: 1})


def test_a_pod_that_connects_during_a_save_is_asked_after_it() -> None:
    async def test(at: PodAtATable) -> None:
        at.host.down(TABLE, Key.PETAL1)
        await at.pass_time(2.0)
        assert at.pod.hello is not None
        assert not any(at.display.picture)
        await at.disk.finish_all()
        await at.pass_time(2.0)
        assert at.display.picture == question(at.table)

    with_pod(test)


def test_the_seat_of_a_pod_is_written_in_the_thread_that_saves() -> None:
    async def test(at: PodAtATable) -> None:
        await at.pass_time(2.0)
        at.pod.take(KeyChange(1, down=True))
        assert at.memory.seats == {}
        await at.disk.finish_all()
        assert at.memory.seats == {POD: 1}
        assert at.table.has_station(1)

    with_pod(test)


def test_pages_get_names_and_moves_only_when_they_are_saved() -> None:
    async def test(loop: QuickLoop) -> None:
        disk = SlowDisk()
        state = TableState(Preferences(Language.ENGLISH), session=new_play(players=2))
        table = Table(services(), state)
        table.go_on(new_play(players=2))
        host = Host(table, clock=lambda: 0.0, journal=disk, saver=disk)
        server = WebServer(host, beat=1.0)
        async with await server.start("127.0.0.1"):
            origin = Origin(f"http://localhost:{server.port}")
            address = f"ws://localhost:{server.port}/socket"
            async with AsyncExitStack() as stack:
                page = await stack.enter_async_context(connect(f"{address}/table", origin=origin))
                watching = await stack.enter_async_context(
                    connect(f"{address}/watch", origin=origin)
                )
                await arrived(page)
                await arrived(watching)
                host.down(TABLE, Key.PETAL1)
                late = await stack.enter_async_context(connect(f"{address}/watch", origin=origin))
                loop.ahead += 1.0
                told = [text for one in (page, watching, late) for text in await arrived(one)]
                assert {text for text in told if "beat" in text} == {'{"beat": true}'}
                assert not any("open" in json.loads(text) for text in told)
                asking = asyncio.create_task(ask_http(server.port, _GET.format(server.port)))
                await passes(PASSES)
                assert not asking.done()
                await disk.finish_all()
                assert b"200 OK" in await asking
                assert any("picture" in json.loads(text) for text in await arrived(page))
                for one in (watching, late):
                    assert any("open" in json.loads(text) for text in await arrived(one))

    in_quick_loop(test)


_GET = "GET /rules HTTP/1.1\r\nHost: localhost:{}\r\nConnection: close\r\n\r\n"
