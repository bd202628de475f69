"""A damaged journal: it is set aside untouched, and all that can be read goes into a new one.

Rows are read through SQLite as far as it gets. Finished games are looked for in the bare bytes
besides: a record is plain text within a page, whatever has become of the pages around it.

Years of games are to be rescued while somebody waits, so a game is only played through by the
rules where nothing else tells that it is sound. A row whose checksum is right is as it was.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import TypeAlias, TypeVar, cast

from triqueta.games import game as game_named
from triqueta.games import load_record
from triqueta.journal.database import DOUBT, checksum, create, opened_copy, write_setting
from triqueta.journal.file_errors import FILE_ERRORS
from triqueta.journal.games import add_entry, add_game, copy_game, identity, moves_of, play_of
from triqueta.journal.summaries import Row
from triqueta.journal.texts import is_readable
from triqueta.journal.whole_file import LOGS, beside, content
from triqueta.records.errors import RulesError, UnknownDeckError, UnknownGameError
from triqueta.records.game_record import GameRecord, goes_further
from triqueta.table.any_game import Play

_BEGIN = re.compile(rb'\{\s*"format": "[a-z]+-record/[0-9]+"')
_LONGEST_RECORD = 20_000
_AT_THE_END = 1 << 62
_STEP = 5  # percent: each one is a picture

Tell: TypeAlias = Callable[[int], None]
"""Is told how much of a rescue is done, in percent."""
_T = TypeVar("_T")


def tell_nobody(percent: int) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Found:
    """A game that could be read, and its number and its summary if they could be, too."""

    number: int | None
    text: str
    moves: Sequence[str]
    at_table: bool = False
    summary: Row | None = None
    record: GameRecord | None = None  # if it has been played through anyway


def rescue(aside: Path, path: Path, tell: Tell = tell_nobody) -> int:
    """Begin a new file with what can be read from the one set aside; how many games it was."""
    with opened_copy(aside) as copy:
        settings = dict(_readable_settings(copy))
        settings.pop(DOUBT, None)  # what it was about stays behind
        summaries = dict(_readable_summaries(copy))
        rows = list(_rows(copy, "game", "id"))
        games = _readable_games(_in_steps(rows, tell, 10, 30), summaries)
        entries = _readable_entries(copy)
    _add_carved(games, _in_steps(list(_beginnings(aside)), tell, 30, 50))
    found = sorted(games.values(), key=lambda game: game.number or _AT_THE_END)
    # A bit may have gone wrong: what was on the table is the last game that has entries.
    tabled = [game.number or 0 for game in found if game.at_table or game.number in entries]
    at_table = max(tabled, default=0)

    def fill(connection: sqlite3.Connection) -> None:
        for name, value in settings.items():
            write_setting(connection, name, value)
        for game in _in_steps(found, tell, 50, 95):
            # Whoever lacks the game or its deck can't judge it: it stays set aside.
            with suppress(UnknownGameError, UnknownDeckError):
                if game.number == at_table:
                    _write_with_entries(connection, game, entries.get(at_table, {}))
                else:
                    _write_finished(connection, game)

    create(path, fill)
    tell(100)
    return len(found)


def _in_steps(work: Sequence[_T], tell: Tell, first: int, last: int) -> Iterator[_T]:
    """Tell now and then how far it has got, from one share of the whole to another."""
    told = first
    for done, part in enumerate(work):
        share = first + (last - first) * done // len(work)
        if share >= told + _STEP:
            told = share
            tell(share)
        yield part


def _write_finished(connection: sqlite3.Connection, game: Found) -> None:
    if game.number is not None and game.summary is not None:
        copy_game(connection, game.number, game.text, game.summary)
    else:
        record = game.record or load_record(game.text)
        add_game(connection, record, at_table=False, number=game.number)


def _write_with_entries(
    connection: sqlite3.Connection, game: Found, entries: dict[int, str]
) -> None:
    """The game on the table. One that is over belongs there only with all of its entries."""
    play = _played(game.text, entries)
    whole = play is not None and list(game.moves) in ([], moves_of(play))
    record = load_record(game.text)
    number = add_game(connection, record, at_table=whole, number=game.number)
    if play is not None and whole:
        for place, entry in enumerate(play.entries):
            add_entry(connection, number, place, entry)


def _played(text: str, entries: dict[int, str]) -> Play | None:
    """The game from the first entry on, as long as the entries make one."""
    try:
        play = play_of(load_record(text))
    except RulesError:
        return None
    with suppress(RulesError, LookupError, ValueError):
        for place in count():
            play.enter(entries[place])
    return play


# Rows.


def _rows(copy: sqlite3.Connection, table: str, key: str) -> Iterator[tuple[object, ...]]:
    """All rows; of a table with a hole in it those before it, then those behind it."""
    for order in ("ASC", "DESC"):
        with suppress(*FILE_ERRORS):
            yield from copy.execute(f"SELECT * FROM {table} ORDER BY {key} {order}")  # noqa: S608
            return


def _readable_settings(copy: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    for row in _rows(copy, "setting", "name"):
        if len(row) == 3 and checksum(*row[:2]) == row[2]:
            name, value = str(row[0]), str(row[1])
            if is_readable(name, value):
                yield name, value


def _readable_summaries(copy: sqlite3.Connection) -> Iterator[tuple[object, Row]]:
    for row in _rows(copy, "summary", "game"):
        if len(row) == 6 and checksum(*row[:5]) == row[5]:
            yield row[0], cast("Row", row)


def _readable_games(
    rows: Iterator[tuple[object, ...]], summaries: dict[object, Row]
) -> dict[str, Found]:
    """Games whose checksum is right, or which are sound by the rules all the same."""
    found: dict[str, Found] = {}
    for row in rows:
        if len(row) != 4:
            continue
        number, at_table, text, written = row
        is_right = checksum(number, at_table, text) == written
        if is_right or _is_sound(str(text)):
            document = json.loads(str(text))
            on_table = is_right and at_table == 1
            summary = summaries.get(number) if is_right else None
            game = Found(int(str(number)), str(text), document["moves"], on_table, summary)
            if is_right or identity(document) not in found:
                found[identity(document)] = game
    return found


def _is_sound(text: str) -> bool:
    """Whether a changed row is a whole game, or one whose beginning can be proved."""
    try:
        record = load_record(text)
        if record.result is None:
            game_named(record.game).verify(record)
    except RulesError:
        return False
    return True


def _readable_entries(copy: sqlite3.Connection) -> dict[int, dict[int, str]]:
    found: dict[int, dict[int, str]] = {}
    for row in _rows(copy, "entry", "game, number"):
        if len(row) == 4 and checksum(*row[:3]) == row[3]:
            game, number, entry = int(str(row[0])), int(str(row[1])), str(row[2])
            found.setdefault(game, {})[number] = entry
    return found


# Bare bytes.


def _beginnings(aside: Path) -> Iterator[tuple[bytes, int]]:
    """Where a record seems to begin in the file or in its log."""
    for suffix in LOGS:
        found = content(beside(aside, suffix))
        for match in _BEGIN.finditer(found):
            yield found, match.start()


def _add_carved(found: dict[str, Found], beginnings: Iterator[tuple[bytes, int]]) -> None:
    """Add finished games; of several copies of a game the one that knows most of it stays."""
    known = {game.text.rstrip() for game in found.values()}
    for part, start in beginnings:
        text = _carve(part[start : start + _LONGEST_RECORD])
        record = None if text is None or text in known else _finished(text)
        if record is None:
            continue
        name, moves = identity(record.document()), record.moves
        before = found.get(name, Found(None, "", ()))
        if name not in found or goes_further(moves, before.moves):
            text = record.encode().decode()
            found[name] = replace(before, text=text, moves=moves, summary=None, record=record)


def _carve(part: bytes) -> str | None:
    text = part.decode("utf-8", "replace")
    try:
        _, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return None
    return text[:end]


def _finished(text: str) -> GameRecord | None:
    try:
        record = load_record(text)
    except RulesError:
        return None
    return record if record.result else None
