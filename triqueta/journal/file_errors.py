"""What can go wrong with the journal's file, in the words of the table."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn, TypeAlias

from triqueta.table.trouble import Trouble

_OF_SQLITE = {
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_PERM: Trouble.READ_ONLY,
    sqlite3.SQLITE_AUTH: Trouble.READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: Trouble.READ_ONLY,
    sqlite3.SQLITE_BUSY: Trouble.IN_USE,
    sqlite3.SQLITE_LOCKED: Trouble.IN_USE,
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
    errno.ENOSPC: Trouble.FULL,
    errno.EDQUOT: Trouble.FULL,
    errno.EFBIG: Trouble.FULL,
    errno.EROFS: Trouble.READ_ONLY,
}


# What Python and SQLite have to say about a file. Where its bytes are no UTF-8, not even the
# message about them can be made, and a number may be larger than any that was written.
FILE_ERRORS = (sqlite3.Error, sqlite3.Warning, UnicodeError, OverflowError, MemoryError)


class JournalError(Exception):
    """Why the journal can't be used, and what is to be told about it."""

    def __init__(self, trouble: Trouble, reason: str) -> None:
        super().__init__(reason)
        self.trouble = trouble


class DamagedError(JournalError):
    """The file is there, but not as it was written."""

    def __init__(self, reason: str) -> None:
        super().__init__(Trouble.DAMAGED, reason)


class ForbiddenError(JournalError):
    """The user lacks the right to read or to write a file; `owner` has it."""

    def __init__(self, error: PermissionError) -> None:
        file = Path(os.fsdecode(error.filename or "."))
        self.owner = _owner_of(file)
        reason = f"permission denied: {file} belongs to {self.owner}"
        super().__init__(Trouble.READ_ONLY, reason)


def _owner_of(file: Path) -> str:
    """Return the owner of a file, or of the first folder above it that can be seen."""
    for place in (file, *file.absolute().parents):
        with suppress(OSError, KeyError):
            return place.owner()
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
    trouble = Trouble.FAILED
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
        trouble = _OF_SQLITE.get(code, trouble)
    elif isinstance(error, OSError):
        trouble = _OF_SYSTEM.get(error.errno or 0, trouble)
    return JournalError(trouble, str(error))
