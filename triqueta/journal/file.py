"""The journal's file as a whole: made, locked, replaced, set aside; and what can go wrong."""

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
# A statement that no longer fits the tables, or a row that can't be: the file is damaged.
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


# What Python and SQLite have to say about a file. Where its bytes are no UTF-8, not even the
# message about them can be made, and a number may be larger than any that was written.
FILE_ERRORS = (sqlite3.Error, sqlite3.Warning, UnicodeError, OverflowError, MemoryError)


class JournalError(Exception):
    """Why the journal can't be used, and what is to be told about it."""

    def __init__(self, status: StorageStatus, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class DamagedError(JournalError):
    """The file is there, but not as it was written."""

    def __init__(self, reason: str) -> None:
        super().__init__(StorageStatus.DAMAGED, reason)


class ForbiddenError(JournalError):
    """The user lacks the right to read or to write a file; `owner` has it."""

    def __init__(self, error: PermissionError) -> None:
        file = Path(os.fsdecode(error.filename or "."))
        self.owner = _owner_of(file)
        reason = f"permission denied: {file} belongs to {self.owner}"
        super().__init__(StorageStatus.READ_ONLY, reason)


def _owner_of(file: Path) -> str:
    """Return the owner of a file, or of the first folder above it that can be seen."""
    for folder in (file, *file.absolute().parents):
        with suppress(OSError, KeyError):
            return folder.owner()
    return "root"


Notice: TypeAlias = Callable[[DamagedError], None]
"""Called with a damaged row, which is then left out; it may raise to stop the reading."""


def refuse(damage: DamagedError) -> NoReturn:
    raise damage


@contextmanager
def decoding(what: str) -> Iterator[None]:
    """Raise DamagedError for any error in decoding a row."""
    try:
        yield
    except JournalError:
        raise
    except Exception as error:
        raise DamagedError(f"{what} can't be read: {type(error).__name__}") from None


def journal_error(error: Exception) -> JournalError:
    """The error of a library or of the system, by its name here."""
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


LOGS = ("", "-wal")  # what belongs to a file; SQLite makes the rest anew
READY = ".ready"
CHUNK = 1 << 20  # bytes read at a time: a journal of years is not held in memory


def real(path: Path) -> Path:
    """One file has one name: two tables on two links to it must find the same lock."""
    return Path(os.path.realpath(path))


def check_kind(path: Path) -> None:
    """Only a plain file, or none, can be a journal."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(mode):
        raise JournalError(StorageStatus.FOREIGN, f"{path} is no plain file")


def beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def make_empty(path: Path) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    remove(path)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def remove(path: Path) -> None:
    """The file with all that SQLite puts beside it."""
    for suffix in ("-wal", "-shm", "-journal", ""):
        beside(path, suffix).unlink(missing_ok=True)


def replace(new: Path, path: Path) -> None:
    """Put a finished file in the place of another one that has a log of its own.

    That takes several steps, so it is marked as ready first: whoever loses power from there on
    goes on with `finish_replacing`.
    """
    sync(new)
    rename(new, beside(path, READY))
    finish_replacing(path)


def finish_replacing(path: Path) -> None:
    ready = beside(path, READY)
    if ready.exists():
        remove(path)  # with its log, which must never meet the new file
        sync(path.parent)
        rename(ready, path)


def rename(old: Path, new: Path) -> None:
    old.rename(new)
    sync(new.parent)


def sync(path: Path) -> None:
    """A new file is only there for good once it and its folder are on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def set_aside(path: Path) -> Path:
    """Where a copy of the damaged file is from now on, with its log.

    It is copied before anybody closes it, since SQLite would tidy up its log then.
    """
    names = (beside(path, f".damaged-{n}") for n in count(1))
    aside = next(name for name in names if not name.exists() or _is_copy(name, path))
    if aside.exists():  # by a rescue that was cut short
        return aside
    # The file itself comes last: where it is, all of it is.
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
    """Yield the content of a file piece by piece; nothing if there is no such file."""
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


_LONGEST = 1000  # bytes of a note


@dataclass(frozen=True, slots=True)
class Holder:
    """Who has a journal: the process, and where its table is, as far as it has said so."""

    process: int | None = None
    where: str = ""

    def __str__(self) -> str:
        process = "" if self.process is None else f" (process {self.process})"
        return f"{self.where}{process}".strip()


class InUseError(JournalError):
    """Another table has the journal."""

    def __init__(self, holder: Holder) -> None:
        super().__init__(StorageStatus.IN_USE, f"another program plays with it {holder}".rstrip())
        self.holder = holder


class Lock:
    """Keeps other tables from writing a journal; held until it is closed.

    The lock is the kernel's and goes when its process goes, however that ends. What the file says
    is only read while somebody has the lock, so that nobody is sent to a table that has crashed.
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
        """Say where the table is. A disk that is full must not keep anybody from playing."""
        line = json.dumps({"process": os.getpid(), "place": where}) + "\n"
        with suppress(OSError):
            # One write, and only then the end of what was there before: whoever reads the first
            # line meanwhile gets this one, or the one before.
            os.pwrite(self._file, line.encode(), 0)
            os.ftruncate(self._file, len(line))

    def close(self) -> None:
        os.close(self._file)


def holder_of(path: Path) -> Holder | None:
    """Return the table that has the journal `path` open, or None; create and change nothing.

    None may also mean that the lock file can't be read. The lock is tried for a few microseconds;
    a table that starts at that very moment would find the journal in use.
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
    """What the first line says; nothing, if it is no note of ours."""
    try:
        line = os.pread(file, _LONGEST, 0).partition(b"\n")[0]
        match json.loads(line):
            case {"process": int(process), "place": str(where)} if where.isprintable():
                return Holder(process, where)
    except (OSError, ValueError):
        pass
    return Holder()
