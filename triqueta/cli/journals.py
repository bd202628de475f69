"""Open the journal for a command.

This is a separate module because a small Pi loads SQLite slowly, and few commands need it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from triqueta.cli import CommandError, file_error, os_reason
from triqueta.journal.database import is_empty, open_for_reading, open_for_writing
from triqueta.journal.file import (
    FILE_ERRORS,
    DamagedError,
    ForbiddenError,
    JournalError,
    beside,
    check_kind,
    journal_error,
)


@contextmanager
def open_journal(path: Path, *, writing: bool = False) -> Iterator[sqlite3.Connection]:
    """Open the journal for the block; raise CommandError for anything that is wrong with it."""
    connection = None
    try:
        connection = open_for_writing(path) if writing else open_for_reading(path)
        yield connection
    except (*FILE_ERRORS, JournalError) as error:
        raise _with_remedy(path, journal_error(error)) from None
    finally:
        if connection is not None:
            connection.close()


def _with_remedy(path: Path, problem: JournalError) -> CommandError:
    reason = str(problem).removeprefix(f"{path}: ").removeprefix(f"{path} ").removeprefix("is ")
    if isinstance(problem, DamagedError):
        # The remedy comes first: SQLite's message can be longer than a line.
        reason = f"damaged; `triqueta play` sets it aside and rescues its games ({reason})"
    elif isinstance(problem, ForbiddenError):
        reason = f"{reason}; put `sudo -u {problem.owner}` before the command"
    return file_error(path, reason)


def is_nothing_saved(path: Path) -> bool:
    """Return whether no game was ever saved; raise CommandError if `path` can't be a journal."""
    try:
        check_kind(path)
        return is_empty(path) and is_empty(beside(path, "-wal"))
    except PermissionError as error:
        raise _with_remedy(path, ForbiddenError(error)) from None
    except (JournalError, OSError) as error:
        raise file_error(path, os_reason(error).removeprefix(f"{path} is ")) from None
