"""The journal's SQLite file: opening it, its tables, and the steps from version to version."""

from __future__ import annotations

import errno
import os
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from triqueta.journal import FILE
from triqueta.journal.file import (
    FILE_ERRORS,
    LOGS,
    DamagedError,
    JournalError,
    beside,
    check_kind,
    chunks,
    content,
    finish_replacing,
    journal_error,
    make_empty,
    remove,
    replace,
)
from triqueta.journal.raw import PAGE_SIZE
from triqueta.journal.write_ahead import check_log, with_log
from triqueta.table.saving import StorageStatus

APPLICATION = 0x54515441  # "TQTA", in the file's header: so it is known for ours
BUSY_SECONDS = 2.0
READ_AT_START = ("triqueta", "setting", "entry")  # the tables that every start reads whole
DOUBT = "doubt"  # the setting that says why the next start shall set the file aside
LOG_PAGES = 100  # then SQLite moves its log into the file: a short one is soon read again

# Each step brings a file of the version before to the next one, and none is ever changed:
# somewhere there is a device that starts from it. The version stands in the header and in a
# table: a flipped bit in one of them must not make a file look newer than it is.
MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE triqueta (version INTEGER NOT NULL);
    INSERT INTO triqueta VALUES (0);
    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL, checksum INTEGER NOT NULL);
    CREATE TABLE game (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at_table INTEGER NOT NULL,  -- 1 for the game on the table, whose moves are entries
        record TEXT NOT NULL,
        checksum INTEGER NOT NULL
    );
    CREATE TABLE entry (
        game INTEGER NOT NULL,
        number INTEGER NOT NULL,
        entry TEXT NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID;
    """,
    """
    CREATE INDEX game_at_table ON game (id) WHERE at_table = 1;
    CREATE TABLE summary (
        game INTEGER PRIMARY KEY,
        here INTEGER NOT NULL,  -- 1 if it was played at this table, as far as that is known
        moment INTEGER NOT NULL,  -- its place among the others: seconds of UTC
        identity TEXT NOT NULL,  -- what copies of one game have in common
        summary TEXT NOT NULL,
        checksum INTEGER NOT NULL
    );
    CREATE INDEX summary_identity ON summary (identity);
    CREATE INDEX summary_moment ON summary (moment);
    CREATE TABLE standing (
        name TEXT PRIMARY KEY,  -- as JSON
        games INTEGER NOT NULL,
        wins INTEGER NOT NULL,
        checksum INTEGER NOT NULL
    ) WITHOUT ROWID;
    """,
    """
    -- Games with robots: the name of a standing may be a list, which versions before don't know.
    """,
    """
    -- Wins are counted game by game: the name of a standing begins with the game.
    """,
)
VERSION = len(MIGRATIONS)
# What is made from the records, and from the summaries: a file of an older version gets it then.
SUMMARIES_SINCE = 2
STANDINGS_SINCE = 4


def checksum(*values: object) -> int:
    """Tells a row from one that a bit was flipped in: SQLite would not notice."""
    return zlib.crc32("\0".join(map(str, values)).encode("utf-8", "surrogatepass"))


def write_setting(connection: sqlite3.Connection, name: str, value: str) -> None:
    row = (name, value, checksum(name, value))
    connection.execute("INSERT OR REPLACE INTO setting VALUES (?, ?, ?)", row)


def check_settings(connection: sqlite3.Connection) -> None:
    """Raise DamagedError if a setting is not as it was written."""
    for name, value, found in connection.execute("SELECT name, value, checksum FROM setting"):
        if checksum(name, value) != found:
            raise DamagedError(f"the setting {name!a} is not as it was written")


def open_for_writing(path: Path) -> sqlite3.Connection:
    """The file, made if need be, checked and of the present version; or a JournalError.

    It is checked through a connection that can't write: a file that is damaged, or not ours,
    stays as it is to the byte.
    """
    try:
        check_kind(path)
        finish_replacing(path)
        check_log(path, _sound_entries)
        if is_empty(path):
            create(path)
        else:
            with closing(_read_only(path)) as connection:
                check_pages(connection, *READ_AT_START)
            _check_header(path)
        return _prepared(connect(path), path)
    except (*FILE_ERRORS, OSError) as error:
        raise _of(path, journal_error(error)) from None


def open_for_reading(path: Path) -> sqlite3.Connection:
    """The file as it is, without writing anything anywhere; or a JournalError."""
    try:
        check_kind(path)
        check_log(path)
        connection = _read_only(path)
        if _version(connection) == VERSION:
            return connection
        connection.close()
        return _in_memory(path)
    except (*FILE_ERRORS, OSError) as error:
        raise _of(path, journal_error(error)) from None


def is_empty(path: Path) -> bool:
    """Nothing was ever saved there."""
    return not path.exists() or path.stat().st_size == 0


def _of(path: Path, error: JournalError) -> JournalError:
    """What is no journal at all, under a name somebody else chose, is not a damaged one."""
    if isinstance(error, DamagedError) and path.name != FILE and not _has_traces(path):
        return JournalError(StorageStatus.FOREIGN, f"{path} is no journal ({error})")
    return error


def _has_traces(path: Path) -> bool:
    """The name of a table stands in every journal, and the format in every game."""
    return not path.is_file() or any(b"triqueta" in chunk for chunk in chunks(path))


def connect(path: Path) -> sqlite3.Connection:
    # A table saves in one thread and closes the file in another, never at the same time.
    return _tolerant(
        sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    )


def _tolerant(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Read damaged text too: the checksum of its row shows that it has changed.

    Otherwise the sqlite3 module raises an error at a byte that is not UTF-8, and stops there.
    """
    connection.text_factory = lambda text: text.decode("utf-8", "backslashreplace")
    return connection


def create(path: Path, fill: Callable[[sqlite3.Connection], None] = lambda _: None) -> None:
    """Make a new file: it appears when it is whole, or not at all."""
    new = beside(path, ".new")
    try:
        make_empty(new)
        with closing(_prepared(connect(new), new)) as connection, transaction(connection):
            fill(connection)
        replace(new, path)
    except BaseException:
        with suppress(OSError):
            remove(new)
        raise


def _prepared(connection: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    try:
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)
        connection.execute(f"PRAGMA page_size = {PAGE_SIZE}")  # of a new file
        # A write-ahead log that is synced at every commit: one sync each, and whoever reads the
        # history meanwhile stands in nobody's way.
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
        connection.execute("PRAGMA secure_delete = ON")  # a deleted game is gone
        _migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def check_pages(connection: sqlite3.Connection, *tables: str) -> None:
    """Raise DamagedError if pages of these tables, or of all, are damaged; indexes included.

    A journal of years takes a while to read. A row that its index has under another name would
    not be found any more.
    """
    for part in tables or (1,):
        (found,) = connection.execute(f"PRAGMA integrity_check({part})").fetchone()
        if found != "ok":
            raise DamagedError(found)


def check_identity(connection: sqlite3.Connection, path: Path) -> None:
    """Whether it is a journal, and of a version that is known."""
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    application = _pragma(connection, "application_id")
    if "game" not in tables or "entry" not in tables:
        if application == APPLICATION:
            raise DamagedError("tables are missing")
        if tables:
            reason = f"{path} is the database of another program"
            raise JournalError(StorageStatus.FOREIGN, reason)
        return  # a new one
    header = _version(connection)
    (stated,) = connection.execute("SELECT version FROM triqueta").fetchone() or (None,)
    if header != stated or application != APPLICATION:
        raise DamagedError(f"its header says version {header}, its table {stated}")
    if header > VERSION:
        reason = f"{path} is of version {header}, and this program knows {VERSION} only"
        raise JournalError(StorageStatus.NEWER, reason)
    missing = _schema_of_version(header) - _schema(connection)
    if missing:
        names = ", ".join(sorted({str(name) for _, name, *_ in missing}))
        raise DamagedError(f"its schema is not as it was written: {names}")
    if _pragma(connection, "auto_vacuum") != 0:  # then SQLite writes over the second page
        raise DamagedError("its header says that its pages move")


def _check_header(path: Path) -> None:
    """Raise DamagedError if the header makes SQLite treat the file as read-only.

    Nothing in this process may have the file open: closing it would end SQLite's locks, and the
    next program that opens the file would delete the log of a table that still writes to it.
    """
    with path.open("rb") as file:
        versions = file.read(20)[18:]  # for writing and for reading
    if not set(versions) <= {1, 2}:
        raise DamagedError("its header is not as it was written")


_Schema: TypeAlias = frozenset[tuple[object, ...]]


def _schema(connection: sqlite3.Connection) -> _Schema:
    """Return the definitions of tables and indexes, as bytes: damaged ones may not be UTF-8."""
    query = "SELECT type, name, tbl_name, CAST(sql AS BLOB) FROM sqlite_master"
    return frozenset(connection.execute(query))


@cache
def _schema_of_version(version: int) -> _Schema:
    """Return the definitions that every file of a version has."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for number in range(version):
            _run_migration(connection, number)
        return _schema(connection)


def _run_migration(connection: sqlite3.Connection, number: int) -> None:
    for statement in MIGRATIONS[number].split(";\n"):
        connection.execute(statement)


def _migrate(connection: sqlite3.Connection) -> None:
    version = _version(connection)
    if version == VERSION:
        return
    with transaction(connection):
        for number in range(version, VERSION):
            _run_migration(connection, number)
            connection.execute("UPDATE triqueta SET version = ?", (number + 1,))
            connection.execute(f"PRAGMA user_version = {number + 1}")
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
        if 0 < version < SUMMARIES_SINCE:
            _summarise(connection)
        elif 0 < version < STANDINGS_SINCE:
            _recount(connection)


def _summarise(connection: sqlite3.Connection) -> None:
    from triqueta.journal.games import summarise_all  # it needs this module, too

    summarise_all(connection)


def _recount(connection: sqlite3.Connection) -> None:
    from triqueta.journal.summaries import recount  # the same

    recount(connection)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of it is on the disk when this ends, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _read_only(path: Path) -> sqlite3.Connection:
    if not path.is_file():
        raise JournalError(StorageStatus.FAILED, f"{path}: there are no saved games")
    if not os.access(path, os.R_OK, effective_ids=True):  # SQLite would not say why
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    connection = _tolerant(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True))
    try:
        check_identity(connection, path)
    except sqlite3.OperationalError:
        # In a folder that can't be written to, SQLite can't open its log: a copy can be read.
        connection.close()
        return _in_memory(path)
    except BaseException:
        connection.close()
        raise
    return connection


def _in_memory(path: Path) -> sqlite3.Connection:
    """A copy of the present version: what is only to be read is not brought up to it."""
    connection = _tolerant(sqlite3.connect(":memory:", isolation_level=None))
    try:
        with opened_copy(path) as copy:
            check_identity(copy, path)
            copy.backup(connection)
        _migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def opened_copy(path: Path) -> Iterator[sqlite3.Connection]:
    """A copy with all of its log, sound or not: reading changes nothing at the place itself."""
    file, log = (content(beside(path, suffix)) for suffix in LOGS)
    with _opened_bytes(with_log(file, log)) as connection:
        yield connection


@contextmanager
def _opened_bytes(file: bytes) -> Iterator[sqlite3.Connection]:
    with TemporaryDirectory() as folder:  # which is for its owner only
        copy = Path(folder, FILE)
        copy.write_bytes(file)
        with closing(_tolerant(sqlite3.connect(copy, isolation_level=None))) as connection:
            yield connection


def _sound_entries(file: bytes) -> set[object]:
    """Return the entries that can be read from a file, each by its game and its number."""
    found: set[object] = set()
    with _opened_bytes(file) as copy, suppress(*FILE_ERRORS):
        for *row, written in copy.execute("SELECT game, number, entry, checksum FROM entry"):
            if checksum(*row) == written:
                found.add(tuple(row))
    return found


def _version(connection: sqlite3.Connection) -> int:
    return _pragma(connection, "user_version")


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    (value,) = connection.execute(f"PRAGMA {name}").fetchone()
    return int(value)
