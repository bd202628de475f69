"""Tests of the links for phones when the network comes late or the address changes."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from base64 import b64decode
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from socket import socket

import pytest
import zxingcpp
from PIL import Image
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from tests.stations.live_table import ask_http
from tests.stations.test_web_server import frame
from tests.table.services import services
from triqueta.cli import play_web
from triqueta.cli.play_table import SECONDS_BETWEEN_QUESTIONS, SeatLinks
from triqueta.cli.play_web import play_in_browser
from triqueta.config.settings import TableConfig
from triqueta.journal.journal import Journal
from triqueta.runtime.host import Host
from triqueta.screens.phrases import Language
from triqueta.stations.script import magnified
from triqueta.stations.web.server import WebServer
from triqueta.table.state import NO_NETWORK, NOT_OPEN, Preferences, TableState
from triqueta.table.table import Table


class Network:
    """A machine whose network address (or None) and clock a test can change."""

    def __init__(self, address: str | None = None) -> None:
        self.address = address
        self.now = 0.0
        self.asked = 0
        self.links = SeatLinks(self._ask, lambda: self.now)

    def _ask(self) -> str | None:
        self.asked += 1
        return self.address

    def becomes(self, address: str | None) -> None:
        self.address = address
        self.now += SECONDS_BETWEEN_QUESTIONS

    def table(self) -> Table:
        state = TableState(Preferences(language=Language.ENGLISH))
        links = replace(services(), seat_link=self.links, join_link=self.links.to_join)
        return Table(links, state)


def test_links_use_the_current_address() -> None:
    async def test() -> None:
        network = Network()
        links = network.links
        server = WebServer(Host(network.table()))
        assert links(0) is links.to_join() is None
        assert links.why_not() is NOT_OPEN
        async with await server.start("127.0.0.1"), links.leading_to(server, lambda: None):
            assert links(0) is None
            assert links.why_not() is NO_NETWORK
            for address in ("192.168.1.5", "10.0.0.7"):
                network.becomes(address)
                assert links(3) == f"HTTP://{address}:{server.port}{server.seat_path(3)}"
                assert links.to_join() == f"HTTP://{address}:{server.port}{server.join_path}"
            network.becomes(None)
            assert links(0) is None
        network.becomes("10.0.0.7")
        assert links(0) is None  # the server is gone

    asyncio.run(test())


def test_the_address_is_looked_up_now_and_then() -> None:
    network = Network("10.0.0.7")
    for _ in range(1000):
        assert network.links.address == "10.0.0.7"
    assert network.asked == 1


def test_codes_on_the_screen_follow_the_address() -> None:
    """They change without a key press."""

    async def test() -> None:
        network = Network()
        shown: list[str | None] = []
        waiting: asyncio.Queue[float] = asyncio.Queue()
        go_on: asyncio.Queue[None] = asyncio.Queue()

        async def sleep(seconds: float) -> None:
            waiting.put_nowait(seconds)
            await go_on.get()

        server = WebServer(Host(network.table()))
        show = network.links.leading_to(server, lambda: shown.append(network.address), sleep)
        async with show:
            for address in (None, "10.0.0.7", "10.0.0.7", "192.168.1.5"):
                assert await waiting.get() == SECONDS_BETWEEN_QUESTIONS
                network.becomes(address)
                go_on.put_nowait(None)
            await waiting.get()
        assert shown == ["10.0.0.7", "192.168.1.5"]

    asyncio.run(asyncio.wait_for(test(), 60))


def test_a_phone_joins_a_table_that_was_there_before_the_network(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Run `triqueta play --lan` without a network, then with two in turn, and scan each code."""
    loading: list[bool] = []
    monkeypatch.setattr(play_web, "load_meanwhile", lambda _: loading.append(True))
    network = Network()
    journal = Journal(tmp_path / "triqueta.db")

    async def test() -> None:
        host = Host(network.table(), clock=lambda: 0.0)
        args = Namespace(lan=True, port=free_port(), pods=None, no_browser=True)
        playing = asyncio.create_task(
            play_in_browser(args, TableConfig(), host, network.links, journal, None)
        )
        while "local network" not in (said := capsys.readouterr().out):
            await asyncio.sleep(0)
        assert "(no network yet)" in said
        port, origin = args.port, Origin(f"http://127.0.0.1:{args.port}")
        address = f"ws://127.0.0.1:{port}/socket/table"
        async with connect(address, origin=origin) as table:
            assert "Phones" not in str((await frame(table))["words"])
            for phone_reaches in ("127.0.0.5", "127.0.0.6"):
                network.becomes(phone_reaches)
                link = (await scanned(table)).lower()
                assert link.startswith(f"http://{phone_reaches}:{port}/j/")
                path = link.removeprefix(f"http://{phone_reaches}:{port}").upper()
                request = f"GET {path} HTTP/1.1\r\nHost: {phone_reaches}:{port}\r\n\r\n"
                page = await ask_http(port, request, address=phone_reaches)
                assert page.startswith(b"HTTP/1.1 200 ")
        assert loading == [True], "modules must be loaded once there is a page"
        host.stopped.set()
        await playing

    with closing(journal):
        asyncio.run(asyncio.wait_for(test(), 60))


def free_port() -> int:
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def scanned(table: ClientConnection) -> str:
    """Open the phones' page with its key, scan its code, and close it."""
    await press(table, "soft2")  # does nothing if the key was not offered before
    while "Join the table" not in str((shown := await frame(table))["words"]):
        await press(table, "soft2")
    picture = Image.frombytes("1", (128, 64), b64decode(str(shown["picture"])))
    (code,) = zxingcpp.read_barcodes(magnified(picture, 4).convert("L"))
    await press(table, "soft1")
    while "How many" not in str((await frame(table))["words"]):
        pass
    return str(code.text)


async def press(table: ClientConnection, key: str) -> None:
    await table.send(f'{{"down": "{key}"}}')
    await table.send(f'{{"up": "{key}"}}')
