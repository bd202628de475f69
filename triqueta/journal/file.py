"""Create, lock, replace and set aside the journal's file; the errors that this can cause."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import sqlite3
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count, zip_longest
from pathlib import Path
from typing import NoReturn, TypeAlias

from triqueta.table.saving import StorageStatus

_OF_SQLITE = {
    sqlite3.SQLITE_FULL: StorageStatus.FULL,
    sqlite3.SQLITE_READONLY: StorageStatus.READ_ONLY,
    sqlite3.SQLITE_PERM: StorageStatus.READ_ONLY,
    sqlite3.SQLITE_AUTH: StorageStatus.READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: StorageStatus.READ_ONLY,
    sqlite3.SQLITE_BUSY: StorageStatus.IN_USE,
    sqlite3.SQLITE_LOCKED: StorageStatus.IN_USE,
}
# Codes that mean damage, for example a statement that no longer fits the tables.
_OF_DAMAGE = (
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_TOOBIG,
    sqlite3.SQLITE_FORMAT,
)
_OF_SYSTEM = {
    errno.ENOSPC: StorageStatus.FULL,
    errno.EDQUOT: StorageStatus.FULL,
    errno.EFBIG: StorageStatus.FULL,
    errno.EROFS: StorageStatus.READ_ONLY,
}


# The errors that Python and SQLite raise for a bad file. UnicodeError: sqlite3 can't build its
# message from bytes that are not UTF-8. OverflowError: a damaged number is too large.
FILE_ERRORS = (sqlite3.Error, sqlite3.Warning, UnicodeError, OverflowError, MemoryError)


class JournalError(Exception):
    """The journal can't be used; `status` selects what the players are told."""

    def __init__(self, status: StorageStatus, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class DamagedError(JournalError):
    """The file exists, but its content is damaged."""

    def __init__(self, reason: str) -> None:
        super().__init__(StorageStatus.DAMAGED, reason)


class ForbiddenError(JournalError):
    """The user is not allowed to read or write a file, but `owner` is."""

    def __init__(self, error: PermissionError) -> None:
        file = Path(os.fsdecode(error.filename or "."))
        self.owner = _owner_of(file)
        reason = f"permission denied: {file} belongs to {self.owner}"
        super().__init__(StorageStatus.READ_ONLY, reason)


def _owner_of(file: Path) -> str:
    """Return the owner of a file, or of the nearest parent folder that is accessible."""
    for folder in (file, *file.absolute().parents):
        with suppress(OSError, KeyError):
            return folder.owner()
    return "root"


Notice: TypeAlias = Callable[[DamagedError], None]
"""Called with the error of a damaged row, which is then skipped; can raise it to stop reading."""


def refuse(damage: DamagedError) -> NoReturn:
    raise damage


@contextmanager
def decoding(what: str) -> Iterator[None]:
    """Turn any error in the block into a DamagedError; `what` names the row that it decodes."""
    try:
        yield
    except JournalError:
        raise
    except Exception as error:
        raise DamagedError(f"{what} can't be read: {type(error).__name__}") from None


def journal_error(error: Exception) -> JournalError:
    """Return the JournalError that corresponds to an error of a library or the system."""
    status = StorageStatus.FAILED
    if isinstance(error, JournalError):
        return error
    if isinstance(error, PermissionError):
        return ForbiddenError(error)
    if isinstance(error, UnicodeError | OverflowError | sqlite3.Warning):
        return DamagedError(str(error))
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code in _OF_DAMAGE:
            return DamagedError(str(error))
        status = _OF_SQLITE.get(code, status)
    elif isinstance(error, OSError):
        status = _OF_SYSTEM.get(error.errno or 0, status)
    return JournalError(status, str(error))


LOGS = ("", "-wal")  # suffixes of the files that hold data; SQLite recreates the others
READY = ".ready"
CHUNK = 1 << 20  # bytes read at a time: a large journal is not held in memory


def real(path: Path) -> Path:
    """Resolve symbolic links, so that all tables that use one file find the same lock."""
    return Path(os.path.realpath(path))


def check_kind(path: Path) -> None:
    """Raise JournalError if there is something other than a regular file at `path`."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(mode):
        raise JournalError(StorageStatus.FOREIGN, f"{path} is not a regular file")


def beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def make_empty(path: Path) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    remove(path)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def remove(path: Path) -> None:
    """Delete a database file and everything that SQLite puts beside it."""
    for suffix in ("-wal", "-shm", "-journal", ""):
        beside(path, suffix).unlink(missing_ok=True)


def replace(new: Path, path: Path) -> None:
    """Replace a database file and its log with the finished file `new`.

    This takes several steps. So the new file is first marked as ready: after a power cut,
    `finish_replacing` completes the remaining steps.
    """
    sync(new)
    rename(new, beside(path, READY))
    finish_replacing(path)


def finish_replacing(path: Path) -> None:
    ready = beside(path, READY)
    if ready.exists():
        remove(path)  # and its log, which must never be applied to the new file
        sync(path.parent)
        rename(ready, path)


def rename(old: Path, new: Path) -> None:
    old.rename(new)
    sync(new.parent)


def sync(path: Path) -> None:
    """Flush a file or folder to the disk; a new file is durable once both are flushed."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def set_aside(path: Path) -> Path:
    """Copy a damaged file and its log to a free name (`.damaged-1` …), and return that name.

    Call this before the file is closed: SQLite removes the log when it closes the file.
    """
    names = (beside(path, f".damaged-{n}") for n in count(1))
    aside = next(name for name in names if not name.exists() or _is_copy(name, path))
    if aside.exists():  # copied by a rescue that was interrupted
        return aside
    # Copy the database file last: if it exists, the copy is complete.
    for suffix in reversed(LOGS):
        part = beside(path, suffix)
        if part.exists():
            _copy(part, beside(aside, suffix))
    if not aside.exists():
        _write(aside, ())
    return aside


def _is_copy(aside: Path, path: Path) -> bool:
    return all(_is_equal(beside(aside, part), beside(path, part)) for part in LOGS)


def _is_equal(one: Path, other: Path) -> bool:
    return all(a == b for a, b in zip_longest(chunks(one), chunks(other)))


def content(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def chunks(path: Path) -> Iterator[bytes]:
    """Yield the content of a file in chunks; yield nothing if it does not exist."""
    if path.exists():
        with path.open("rb") as file:
            while chunk := file.read(CHUNK):
                yield chunk


def _copy(source: Path, target: Path) -> None:
    _write(target, chunks(source))


def _write(target: Path, content: Iterable[bytes]) -> None:
    part = beside(target, ".part")
    part.unlink(missing_ok=True)
    descriptor = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.writelines(content)
            file.flush()
            os.fsync(file.fileno())
        rename(part, target)
    except OSError:
        part.unlink(missing_ok=True)
        raise


_LONGEST = 1000  # bytes of a note in a lock file


@dataclass(frozen=True, slots=True)
class Holder:
    """The process that has a journal open, and where its table is, as far as these are known."""

    process: int | None = None
    where: str = ""

    def __str__(self) -> str:
        process = "" if self.process is None else f" (process {self.process})"
        return f"{self.where}{process}".strip()


class InUseError(JournalError):
    """Raised when another table has the journal open."""

    def __init__(self, holder: Holder) -> None:
        super().__init__(StorageStatus.IN_USE, f"another program is using it {holder}".rstrip())
        self.holder = holder


class Lock:
    """A lock that keeps other tables from writing a journal until it is closed.

    The kernel releases the lock when the process ends, however it ends. The note in the lock file
    is only read while the lock is held, so it never refers to a table that has crashed.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._file = os.open(beside(path, ".lock"), os.O_CREAT | os.O_RDWR, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = _holder(self._file)
            os.close(self._file)
            raise InUseError(holder) from None
        self.note("")

    def note(self, where: str) -> None:
        """Note where the table is; ignore errors, since a full disk must not stop the game."""
        line = json.dumps({"process": os.getpid(), "place": where}) + "\n"
        with suppress(OSError):
            # Write the new line before cutting off the rest of the old one: a program that
            # reads the first line meanwhile gets either of them.
            os.pwrite(self._file, line.encode(), 0)
            os.ftruncate(self._file, len(line))

    def close(self) -> None:
        os.close(self._file)


def holder_of(path: Path) -> Holder | None:
    """Return the table that has the journal `path` open, or None; create and change nothing.

    None can also mean that the lock file can't be read. This takes the lock for a few
    microseconds; a table that starts at that very moment would find the journal in use.
    """
    try:
        file = os.open(beside(path, ".lock"), os.O_RDONLY | os.O_NONBLOCK)
    except (OSError, ValueError):
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return _holder(file)
    finally:
        os.close(file)
    return None


def _holder(file: int) -> Holder:
    """Return what the note in a lock file says; an empty Holder if there is no valid note."""
    try:
        line = os.pread(file, _LONGEST, 0).partition(b"\n")[0]
        match json.loads(line):
            case {"process": int(process), "place": str(where)} if where.isprintable():
                return Holder(process, where)
    except (OSError, ValueError):
        pass
    return Holder()
