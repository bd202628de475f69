"""Rescue a damaged journal: write everything that can be read from it into a new file.

Rows are read directly from the pages of the file and of its log (see `raw`), so neither a damaged
schema nor a damaged tree of pages hides a row. A row with a correct checksum is sound. A game
without such a row is sound if it can be replayed by the rules.

A small Pi has little memory, so the first pass only notes where the games are. The second pass
reads and writes them one by one.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TypeAlias, TypeVar, cast

from triqueta.journal.database import DOUBT, checksum, create, write_setting
from triqueta.journal.games import (
    add_entry,
    add_game,
    copy_game,
    identity,
    record_of,
    without_proof,
)
from triqueta.journal.raw import PageCopy, Pages, RawPage, RawRow, SqlTable, open_pages
from triqueta.journal.summaries import Row
from triqueta.journal.writer import is_readable
from triqueta.records.errors import RecordError, RulesError
from triqueta.records.record import AnyRecord, goes_further, verify
from triqueta.records.shuffle import proof_in
from triqueta.table.registry import Registry
from triqueta.table.session import TUTORIAL, AnySession

log = logging.getLogger("triqueta.journal")

_MOST_GAMES = 1_000_000  # a larger number is damage, not the number of a game
_STEP = 5  # percent between two reports of the progress, since each draws a picture

Tell: TypeAlias = Callable[[int], None]
"""Called with the progress of a rescue, in percent."""
_T = TypeVar("_T")


def ignore_progress(percent: int) -> None:
    pass


def rescue(aside: Path, path: Path, games: Registry, tell: Tell = ignore_progress) -> int:
    """Copy what can be read from the file `aside` to a new file; return the number of games."""
    with open_pages(aside) as pages:
        found = Findings(pages, games)
        for copy in _in_steps(pages.copies(), len(pages), tell, 10, 50):
            found.search(copy)
        found.sort_out()
        numbers = sorted(found.games)
        left_out = []

        def fill(connection: sqlite3.Connection) -> None:
            for name, value in found.settings.items():
                write_setting(connection, name, value)
            for number in _in_steps(numbers, len(numbers), tell, 50, 95):
                try:
                    found.write(connection, number)
                except RulesError:  # its game or deck is not installed, or the card is failing
                    log.warning("game %d can't be checked here: it stays in %s", number, aside)
                    left_out.append(number)

        create(path, fill)
    tell(100)
    return len(numbers) - len(left_out)


def _in_steps(work: Iterable[_T], total: int, tell: Tell, first: int, last: int) -> Iterator[_T]:
    """Yield the items of `work` and report the progress, from `first` to `last` percent."""
    told = first
    for done, part in enumerate(work):
        share = first + (last - first) * done // total
        if share >= told + _STEP:
            told = share
            tell(share)
        yield part


@dataclass(frozen=True, slots=True)
class Found:
    """The position of a game in the damaged file; its text is only read to write it."""

    copy: PageCopy
    start: int
    has_row: bool  # a row with a correct checksum
    at_table: bool = False
    size: int = 0

    def is_later(self, other: Found) -> bool:
        """Return whether this is the later of two states of a game.

        A game that has left the table never returns to it, and its text only grows.
        """
        return (not self.at_table, self.size) > (not other.at_table, other.size)


class Findings:
    """The games, entries and settings found in a damaged file.

    Games and entries are also taken from older copies of a page, because they only ever grow.
    Settings and summaries do change, so only the newest copies are used.
    """

    def __init__(self, pages: Pages, games: Registry) -> None:
        self._pages = pages
        self._registry = games
        self.settings: dict[str, str] = {}
        self.games: dict[int, Found] = {}
        self.entries: dict[int, dict[int, str]] = {}
        self._summaries: dict[int, tuple[PageCopy, int]] = {}
        self._loose: list[tuple[PageCopy, int]] = []
        self._at_table = 0

    # First pass.

    def search(self, copy: PageCopy) -> None:
        """Note what is in a copy of a page. Call this for the newest copy first."""
        page = RawPage(self._pages, copy)
        texts = set(page.texts())
        for row in page.rows():
            self._note(row, copy)
            texts.discard(row.body)
        self._loose += ((copy, start) for start in sorted(texts))

    def _note(self, row: RawRow, copy: PageCopy) -> None:
        is_newest = copy.image == self._pages.newest
        if row.table is SqlTable.GAME:
            self._note_game(row, copy)
        elif row.table is SqlTable.ENTRY:
            game, number, entry = cast("tuple[int, int, bytes]", row.values)
            self.entries.setdefault(game, {}).setdefault(number, _text(entry))
        elif row.table is SqlTable.SETTING and is_newest:
            name, value = map(_text, cast("tuple[bytes, bytes]", row.values))
            if name != DOUBT and is_readable(name, value):  # the damage is not copied
                self.settings.setdefault(name, value)
        elif row.table is SqlTable.SUMMARY and is_newest:
            self._summaries.setdefault(cast("int", row.values[0]), (copy, row.start))

    def _note_game(self, row: RawRow, copy: PageCopy) -> None:
        number, at_table, text = cast("tuple[int, int, bytes]", row.values)
        found = Found(copy, row.start, True, at_table == 1, len(text))
        known = self.games.get(number)
        if known is None or (found.is_later(known) and self._is_one_game(found, known)):
            self.games[number] = found

    def _is_one_game(self, *copies: Found) -> bool:
        return len({identity(self._document(copy)) for copy in copies}) == 1

    # Between the passes.

    def sort_out(self) -> None:
        """Check the games without a row, and find out which game is on the table."""
        if self._loose:
            self._judge_loose()
        # The last game that is marked as on the table; without a row, entries are the mark.
        at_table = [number for number in self.games if self._seems_at_table(number)]
        self._at_table = max(at_table, default=0)
        for number in filter(self._is_tutorial, list(self.games)):
            if number != self._at_table:  # a tutorial that leaves the table is deleted
                del self.games[number]

    def _judge_loose(self) -> None:
        known = {identity(self._document(found)): n for n, found in self.games.items()}
        for copy, start in self._loose:
            record = RawPage(self._pages, copy).loose_record(start)
            if record is None:
                continue
            document = json.loads(record.text)
            name = identity(document)
            number = known.get(name)
            before = () if number is None else _moves(self._document(self.games[number]))
            is_new = number is None or goes_further(_moves(document), before)
            if not is_new or not self._is_sound(record.text, copy):
                continue
            number = number or self._free_number(record.number)
            known[name] = number
            at_table = number in self.games and self.games[number].at_table
            self.games[number] = Found(copy, start, False, at_table)

    def _is_sound(self, text: str, copy: PageCopy) -> bool:
        """Return whether a text without a row is a finished game, or has a deal that is proved.

        An unfinished game only counts in the newest image; in an older one it may be deleted.
        """
        try:
            record = self._registry.load(text)
            if record.result is None:
                verify(record)
        except RulesError:
            return False
        return record.result is not None or copy.image == self._pages.newest

    def _free_number(self, wanted: int) -> int:
        if 0 < wanted < _MOST_GAMES and wanted not in self.games:
            return wanted
        return max(self.games, default=0) + 1

    def _seems_at_table(self, number: int) -> bool:
        found = self.games[number]
        if self._is_tutorial(number) and not self._is_known_now(number):
            return False
        return found.at_table or (not found.has_row and number in self.entries)

    def _is_tutorial(self, number: int) -> bool:
        return self.entries.get(number, {}).get(0) == TUTORIAL

    def _is_known_now(self, number: int) -> bool:
        """Return whether the newest image has a row of a game; if not, it may be deleted."""
        return self.games[number].copy.image == self._pages.newest or number in self._summaries

    # Second pass.

    def write(self, connection: sqlite3.Connection, number: int) -> None:
        """Write a game into the new file; raise RulesError if it can't be checked here."""
        found = self.games[number]
        text = self._read(found)
        summary = self._summary(number)
        if number == self._at_table:
            self._write_at_table(connection, number, text)
        elif found.at_table:
            self._write_left(connection, number, text)
        elif found.has_row and found.copy.image == self._pages.newest and summary is not None:
            copy_game(connection, number, text, summary)
        else:
            add_game(connection, self._registry.load(text), at_table=False, number=number)

    def _write_at_table(self, connection: sqlite3.Connection, number: int, text: str) -> None:
        """Write the game on the table; a finished one stays there only with all its entries."""
        record = self._registry.load(text)
        session = self._played(record, number)
        whole = record.moves in ([], session.record().moves)
        add_game(connection, record, at_table=whole, number=number)
        if whole:
            for index, entry in enumerate(session.entries):
                add_entry(connection, number, index, entry)

    def _write_left(self, connection: sqlite3.Connection, number: int, text: str) -> None:
        """Write a game that has left the table, with the moves from its entries."""
        record = self._registry.load(text)
        if not record.moves:
            session = self._played(record, number)
            record = record_of(session, without_proof(record.extra), with_moves=True)
        add_game(connection, record, at_table=False, number=number)

    def _played(self, record: AnyRecord, number: int) -> AnySession:
        """Return a session with the entries up to the first that is missing or illegal."""
        session = self._registry.resume(record, proof_in(record.extra))
        entries = self.entries.get(number, {})
        with suppress(RulesError, LookupError, ValueError):
            for index in count():
                session.apply(entries[index])
        return session

    def _read(self, found: Found) -> str:
        if found.has_row:
            return _text(self._row(found.copy, found.start)[2])
        record = RawPage(self._pages, found.copy).loose_record(found.start)
        return _read_again(record).text

    def _document(self, found: Found) -> dict[str, object]:
        document: dict[str, object] = json.loads(self._read(found))
        return document

    def _summary(self, number: int) -> Row | None:
        location = self._summaries.get(number)
        if location is None:
            return None
        game, here, moment, *texts = self._row(*location)
        values = (game, here, moment, *map(_text, texts))
        return cast("Row", (*values, checksum(*values)))

    def _row(self, copy: PageCopy, start: int) -> tuple[object, ...]:
        return _read_again(RawPage(self._pages, copy).row(start)).values


def _read_again(found: _T | None) -> _T:
    """Return `found`; raise RecordError if a failing card has lost it since the first pass."""
    if found is None:
        raise RecordError("it can no longer be read")
    return found


def _text(value: object) -> str:
    return cast("bytes", value).decode("utf-8", "replace")


def _moves(document: dict[str, object]) -> Sequence[str]:
    moves = document.get("moves")
    return moves if isinstance(moves, list) else ()
