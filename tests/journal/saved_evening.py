"""An evening with a journal, connected to the table as in the host."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Self

from tests.table.autopilot import finish, step
from tests.table.evening import Evening
from tests.table.services import services
from tests.table.set_up import CHECK, SKIP, START, TWO_DEALT
from triqueta.games.triqueta.rules import Game, Record
from triqueta.journal.journal import Journal, find_damage
from triqueta.table.events import Event
from triqueta.table.questions import InterruptedScene
from triqueta.table.saving import StorageStatus
from triqueta.table.table import Table

DATE = "2026-11-14T20:15:00+01:00"


class SavedEvening(Evening):
    """An evening whose journal saves after every event, before any frame is computed."""

    def __init__(self, path: Path, secret: bytes = bytes(range(32)), date: str = DATE) -> None:
        super().__init__(secret=secret)
        self.journal = Journal(path, now=lambda: date)
        damage = find_damage(path)  # the program does this in a thread
        self.doubted = damage is not None
        if damage is not None:
            self.journal.distrust(damage)
            self.journal.close()
            self.journal = Journal(path, now=lambda: date)  # the next start
        around = services(lambda: secret, self.journal.past_games)
        around = replace(around, has_played=self.journal.has_played)
        self.table = Table(around, self.journal.state)

    def take(self, event: Event) -> None:
        self.table.handle(event)
        self.journal.save(self.table.state)

    @property
    def status(self) -> StorageStatus | None:
        return self.journal.status

    def go_on(self) -> Self:
        if isinstance(self.table.scene, InterruptedScene):
            self.press("petal1")
        return self

    def begin(self) -> Self:
        """Set up a game for two, from the first question to the first turn."""
        if self.table.preferences.language is None:
            self.press("petal1")
        again = "petal1" if self.table.preferences.last_players else TWO_DEALT
        self.press(f"{again} {CHECK} petal3 {START} {SKIP}")
        return self

    def play_on(self, steps: int, seed: int = 1) -> Self:
        rng = Random(seed)
        for _ in range(steps):
            step(self, rng)
        return self

    def finish(self, seed: int = 1) -> Self:
        finish(self, Random(seed))
        return self

    def close(self) -> None:
        self.journal.close()


def connection_of(journal: Journal) -> sqlite3.Connection:
    assert journal._writer is not None
    return journal._writer.connection


def make_history(path: Path, games: int, dates: Sequence[str] = ()) -> list[Record[Game]]:
    """Write a journal with some finished games, and return their records."""
    content, records = _played(games, tuple(dates))
    path.parent.mkdir(parents=True, exist_ok=True)
    Journal(path).close()  # creates the file with a journal's permissions
    path.write_bytes(content)
    return list(records)


@cache  # dozens of tests start with the same games
def _played(games: int, dates: tuple[str, ...]) -> tuple[bytes, tuple[Record[Game], ...]]:
    with TemporaryDirectory() as folder:
        path = Path(folder, "triqueta.db")
        records = play_games(path, games, dates)
        return path.read_bytes(), tuple(records)


def play_games(path: Path, games: int, dates: Sequence[str] = ()) -> list[Record[Game]]:
    """Play games at a table with this journal, which may have others, and return their records."""
    records = []
    for number in range(games):
        date = dates[number] if dates else DATE
        evening = SavedEvening(path, secret=bytes([number]) * 32, date=date)
        evening.begin().finish(seed=number)
        records.append(Record.read(evening.session.document(), Game))
        evening.press("soft1 soft1")  # Again, Back: the finished game leaves the table
        evening.close()
    return records
