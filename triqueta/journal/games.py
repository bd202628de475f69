"""The games in the journal's tables: each with its record, and what is on the table besides."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

from triqueta.games.triqueta.play import TriquetaPlay
from triqueta.games.triqueta.rules import Game, Record, RulesError
from triqueta.games.triqueta.rules.proof import read_proof
from triqueta.journal.database import checksum
from triqueta.journal.trouble import DamagedError


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game of the history; `at_table` means that it is there still, and may be going on."""

    number: int
    at_table: bool
    text: str

    @property
    def record(self) -> Record:
        return Record.loads(self.text)

    @property
    def document(self) -> dict[str, object]:
        """The record without its being checked: quick, and enough to count wins."""
        document: dict[str, object] = json.loads(self.text)
        return document

    @property
    def date(self) -> str:
        """When it began, as far as the record tells."""
        return str(self.document.get("date") or "")

    @property
    def is_running(self) -> bool:
        return self.at_table and "result" not in self.document


def identity(document: dict[str, object]) -> str:
    """What two copies of one game have in common: its sealed shuffle, else its very tiles."""
    proof = document.get("proof")
    if isinstance(proof, dict) and "commitment" in proof:
        return str(proof["commitment"]).lower()
    return json.dumps([document.get("players"), document.get("piles")])


def goes_further(record: Record, than: Record) -> bool:
    """Whether of two copies of one game the first knows more of it."""
    moves, known = record.game.moves, than.game.moves
    return len(moves) > len(known) and moves[: len(known)] == known


def read_games(connection: sqlite3.Connection) -> Iterator[SavedGame]:
    """The games, newest first. A row that was changed behind our back raises DamagedError."""
    query = "SELECT id, at_table, record, checksum FROM game ORDER BY id DESC"
    for number, at_table, text, found in connection.execute(query):
        if checksum(number, at_table, text) != found:
            raise DamagedError(f"game {number} is not as it was written")
        yield SavedGame(number, bool(at_table), text)


def add_game(
    connection: sqlite3.Connection, record: Record, *, at_table: bool, number: int | None = None
) -> int:
    """Its number in the history, which is the next one unless it had one before."""
    # The checksum holds the number, which is only known once the row is there.
    added = connection.execute("INSERT INTO game VALUES (?, 0, '', 0)", (number,))
    number = int(added.lastrowid or 0)
    write_game(connection, number, record, at_table=at_table)
    return number


def write_game(
    connection: sqlite3.Connection, number: int, record: Record, *, at_table: bool
) -> None:
    text = record.encode().decode()
    row = (int(at_table), text, checksum(number, int(at_table), text), number)
    connection.execute("UPDATE game SET at_table = ?, record = ?, checksum = ? WHERE id = ?", row)


def delete_game(connection: sqlite3.Connection, number: int) -> None:
    connection.execute("DELETE FROM game WHERE id = ?", (number,))
    forget_entries(connection, number)


def add_entry(connection: sqlite3.Connection, game: int, number: int, entry: str) -> None:
    row = (game, number, entry, checksum(game, number, entry))
    connection.execute("INSERT INTO entry VALUES (?, ?, ?, ?)", row)


def forget_entries(connection: sqlite3.Connection, game: int) -> None:
    connection.execute("DELETE FROM entry WHERE game = ?", (game,))


def read_entries(connection: sqlite3.Connection, game: int) -> Iterator[str]:
    """The entries in their order. One that is missing or changed raises DamagedError."""
    query = "SELECT number, entry, checksum FROM entry WHERE game = ? ORDER BY number"
    for place, (number, entry, found) in enumerate(connection.execute(query, (game,))):
        if number != place or checksum(game, number, entry) != found:
            raise DamagedError(f"entry {place} of game {game} is not as it was written")
        yield entry


def play_of(record: Record) -> TriquetaPlay:
    """The play that a record of the table begins with."""
    return TriquetaPlay(record.game.setup, read_proof(record))


def read_play(connection: sqlite3.Connection, saved: SavedGame) -> TriquetaPlay:
    """The game on the table, as it was."""
    try:
        record = saved.record
        play = play_of(record)
        for entry in read_entries(connection, saved.number):
            play.enter(entry)
    except (RulesError, LookupError, ValueError) as error:
        raise DamagedError(f"game {saved.number}: {error}") from None
    if record.game.moves and record.game.moves != play.game.moves:
        raise DamagedError(f"game {saved.number} is over, but its entries do not say so")
    return play


def record_of(play: TriquetaPlay, extra: dict[str, object], *, with_moves: bool) -> Record:
    """A game as it goes into the history; while it goes on, its moves are entries."""
    game = play.game if with_moves else Game(play.game.setup)
    return Record(game, {**extra, "proof": play.proof.document()})
