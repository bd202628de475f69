"""Game records on disk: reading one that may be anything, writing one without losing another."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from triqueta.cli.failures import CommandError, file_error, os_reason
from triqueta.games import installed_games
from triqueta.records.document import parse
from triqueta.records.errors import RulesError
from triqueta.records.record import AnyRecord
from triqueta.records.text import one_line
from triqueta.table.registry import Registry

LARGEST_RECORD = 1_000_000  # bytes; the longest game is not a hundredth of that


def read_content(path: str, what: str) -> bytes:
    """The bytes of a file that is to be read as a whole, or a CommandError with its name."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(LARGEST_RECORD + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL byte in the name
        raise file_error(path, os_reason(error)) from None
    if len(content) > LARGEST_RECORD:
        raise file_error(path, f"no {what}: larger than {LARGEST_RECORD:,} bytes")
    return content


def read_record(path: str, deck: bytes | None = None, games: Registry | None = None) -> AnyRecord:
    """The record in a file, or a CommandError that starts with the file's name.

    A file of lines scanned from the device's QR codes is as good as a record. `deck` is the
    content of an owner's deck that it was played with.
    """
    content = read_content(path, "game record")
    try:
        return _loaded(content, deck, games or installed_games())
    except RulesError as error:
        raise file_error(path, error) from None


def _loaded(content: bytes, deck: bytes | None, games: Registry) -> AnyRecord:
    text = content.decode("ascii", "replace")
    scanned = games.of_codes(text)
    document = {} if scanned else parse(content)
    spec = scanned or games.spec_of(document)
    if deck is not None:
        games = games.with_only_deck(spec.id, deck)
    return games.load_codes(spec.id, text) if scanned else games.read(document)


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


def judge_each(
    paths: Sequence[str],
    judge: Callable[[str, AnyRecord], None],
    deck: bytes | None = None,
    games: Registry | None = None,
) -> int:
    """Call `judge` with each good record, say what is wrong with each bad one: the exit code."""
    code = 0
    for path in paths:
        try:
            judge(path, read_record(path, deck, games))
        except CommandError as error:
            print(one_line(str(error)), file=sys.stderr)
            code = 2
    return code
