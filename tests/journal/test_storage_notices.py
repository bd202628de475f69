"""Tests of the notices that players see when saving fails, and when it works again."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from tests.journal.saved_evening import SavedEvening, connection_of, make_history
from tests.table.services import services
from triqueta.journal.journal import Journal
from triqueta.runtime.host import Host
from triqueta.screens.frame import Frame, words
from triqueta.screens.station import TABLE, Key
from triqueta.table.saving import StorageStatus
from triqueta.table.table import Table


class Shown:
    """A table with its host and its journal, and the last frame that it showed."""

    def __init__(self, file: Path, saver: Executor | None = None) -> None:
        self.journal = Journal(file)
        around = services(lambda: bytes(32), self.journal.past_games)
        table = Table(replace(around, has_played=self.journal.has_played), self.journal.state)
        self.host = Host(table, clock=lambda: 0.0, journal=self.journal, saver=saver)
        self.frame: Frame | None = None
        self.host.attach(TABLE, self.take)

    def take(self, frame: Frame) -> None:
        self.frame = frame

    @property
    def says(self) -> str:
        assert self.frame is not None
        return words(self.frame)

    def unsaved(self) -> bool:
        """Return whether the screen has the sign for an unsaved game."""
        assert self.frame is not None
        return self.frame.unsaved

    def press(self, *keys: Key) -> None:
        for key in keys:
            self.host.down(TABLE, key)
            self.host.up(TABLE, key)


def hosted(file: Path, test: Callable[[Shown], None]) -> None:
    async def run() -> None:
        shown = Shown(file)
        test(shown)
        shown.journal.close()

    asyncio.run(run())


def test_trouble_in_the_middle_of_a_game(tmp_path: Path) -> None:
    file = tmp_path / "triqueta.db"
    SavedEvening(file).begin().close()

    def test(shown: Shown) -> None:
        shown.press(Key.PETAL1)  # resume the game
        assert "Not saved!" not in shown.says
        connection_of(shown.journal).execute("PRAGMA busy_timeout = 0")
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            shown.press(Key.PETAL1)
            assert shown.says.startswith("Not saved!\nAnother program is using the saved games.")
            shown.press(Key.SOFT2)  # OK
            assert shown.says.startswith("Player 1, take the device")
            assert shown.unsaved()
            assert "Not saved!" in shown.says
            shown.press(Key.SOFT1)  # after an undo, the sign stays
            assert shown.unsaved()
            other.execute("ROLLBACK")
        shown.press(Key.PETAL2)
        assert not shown.unsaved()
        assert shown.says.startswith("The game is being saved again")

    hosted(file, test)


def test_a_damaged_file_is_reported_once_and_saving_continues(tmp_path: Path) -> None:
    file = tmp_path / "triqueta.db"
    make_history(file, 1)
    content = bytearray(file.read_bytes())
    content[68] ^= 1
    file.write_bytes(content)

    def test(shown: Shown) -> None:
        assert shown.says.startswith("Saved games\nThe saved games were damaged.")
        shown.press(Key.SOFT2)
        assert shown.says.startswith("Again: Player 1, Player 2")
        assert not shown.unsaved()
        shown.press(Key.PETAL1)
        assert shown.journal.status is None

    hosted(file, test)

    def once(shown: Shown) -> None:
        assert "damaged" not in shown.says

    hosted(file, once)


def test_a_file_damaged_while_it_is_open_is_repaired_in_the_thread_that_saves(
    tmp_path: Path,
) -> None:
    file = tmp_path / "triqueta.db"
    SavedEvening(file).begin().close()

    async def run(saver: Executor) -> None:
        shown = Shown(file, saver)
        shown.press(Key.PETAL1)  # resume the game
        connection_of(shown.journal).execute("DROP TABLE entry")
        shown.press(Key.PETAL1)
        await shown.host.settled()
        assert shown.says.startswith("Player 1, take the device")
        assert not shown.unsaved()
        shown.journal.close()

    with ThreadPoolExecutor(1) as saver:
        asyncio.run(run(saver))
    assert file.with_name("triqueta.db.damaged-1").exists()
    with closing(Journal(file)) as again:
        assert again.state.session is not None
        assert again.state.session.entries == ["d1"]


def test_trouble_at_the_start(tmp_path: Path) -> None:
    file = tmp_path / "triqueta.db"
    first = SavedEvening(file).begin()

    def test(shown: Shown) -> None:
        assert shown.journal.status is StorageStatus.IN_USE
        assert shown.says.startswith("Not saved!")
        shown.press(Key.SOFT2)
        assert shown.unsaved()

    hosted(file, test)
    first.close()
