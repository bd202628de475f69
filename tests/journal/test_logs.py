"""Tests that neither log nor output contain a tile, a shuffle's secret or a seat's code."""

from __future__ import annotations

import asyncio
import logging
import re
import sqlite3
from contextlib import AsyncExitStack, closing
from pathlib import Path
from random import Random

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Origin

from tests.journal.saved_evening import connection_of
from tests.table.autopilot import finish, step
from tests.table.evening import Evening, play_at
from tests.table.services import services
from triqueta.games.triqueta.animals import ANIMALS
from triqueta.games.triqueta.rules import Animal
from triqueta.games.triqueta.session import TriquetaSession
from triqueta.journal.journal import Journal
from triqueta.runtime.host import Host
from triqueta.stations.web.server import WebServer
from triqueta.table.events import Event
from triqueta.table.table import Table

SECRET = bytes(range(100, 132))


class HostedEvening(Evening):
    """An evening whose keys go through a host with real stations."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self.table = host.table
        self._host = host
        self.time = host.table.now

    def handle(self, event: Event) -> None:
        self._host.handle(event)


async def play_whole_games(file: Path) -> tuple[list[TriquetaSession], list[str]]:
    """Play two games with phones at two seats, with storage trouble in between."""
    plays = []
    with closing(Journal(file)) as journal:
        table = Table(services(lambda: SECRET, journal.past_games), journal.state)
        host = Host(table, clock=lambda: 0.0, journal=journal)
        server = WebServer(host)
        tokens = list(server.access.tokens)
        async with await server.start("127.0.0.1"), AsyncExitStack() as phones:
            evening = HostedEvening(host)
            evening.press("petal1 petal3 soft2 petal2 petal1 soft3 soft3 petal3 soft1")
            evening.wait(5)
            address = f"localhost:{server.port}"
            for token in tokens[:2]:
                url = f"ws://{address}/socket/{token}"
                await phones.enter_async_context(connect(url, origin=Origin(f"http://{address}")))
            await asyncio.sleep(0)
            for seed in (1, 2):
                for _ in range(20):
                    step(evening, Random(seed))
                _make_trouble(file, journal, evening)
                finish(evening, Random(seed))
                plays.append(play_at(table))
                evening.press("soft1 petal1").wait(5)
    return plays, tokens


def _make_trouble(file: Path, journal: Journal, evening: Evening) -> None:
    connection_of(journal).execute("PRAGMA busy_timeout = 0")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for seed in range(5):
            step(evening, Random(seed))
        other.execute("ROLLBACK")
    step(evening, Random(9))
    assert journal.status is None


@pytest.fixture
def everything_logged(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.DEBUG, "triqueta")
    monkeypatch.setattr(logging.getLogger("websockets.client"), "disabled", True)  # phones
    return caplog


def test_whole_games_leave_no_secret_in_the_log(
    tmp_path: Path,
    everything_logged: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    plays, tokens = asyncio.run(play_whole_games(tmp_path / "triqueta.db"))
    out, err = capfd.readouterr()
    written = everything_logged.text + out + err
    assert "game 1 is over" in written
    assert "not being saved" in written
    assert "saving works again" in written
    told = written.lower()
    for token in tokens:
        assert token.lower() not in told
    for session in plays:
        assert session.proof.secret.hex() not in told
        assert session.proof.secret.hex()[:12] not in told
        for pile in session._game.setup.piles:
            assert not any(petal in written for petal in pile)
    for animal in Animal:
        assert not re.search(rf"\b{ANIMALS[animal].english}\b", told)
        assert not re.search(rf"\b{animal.letter}\b", written)
