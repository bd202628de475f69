"""Summaries of games and standings of players, for lists and statistics.

They are written in the same transaction as the game itself. So showing the last few games,
counting wins and looking for a duplicate don't require reading years of games.

Games are sorted by their moment, then by the order in which they were added. The moment of a game
is its date in seconds since the epoch (UTC). A game without a credible date gets the latest moment
known at that time, so games played here stay in the order of play, whatever the clock said.
Imported games are sorted in by date: the games of two devices become one history.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, TypeVar

from triqueta.journal.database import checksum
from triqueta.journal.dates import moment_of
from triqueta.journal.file import (
    FILE_ERRORS,
    DamagedError,
    Notice,
    decoding,
    journal_error,
    refuse,
)
from triqueta.records.record import AnyRecord, Result

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Summary:
    """The main facts of a game; without a result it is running or was never finished."""

    game: str
    players: tuple[str, ...]
    edition: str
    date: str  # as in the record
    round: int
    result: Result | None
    robots: Mapping[int, str] = field(default_factory=dict)  # the levels of the robots, by seat

    def scores(self) -> list[tuple[str, int, bool]]:
        """Return (name, points, has won) for each seat; an empty list before the end."""
        if self.result is None:
            return []
        winners = self.result.winners
        return [
            (name, points, seat in winners)
            for seat, (name, points) in enumerate(
                zip(self.players, self.result.scores, strict=True)
            )
        ]

    def people(self) -> list[str]:
        return [name for seat, name in enumerate(self.players) if seat not in self.robots]

    def text(self) -> str:
        document: dict[str, object] = {name: getattr(self, name) for name in self.__slots__}
        if self.result is not None:
            names = self.result.__slots__
            document["result"] = {name: getattr(self.result, name) for name in names}
        if not self.robots:
            del document["robots"]  # as in versions without robots
        return json.dumps(document, separators=(",", ":"))

    @classmethod
    def read(cls, text: str) -> Summary:
        document = json.loads(text)
        result = document["result"]
        if result is not None:
            document["result"] = Result(**result)
        robots = document.pop("robots", {})
        document["robots"] = {int(seat): level for seat, level in robots.items()}
        return cls(**document)


def summary_of(record: AnyRecord) -> Summary:
    """Return the summary of a game; for a running game it contains no secrets."""
    date, result = record.extra.get("date"), record.result
    return Summary(
        game=record.game_id,
        players=record.names,
        edition=record.edition,
        date=date if isinstance(date, str) else "",
        round=record.game.round,
        result=result and replace(result, counts=record.game.counts()),
        robots=record.robots,
    )


# Games.


def add_summary(
    connection: sqlite3.Connection, game: int, identity: str, summary: Summary, *, here: bool
) -> None:
    """Add the summary of a new game; `here` says whether it is played at this table."""
    moment = moment_of(summary.date)
    if moment is None:
        moment = _moment_of_last(connection, f"{_ROWS} ORDER BY moment DESC LIMIT 1")
    _insert(connection, (game, int(here), moment, identity), summary)


def copy_summary(connection: sqlite3.Connection, row: Row) -> None:
    """Copy a sound summary from another journal."""
    _insert(connection, row[:4], Summary.read(row[4]))


def change_summary(connection: sqlite3.Connection, game: int, summary: Summary) -> None:
    """Replace the summary of a game; keep its identity and its position in the order."""
    row = connection.execute(f"{_ROWS} WHERE game = ?", (game,)).fetchone()
    if row is None:
        raise DamagedError(f"game {game} has no summary")
    forget_summary(connection, game)
    _insert(connection, _sound(row)[:4], summary)


def forget_summary(connection: sqlite3.Connection, game: int) -> None:
    _count(connection, read_summary(connection, game), -1)
    connection.execute("DELETE FROM summary WHERE game = ?", (game,))


def read_summary(connection: sqlite3.Connection, game: int) -> Summary | None:
    rows = connection.execute(f"{_ROWS} WHERE game = ?", (game,))
    return next((_checked(row) for row in rows), None)


def read_summaries(
    connection: sqlite3.Connection, notice: Notice = refuse
) -> Iterator[tuple[int, Summary]]:
    """Yield the numbers and summaries of all games, oldest first."""
    # The plus keeps SQLite from using the index: sorting is faster.
    query = f"{_ROWS} ORDER BY +moment, game"
    return _readable(connection, query, lambda row: (row[0], _checked(row)), notice)


def last_finished(connection: sqlite3.Connection, notice: Notice = refuse) -> Iterator[Summary]:
    """Yield the summaries of finished games, newest first; they are read while you iterate."""
    query = f"{_ROWS} ORDER BY moment DESC, game DESC"
    for summary in _readable(connection, query, _checked, notice):
        if summary.result is not None:
            yield summary


def check_summaries(connection: sqlite3.Connection, first: int, last: int) -> list[int]:
    """Return the numbers of the games from `first` to `last` that have a summary.

    Raise DamagedError for a summary with a wrong checksum.
    """
    rows = connection.execute(f"{_ROWS} WHERE game BETWEEN ? AND ? ORDER BY game", (first, last))
    return [_sound(row)[0] for row in rows]


def game_like(connection: sqlite3.Connection, identity: str) -> int | None:
    """Return the number of the game with this identity, or None."""
    query = f"{_ROWS} WHERE identity = ? ORDER BY game DESC LIMIT 1"
    row = connection.execute(query, (identity,)).fetchone()
    return None if row is None else _sound(row)[0]


def latest_moment(connection: sqlite3.Connection) -> int:
    """Return the latest moment of a game played at this table, or 0 if there is none."""
    return _moment_of_last(connection, f"{_ROWS} WHERE here ORDER BY moment DESC LIMIT 1")


def _moment_of_last(connection: sqlite3.Connection, query: str) -> int:
    row = connection.execute(query).fetchone()
    return 0 if row is None else _sound(row)[2]


Row: TypeAlias = tuple[int, int, int, str, str, int]
_ROWS = "SELECT game, here, moment, identity, summary, checksum FROM summary"


def _insert(
    connection: sqlite3.Connection, key: tuple[int, int, int, str], summary: Summary
) -> None:
    row = (*key, summary.text())
    connection.execute("INSERT INTO summary VALUES (?, ?, ?, ?, ?, ?)", (*row, checksum(*row)))
    _count(connection, summary, +1)


def _checked(row: Row) -> Summary:
    with decoding(f"the summary of game {row[0]!a}"):
        return Summary.read(_sound(row)[4])


def _sound(row: Row) -> Row:
    *values, found = row
    if checksum(*values) != found:
        raise DamagedError(f"the summary of game {row[0]!a} has a wrong checksum")
    return row


def _readable(
    connection: sqlite3.Connection, query: str, decode: Callable[[Any], _T], notice: Notice
) -> Iterator[_T]:
    """Yield the decoded rows of a query; call `notice` for each damaged one."""
    try:
        for row in connection.execute(query):
            try:
                found = decode(row)
            except DamagedError as damage:
                notice(damage)
            else:
                yield found
    except FILE_ERRORS as error:
        failure = journal_error(error)
        if not isinstance(failure, DamagedError):
            raise failure from None
        notice(failure)


# Players.


@dataclass(frozen=True, slots=True)
class Count:
    """The number of games that a person, or the robots of a level, have finished and won."""

    game: str
    who: str
    is_robot: bool
    games: int
    wins: int
    with_robots: bool = False  # whether the games with robots are counted, or those without


def read_standings(connection: sqlite3.Connection, notice: Notice = refuse) -> Iterator[Count]:
    """Yield each player's number of finished games and of wins, separately for each game.

    Games with robots are counted separately, and robots by level.
    """
    return _readable(connection, _STANDINGS, _checked_count, notice)


def check_standings(connection: sqlite3.Connection) -> None:
    """Raise DamagedError if a player's standing has a wrong checksum."""
    for _ in read_standings(connection):
        pass


def recount(connection: sqlite3.Connection) -> None:
    """Compute all standings from the summaries; older versions counted all games together."""
    connection.execute("DELETE FROM standing")
    for _, summary in read_summaries(connection):
        _count(connection, summary, +1)


def has_played(connection: sqlite3.Connection, name: str, notice: Notice = refuse) -> bool:
    """Return whether a person with this name is in the history, ignoring case."""
    people = {c.who for c in read_standings(connection, notice) if not c.is_robot}
    unfinished = f"""{_ROWS} WHERE summary LIKE '%"result":null%'"""
    for summary in _readable(connection, unfinished, _checked, notice):
        people.update(summary.people())
    return name.casefold() in map(str.casefold, people)


def _count(connection: sqlite3.Connection, summary: Summary | None, sign: int) -> None:
    """Add a finished game to its players' standings (`sign` is +1) or remove it (-1).

    Games with robots have separate standings, in which all robots of a level are one player.
    """
    if summary is None or summary.result is None:
        return
    for seat in range(len(summary.players)):
        key = _key(summary, seat)
        games, wins = _standing_of(connection, key)
        games, wins = games + sign, wins + sign * (seat in summary.result.winners)
        row = (key, games, wins, checksum(key, games, wins))
        connection.execute("INSERT OR REPLACE INTO standing VALUES (?, ?, ?, ?)", row)
    connection.execute("DELETE FROM standing WHERE games = 0")


_STANDINGS = "SELECT name, games, wins, checksum FROM standing"


def _standing_of(connection: sqlite3.Connection, key: str) -> tuple[int, int]:
    row = connection.execute(f"{_STANDINGS} WHERE name = ?", (key,)).fetchone()
    if row is None:
        return 0, 0
    count = _checked_count(row)
    return count.games, count.wins


def _checked_count(row: tuple[str, int, int, int]) -> Count:
    key, games, wins, found = row
    if checksum(key, games, wins) != found:
        raise DamagedError(f"the standing of {key!a} has a wrong checksum")
    with decoding(f"the standing of {key!a}"):
        game, who, *marks = json.loads(key)
        return Count(game, who, marks == [_ROBOT], games, wins, with_robots=bool(marks))


_PERSON, _ROBOT = "person", "robot"


def _key(summary: Summary, seat: int) -> str:
    """Return the key of a seat's standing: the game's id and the player's name as a JSON list.

    In games with robots a third item says whether the player is a person or a robot; the name of
    a robot is its level. JSON can escape half a surrogate pair, which SQLite can't store.
    """
    who, robots = [summary.players[seat]], summary.robots
    if robots:
        who = [robots[seat], _ROBOT] if seat in robots else [*who, _PERSON]
    return json.dumps([summary.game, *who])
