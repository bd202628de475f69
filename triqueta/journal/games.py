"""The games in the journal's tables: each with its record, and what is on the table besides."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from triqueta.games import installed_games
from triqueta.journal.database import checksum
from triqueta.journal.file import DamagedError, JournalError
from triqueta.journal.summaries import (
    Row,
    add_summary,
    change_summary,
    copy_summary,
    forget_summary,
    summary_of,
)
from triqueta.records.errors import RulesError, UnknownDeckError, UnknownGameError
from triqueta.records.record import AnyRecord
from triqueta.records.shuffle import proof_in
from triqueta.table.registry import Registry
from triqueta.table.saving import StorageStatus
from triqueta.table.session import AnySession


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game of the history; `at_table` means that it is there still, and may be going on."""

    number: int
    at_table: bool
    text: str

    def record(self, games: Registry) -> AnyRecord:
        return games.load(self.text)

    @property
    def document(self) -> dict[str, object]:
        """The record without its being checked."""
        document: dict[str, object] = json.loads(self.text)
        return document

    @property
    def is_running(self) -> bool:
        return self.at_table and "result" not in self.document


def identity(document: dict[str, object]) -> str:
    """What two copies of one game have in common: its sealed shuffle, else what was dealt."""
    name, proof = document.get("format"), document.get("proof")
    if isinstance(proof, dict) and "commitment" in proof:
        return f"{name} {proof['commitment']}".lower()
    try:
        spec = installed_games().spec_of(document)
        return json.dumps([name, *(document.get(key) for key in spec.identity)])
    except UnknownGameError:
        return json.dumps(document)


def read_games(connection: sqlite3.Connection) -> Iterator[SavedGame]:
    """All games, newest first. A row that was changed behind our back raises DamagedError."""
    return _read(connection, "ORDER BY id DESC")


def read_game(connection: sqlite3.Connection, number: int) -> SavedGame:
    """The game of a summary."""
    for saved in _read(connection, "WHERE id = ?", number):
        return saved
    raise DamagedError(f"game {number} is gone")


def games_at_table(connection: sqlite3.Connection) -> list[SavedGame]:
    """The game on the table, if there is one. Two of them are a sign of damage."""
    return list(_read(connection, "WHERE at_table = 1"))  # which has an index


def number_at_table(connection: sqlite3.Connection) -> int | None:
    return max((saved.number for saved in games_at_table(connection)), default=None)


def _read(connection: sqlite3.Connection, which: str, *values: int) -> Iterator[SavedGame]:
    query = f"SELECT id, at_table, record, checksum FROM game {which}"  # noqa: S608
    for number, at_table, text, found in connection.execute(query, values):
        if checksum(number, at_table, text) != found:
            raise DamagedError(f"game {number} is not as it was written")
        yield SavedGame(number, bool(at_table), text)


def add_game(
    connection: sqlite3.Connection,
    record: AnyRecord,
    *,
    at_table: bool,
    number: int | None = None,
    here: bool = True,
) -> int:
    """Its number in the history, which is the next one unless it had one before.

    `here` is where it was played, as far as anybody knows: not a game that is imported.
    """
    text = record.encode().decode()
    number = _add_text(connection, number, text, at_table=at_table)
    _summarise(connection, number, record, here=here)
    return number


def copy_game(connection: sqlite3.Connection, number: int, text: str, summary: Row) -> None:
    """Of another journal, with its summary: both are known to be sound."""
    _add_text(connection, number, text, at_table=False)
    copy_summary(connection, summary)


def _add_text(
    connection: sqlite3.Connection, number: int | None, text: str, *, at_table: bool
) -> int:
    # The checksum holds the number, which is only known once the row is there.
    added = connection.execute("INSERT INTO game VALUES (?, 0, '', 0)", (number,))
    number = int(added.lastrowid or 0)
    _write_text(connection, number, text, at_table=at_table)
    return number


def write_game(
    connection: sqlite3.Connection, number: int, record: AnyRecord, *, at_table: bool
) -> None:
    """A game that has gone on, has ended or has left the table."""
    _write_text(connection, number, record.encode().decode(), at_table=at_table)
    change_summary(connection, number, summary_of(record))


def _write_text(connection: sqlite3.Connection, number: int, text: str, *, at_table: bool) -> None:
    row = (int(at_table), text, checksum(number, int(at_table), text), number)
    connection.execute("UPDATE game SET at_table = ?, record = ?, checksum = ? WHERE id = ?", row)


def _summarise(
    connection: sqlite3.Connection, number: int, record: AnyRecord, *, here: bool
) -> None:
    add_summary(connection, number, identity(record.document()), summary_of(record), here=here)


def summarise_all(connection: sqlite3.Connection) -> None:
    """Of the games of an older version, of which nobody knows which were imported."""
    for saved in _read(connection, "ORDER BY id"):
        try:
            record = saved.record(installed_games())
        except RulesError as error:
            raise DamagedError(f"a record can't be read: {error}") from None
        _summarise(connection, saved.number, record, here=True)


def delete_game(connection: sqlite3.Connection, number: int) -> None:
    forget_summary(connection, number)
    connection.execute("DELETE FROM game WHERE id = ?", (number,))
    forget_entries(connection, number)


def add_entry(connection: sqlite3.Connection, game: int, number: int, entry: str) -> None:
    row = (game, number, entry, checksum(game, number, entry))
    connection.execute("INSERT INTO entry VALUES (?, ?, ?, ?)", row)


def forget_entries(connection: sqlite3.Connection, game: int) -> None:
    connection.execute("DELETE FROM entry WHERE game = ?", (game,))


def has_entries(connection: sqlite3.Connection) -> bool:
    """Return whether there are any entries: only the game on the table has some."""
    return connection.execute("SELECT 1 FROM entry LIMIT 1").fetchone() is not None


def read_entries(connection: sqlite3.Connection, game: int) -> Iterator[str]:
    """The entries in their order. One that is missing or changed raises DamagedError."""
    query = "SELECT number, entry, checksum FROM entry WHERE game = ? ORDER BY number"
    for index, (number, entry, found) in enumerate(connection.execute(query, (game,))):
        if number != index or checksum(game, number, entry) != found:
            raise DamagedError(f"entry {index} of game {game} is not as it was written")
        yield entry


def read_session(
    connection: sqlite3.Connection, saved: SavedGame, games: Registry
) -> tuple[AnySession, Mapping[str, object]]:
    """Return the game on the table as it was, and what its record says besides the game."""
    try:
        record = saved.record(games)
        session = games.resume(record, proof_in(record.extra))
        for entry in read_entries(connection, saved.number):
            session.apply(entry)
    except UnknownGameError as error:  # a guest that has moved out, or is yet to move in
        raise JournalError(StorageStatus.NEWER, f"game {saved.number}: {error}") from None
    except UnknownDeckError as error:  # whose file has changed, or is named no more
        raise JournalError(StorageStatus.DECK, f"game {saved.number}: {error}") from None
    except (RulesError, LookupError, ValueError) as error:
        raise DamagedError(f"game {saved.number}: {error}") from None
    if record.moves and record.moves != session.record().moves:
        raise DamagedError(f"game {saved.number} is over, but its entries do not say so")
    return session, record.extra


def record_of(session: AnySession, extra: dict[str, object], *, with_moves: bool) -> AnyRecord:
    """A game as it goes into the history; while it goes on, its moves are entries."""
    record = session.record(with_moves=with_moves)
    others, proof = without_proof(record.extra), {"proof": record.extra["proof"]}
    return replace(record, extra={**others, **extra, **proof})  # the proof stands last


def without_proof(extra: Mapping[str, object]) -> dict[str, object]:
    """Return what a record says besides the game and its proof."""
    return {key: value for key, value in extra.items() if key != "proof"}
