"""The journal of one table: what happens is written down before anybody is shown it."""

from __future__ import annotations

import fcntl
import logging
import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from triqueta.journal.database import (
    checksum,
    open_for_reading,
    open_for_writing,
    transaction,
)
from triqueta.journal.games import (
    SavedGame,
    add_entry,
    add_game,
    forget_entries,
    read_games,
    read_play,
    record_of,
    write_game,
)
from triqueta.journal.past import past_games
from triqueta.journal.rescue import rescue, set_aside
from triqueta.journal.texts import (
    draft_from_text,
    draft_to_text,
    memory_from_text,
    memory_to_text,
)
from triqueta.journal.trouble import DamagedError, JournalError, named
from triqueta.table.draft import Draft
from triqueta.table.kept import Kept
from triqueta.table.memory import Memory
from triqueta.table.past import PastGames
from triqueta.table.play import Play
from triqueta.table.saving import Trouble

log = logging.getLogger("triqueta.journal")
_T = TypeVar("_T")


def date_now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")


class Journal:
    """Keeps what a table says must be kept. Never raises: `trouble` says what is wrong.

    A failed write is tried again with the next one, with all that is missing by then.
    """

    def __init__(self, path: Path, now: Callable[[], str] = date_now) -> None:
        self.path = path
        self.trouble: Trouble | None = None
        self._now = now
        self._connection: sqlite3.Connection | None = None
        self._lock: int | None = None
        self._kept = Kept()
        self._game = 0  # the number of the game on the table
        self._extra: dict[str, object] = {}
        self._entries = 0  # how many of its entries are on the disk
        self._is_finished = False  # whether its result is there, too
        self._open()

    @property
    def kept(self) -> Kept:
        """Where the table was."""
        return self._kept

    @property
    def is_saving(self) -> bool:
        return self.trouble in (None, Trouble.DAMAGED)

    def close(self) -> None:
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def keep(self, kept: Kept) -> None:
        """Have all of it on the disk before this returns, unless there is trouble."""
        if self._connection is None or not self._is_news(kept):
            return
        try:
            self._write(kept)
        except (sqlite3.Error, JournalError, OSError) as error:
            self._failed(kept, named(error) if not isinstance(error, JournalError) else error)
        else:
            if not self.is_saving:
                log.warning("%s: saving works again", self.path)
            self.trouble = None

    def past_games(self) -> PastGames:
        if self._connection is None:
            return PastGames()
        try:
            return past_games(self._connection)
        except (sqlite3.Error, JournalError) as error:
            log.error("%s: the history can't be read: %s", self.path, error)
            return PastGames()

    # Opening.

    def _open(self) -> None:
        try:
            self._lock = _lock(self.path)
            self._open_file()
        except (JournalError, OSError) as error:
            self._open_without_saving(named(error) if isinstance(error, OSError) else error)

    def _open_file(self) -> None:
        try:
            self._connection = open_for_writing(self.path)
            self._load()
        except DamagedError as error:
            self._set_aside(error)

    def _set_aside(self, error: DamagedError) -> None:
        """Begin a new file with all that can be read from the damaged one."""
        aside = set_aside(self.path)
        log.error("%s was damaged (%s): set aside as %s", self.path, error, aside)
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        games = rescue(aside, self.path)
        log.error("%s: %d games could be read from it", self.path, games)
        self._connection = open_for_writing(self.path)
        self._load()
        self.trouble = Trouble.DAMAGED

    def _open_without_saving(self, error: JournalError) -> None:
        self.trouble = error.trouble
        log.error("%s: games are not being saved: %s", self.path, error)
        if error.trouble is Trouble.NEWER or error.trouble is Trouble.FOREIGN:
            return
        try:
            self._connection = open_for_reading(self.path)
            self._load()
        except (JournalError, sqlite3.Error):
            self._kept = Kept()
        if error.trouble is Trouble.IN_USE:  # its game is on somebody else's table
            self._kept = Kept(self._kept.memory)
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _load(self) -> None:
        connection = self._connected()
        try:
            memory = self._setting("memory", memory_from_text) or Memory()
            draft = self._setting("draft", draft_from_text) or Draft()
            play = None
            for saved in read_games(connection):
                if saved.at_table:
                    play = self._load_play(saved)
        except sqlite3.Error as error:
            raise named(error) from None
        self._kept = Kept(memory, draft, play)

    def _load_play(self, saved: SavedGame) -> Play:
        play = read_play(self._connected(), saved)
        self._extra = {k: v for k, v in saved.record.extra.items() if k != "proof"}
        self._game, self._entries = saved.number, len(play.entries)
        self._is_finished = not saved.is_running
        log.info("game %d goes on after %d entries", self._game, self._entries)
        return play

    def _setting(self, name: str, read: Callable[[str], _T]) -> _T | None:
        query = "SELECT value, checksum FROM setting WHERE name = ?"
        row = self._connected().execute(query, (name,)).fetchone()
        if row is None:
            return None
        if checksum(name, row[0]) != row[1]:
            raise DamagedError(f"the setting {name} is not as it was written")
        return read(row[0])

    # Writing.

    def _connected(self) -> sqlite3.Connection:
        if self._connection is None:
            raise JournalError(Trouble.FAILED, "the journal is closed")
        return self._connection

    def _is_news(self, kept: Kept) -> bool:
        written = self._kept
        return (
            kept.play is not written.play
            or kept.memory is not written.memory
            or kept.draft is not written.draft
            or (kept.play is not None and len(kept.play.entries) != self._entries)
        )

    def _write(self, kept: Kept) -> None:
        play = kept.play
        if play is not None and self._is_one_entry(kept, play):  # a transaction of its own
            add_entry(self._connected(), self._game, self._entries, play.entries[-1])
            self._entries += 1
        else:
            self._write_much(kept)

    def _is_one_entry(self, kept: Kept, play: Play) -> bool:
        """As it is with most keys: then the quickest way will do."""
        return (
            play is self._kept.play
            and kept.memory is self._kept.memory
            and kept.draft is self._kept.draft
            and len(play.entries) == self._entries + 1
            and play.over is self._is_finished
        )

    def _write_much(self, kept: Kept) -> None:
        before = self._game, self._entries, self._extra, self._is_finished
        try:
            with transaction(self._connected()):
                self._write_settings(kept)
                if kept.play is not self._kept.play:
                    self._change_games(kept.play)
                if kept.play is not None:
                    self._write_entries(kept.play)
        except BaseException:
            self._game, self._entries, self._extra, self._is_finished = before
            raise
        self._kept = kept
        if self._is_finished and not before[-1]:
            self._settle()

    def _write_settings(self, kept: Kept) -> None:
        if kept.memory is not self._kept.memory:
            self._set("memory", memory_to_text(kept.memory))
        if kept.draft is not self._kept.draft:
            self._set("draft", draft_to_text(kept.draft))

    def _set(self, name: str, value: str) -> None:
        row = (name, value, checksum(name, value))
        self._connected().execute("INSERT OR REPLACE INTO setting VALUES (?, ?, ?)", row)

    def _change_games(self, play: Play | None) -> None:
        """One game leaves the table for the history, another one may come."""
        connection, left = self._connected(), self._kept.play
        if left is not None:
            record = record_of(left, self._extra, with_moves=True)
            write_game(connection, self._game, record, at_table=False)
            forget_entries(connection, self._game)
            log.info("game %d has left the table", self._game)
        self._entries, self._is_finished = 0, False
        if play is not None:
            self._extra = {"date": self._now()}
            record = record_of(play, self._extra, with_moves=False)
            self._game = add_game(connection, record, at_table=True)
            log.info("game %d begins: %d players", self._game, len(play.names))

    def _write_entries(self, play: Play) -> None:
        for number in range(self._entries, len(play.entries)):
            add_entry(self._connected(), self._game, number, play.entries[number])
        self._entries = len(play.entries)
        if play.over and not self._is_finished:
            self._is_finished = True
            record = record_of(play, self._extra, with_moves=True)
            write_game(self._connected(), self._game, record, at_table=True)
            log.info("game %d is over", self._game)

    def _settle(self) -> None:
        """Move a finished game from the log into the file: there it outlives a damaged log."""
        with suppress(sqlite3.Error):
            self._connected().execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _failed(self, kept: Kept, error: JournalError) -> None:
        if isinstance(error, DamagedError):
            error = self._begin_anew(kept, error) or error
        if error.trouble is not self.trouble:
            log.error("%s: the game is not being saved: %s", self.path, error)
        self.trouble = error.trouble

    def _begin_anew(self, kept: Kept, error: DamagedError) -> JournalError | None:
        """The file was damaged while it was open: what is on the table is known, and kept."""
        try:
            self._set_aside(error)
            if _is_begun(self._kept.play, kept.play):
                self._kept = replace(self._kept, play=kept.play)
            self._write(kept)
        except (JournalError, sqlite3.Error, OSError) as failure:
            return failure if isinstance(failure, JournalError) else named(failure)
        return None


def _is_begun(found: Play | None, play: Play | None) -> bool:
    """Whether the one is how the other began."""
    return (
        found is not None
        and play is not None
        and found.proof == play.proof
        and found.entries == play.entries[: len(found.entries)]
    )


def _lock(path: Path) -> int:
    """Only one table writes a journal: the lock goes when the process goes, however it ends."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = os.open(path.with_name(path.name + ".lock"), os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise JournalError(Trouble.IN_USE, "another program plays with it") from None
    return lock
