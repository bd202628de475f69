"""A folder to write into, as an argument of commands."""

from __future__ import annotations

from argparse import ArgumentTypeError
from pathlib import Path

from triqueta.cli.failures import file_error, os_reason


def folder(text: str) -> Path:
    """Return the path that an argument names, for argparse."""
    if not text:
        raise ArgumentTypeError("the name of a directory is empty")
    if "\0" in text:
        raise ArgumentTypeError("the name of a directory has a NUL character in it")
    return Path(text)


def make_folder(path: Path) -> None:
    """Make sure that there is a folder, or raise a CommandError that says what is in the way."""
    check_folder(path)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise file_error(path, os_reason(error)) from None


def check_folder(path: Path) -> None:
    """Raise a CommandError if there is something at `path` that is not a folder."""
    try:
        in_the_way = path.exists() and not path.is_dir()
    except OSError as error:
        raise file_error(path, os_reason(error)) from None
    if in_the_way:
        raise file_error(path, "not a folder: give the name of one, or of a new one")
