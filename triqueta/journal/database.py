"""Open the journal's SQLite file, create its tables, and migrate files of older versions."""

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

APPLICATION = 0x54515441  # "TQTA" in the file's header: identifies a journal
BUSY_SECONDS = 2.0
READ_AT_START = ("triqueta", "setting", "entry")  # the tables that every start reads completely
DOUBT = "doubt"  # the setting that says why the next start has to set the file aside
LOG_PAGES = 100  # then SQLite checkpoints its log: a start reads a short log quickly

# Each step migrates a file from one version to the next. Never change an existing step: some
# device still starts from it. The version is stored in the header and in a table, so that a
# flipped bit in one of them can't make a file look newer than it is.
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
# The versions that introduced summaries and the present standings: migrating computes them.
SUMMARIES_SINCE = 2
STANDINGS_SINCE = 4


def checksum(*values: object) -> int:
    """Return the checksum of a row's values; SQLite itself does not notice a flipped bit."""
    return zlib.crc32("\0".join(map(str, values)).encode("utf-8", "surrogatepass"))


def write_setting(connection: sqlite3.Connection, name: str, value: str) -> None:
    row = (name, value, checksum(name, value))
    connection.execute("INSERT OR REPLACE INTO setting VALUES (?, ?, ?)", row)


def check_settings(connection: sqlite3.Connection) -> None:
    """Raise DamagedError if a setting has a wrong checksum."""
    for name, value, found in connection.execute("SELECT name, value, checksum FROM setting"):
        if checksum(name, value) != found:
            raise DamagedError(f"the setting {name!a} has a wrong checksum")


def open_for_writing(path: Path) -> sqlite3.Connection:
    """Check and open the journal; create it if it is missing, migrate it if it is older.

    Raise JournalError if it can't be used. The checks use a read-only connection, so a file that
    is damaged or is not a journal stays unchanged, byte for byte.
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
    """Open the journal without writing anything; raise JournalError if it can't be read."""
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
    """Return whether nothing was ever saved: the file is missing or empty."""
    return not path.exists() or path.stat().st_size == 0


def _of(path: Path, error: JournalError) -> JournalError:
    """Return `error`, or a FOREIGN error if a "damaged" file never was a journal.

    A file with the journal's default name always counts as damaged.
    """
    if isinstance(error, DamagedError) and path.name != FILE and not _has_traces(path):
        return JournalError(StorageStatus.FOREIGN, f"{path} is not a journal ({error})")
    return error


def _has_traces(path: Path) -> bool:
    """Return whether a file may have been a journal: each contains a table named "triqueta"."""
    return not path.is_file() or any(b"triqueta" in chunk for chunk in chunks(path))


def connect(path: Path) -> sqlite3.Connection:
    # A table saves in one thread and closes the file in another, never at the same time.
    return _tolerant(
        sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    )


def _tolerant(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Make a connection return damaged text too; the row's checksum reveals the damage.

    Otherwise the sqlite3 module raises an error at the first byte that is not UTF-8.
    """
    connection.text_factory = lambda text: text.decode("utf-8", "backslashreplace")
    return connection


def create(path: Path, fill: Callable[[sqlite3.Connection], None] = lambda _: None) -> None:
    """Create a new journal with the rows that `fill` writes; it appears complete or not at all."""
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
        connection.execute(f"PRAGMA page_size = {PAGE_SIZE}")  # only affects a new file
        # A write-ahead log costs one sync per commit, and programs that read the history don't
        # block the table.
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
        connection.execute("PRAGMA secure_delete = ON")  # overwrites deleted games
        _migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def check_pages(connection: sqlite3.Connection, *tables: str) -> None:
    """Raise DamagedError if pages of the given tables (by default all) or indexes are damaged.

    Indexes matter: a row whose index entry is wrong can't be found. Reading years of games takes
    a while.
    """
    for part in tables or (1,):
        (found,) = connection.execute(f"PRAGMA integrity_check({part})").fetchone()
        if found != "ok":
            raise DamagedError(found)


def check_identity(connection: sqlite3.Connection, path: Path) -> None:
    """Raise JournalError unless the file is a journal, or new, of a version that is supported."""
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    application = _pragma(connection, "application_id")
    if "game" not in tables or "entry" not in tables:
        if application == APPLICATION:
            raise DamagedError("tables are missing")
        if tables:
            reason = f"{path} is the database of another program"
            raise JournalError(StorageStatus.FOREIGN, reason)
        return  # a new file
    header = _version(connection)
    (stated,) = connection.execute("SELECT version FROM triqueta").fetchone() or (None,)
    if header != stated or application != APPLICATION:
        raise DamagedError(f"its header says version {header}, but its table says {stated}")
    if header > VERSION:
        reason = f"{path} has version {header}, but this program only supports up to {VERSION}"
        raise JournalError(StorageStatus.NEWER, reason)
    missing = _schema_of_version(header) - _schema(connection)
    if missing:
        names = ", ".join(sorted({str(name) for _, name, *_ in missing}))
        raise DamagedError(f"its schema is damaged: {names}")
    if _pragma(connection, "auto_vacuum") != 0:  # SQLite would overwrite the second page
        raise DamagedError("its header is damaged: auto_vacuum is on")


def _check_header(path: Path) -> None:
    """Raise DamagedError if the header makes SQLite treat the file as read-only.

    Nothing in this process may have the file open: closing it would release SQLite's locks, and
    the next program that opens the file would delete the log of a table that still writes to it.
    """
    with path.open("rb") as file:
        versions = file.read(20)[18:]  # the file format versions for writing and reading
    if not set(versions) <= {1, 2}:
        raise DamagedError("its header is damaged: unknown file format version")


_Schema: TypeAlias = frozenset[tuple[object, ...]]


def _schema(connection: sqlite3.Connection) -> _Schema:
    """Return the definitions of all tables and indexes, as bytes (damage may break the UTF-8)."""
    query = "SELECT type, name, tbl_name, CAST(sql AS BLOB) FROM sqlite_master"
    return frozenset(connection.execute(query))


@cache
def _schema_of_version(version: int) -> _Schema:
    """Return the table and index definitions that every file of this version has."""
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
            _summarize(connection)
        elif 0 < version < STANDINGS_SINCE:
            _recount(connection)


def _summarize(connection: sqlite3.Connection) -> None:
    from triqueta.journal.games import summarize_all  # avoids a circular import

    summarize_all(connection)


def _recount(connection: sqlite3.Connection) -> None:
    from triqueta.journal.summaries import recount  # avoids a circular import

    recount(connection)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Run the block as one transaction: all of it is on the disk at the end, or nothing."""
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
    if not os.access(path, os.R_OK, effective_ids=True):  # SQLite's error would not say why
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    connection = _tolerant(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True))
    try:
        check_identity(connection, path)
    except sqlite3.OperationalError:
        # SQLite can't open its log in a folder that it can't write to, so read a copy.
        connection.close()
        return _in_memory(path)
    except BaseException:
        connection.close()
        raise
    return connection


def _in_memory(path: Path) -> sqlite3.Connection:
    """Return a copy in memory, migrated to the current version; the file stays unchanged."""
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
    """Open a temporary copy of the journal with its whole log applied, damaged or not.

    The original files are only read.
    """
    file, log = (content(beside(path, suffix)) for suffix in LOGS)
    with _opened_bytes(with_log(file, log)) as connection:
        yield connection


@contextmanager
def _opened_bytes(file: bytes) -> Iterator[sqlite3.Connection]:
    with TemporaryDirectory() as folder:  # only its owner can read it
        copy = Path(folder, FILE)
        copy.write_bytes(file)
        with closing(_tolerant(sqlite3.connect(copy, isolation_level=None))) as connection:
            yield connection


def _sound_entries(file: bytes) -> set[object]:
    """Return the undamaged entries in the content of a file, as (game, number, entry)."""
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
