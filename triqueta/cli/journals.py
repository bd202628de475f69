"""The journal as an argument of commands, and opening it for them."""

from __future__ import annotations

import os
import sqlite3
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from triqueta.cli.failures import CommandError, file_error, os_reason


def add_journal_argument(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--journal", metavar="FILE", type=Path, help="the file that games are saved in"
    )


def history_path(args: Namespace, root: Path = Path("/")) -> Path:
    """For commands that look at games: on the device, those of its service."""
    from triqueta.journal.place import DEVICE_FOLDER, FILE  # noqa: PLC0415

    if args.journal is None and (root / DEVICE_FOLDER).is_dir():
        return root / DEVICE_FOLDER / FILE
    return journal_path(args)


def journal_path(args: Namespace) -> Path:
    from triqueta.journal.place import journal_file  # noqa: PLC0415

    path: Path = args.journal or journal_file()
    if "\0" in str(path):
        raise file_error(path, "no name for a file")
    return Path(os.path.realpath(path))


@contextmanager
def opened(path: Path, *, writing: bool = False) -> Iterator[sqlite3.Connection]:
    """The journal of a command; what is wrong with it ends the command."""
    from triqueta.journal.database import open_for_reading, open_for_writing  # noqa: PLC0415
    from triqueta.journal.file_errors import FILE_ERRORS, JournalError, journal_error  # noqa: PLC0415

    connection = None
    try:
        connection = (open_for_writing if writing else open_for_reading)(path)
        yield connection
    except (*FILE_ERRORS, JournalError) as error:
        trouble = journal_error(error)
        reason = str(trouble).removeprefix(f"{path}: ").removeprefix(f"{path} ")
        raise _with_remedy(path, trouble, reason) from None
    finally:
        if connection is not None:
            connection.close()


def _with_remedy(path: Path, trouble: object, reason: str) -> CommandError:
    from triqueta.journal.file_errors import DamagedError  # noqa: PLC0415

    if isinstance(trouble, DamagedError):
        reason = f"damaged: {reason}; `triqueta play` sets it aside and rescues its games"
    return file_error(path, reason)


def is_nothing_saved(path: Path) -> bool:
    """Whether there has never been a game; what can't be a journal ends the command."""
    from triqueta.journal.database import is_empty  # noqa: PLC0415
    from triqueta.journal.file_errors import JournalError  # noqa: PLC0415
    from triqueta.journal.whole_file import beside, check_kind  # noqa: PLC0415

    try:
        check_kind(path)
        return is_empty(path) and is_empty(beside(path, "-wal"))
    except (JournalError, OSError) as error:
        raise file_error(path, os_reason(error).removeprefix(f"{path} ")) from None
