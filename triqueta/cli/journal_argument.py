"""The journal as an argument of commands."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

from triqueta.cli.failures import file_error, os_reason
from triqueta.journal.place import DEVICE_FOLDER, FILE, journal_file


def add_journal_argument(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--journal", metavar="FILE", type=Path, help="the file that games are saved in"
    )


def history_path(args: Namespace, root: Path = Path("/")) -> Path:
    """For commands that look at games: on the device, those of its service."""
    if args.journal is None and (root / DEVICE_FOLDER).is_dir():
        return root / DEVICE_FOLDER / FILE
    return journal_path(args)


def journal_path(args: Namespace) -> Path:
    path: Path = args.journal or journal_file()
    if "\0" in str(path):
        raise file_error(path, "no name for a file")
    try:
        real = Path(os.path.realpath(path))
    except OSError as error:  # the current folder has been deleted
        raise file_error(path, os_reason(error)) from None
    if not real.name:
        raise file_error(path, "the journal is a file, and this is the root of all folders")
    return real
