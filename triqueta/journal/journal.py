"""The journal of one table: each event is saved before any station shows it."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from functools import partial
from operator import call
from pathlib import Path
from typing import TypeAlias, TypeVar
from zlib import crc32

from triqueta.games import installed_games
from triqueta.journal.database import (
    DOUBT,
    check_pages,
    check_settings,
    open_for_reading,
    open_for_writing,
)
from triqueta.journal.dates import utc_now
from triqueta.journal.file import (
    FILE_ERRORS,
    DamagedError,
    Holder,
    InUseError,
    JournalError,
    Lock,
    Notice,
    decoding,
    journal_error,
    real,
    set_aside,
)
from triqueta.journal.rescue import Tell, ignore_progress, rescue
from triqueta.journal.statistics import charts, past_games
from triqueta.journal.summaries import check_standings, check_summaries, has_played
from triqueta.journal.writer import JournalWriter, pods_read, pods_written
from triqueta.table.charts import Chart
from triqueta.table.past_games import PastGames
from triqueta.table.registry import Registry
from triqueta.table.saving import StorageStatus
from triqueta.table.session import AnySession
from triqueta.table.state import TableState

log = logging.getLogger("triqueta.journal")
_T = TypeVar("_T")

BUSY_MILLISECONDS = 200  # how long players wait for another program that writes to the file
_HOPELESS = (
    StorageStatus.NEWER,
    StorageStatus.FOREIGN,
    StorageStatus.DECK,
)  # don't retry: the file is left as it is


class Journal:
    """The journal of a table, which saves its state.

    Its methods raise no errors; `status` says what is wrong.

    After a failure, every change retries and writes all that is missing by then. Any thread can
    use a journal, but only one at a time: there is no locking between threads.
    """

    def __init__(
        self,
        path: Path,
        games: Registry | None = None,
        now: Callable[[], str] = utc_now,
        tell: Tell = ignore_progress,
    ) -> None:
        """Open the journal; `games` are those that it can hold, by default all installed ones."""
        self._games = installed_games() if games is None else games
        self.path = real(path)
        self._name = str(self.path)
        self.status: StorageStatus | None = None
        self.state = TableState()  # the table as it was saved
        self.tell = tell  # called with the progress of a rescue
        self._now = now
        self._writer: JournalWriter | None = None
        self._lock: Lock | None = None
        self.holder: Holder | None = None  # another table that has the journal open
        self._file: tuple[int, int] | None = None
        self._sessions: list[tuple[AnySession, str]] = []  # since the last write, with their dates
        self._tried: object = None
        self._doubt = ""  # damage that is not yet noted in the file
        self._may_rescue = True
        self._open_at_start()

    @property
    def is_saving(self) -> bool:
        return self.status is None or self.status.is_saving

    def close(self) -> None:
        self._write_doubt()
        self._close_file()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def runs_at(self, where: str) -> None:
        """Note where this table is, for a second table that is started with this journal."""
        if self._lock is not None:
            self._lock.note(where)

    def is_news(self, state: TableState) -> bool:
        """Return whether `save` has anything to write or to retry."""
        if self._writer is not None:
            return bool(self._doubt) or self._writer.is_news(state)
        return self.status not in _HOPELESS and self._tried != _attempt(state)

    def save(self, state: TableState) -> None:
        """Write the state to the disk and return when it is there; on failure set `status`."""
        if not self.is_news(state):
            return
        self._write_doubt()
        if self._writer is None:
            self._tried = _attempt(state)
        elif not self._writer.is_news(state):
            return
        self._note_play(state.session)
        try:
            self._write(state)
        except (*FILE_ERRORS, OSError, JournalError) as error:
            self._failed(journal_error(error))
        except Exception as error:  # no error may end the game
            self._failed(JournalError(StorageStatus.FAILED, type(error).__name__))
        else:
            if not self.is_saving:
                log.warning("%s: saving works again", self.path)
            if self.status is not StorageStatus.DOUBTFUL:  # the players have to be told
                self.status = None
            self._sessions = self._sessions[-1:] if state.session else []

    def past_games(self) -> PastGames:

        def read(writer: JournalWriter, notice: Notice) -> PastGames:
            return past_games(writer.connection, self._games, notice)

        return self._look_up(read) or PastGames()

    def has_played(self, name: str) -> bool:
        """Return whether a person with this name is in the history."""
        return bool(self._look_up(lambda w, notice: has_played(w.connection, name, notice)))

    def charts(self, game: str, with_robots: bool = False) -> tuple[Chart, ...]:
        """Return the charts of all finished games with the id `game`; () for fewer than two."""

        def read(writer: JournalWriter, notice: Notice) -> tuple[Chart, ...]:
            return charts(
                writer.connection, self._games, game, with_robots=with_robots, notice=notice
            )

        return self._look_up(read) or ()

    def pods(self) -> dict[str, int]:
        """Return the seats of the pods by their ids; seats are counted from 0."""
        return self._look_up(lambda w, _: w.setting("pods", pods_read)) or {}

    def _look_up(self, read: Callable[[JournalWriter, Notice], _T]) -> _T | None:
        """Read something other than the game on the table, and return what can be read.

        If the rest is damaged, the players are told at once, but only the next save notes it in
        the file: reading happens in the event loop, which must not wait for the disk to write.
        """
        if self._writer is None:
            return None
        damages: list[DamagedError] = []
        found = None
        try:
            found = read(self._writer, damages.append)
        except (*FILE_ERRORS, JournalError) as error:
            failure = journal_error(error)
            if isinstance(failure, DamagedError):
                damages.append(failure)
            else:
                log.error("%s can't be read: %s", self.path, failure)
        if damages:
            self._suspect(damages[0])
        return found

    def remember_pods(self, seats: dict[str, int]) -> None:
        """Save the seats of the pods; if this fails, the pods ask for a seat at the next start."""
        if self._writer is not None:
            with suppress(*FILE_ERRORS, JournalError):
                self._writer.set("pods", pods_written(seats))

    def distrust(self, damage: DamagedError) -> None:
        """Have the next start set the file aside and rescue what it can.

        The rescue can wait until then: with years of games it takes a while, and the game on the
        table does not need them.
        """
        self._suspect(damage)
        self._write_doubt()

    def _suspect(self, damage: DamagedError) -> None:
        """Tell the players about damage, once, and have it noted in the file."""
        if self._writer is None or _identity(self._name) != self._file:
            return  # the file has been replaced since
        if self._doubt or self.status is StorageStatus.DOUBTFUL:
            return
        log.error("%s: %s; the next start will repair what it can", self.path, damage)
        self._doubt = str(damage)
        if self.is_saving:  # otherwise the players already see a more urgent problem
            self.status = StorageStatus.DOUBTFUL

    def _write_doubt(self) -> None:
        if self._doubt and self._writer is not None:
            with suppress(*FILE_ERRORS, JournalError):
                self._writer.set(DOUBT, self._doubt)
        self._doubt = ""

    # Opening.

    def _open_at_start(self) -> None:
        try:
            self._open()
        except InUseError as error:  # the caller reports it, or plays without saving
            self.holder, self.status = error.holder, error.status
            self._read_only(error.status)
        except JournalError as error:
            self._failed(error)
            self._read_only(error.status)
        except Exception as error:  # the device has to start in any case
            self._failed(JournalError(StorageStatus.FAILED, type(error).__name__))
        except BaseException:  # for example Ctrl-C during a rescue
            self.close()
            raise
        if self._writer is not None:
            self.state = self._writer.state

    def _open(self) -> JournalWriter:
        """Open the file for writing; if it is damaged, set it aside and rescue its games."""
        try:
            if self._lock is None:
                self._lock = Lock(self.path)
            try:
                writer = self._open_file()
            except DamagedError as error:
                self._rescue(error)
                writer = self._open_file()
                self.status = StorageStatus.DAMAGED
        except (*FILE_ERRORS, OSError) as error:
            raise journal_error(error) from None
        return writer

    def _open_file(self) -> JournalWriter:
        connection = open_for_writing(self.path)
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
        try:
            self._writer = _believed(JournalWriter(connection, self._games))
        except (*FILE_ERRORS, JournalError) as error:
            damage = journal_error(error)
            self._aside = set_aside(self.path) if isinstance(damage, DamagedError) else None
            connection.close()
            raise damage from None
        self._file = _identity(self._name)
        return self._writer

    def _rescue(self, error: DamagedError) -> None:
        """Create a new file with everything that can be read from the damaged one.

        In the middle of a game the players have to wait: no station shows what is not saved.
        """
        if not self._may_rescue:
            raise JournalError(StorageStatus.FAILED, f"damaged again: {error}")
        self._may_rescue = False
        self.tell(0)
        aside, self._aside = self._aside or set_aside(self.path), None
        log.error("%s was damaged (%s): set aside as %s", self.path, error, aside)
        self._close_file()
        games = rescue(aside, self.path, self._games, self.tell)
        log.error("%s: rescued %d games from it", self.path, games)

    _aside: Path | None = None  # the copy of a damaged file, made before the file was closed

    def _read_only(self, status: StorageStatus) -> None:
        """Load the saved state, so that the players can continue their game without saving."""
        if status in _HOPELESS:
            return
        with suppress(Exception):  # the first error has already been reported
            with closing(open_for_reading(self.path)) as connection:
                state = JournalWriter(connection, self._games).state
            # If the file is in use, its game is on another table.
            self.state = TableState(state.preferences) if status is StorageStatus.IN_USE else state

    def _close_file(self) -> None:
        if self._writer is not None:
            with suppress(sqlite3.Error):
                self._writer.connection.close()
            self._writer, self._doubt = None, ""

    # Writing.

    def _note_play(self, session: AnySession | None) -> None:
        if session is not None and not any(session is known for known, _ in self._sessions):
            self._sessions.append((session, self._now()))

    def _write(self, state: TableState) -> None:
        if self._writer is not None and _identity(self._name) != self._file:
            self._close_file()
            log.error("%s was removed or replaced: writing it again", self.path)
        try:
            self._write_with(self._writer or self._open_again(state), state)
        except (*FILE_ERRORS, DamagedError) as error:
            damage = journal_error(error)
            if not isinstance(damage, DamagedError):
                raise damage from None
            self._rescue(damage)
            self._write_with(self._open_again(state), state)

    def _open_again(self, state: TableState) -> JournalWriter:
        writer = self._open()
        writer.adopt(state.session)
        return writer

    def _write_with(self, writer: JournalWriter, state: TableState) -> None:
        session = state.session
        if session is not None and session is writer.state.session and len(self._sessions) <= 1:
            writer.write(state, "")  # the usual case: only this game has changed
            return
        known = (state.session, writer.state.session)
        missed = [
            (p, date)
            for p, date in self._sessions
            if p not in known and _counts(p) and not state.deals_again(p)
        ]
        date = next(
            (date for session, date in self._sessions if session is state.session), self._now()
        )
        writer.write(state, date, missed)

    def _failed(self, error: JournalError) -> None:
        if error.status is not self.status:
            log.error("%s: the game is not being saved: %s", self.path, error)
        self.status = error.status


def _attempt(state: TableState) -> tuple[TableState, int]:
    return state, len(state.session.entries) if state.session else 0


def _counts(session: AnySession) -> bool:
    """Return whether a game belongs in the history: it was begun, and is not a tutorial."""
    return bool(session.entries) and not session.is_tutorial


def _believed(writer: JournalWriter) -> JournalWriter:
    """Return `writer`; raise DamagedError if damage is noted in the file."""
    doubt = writer.setting(DOUBT, str)
    if doubt is not None:
        raise DamagedError(doubt)
    return writer


def _identity(path: str) -> tuple[int, int] | None:
    """Return the device and inode of a file, or None; they change when it is replaced."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


# The start only reads what is on the table. But bits may have flipped in past games, and the
# players should know while there is something to rescue. So a separate thread reads the whole
# journal once after the start.


Keep: TypeAlias = Callable[[Callable[[], None]], None]
"""Calls a function that writes to a journal while no other thread uses the journal."""

BLOCK = 200  # games read at a time: limits how long a program that writes has to wait


@asynccontextmanager
async def check_meanwhile(journal: Journal, keep: Keep) -> AsyncIterator[None]:
    """Check the whole journal in the background while the block runs."""
    task = asyncio.create_task(check(journal, keep))
    try:
        yield
    finally:
        task.cancel()


async def check(journal: Journal, keep: Keep = call) -> None:
    damage = await asyncio.to_thread(find_damage, journal.path)
    if damage is not None:
        keep(partial(journal.distrust, damage))


def find_damage(path: Path) -> DamagedError | None:
    """Return the first damaged page or row of a journal, or None.

    Any thread can call this: it opens its own connection.
    """
    try:
        with closing(open_for_reading(path)) as connection:
            check_pages(connection)
            check_games(connection)
    except (*FILE_ERRORS, JournalError) as error:
        found = journal_error(error)
        return found if isinstance(found, DamagedError) else None
    return None


def check_games(connection: sqlite3.Connection) -> int:
    """Return the number of games; raise DamagedError for any row with a wrong checksum."""
    check_settings(connection)
    check_standings(connection)
    (last,) = connection.execute("SELECT ifnull(max(id), 0) FROM game").fetchone()
    blocks = range(1, last + 1, BLOCK)
    return sum(_check_block(connection, first) for first in blocks)


def _check_block(connection: sqlite3.Connection, first: int) -> int:
    last = first + BLOCK - 1
    with _one_state_of(connection):
        games = _sound_games(connection, first, last)
        if games != check_summaries(connection, first, last):
            raise DamagedError(f"games {first} to {last} and their summaries don't match")
    return len(games)


def _sound_games(connection: sqlite3.Connection, first: int, last: int) -> list[int]:
    """Return the numbers of the games; raise DamagedError for one with a wrong checksum.

    The records are read as bytes: decoding them would take longer.
    """
    columns = "id, at_table, CAST(record AS BLOB), typeof(record), checksum"
    query = f"SELECT {columns} FROM game WHERE id BETWEEN ? AND ? ORDER BY id"  # noqa: S608
    numbers = []
    for number, at_table, record, type_, found in connection.execute(query, (first, last)):
        with decoding(f"game {number}"):
            right = crc32(record, crc32(f"{number}\0{at_table}\0".encode()))
        if right != found or type_ != "text":
            raise DamagedError(f"game {number} has a wrong checksum")
        numbers.append(number)
    return numbers


@contextmanager
def _one_state_of(connection: sqlite3.Connection) -> Iterator[None]:
    """Let all queries in the block see the same snapshot, whatever is written meanwhile."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
