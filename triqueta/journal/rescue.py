"""A damaged journal: it is set aside untouched, and all that can be read goes into a new one.

Rows are read through SQLite as far as it gets. Finished games are looked for in the bare bytes
besides: a record is plain text within a page, whatever has become of the pages around it.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from triqueta.games.triqueta.play import TriquetaPlay
from triqueta.games.triqueta.rules import ProofError, Record, RulesError, verify
from triqueta.games.triqueta.rules.record import FORMAT
from triqueta.journal.database import checksum, create, opened_copy, write_setting
from triqueta.journal.files import LOGS, beside
from triqueta.journal.games import add_entry, add_game, goes_further, identity, play_of

_BEGIN = re.compile(rb"\{\s*" + re.escape(f'"format": "{FORMAT}"'.encode()))
_LONGEST_RECORD = 20_000
_AT_THE_END = 1 << 62


@dataclass(frozen=True, slots=True)
class Found:
    """A game that could be read, and its number if that could be, too."""

    number: int | None
    record: Record
    at_table: bool = False


def rescue(aside: Path, path: Path) -> int:
    """Begin a new file with what can be read from the one set aside; how many games it was."""
    with opened_copy(aside) as copy:
        settings = dict(_readable_settings(copy))
        games = list(_readable_games(copy))
        entries = _readable_entries(copy)
    found = _with_carved(games, list(_carved(aside)))
    # A bit may have gone wrong: what was on the table is the last game that has entries.
    tabled = [game.number or 0 for game in found if game.at_table or game.number in entries]
    at_table = max(tabled, default=0)

    def fill(connection: sqlite3.Connection) -> None:
        for name, value in settings.items():
            write_setting(connection, name, value)
        for game in sorted(found, key=lambda game: game.number or _AT_THE_END):
            if game.number == at_table:
                _write_with_entries(connection, game, entries.get(at_table, {}))
            else:
                add_game(connection, game.record, at_table=False, number=game.number)

    create(path, fill)
    return len(found)


def _with_carved(games: list[Found], carved: list[Record]) -> list[Found]:
    """Of several copies of a game, the one that knows most of it."""
    found = {identity(game.record.document()): game for game in games}
    for record in carved:
        name = identity(record.document())
        if name not in found:
            found[name] = Found(None, record)
        elif goes_further(record, found[name].record):
            found[name] = replace(found[name], record=record)
    return list(found.values())


def _write_with_entries(
    connection: sqlite3.Connection, game: Found, entries: dict[int, str]
) -> None:
    """The game on the table. One that is over belongs there only with all of its entries."""
    play = _played(game.record, entries)
    moves = game.record.game.moves
    whole = play is not None and moves in ([], play.game.moves)
    number = add_game(connection, game.record, at_table=whole, number=game.number)
    if play is not None and whole:
        for place, entry in enumerate(play.entries):
            add_entry(connection, number, place, entry)


def _played(record: Record, entries: dict[int, str]) -> TriquetaPlay | None:
    """The game from the first entry on, as long as the entries make one."""
    try:
        play = play_of(record)
    except RulesError:
        return None
    with suppress(RulesError, LookupError, ValueError):
        for place in count():
            play.enter(entries[place])
    return play


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


def _readable_games(copy: sqlite3.Connection) -> Iterator[Found]:
    """Games whose checksum is right, or which are sound by the rules all the same."""
    seen: set[object] = set()
    for row in sorted(_rows(copy, "game", "id"), key=lambda row: str(row[0]).zfill(12)):
        if row[0] in seen or len(row) != 4:
            continue
        seen.add(row[0])
        record = _sound_record(row[2])
        if record is None:
            continue
        is_right = checksum(*row[:3]) == row[3]
        if is_right or record.game.outcome or _is_proved(record):
            yield Found(int(str(row[0])), record, at_table=is_right and row[1] == 1)


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
        part = beside(aside, suffix)
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
