"""A damaged journal: it is set aside untouched, and all that can be read goes into a new one.

Rows are read through SQLite as far as it gets. Finished games are looked for in the bare bytes
besides: a record is plain text within a page, whatever has become of the pages around it.
"""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from triqueta.journal.database import (
    LOGS,
    checksum,
    create,
    opened_copy,
    sync,
)
from triqueta.journal.games import add_entry, add_game, identity, play_of
from triqueta.rules import ProofError, Record, RulesError, verify
from triqueta.rules.record import FORMAT

_BEGIN = re.compile(rb"\{\s*" + re.escape(f'"format": "{FORMAT}"'.encode()))
_LONGEST_RECORD = 20_000


def set_aside(path: Path) -> Path:
    """Where the damaged file is from now on.

    It is copied before anybody closes it, since SQLite would tidy up its log then.
    """
    for number in count(1):
        aside = path.with_name(f"{path.name}.damaged-{number}")
        if not aside.exists():
            break
    for suffix in LOGS:
        part = path.with_name(path.name + suffix)
        if part.exists():
            copy = aside.with_name(aside.name + suffix)
            shutil.copyfile(part, copy)
            copy.chmod(0o600)
            sync(copy)
    sync(path.parent)
    return aside


def rescue(aside: Path, path: Path) -> int:
    """Begin a new file with what can be read from the one set aside; how many games it was."""
    with opened_copy(aside) as copy:
        settings = dict(_readable_settings(copy))
        games = list(_readable_games(copy))
        entries = _readable_entries(copy)
    known = {identity(record) for _, _, record in games}
    for record in _carved(aside):
        if identity(record) not in known:
            known.add(identity(record))
            games.append((0, False, record))

    def fill(connection: sqlite3.Connection) -> None:
        for name, value in settings.items():
            row = (name, value, checksum(name, value))
            connection.execute("INSERT INTO setting VALUES (?, ?, ?)", row)
        for number, at_table, record in games:
            _write(connection, record, entries.get(number, {}) if at_table else None)

    create(path, fill)
    return len(games)


def _write(connection: sqlite3.Connection, record: Record, entries: dict[int, str] | None) -> None:
    number = add_game(connection, record, at_table=entries is not None)
    if entries is None:
        return
    play = play_of(record)
    for place in count():
        if place not in entries:
            return
        try:
            play.enter(entries[place])
        except (RulesError, LookupError, ValueError):
            return
        add_entry(connection, number, place, entries[place])


def _rows(copy: sqlite3.Connection, table: str, key: str) -> Iterator[tuple[object, ...]]:
    """The rows that can be read from the front, then from behind: some may come twice."""
    for order in ("ASC", "DESC"):
        try:
            yield from copy.execute(f"SELECT * FROM {table} ORDER BY {key} {order}")  # noqa: S608
        except sqlite3.Error:
            continue


def _readable_settings(copy: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    for row in _rows(copy, "setting", "name"):
        if len(row) == 3 and checksum(*row[:2]) == row[2]:
            yield str(row[0]), str(row[1])


def _readable_games(copy: sqlite3.Connection) -> Iterator[tuple[int, bool, Record]]:
    """Games whose checksum is right, or which are sound by the rules all the same."""
    seen: set[object] = set()
    for row in sorted(_rows(copy, "game", "id"), key=lambda row: str(row[0]).zfill(12)):
        if row[0] in seen or len(row) != 4:
            continue
        seen.add(row[0])
        record = _sound_record(row[2])
        if record is None:
            continue
        if checksum(*row[:3]) == row[3] or record.game.outcome or _is_proved(record):
            yield int(str(row[0])), row[1] == 1, record


def _sound_record(text: object) -> Record | None:
    try:
        return Record.loads(str(text))
    except RulesError:
        return None


def _is_proved(record: Record) -> bool:
    try:
        verify(record)
    except ProofError:
        return False
    return True


def _readable_entries(copy: sqlite3.Connection) -> dict[int, dict[int, str]]:
    found: dict[int, dict[int, str]] = {}
    for row in _rows(copy, "entry", "game, number"):
        if len(row) == 4 and checksum(*row[:3]) == row[3]:
            game, number, entry = int(str(row[0])), int(str(row[1])), str(row[2])
            found.setdefault(game, {})[number] = entry
    return found


def _carved(aside: Path) -> Iterator[Record]:
    """Finished games in the bare bytes of the file and its log."""
    for suffix in LOGS:
        part = aside.with_name(aside.name + suffix)
        content = part.read_bytes() if part.exists() else b""
        for match in _BEGIN.finditer(content):
            record = _carve(content[match.start() : match.start() + _LONGEST_RECORD])
            if record is not None and record.game.outcome:
                yield record


def _carve(content: bytes) -> Record | None:
    text = content.decode("utf-8", "replace")
    try:
        _, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return None
    return _sound_record(text[:end])
