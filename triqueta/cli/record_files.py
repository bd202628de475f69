"""Game records on disk: reading one that may be anything, writing one without losing another."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from triqueta.cli.failures import CommandError, file_error, os_reason
from triqueta.games import load_codes, load_record
from triqueta.records.errors import RulesError
from triqueta.records.lines import one_line
from triqueta.records.record import GameRecord

LARGEST_RECORD = 1_000_000  # bytes; the longest game is not a hundredth of that


def read_record(path: str) -> GameRecord:
    """The record in a file, or a CommandError that starts with the file's name.

    A file of lines scanned from the device's QR codes is as good as a record.
    """
    try:
        with Path(path).open("rb") as file:
            content = file.read(LARGEST_RECORD + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL byte in the name
        raise file_error(path, os_reason(error)) from None
    if len(content) > LARGEST_RECORD:
        raise file_error(path, f"no game record: larger than {LARGEST_RECORD:,} bytes")
    try:
        scanned = load_codes(content.decode("ascii", "replace"))
        return load_record(content) if scanned is None else scanned
    except RulesError as error:
        raise file_error(path, error) from None


def write_record(path: Path, content: bytes) -> None:
    """Write a new file whole, or none; one that exists is never overwritten."""
    try:
        with path.open("xb") as file:
            try:
                file.write(content)
                file.flush()
            except OSError:
                path.unlink()
                raise
    except OSError as error:
        raise file_error(path, os_reason(error)) from None


def judge_each(paths: Sequence[str], judge: Callable[[str, GameRecord], None]) -> int:
    """Call `judge` with each good record, say what is wrong with each bad one: the exit code."""
    code = 0
    for path in paths:
        try:
            judge(path, read_record(path))
        except CommandError as error:
            print(one_line(str(error)), file=sys.stderr)
            code = 2
    return code
