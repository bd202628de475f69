"""Whole games at a hub with five wired seats; simulated players press keys without pausing."""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from random import Random

from gpiozero.pins.mock import MockFactory

from tests.table.autopilot import step
from tests.table.evening import Evening, new_play
from tests.table.services import services
from triqueta.config.reading import read_config
from triqueta.games.triqueta.rules import Edition
from triqueta.journal.journal import Journal
from triqueta.runtime.host import Host
from triqueta.screens.phrases import Language
from triqueta.stations.hub import Hub
from triqueta.stations.oled.bus import open_buses
from triqueta.stations.oled.wires import displays_of
from triqueta.stations.web.server import WebServer
from triqueta.table.events import Event
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table

FIVE_SEATS = "[[seat]]\n" * 5


class HostedEvening(Evening):
    """An evening whose events go through a host, and so to the hub's displays and the journal."""

    def __init__(self, seed: int, folder: Path) -> None:
        super().__init__()
        self.journal = Journal(folder / f"{seed}.db")
        play = new_play(edition=Edition.SHADOW, players=5)
        self.table = Table(
            services(lambda: bytes(32)), TableState(Preferences(Language.ENGLISH), session=play)
        )
        self.host = Host(self.table, clock=lambda: self.time, journal=self.journal)

    def handle(self, event: Event) -> None:
        self.host.handle(event)


async def play(games: int) -> None:
    """Play games to their end, while the bus's thread sends as many pictures as it can."""
    config = read_config(FIVE_SEATS, "table.toml")
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(games):
            evening = HostedEvening(seed, Path(folder))
            hub = Hub(evening.host, config, MockFactory(), open_buses(displays_of(config)))
            async with await _open_to_phones(evening.host):
                await _play(evening, Random(seed))
            for bus in hub._buses:
                bus.close()
            evening.journal.close()


async def _open_to_phones(host: Host) -> AbstractAsyncContextManager[object]:
    """Start the web server, as the device does: its libraries use memory too."""
    return await WebServer(host).start("127.0.0.1")


async def _play(evening: HostedEvening, rng: Random) -> None:
    evening.press("petal1")
    while not evening.session.over:
        step(evening, rng)
        await asyncio.sleep(0)
