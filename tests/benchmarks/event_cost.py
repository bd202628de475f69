"""Count the instructions of an event at a host with a table, five seats and a TV.

    .venv/bin/python -m tests.benchmarks.event_cost

Games are played by keys. An event is a key that goes down or comes up. Seven pages are open: the
table, five seats, and a TV that only watches. All of the web server's own code runs, from the
key's message to the messages with frames, words, boards and the open table. Queues replace the
library's sockets.

A child process plays under valgrind's callgrind with fixed random seeds, so the counts have no
noise. Counting starts after some events, so neither the program's start nor caches being filled
count. Arguments name the games to play: `triqueta`, `zatre` or `ettana` (default: all).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from tests.benchmarks.goals import Goal, report
from tests.table.autopilot import (
    acting_station,
    is_aside,
    labels_of,
    let_go,
    step,
    text,
    useful_keys,
)
from tests.table.evening import NAMES, Evening, in_game
from tests.table.services import services
from triqueta.games import installed_games
from triqueta.records.shuffle import Proof, random_cuts
from triqueta.runtime.host import Host
from triqueta.screens.phrases import Language
from triqueta.stations.web.server import WebServer
from triqueta.table.events import Event, KeyDown, KeyUp
from triqueta.table.session import AnySession
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table

GAMES = {"triqueta": ("shadow", 5, 5.5), "zatre": ("zatre", 5, 5.0), "ettana": ("ettana", 4, 5.0)}
"""For each game: the edition, the number of players, and the limit in million instructions."""
FROM, TO = 40, 240  # the events that are counted
SEATS = range(5)
SEED = 1
TURNS = 8  # of the event loop, until every page has its messages
NO_BEAT = 3600.0  # seconds between heartbeats, which these pages would not answer
MARK = "getloadavg"  # a function of the C library that nothing else calls
CARDS = ("Cards", "Play a card")  # scenes in which a random player would browse for long
NO_VALGRIND = 2


def new_game(game: str) -> AnySession:
    edition, players, _ = GAMES[game]
    rng = Random(SEED)
    proof = Proof.of(rng.randbytes(32), random_cuts(players, rng))
    return installed_games().deal(game, edition, NAMES[:players], 0, proof)


def events_of(game: str, number: int = TO) -> list[Event]:
    """Return the first events of a game played by keys, with a station for each player."""
    evening = in_game(new_game(game), SEATS)
    events: list[Event] = []
    evening.after = events.append
    rng = Random(SEED)
    while len(events) < number:
        play_on(evening, rng)
    return events[:number]


def play_on(evening: Evening, rng: Random) -> None:
    """Press keys that advance the game, or move the cursor of the player to act."""
    let_go(evening)
    station = acting_station(evening.table)
    station_view = evening.table.view_for(station)
    cards = [f"soft{n}" for n, label in enumerate(labels_of(station_view), 1) if label in CARDS]
    cards += [
        f"petal{n}" for n, petal in station_view.petals.items() if text(petal.label) in CARDS
    ]
    others = [
        key for key in useful_keys(station_view, aside=is_aside(station)) if key not in cards
    ]
    if cards and others:
        evening.press(rng.choice(others), station.name)
    else:
        step(evening, rng)


class Page:
    """A page's socket without a network: the part of `ServerConnection` the web server uses."""

    remote_address = local_address = ("127.0.0.1", 1)
    transport = SimpleNamespace(get_write_buffer_size=lambda: 1)  # or `broadcast` would be called

    def __init__(self, path: str) -> None:
        self.request = SimpleNamespace(path=path)
        self.keys: asyncio.Queue[str] = asyncio.Queue()
        self.sent: list[str] = []

    async def recv(self) -> str:
        return await self.keys.get()

    async def send(self, message: str) -> None:
        self.sent.append(message)

    async def close(self, *_: object) -> None:
        """Do nothing: there is no connection to close."""


class Served:
    """A game on a web server with seven open pages, which send the events."""

    def __init__(self, game: str) -> None:
        parts = replace(services(lambda: bytes(32)), new_seat_key=lambda: bytes(range(32)))
        self.table = Table(parts, TableState(Preferences(language=Language.ENGLISH)))
        self.host = Host(self.table, clock=lambda: self.table.now)
        server = WebServer(self.host, beat=NO_BEAT, new_session=lambda: "session")
        paths = {"table": "table", "tv": "watch"}
        paths |= {f"seat{seat}": code for seat, code in enumerate(server.access.tokens, 1)}
        self.pages = {name: Page(f"/socket/{path}") for name, path in paths.items()}
        self._tasks = [asyncio.create_task(_serve(server, page)) for page in self.pages.values()]
        self.table.go_on(new_game(game))

    async def settle(self) -> None:
        """Wait until every page has received its messages."""
        for _ in range(TURNS):
            await asyncio.sleep(0)

    async def handle(self, event: Event) -> None:
        self.table.now = max(self.table.now, event.time)
        if isinstance(event, KeyDown | KeyUp):
            kind = "down" if isinstance(event, KeyDown) else "up"
            self.pages[event.station].keys.put_nowait(f'{{"{kind}": "{event.key}"}}')
        else:
            self.host.tick()
        await self.settle()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.host.close()


async def _serve(server: WebServer, page: Page) -> None:
    connection: Any = page
    await server._serve_socket(connection)


async def play(game: str, start: int = FROM, end: int = TO) -> dict[str, int]:
    """Play a game on a server, with a mark before and after the events that are counted.

    Return the number of messages that each page received.
    """
    events = events_of(game, end)
    served = Served(game)
    await served.settle()
    for number, event in enumerate(events):
        if number == start:
            os.getloadavg()
        await served.handle(event)
    os.getloadavg()
    await served.close()
    messages = {name: len(page.sent) for name, page in served.pages.items()}
    if min(messages.values()) < 2:
        raise ValueError(f"a page received no update: {messages}")
    return messages


def instructions(game: str, start: int = FROM, end: int = TO) -> float:
    """Return how many million instructions an event of a game takes on average."""
    with tempfile.TemporaryDirectory() as folder:
        counts = Path(folder, "counts")
        valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={counts}"]
        child = [sys.executable, "-m", __spec__.name, "--child", game, str(start), str(end)]
        subprocess.run(
            [*valgrind, f"--dump-before={MARK}", *child],
            check=True,
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": "0"},
        )
        between = Path(folder, "counts.2").read_text("utf-8")  # the part that ends with a mark
    found = re.search(r"^summary: (\d+)", between, re.MULTILINE)
    if found is None:
        raise ValueError("no total in callgrind's output")
    return int(found[1]) / (end - start) / 1e6


def main(words: list[str]) -> int:
    if words[:1] == ["--child"]:
        asyncio.run(play(words[1], int(words[2]), int(words[3])))
        return 0
    parser = argparse.ArgumentParser(description="count the instructions of an event")
    parser.add_argument("game", nargs="*", help=f"one of {', '.join(GAMES)} (default: all)")
    games = parser.parse_args(words).game or list(GAMES)
    for game in games:
        if game not in GAMES:
            parser.error(f"{game!r} is not one of {', '.join(GAMES)}")
    if shutil.which("valgrind") is None:
        print("valgrind is not installed: apt install valgrind", file=sys.stderr)
        return NO_VALGRIND
    print(f"events {FROM} to {TO} of each game, 7 pages, Python {sys.version.split()[0]}")
    return report(
        *(
            Goal(f"an event of {game}", instructions(game), GAMES[game][2], "M instructions")
            for game in games
        )
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
