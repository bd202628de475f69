"""Adapters that give every kind of station one interface, for tests that all must pass."""

from __future__ import annotations

import asyncio
import io
import json
import os
import pty
import sys
from base64 import b64decode
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Protocol

import pytest
from gpiozero.pins.mock import MockFactory
from PIL import Image
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from tests.stations.live_table import NO_BEAT, arrived
from tests.stations.pod_table import Remembered, pod_id, until
from tests.stations.test_keys import FakeLoop
from tests.stations.test_terminal import screen_of
from tests.stations.wired_table import Wiring
from triqueta.config.reading import read_config
from triqueta.runtime.host import Host
from triqueta.screens.station import TABLE, Key, seat_station
from triqueta.stations.hub import Hub
from triqueta.stations.oled.wires import displays_of
from triqueta.stations.pods.messages import unpacked
from triqueta.stations.pods.pod import PodKeeper, Seating
from triqueta.stations.pods.simulator import Board, SimulatedPod
from triqueta.stations.terminal import KEYS, Terminal
from triqueta.stations.web.server import WebServer
from triqueta.table.events import Event

SEAT = seat_station(0)
WIRED_SEAT = """
[display]
address = 0x3D
[[seat]]
[seat.keys]
petal1 = 4
petal2 = 17
petal3 = 27
petal4 = 22
petal5 = 10
soft1 = 9
soft2 = 11
soft3 = 8
"""


class StationKind(Protocol):
    """A station at a host: press its keys, and read what it shows."""

    station: str
    holds_keys: bool  # whether it reports key releases

    async def open(self, host: Host, patch: pytest.MonkeyPatch) -> None: ...

    async def down(self, key: Key) -> None: ...

    async def up(self, key: Key) -> None: ...

    async def shown(self) -> bytes: ...

    async def cut(self) -> None: ...

    async def close(self) -> None: ...


class OnWires:
    """A wired station: an OLED on an I2C bus and keys on pins."""

    holds_keys = True

    def __init__(self, station: str) -> None:
        self.station = station
        self._loop = FakeLoop()
        self._factory = MockFactory()

    async def open(self, host: Host, patch: pytest.MonkeyPatch) -> None:
        config = read_config("" if self.station == TABLE else WIRED_SEAT, "table.toml")
        pins = config.keys if self.station == TABLE else config.seats[0].keys
        self._pins = pins.by_key
        self._wiring = Wiring(patch, displays_of(config))
        for bus in self._wiring.buses:
            patch.setattr(bus, "start", lambda: None)
        self._hub = Hub(host, config, self._factory, self._wiring.buses, self._loop)

    async def down(self, key: Key) -> None:
        self._factory.pin(self._pins[key]).drive_low()
        self._loop.pass_time(0.05)

    async def up(self, key: Key) -> None:
        self._factory.pin(self._pins[key]).drive_high()
        self._loop.pass_time(0.05)

    async def shown(self) -> bytes:
        self._wiring.bus.step()
        return self._wiring.glass(self.station)

    async def cut(self) -> None:
        """Pull out the cable, and wait until that is noticed."""
        self._wiring.i2c.trunk.clear()
        for _ in range(20):
            self._wiring.now += 0.3
            self._wiring.bus.step()
        self._loop.pass_time(0.0)

    async def close(self) -> None:
        self._hub.close()
        self._factory.reset()


class OnAPage:
    """A page in a browser, simulated by a WebSocket client."""

    holds_keys = True

    def __init__(self, station: str) -> None:
        self.station = station

    async def open(self, host: Host, patch: pytest.MonkeyPatch) -> None:
        self._server = WebServer(host, beat=NO_BEAT)
        self._listening = await self._server.start("127.0.0.1")
        port = self._server.port
        name = TABLE if self.station == TABLE else self._server.access.tokens[0]
        address = f"ws://localhost:{port}/socket/{name}"
        self._client: ClientConnection = await connect(
            address,
            origin=Origin(f"http://localhost:{port}"),
        )
        self._picture = b""
        self._host = host
        if self.station != TABLE:  # the pages in colour have tests of their own
            await self._client.send(json.dumps({"small": True}))
        while not self._picture:
            self._take(await self._client.recv())

    async def down(self, key: Key) -> None:
        await self._client.send(json.dumps({"down": key}))
        await (await self._client.ping())

    async def up(self, key: Key) -> None:
        await self._client.send(json.dumps({"up": key}))
        await (await self._client.ping())

    async def shown(self) -> bytes:
        """Return the last picture received, once no other is on its way."""
        for text in await arrived(self._client):
            self._take(text)
        return self._picture

    def _take(self, text: str | bytes) -> None:
        news = json.loads(text)
        if news.get("picture"):
            self._picture = b64decode(news["picture"])

    async def cut(self) -> None:
        await self._client.close()
        while self._host.owners(self.station):
            await asyncio.sleep(0)

    async def close(self) -> None:
        await self._client.close()
        self._listening.close()
        await self._listening.wait_closed()


class InATerminal:
    """A terminal on a pty, with Braille pictures and a keyboard; it releases Look itself."""

    station = TABLE
    holds_keys = False

    async def open(self, host: Host, patch: pytest.MonkeyPatch) -> None:
        self._ours, theirs = pty.openpty()
        self._out = io.StringIO()
        self._stdin = os.fdopen(theirs)
        patch.setattr(sys, "stdin", self._stdin)
        patch.setattr(sys, "stdout", self._out)
        self._terminal = Terminal(host)
        self._reads = 0
        read = self._terminal._read

        def counted() -> None:
            read()
            self._reads += 1

        patch.setattr(self._terminal, "_read", counted)
        await self._terminal.__aenter__()

    async def down(self, key: Key) -> None:
        letter = next(letter for letter, own in KEYS.items() if own is key)
        os.write(self._ours, letter.encode())
        await self._reading()

    async def _reading(self) -> None:
        """Wait until the terminal has read the keyboard: a pty takes some time."""
        before = self._reads
        while self._reads == before:
            await asyncio.sleep(0.001)

    async def up(self, key: Key) -> None:
        pass

    async def shown(self) -> bytes:
        image = Image.new("1", (128, 64))
        for row, line in enumerate(screen_of(self._out.getvalue())):
            for column, char in enumerate(line):
                bits = ord(char) - 0x2800
                for dot, (x, y) in enumerate(
                    ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
                ):
                    image.putpixel((2 * column + x, 4 * row + y), 255 * (bits >> dot & 1))
        return image.tobytes()

    async def cut(self) -> None:
        await self._terminal.__aexit__(None, None, None)

    async def close(self) -> None:
        await self._terminal.__aexit__(None, None, None)
        self._stdin.close()
        os.close(self._ours)


class OnAPod:
    """A pod on a serial line, running the real firmware on a real MicroPython."""

    station = SEAT
    holds_keys = True

    async def open(self, host: Host, patch: pytest.MonkeyPatch) -> None:
        self._host = host
        async with AsyncExitStack() as stack:  # closes what was opened if a later step fails
            self._pod = stack.enter_context(SimulatedPod(Board(pod_id=pod_id(0))))
            seating = Seating(host, Remembered({pod_id(0): 0}))
            keeper = PodKeeper(host, seating, lambda: [self._pod.port], every=0.005)
            self._keeper = await stack.enter_async_context(keeper)
            await until(lambda: host.table.has_station(0))
            await self._settled()
            self._opened = stack.pop_all()

    async def _settled(self) -> None:
        pods = self._keeper.pods.values
        await until(lambda: all(pod.line.link.agreed for pod in pods()))

    async def down(self, key: Key) -> None:
        await self._moved(key, self._pod.press)

    async def up(self, key: Key) -> None:
        await self._moved(key, self._pod.release)

    async def _moved(self, key: Key, move: Callable[[int], None]) -> None:
        """Press or release a key, and wait until the host has handled it."""
        heard = 0
        handle = self._host.handle

        def counted(event: Event) -> None:
            nonlocal heard
            heard += 1
            handle(event)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(self._host, "handle", counted)
            move(list(Key).index(key))
            await until(lambda: heard > 0)
        await self._settled()

    async def shown(self) -> bytes:
        await self._settled()
        shown = self._pod.shown()
        picture = unpacked(shown.picture).tobytes()
        return picture if shown.on else bytes(len(picture))

    async def cut(self) -> None:
        self._pod.close()
        await until(lambda: not self._host.table.has_station(0))

    async def close(self) -> None:
        await self._opened.aclose()


KINDS: dict[str, Callable[[], StationKind]] = {
    "hub": lambda: OnWires(TABLE),
    "wired-seat": lambda: OnWires(SEAT),
    "table-page": lambda: OnAPage(TABLE),
    "seat-page": lambda: OnAPage(SEAT),
    "terminal": InATerminal,
    "pod": OnAPod,
}
