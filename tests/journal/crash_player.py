"""A process that plays an evening from a list of events until it is killed.

It has a real host and a real journal. Through a pipe it reports the state that it found at its
start, and each state that it showed, one line each.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import replace
from functools import cache, partial
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import TypeVar

from tests.games.every_game import WITH_GUESTS, guests
from tests.journal.saved_evening import connection_of
from tests.table.autopilot import finish, step
from tests.table.evening import Evening
from tests.table.services import services
from triqueta.journal.journal import Journal
from triqueta.runtime.host import Host
from triqueta.runtime.presenter import Outlet, Sink
from triqueta.screens.frame import Frame
from triqueta.screens.lists import RankingScreen
from triqueta.screens.station import TABLE, Key
from triqueta.table.events import Event, KeyUp
from triqueta.table.questions import InterruptedScene
from triqueta.table.state import Preferences, TableState
from triqueta.table.table import Table

T = TypeVar("T")
SECRETS = (bytes(range(32)), bytes(range(1, 33)), bytes(range(2, 34)))


def fingerprint(state: TableState) -> str:
    """Return all that a restart has to restore, as a line of text."""
    session = state.session
    play = session and (session.proof.commitment[:8], session.proof.cuts, session.entries)
    return repr((state.preferences, state.new_game, play))


def secrets(state: TableState) -> bytes:
    """Return the secret of the next shuffle: another for each, but the same after a restart."""
    players = len(state.preferences.last_players)
    return SECRETS[players % len(SECRETS)]


class Scripted(Evening):
    """An evening that records every event and the state after it."""

    def __init__(self) -> None:
        super().__init__(Preferences())
        self.table = new_table(TableState())
        self.events: list[Event] = []
        self.states: list[str] = [fingerprint(self.table.state)]

    def take(self, event: Event) -> None:
        super().take(event)
        self.events.append(event)
        self.states.append(fingerprint(self.table.state))


def new_table(state: TableState, time: float = 0.0) -> Table:
    made: list[Table] = []
    around = services(lambda: secrets(made[0].state))
    # All journals must be equal in the end, no matter how often the process was restarted.
    made.append(Table(replace(around, new_seat_key=lambda: bytes(32)), state, time))
    return made[0]


def evening_of_two_games() -> Scripted:
    """Set up a game with a spelled name and cuts, play it, and give up a second one."""
    rng = Random(7)
    evening = Scripted()
    evening.press("petal1 petal2 petal5 petal3 petal2 soft3 soft2 petal2 petal1 soft3 soft3")
    evening.press("petal4 petal1 soft3 petal2 soft1").wait(5)
    evening.press("petal1 soft1 petal2")  # undo a draw
    finish(evening, rng)
    evening.press("petal1 soft1 soft1 petal1").wait(5)
    evening.press("soft3 petal1 soft3 petal2 soft1").wait(5)  # cut and deal again
    for _ in range(12):
        step(evening, rng)
    return evening


def evening_with_a_guest() -> Scripted:
    """Play a plug-in's game with dice and an undone card, and give up a second one."""
    rng = Random(7)
    evening = Scripted()
    evening.press("petal1 petal2 soft2 petal5 soft3 soft3 petal3 soft1 petal1")
    evening.press("soft1 petal2 soft3 petal1 petal1")
    finish(evening, rng)
    evening.press("soft1 petal4 petal2").wait(5)
    for _ in range(5):
        step(evening, rng)
    return evening


def evening_of_zatre() -> Scripted:
    """Play Zatre with a moved tile and an undone turn, and give up a game in mid-turn."""
    rng = Random(7)
    evening = Scripted()
    evening.press("petal1 petal2 soft2 petal3 soft3 soft3 petal3 soft1 petal1")
    evening.press("soft1 petal3 soft1 soft1 petal1 soft1")
    while not evening.says().startswith("Player 2 draws"):
        step(evening, rng)
    evening.press("soft2 soft1 soft1")
    finish(evening, rng)
    evening.press("soft1 petal4 petal1 soft1 soft2 soft1")
    return evening


def evening_of_ettana() -> Scripted:
    """Play Ettana with moved needles, named cards, dice and decks; give up one in mid-turn."""
    rng = Random(7)
    evening = Scripted()
    evening.press("petal1 petal2 soft2 petal4 soft3 soft3 petal3 soft1 petal1")
    evening.press("soft1 soft1 soft2 soft1")
    finish(evening, rng)
    evening.press("soft1 petal4 petal1").wait(5)
    for _ in range(30):
        step(evening, rng)
    return evening


def evening_with_robots() -> Scripted:
    """One player plays against robots and undoes a move before one answers; then again."""
    rng = Random(7)
    evening = Scripted()
    evening.press("petal1 petal2 petal1 soft3 petal1 petal3").wait(5)
    evening.press("petal1 soft2 petal1 soft1 petal2").wait(3)
    while not isinstance(evening.frame().screen, RankingScreen):
        read_on(evening, rng)
    evening.press("soft1 petal1").wait(5)
    for _ in range(12):
        read_on(evening, rng)
    while evening.table.cards.screen is not None:
        evening.wait(3)  # a robot that has decided goes on at once after a crash: let it finish
    return evening


def read_on(evening: Scripted, rng: Random) -> None:
    """Play a step, or wait while a robot's move is announced: after a crash it is shown again."""
    if evening.table.cards.screen is not None:
        evening.wait(3)
    else:
        step(evening, rng)


class NoThinking(Executor):
    """An executor that never decides, since the robots' moves are in the script."""

    def submit(self, work: Callable[..., T], /, *args: object, **kwargs: object) -> Future[T]:
        return Future()


@cache
def script_of(game: str) -> Scripted:
    with guests() if game in WITH_GUESTS else nullcontext():
        return EVENINGS[game]()


EVENINGS = {
    "triqueta": evening_of_two_games,
    "zatre": evening_of_zatre,
    "ettana": evening_of_ettana,
    "highcard": evening_with_a_guest,
    "robots": evening_with_robots,
}


def play(path: Path, pipe: Connection, game: str, die: str) -> None:
    """Resume where the journal ends. `die` says to die `before` or `after` the next commit."""
    with guests() if game in WITH_GUESTS else nullcontext():
        asyncio.run(_play(path, pipe.fileno(), script_of(game), die))


async def _play(path: Path, pipe: int, script: Scripted, die: str) -> None:
    events, states = script.events, script.states
    journal = Journal(path, now=lambda: "2026-11-14T20:15:00+01:00")
    if journal.status is not None:
        _tell(pipe, f"trouble {journal.status}")
        return
    found = fingerprint(journal.state)
    _tell(pipe, f"found {found}")
    if found not in states:
        return
    position = states.index(found)
    then = events[position - 1].time if position else 0.0  # as if no time had passed
    table = new_table(journal.state, then)
    with ThreadPoolExecutor(1) as saver:
        host = Host(table, lambda: then, journal, NoThinking, saver)
        shown = partial(_tell_shown, pipe, table)
        host.attach(TABLE, shown)
        _ignore_hiding(host, shown)
        await _go_on(host)
        if die:
            _die_at_the_next_commit(journal, die)
        for event in _rest(events, states, position):
            host.handle(event)
            await host.settled()
        host.close()
    journal.close()
    _tell(pipe, "end")


def _tell_shown(pipe: int, table: Table, _: Frame) -> None:
    _tell(pipe, f"shown {fingerprint(table.state)}")


def _ignore_hiding(host: Host, shown: Sink) -> None:
    """Don't report pictures that only hide a secret: they show an older state of the table."""
    hide, outlets = host._presenter.hide_looks, host._outlets

    def hide_looks() -> None:
        outlets.add(TABLE, None, Outlet(lambda _: None, keyless=False), yields=False)
        hide()
        outlets.add(TABLE, None, Outlet(shown, keyless=False), yields=False)

    host._presenter.hide_looks = hide_looks  # type: ignore[method-assign]


async def _go_on(host: Host) -> None:
    table = host.table
    if isinstance(table.scene, InterruptedScene):
        host.down(TABLE, Key.PETAL1)
        host.up(TABLE, Key.PETAL1)
        await host.settled()
    if (
        table.session is not None
        and table.is_robot(table.session.last_player)
        and table.cards.screen is None
    ):
        table.robots.go_on()  # the script does not wait in the middle of a robot's turn


def _rest(events: Sequence[Event], states: Sequence[str], position: int) -> list[Event]:
    """Return the remaining events; a Look key that was held at the crash is pressed again."""
    rest = list(events[position:])
    if rest and isinstance(rest[0], KeyUp) and states[position + 1] != states[position]:
        rest.insert(0, events[position - 1])
    return rest


def _die_at_the_next_commit(journal: Journal, die: str) -> None:
    connection = connection_of(journal)
    if die == "before":
        connection.set_trace_callback(_die_before_it_counts)
    else:
        save = journal._write

        def write(state: TableState) -> None:
            save(state)
            _die()

        journal._write = write  # type: ignore[method-assign]  # the process ends anyway


def _die_before_it_counts(sql: str) -> None:
    """Die if the statement commits: a COMMIT, or a single entry, which commits itself."""
    if sql == "COMMIT" or sql.startswith("INSERT INTO entry"):
        _die()


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _tell(pipe: int, line: str) -> None:
    os.write(pipe, line.encode() + b"\n")
