"""What an event costs a host with a table, five seats and a TV: instructions, so no noise.

    .venv/bin/python -m tests.benchmarks.event_cost

Games are played by keys, a key going down and its coming up being an event each. Seven pages are
open: the table, five seats, and one that only watches, as a TV does. All of the web server's own
code runs, from the message with the key to the messages with frames, words, boards and what lies
open. Only the library's sockets are left out: in their place are queues.

A child process plays under valgrind's callgrind, with a fixed seed for everything random. It
counts from one event to another, so that neither the start of the program nor what is only made
once counts. Arguments name games, `triqueta`, `zatre` or `ettana`; without any, all are played.
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

GAMES = {"triqueta": ("shadow", 5, 4.0), "zatre": ("zatre", 5, 5.0), "ettana": ("ettana", 4, 5.0)}
"""The edition, how many play, and how many million instructions an event may cost."""
FROM, TO = 40, 240  # events: those before are not counted
SEATS = range(5)
SEED = 1
TURNS = 8  # of the event loop, until every page has its messages
NO_BEAT = 3600.0  # seconds: these pages give no sign of life
MARK = "getloadavg"  # a function of the C library that nothing else calls
CARDS = ("Cards", "Play a card")  # where one may look at cards for long, and nothing happens
NO_VALGRIND = 2


def new_game(game: str) -> AnySession:
    edition, players, _ = GAMES[game]
    rng = Random(SEED)
    proof = Proof.of(rng.randbytes(32), random_cuts(players, rng))
    return installed_games().deal(game, edition, NAMES[:players], 0, proof)


def events_of(game: str, number: int = TO) -> list[Event]:
    """The first events of a game that is played by keys, each player at a station of their own."""
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
    """A page's socket without a network: what a `ServerConnection` is to the web server."""

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
        """Nothing is left to be closed."""


class Served:
    """A game on a web server with seven pages, which an event may come from."""

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
        """Wait until every page has what it gets."""
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
    """Play a game on a server, with a mark before and behind the events that are counted.

    Return how many messages each page got.
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
        raise ValueError(f"a page got no news: {messages}")
    return messages


def instructions(game: str, start: int = FROM, end: int = TO) -> float:
    """Millions of instructions that an event of a game takes."""
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
        raise ValueError("callgrind has counted nothing")
    return int(found[1]) / (end - start) / 1e6


def main(words: list[str]) -> int:
    if words[:1] == ["--child"]:
        asyncio.run(play(words[1], int(words[2]), int(words[3])))
        return 0
    parser = argparse.ArgumentParser(description="count the instructions of an event")
    parser.add_argument("game", nargs="*", help=f"(default: all of {', '.join(GAMES)})")
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
