"""A process that plays an evening from a list of events, until somebody kills it.

It is a real host with a real journal. It tells through a pipe, one line each, what it found when
it started, and the state that every station was shown.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

from tests.journal.saved_evening import connection_of
from tests.table.autopilot import finish, step
from tests.table.evening import Evening
from tests.table.world import world
from triqueta.journal.journal import Journal
from triqueta.runtime.host import Host
from triqueta.table.events import TABLE, Event, Key, KeyUp
from triqueta.table.kept import Kept
from triqueta.table.memory import Memory
from triqueta.table.setting_up import InterruptedRoom
from triqueta.table.table import Table

SECRETS = (bytes(range(32)), bytes(range(1, 33)), bytes(range(2, 34)))


def fingerprint(kept: Kept) -> str:
    """All that a restart has to bring back, as a line of text."""
    play = kept.play and (kept.play.proof.commitment[:8], kept.play.entries)
    return repr((kept.memory, kept.draft, play))


def secrets(kept: Kept) -> bytes:
    """Each shuffle has a secret of its own, the same one after a restart."""
    players = len(kept.memory.last_players)
    return SECRETS[players % len(SECRETS)]


class Scripted(Evening):
    """Notes every event, and the state after it."""

    def __init__(self) -> None:
        super().__init__(Memory())
        self.table = new_table(Kept())
        self.events: list[Event] = []
        self.states: list[str] = [fingerprint(self.table.kept)]

    def handle(self, event: Event) -> None:
        super().handle(event)
        self.events.append(event)
        self.states.append(fingerprint(self.table.kept))


def new_table(kept: Kept) -> Table:
    made: list[Table] = []
    made.append(Table(world(lambda: secrets(made[0].kept)), kept))
    return made[0]


def evening_of_two_games() -> Scripted:
    """Set-up with a spelled name and cuts, a whole game, then another one that is given up."""
    rng = Random(7)
    evening = Scripted()
    evening.press("petal1 petal2 petal5 petal3 petal2 soft3 soft2 petal2 petal1 soft1")
    evening.press("petal4 petal1 soft3 petal2 soft1").wait(5)
    evening.press("petal1 soft1 petal2")  # a draw taken back
    finish(evening, rng)
    evening.press("petal1 soft1 soft1 petal1 petal1 soft1 soft1").wait(5)
    for _ in range(12):
        step(evening, rng)
    return evening


SCRIPT = evening_of_two_games()


def play(path: Path, pipe: Connection, die: str) -> None:
    """Go on where the journal is. `die`: at the next commit, `before` or `after` it."""
    asyncio.run(_play(path, pipe.fileno(), die))


async def _play(path: Path, pipe: int, die: str) -> None:
    events, states = SCRIPT.events, SCRIPT.states
    journal = Journal(path, now=lambda: "2026-11-14T20:15:00+01:00")
    if journal.trouble is not None:
        _tell(pipe, f"trouble {journal.trouble}")
        return
    found = fingerprint(journal.kept)
    _tell(pipe, f"found {found}")
    table = new_table(journal.kept)
    if found not in states:
        return
    host = Host(table, clock=lambda: 0.0, journal=journal)
    host.attach(TABLE, lambda _: _tell(pipe, f"shown {fingerprint(table.kept)}"))
    if isinstance(table.stage, InterruptedRoom):
        host.down(TABLE, Key.PETAL1)
        host.up(TABLE, Key.PETAL1)
    if die:
        _die_at_the_next_commit(journal, die)
    for event in _rest(events, states, states.index(found)):
        host.handle(event)
    journal.close()
    _tell(pipe, "end")


def _rest(events: Sequence[Event], states: Sequence[str], position: int) -> list[Event]:
    """What is still to come. Who was holding Look when it went dark holds it again."""
    rest = list(events[position:])
    if rest and isinstance(rest[0], KeyUp) and states[position + 1] != states[position]:
        rest.insert(0, events[position - 1])
    return rest


def _die_at_the_next_commit(journal: Journal, die: str) -> None:
    connection = connection_of(journal)
    if die == "before":
        connection.set_trace_callback(_die_before_it_counts)
    else:
        keep = journal._write

        def write(kept: Kept) -> None:
            keep(kept)
            _die()

        journal._write = write  # type: ignore[method-assign]  # nobody is left to undo it


def _die_before_it_counts(sql: str) -> None:
    """A single entry is a transaction of its own; all others end with a COMMIT."""
    if sql == "COMMIT" or sql.startswith("INSERT INTO entry"):
        _die()


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _tell(pipe: int, line: str) -> None:
    os.write(pipe, line.encode() + b"\n")
