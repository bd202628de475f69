"""Whether all that is in the journal is as it was written.

The start of play reads what is on the table and no more. Bits may have flipped in games of years
ago, and whoever plays is to hear of it while there is something to rescue: so all of it is read
once, in a thread of its own, after the start.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from functools import partial
from operator import call
from pathlib import Path
from typing import TypeAlias
from zlib import crc32

from triqueta.journal.database import check_pages, check_settings, open_for_reading
from triqueta.journal.file import FILE_ERRORS, DamagedError, JournalError, decoding, journal_error
from triqueta.journal.journal import Journal
from triqueta.journal.summaries import check_standings, check_summaries

Keep: TypeAlias = Callable[[Callable[[], None]], None]
"""Runs a function that writes to a journal, at a time when no other thread uses it."""

BLOCK = 200  # games read at a time: nobody who writes meanwhile waits for longer than that


@asynccontextmanager
async def check_meanwhile(journal: Journal, keep: Keep) -> AsyncIterator[None]:
    """Read all of it while the table plays already."""
    task = asyncio.create_task(check(journal, keep))
    try:
        yield
    finally:
        task.cancel()


async def check(journal: Journal, keep: Keep = call) -> None:
    damage = await asyncio.to_thread(find_damage, journal.path)
    if damage is not None:
        keep(partial(journal.distrust, damage))


def find_damage(path: Path) -> DamagedError | None:
    """What is wrong with a journal, page or row. Its own connection: any thread may ask."""
    try:
        with closing(open_for_reading(path)) as connection:
            check_pages(connection)
            check_games(connection)
    except (*FILE_ERRORS, JournalError) as error:
        found = journal_error(error)
        return found if isinstance(found, DamagedError) else None
    return None


def check_games(connection: sqlite3.Connection) -> int:
    """How many games there are; a row that has changed behind our back raises DamagedError."""
    check_settings(connection)
    check_standings(connection)
    (last,) = connection.execute("SELECT ifnull(max(id), 0) FROM game").fetchone()
    blocks = range(1, last + 1, BLOCK)
    return sum(_check_block(connection, first) for first in blocks)


def _check_block(connection: sqlite3.Connection, first: int) -> int:
    last = first + BLOCK - 1
    with _one_state_of(connection):
        games = _sound_games(connection, first, last)
        if games != check_summaries(connection, first, last):
            raise DamagedError(f"of the games from {first} to {last}, some have no summary")
    return len(games)


def _sound_games(connection: sqlite3.Connection, first: int, last: int) -> list[int]:
    """As bytes: no record is taken apart, not even into letters."""
    columns = "id, at_table, CAST(record AS BLOB), typeof(record), checksum"
    query = f"SELECT {columns} FROM game WHERE id BETWEEN ? AND ? ORDER BY id"  # noqa: S608
    numbers = []
    for number, at_table, record, kind, found in connection.execute(query, (first, last)):
        with decoding(f"game {number}"):
            right = crc32(record, crc32(f"{number}\0{at_table}\0".encode()))
        if right != found or kind != "text":
            raise DamagedError(f"game {number} is not as it was written")
        numbers.append(number)
    return numbers


@contextmanager
def _one_state_of(connection: sqlite3.Connection) -> Iterator[None]:
    """Two queries see the same games, whatever is written in between."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
