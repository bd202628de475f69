"""Read and write the games in the journal: their records, and the entries of the running game."""

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
    """A game in the history; if `at_table` is true, it is on the table and may be running."""

    number: int
    at_table: bool
    text: str

    def record(self, games: Registry) -> AnyRecord:
        return games.load(self.text)

    @property
    def document(self) -> dict[str, object]:
        """The record as JSON values, not checked."""
        document: dict[str, object] = json.loads(self.text)
        return document

    @property
    def is_running(self) -> bool:
        return self.at_table and "result" not in self.document


def identity(document: dict[str, object]) -> str:
    """Return a text that all copies of a game share: its commitment, or else what was dealt."""
    name, proof = document.get("format"), document.get("proof")
    if isinstance(proof, dict) and "commitment" in proof:
        return f"{name} {proof['commitment']}".lower()
    try:
        spec = installed_games().spec_of(document)
        return json.dumps([name, *(document.get(key) for key in spec.identity)])
    except UnknownGameError:
        return json.dumps(document)


def read_games(connection: sqlite3.Connection) -> Iterator[SavedGame]:
    """Yield all games, newest first; raise DamagedError for a row with a wrong checksum."""
    return _read(connection, "ORDER BY id DESC")


def read_game(connection: sqlite3.Connection, number: int) -> SavedGame:
    """Return the game with this number; raise DamagedError if it is missing or damaged."""
    for saved in _read(connection, "WHERE id = ?", number):
        return saved
    raise DamagedError(f"game {number} is missing")


def games_at_table(connection: sqlite3.Connection) -> list[SavedGame]:
    """Return the games marked as on the table: at most one, unless the journal is damaged."""
    return list(_read(connection, "WHERE at_table = 1"))  # uses an index


def number_at_table(connection: sqlite3.Connection) -> int | None:
    return max((saved.number for saved in games_at_table(connection)), default=None)


def _read(connection: sqlite3.Connection, which: str, *values: int) -> Iterator[SavedGame]:
    query = f"SELECT id, at_table, record, checksum FROM game {which}"  # noqa: S608
    for number, at_table, text, found in connection.execute(query, values):
        if checksum(number, at_table, text) != found:
            raise DamagedError(f"game {number} has a wrong checksum")
        yield SavedGame(number, bool(at_table), text)


def add_game(
    connection: sqlite3.Connection,
    record: AnyRecord,
    *,
    at_table: bool,
    number: int | None = None,
    here: bool = True,
) -> int:
    """Add a game to the history; return its number: the next one, unless `number` is given.

    `here` says whether it was played at this table: false for an imported game.
    """
    text = record.encode().decode()
    number = _add_text(connection, number, text, at_table=at_table)
    _summarize(connection, number, record, here=here)
    return number


def copy_game(connection: sqlite3.Connection, number: int, text: str, summary: Row) -> None:
    """Add a game from another journal with its summary; both must be known to be sound."""
    _add_text(connection, number, text, at_table=False)
    copy_summary(connection, summary)


def _add_text(
    connection: sqlite3.Connection, number: int | None, text: str, *, at_table: bool
) -> int:
    # The checksum covers the number, which is only known once the row is inserted.
    added = connection.execute("INSERT INTO game VALUES (?, 0, '', 0)", (number,))
    number = int(added.lastrowid or 0)
    _write_text(connection, number, text, at_table=at_table)
    return number


def write_game(
    connection: sqlite3.Connection, number: int, record: AnyRecord, *, at_table: bool
) -> None:
    """Update a game that has changed, ended or left the table."""
    _write_text(connection, number, record.encode().decode(), at_table=at_table)
    change_summary(connection, number, summary_of(record))


def _write_text(connection: sqlite3.Connection, number: int, text: str, *, at_table: bool) -> None:
    row = (int(at_table), text, checksum(number, int(at_table), text), number)
    connection.execute("UPDATE game SET at_table = ?, record = ?, checksum = ? WHERE id = ?", row)


def _summarize(
    connection: sqlite3.Connection, number: int, record: AnyRecord, *, here: bool
) -> None:
    add_summary(connection, number, identity(record.document()), summary_of(record), here=here)


def summarize_all(connection: sqlite3.Connection) -> None:
    """Add summaries for all games of an older version; all count as played at this table."""
    for saved in _read(connection, "ORDER BY id"):
        try:
            record = saved.record(installed_games())
        except RulesError as error:
            raise DamagedError(f"a record can't be read: {error}") from None
        _summarize(connection, saved.number, record, here=True)


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
    """Return whether there are any entries; only the game on the table has entries."""
    return connection.execute("SELECT 1 FROM entry LIMIT 1").fetchone() is not None


def read_entries(connection: sqlite3.Connection, game: int) -> Iterator[str]:
    """Yield the entries of a game in order; raise DamagedError if one is missing or damaged."""
    query = "SELECT number, entry, checksum FROM entry WHERE game = ? ORDER BY number"
    for index, (number, entry, found) in enumerate(connection.execute(query, (game,))):
        if number != index or checksum(game, number, entry) != found:
            raise DamagedError(f"entry {index} of game {game} is missing or damaged")
        yield entry


def read_session(
    connection: sqlite3.Connection, saved: SavedGame, games: Registry
) -> tuple[AnySession, Mapping[str, object]]:
    """Return the session of the game on the table, and the extra fields of its record.

    Raise JournalError if the game can't be resumed, or DamagedError if it is damaged.
    """
    try:
        record = saved.record(games)
        session = games.resume(record, proof_in(record.extra))
        for entry in read_entries(connection, saved.number):
            session.apply(entry)
    except UnknownGameError as error:  # the game is not installed, or not yet
        raise JournalError(StorageStatus.NEWER, f"game {saved.number}: {error}") from None
    except UnknownDeckError as error:  # its file has changed or is no longer in the settings
        raise JournalError(StorageStatus.DECK, f"game {saved.number}: {error}") from None
    except (RulesError, LookupError, ValueError) as error:
        raise DamagedError(f"game {saved.number}: {error}") from None
    if record.moves and record.moves != session.record().moves:
        raise DamagedError(f"game {saved.number} is over, but its entries don't match its moves")
    return session, record.extra


def record_of(session: AnySession, extra: dict[str, object], *, with_moves: bool) -> AnyRecord:
    """Return the record of a session for the history, with the fields `extra`.

    Leave the moves out of a running game: its entries hold them.
    """
    record = session.record(with_moves=with_moves)
    others, proof = without_proof(record.extra), {"proof": record.extra["proof"]}
    return replace(record, extra={**others, **extra, **proof})  # the proof comes last


def without_proof(extra: Mapping[str, object]) -> dict[str, object]:
    """Return the extra fields of a record without its proof."""
    return {key: value for key, value in extra.items() if key != "proof"}
