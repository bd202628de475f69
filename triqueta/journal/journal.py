"""The journal of one table: what happens is written down before anybody is shown it."""

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
from triqueta.journal.rescue import Tell, rescue, tell_nobody
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

BUSY_MILLISECONDS = 200  # players wait for no other program longer than this
_HOPELESS = (
    StorageStatus.NEWER,
    StorageStatus.FOREIGN,
    StorageStatus.DECK,
)  # the file stays what it is


class Journal:
    """Saves what a table says must be saved. Never raises: `trouble` says what is wrong.

    What could not be written is tried again whenever there is something new, with all that is
    missing by then. Any thread may use it, but only one at a time: nothing here is locked.
    """

    def __init__(
        self,
        path: Path,
        games: Registry | None = None,
        now: Callable[[], str] = utc_now,
        tell: Tell = tell_nobody,
    ) -> None:
        """Open the journal; `games` are those that it may hold, by default all installed ones."""
        self._games = installed_games() if games is None else games
        self.path = real(path)
        self._name = str(self.path)
        self.status: StorageStatus | None = None
        self.state = TableState()  # where the table was
        self.tell = tell  # about a rescue, how far it has got
        self._now = now
        self._writer: JournalWriter | None = None
        self._lock: Lock | None = None
        self.holder: Holder | None = None  # the table that has it, if another one does
        self._file: tuple[int, int] | None = None
        self._sessions: list[tuple[AnySession, str]] = []  # since the last write, with their dates
        self._tried: object = None
        self._doubt = ""  # damage that is still to be noted in the file
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
        """Where this table is, for whoever starts another one with the same journal."""
        if self._lock is not None:
            self._lock.note(where)

    def is_news(self, state: TableState) -> bool:
        """Return whether `save` has anything to write, or to try again."""
        if self._writer is not None:
            return bool(self._doubt) or self._writer.is_news(state)
        return self.status not in _HOPELESS and self._tried != _attempt(state)

    def save(self, state: TableState) -> None:
        """Have all of it on the disk before this returns, unless there is trouble."""
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
        except Exception as error:  # whatever it is, it must not end the game
            self._failed(JournalError(StorageStatus.FAILED, type(error).__name__))
        else:
            if not self.is_saving:
                log.warning("%s: saving works again", self.path)
            if self.status is not StorageStatus.DOUBTFUL:  # of which everybody is to hear
                self.status = None
            self._sessions = self._sessions[-1:] if state.session else []

    def past_games(self) -> PastGames:

        def read(writer: JournalWriter, notice: Notice) -> PastGames:
            return past_games(writer.connection, self._games, notice)

        return self._look_up(read) or PastGames()

    def has_played(self, name: str) -> bool:
        """Whether a person of this name stands in the history."""
        return bool(self._look_up(lambda w, notice: has_played(w.connection, name, notice)))

    def charts(self, game: str, with_robots: bool = False) -> tuple[Chart, ...]:
        """What the finished games of one kind say about their players; none if there are none."""

        def read(writer: JournalWriter, notice: Notice) -> tuple[Chart, ...]:
            return charts(
                writer.connection, self._games, game, with_robots=with_robots, notice=notice
            )

        return self._look_up(read) or ()

    def pods(self) -> dict[str, int]:
        """The seats of pods by their ids; seats are counted from 0."""
        return self._look_up(lambda w, _: w.setting("pods", pods_read)) or {}

    def _look_up(self, read: Callable[[JournalWriter, Notice], _T]) -> _T | None:
        """Read something other than the game on the table, and return what can be read.

        The players are told if the rest is damaged. The next save notes it in the file: reading
        happens in the event loop, which must not wait for the disk to write.
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
        """For the next evening; should it fail, the pods ask again, which is no trouble."""
        if self._writer is not None:
            with suppress(*FILE_ERRORS, JournalError):
                self._writer.set("pods", pods_written(seats))

    def distrust(self, damage: DamagedError) -> None:
        """Have the next start set the file aside and rescue what it can.

        It can wait until then: with years of games a rescue takes a while, and the game on the
        table does not need them.
        """
        self._suspect(damage)
        self._write_doubt()

    def _suspect(self, damage: DamagedError) -> None:
        """Tell the players of damage, once, and have it noted in the file."""
        if self._writer is None or _identity(self._name) != self._file:
            return  # it is another file by now
        if self._doubt or self.status is StorageStatus.DOUBTFUL:
            return
        log.error("%s: %s; the next start will mend what can be", self.path, damage)
        self._doubt = str(damage)
        if self.is_saving:  # otherwise the players have something more urgent to know
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
        except InUseError as error:  # which whoever opens it tells, or plays on all the same
            self.holder, self.status = error.holder, error.status
            self._read_only(error.status)
        except JournalError as error:
            self._failed(error)
            self._read_only(error.status)
        except Exception as error:  # a device that does not start helps nobody
            self._failed(JournalError(StorageStatus.FAILED, type(error).__name__))
        except BaseException:  # somebody does not want to wait for a rescue
            self.close()
            raise
        if self._writer is not None:
            self.state = self._writer.state

    def _open(self) -> JournalWriter:
        """Open for writing; a damaged file is set aside, and what can be read rescued from it."""
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
        """Begin a new file with all that can be read from the damaged one.

        In the middle of a game everybody waits for it: nothing may be shown that is not saved.
        """
        if not self._may_rescue:
            raise JournalError(StorageStatus.FAILED, f"damaged again: {error}")
        self._may_rescue = False
        self.tell(0)
        aside, self._aside = self._aside or set_aside(self.path), None
        log.error("%s was damaged (%s): set aside as %s", self.path, error, aside)
        self._close_file()
        games = rescue(aside, self.path, self._games, self.tell)
        log.error("%s: %d games could be read from it", self.path, games)

    _aside: Path | None = None  # set aside already, before it was closed

    def _read_only(self, status: StorageStatus) -> None:
        """Without saving one can still go on with the game that is there."""
        if status in _HOPELESS:
            return
        with suppress(Exception):  # there was trouble before, and it has been told
            with closing(open_for_reading(self.path)) as connection:
                state = JournalWriter(connection, self._games).state
            # The game of a file in use is on somebody else's table.
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
            log.error("%s was removed or replaced: it is written anew", self.path)
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
            writer.write(state, "")  # as with nearly every key: no other game is concerned
            return
        known = (state.session, writer.state.session)
        missed = [(p, date) for p, date in self._sessions if p not in known and _counts(p)]
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
    """Whether a game belongs into the history: somebody has begun it, and not as a tutorial."""
    return bool(session.entries) and not session.is_tutorial


def _believed(writer: JournalWriter) -> JournalWriter:
    doubt = writer.setting(DOUBT, str)
    if doubt is not None:
        raise DamagedError(doubt)
    return writer


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


# The start of play reads what is on the table and no more. Bits may have flipped in games of years
# ago, and the players should hear of it while there is something to rescue. So all of it is read
# once, in a thread of its own, after the start.


Keep: TypeAlias = Callable[[Callable[[], None]], None]
"""Runs a function that writes to a journal, at a time when no other thread uses it."""

BLOCK = 200  # games read at a time: nobody who writes meanwhile waits for longer than that


@asynccontextmanager
async def check_meanwhile(journal: Journal, keep: Keep) -> AsyncIterator[None]:
    """Read all of it while the table plays already."""
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
    """What is wrong with a journal, page or row. Its own connection: any thread may ask."""
    try:
        with closing(open_for_reading(path)) as connection:
            check_pages(connection)
            check_games(connection)
    except (*FILE_ERRORS, JournalError) as error:
        found = journal_error(error)
        return found if isinstance(found, DamagedError) else None
    return None


def check_games(connection: sqlite3.Connection) -> int:
    """How many games there are; a row that has changed behind our back raises DamagedError."""
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
            raise DamagedError(f"of the games from {first} to {last}, some have no summary")
    return len(games)


def _sound_games(connection: sqlite3.Connection, first: int, last: int) -> list[int]:
    """As bytes: no record is taken apart, not even into letters."""
    columns = "id, at_table, CAST(record AS BLOB), typeof(record), checksum"
    query = f"SELECT {columns} FROM game WHERE id BETWEEN ? AND ? ORDER BY id"  # noqa: S608
    numbers = []
    for number, at_table, record, type_, found in connection.execute(query, (first, last)):
        with decoding(f"game {number}"):
            right = crc32(record, crc32(f"{number}\0{at_table}\0".encode()))
        if right != found or type_ != "text":
            raise DamagedError(f"game {number} is not as it was written")
        numbers.append(number)
    return numbers


@contextmanager
def _one_state_of(connection: sqlite3.Connection) -> Iterator[None]:
    """Two queries see the same games, whatever is written in between."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
