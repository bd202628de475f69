"""A row for each game with what lists and statistics show of it, and one for each player.

They are written in the transaction of the game itself, so nobody has to read years of games to
show the last few, to count wins, or to find out whether a record is there already.

Games stand in the order of their moments, and those of one moment in the order in which they came.
The moment of a game is its date in seconds of UTC; without a date that can be believed it is the
latest one known by then. So games played here stay in the sequence they were played in, whatever
the clock said, and a game from elsewhere stands among them where its date belongs: who brings
the games of another device along expects one history, not the old games after the new ones.
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
    """What a game says of itself; without a result it goes on, or was never finished."""

    game: str
    players: tuple[str, ...]
    edition: str
    date: str  # as the record has it
    round: int
    result: Result | None
    robots: Mapping[int, str] = field(default_factory=dict)  # the seats of robots: their levels

    def scores(self) -> list[tuple[str, int, bool]]:
        """Of a finished game: names, points and whether they have won, seat by seat."""
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
            del document["robots"]  # as it was before there were any
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
    """Of a game that goes on it tells nothing that the players may not know."""
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
    """Of a new game; `here` means that it is played at this table, and tells something of time."""
    moment = moment_of(summary.date)
    if moment is None:
        moment = _moment_of_last(connection, f"{_ROWS} ORDER BY moment DESC LIMIT 1")
    _insert(connection, (game, int(here), moment, identity), summary)


def copy_summary(connection: sqlite3.Connection, row: Row) -> None:
    """Of another journal, where it is sound."""
    _insert(connection, row[:4], Summary.read(row[4]))


def change_summary(connection: sqlite3.Connection, game: int, summary: Summary) -> None:
    """It has gone on: who it is, and its place in the order, stay."""
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
    """The numbers and summaries of all games, oldest first."""
    # The plus keeps SQLite from going through the index: to sort is quicker.
    query = f"{_ROWS} ORDER BY +moment, game"
    return _readable(connection, query, lambda row: (row[0], _checked(row)), notice)


def last_finished(connection: sqlite3.Connection, notice: Notice = refuse) -> Iterator[Summary]:
    """The summaries of finished games, newest first, read as far as somebody wants them."""
    query = f"{_ROWS} ORDER BY moment DESC, game DESC"
    for summary in _readable(connection, query, _checked, notice):
        if summary.result is not None:
            yield summary


def check_summaries(connection: sqlite3.Connection, first: int, last: int) -> list[int]:
    """The numbers of games that have one, of some; a row that has changed raises DamagedError."""
    rows = connection.execute(f"{_ROWS} WHERE game BETWEEN ? AND ? ORDER BY game", (first, last))
    return [_sound(row)[0] for row in rows]


def game_like(connection: sqlite3.Connection, identity: str) -> int | None:
    """The number of the game that a record is of, if it is there."""
    query = f"{_ROWS} WHERE identity = ? ORDER BY game DESC LIMIT 1"
    row = connection.execute(query, (identity,)).fetchone()
    return None if row is None else _sound(row)[0]


def latest_moment(connection: sqlite3.Connection) -> int:
    """When the last game was begun here, as far as dates can be believed."""
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
        raise DamagedError(f"the summary of game {row[0]!a} is not as it was written")
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
    """How often somebody, or robots of a level, have finished a game, and won it."""

    game: str
    who: str
    is_robot: bool
    games: int
    wins: int
    with_robots: bool = False  # counted in games with robots


def read_standings(connection: sqlite3.Connection, notice: Notice = refuse) -> Iterator[Count]:
    """Yield the games and wins of everyone who has finished a game, one game at a time.

    Games with robots are counted separately, and robots by level.
    """
    return _readable(connection, _STANDINGS, _checked_count, notice)


def check_standings(connection: sqlite3.Connection) -> None:
    """A row that has changed raises DamagedError."""
    for _ in read_standings(connection):
        pass


def recount(connection: sqlite3.Connection) -> None:
    """Of a journal whose standings were of all games together."""
    connection.execute("DELETE FROM standing")
    for _, summary in read_summaries(connection):
        _count(connection, summary, +1)


def has_played(connection: sqlite3.Connection, name: str, notice: Notice = refuse) -> bool:
    """Whether a person of this name stands in the history, in small letters or capitals."""
    people = {c.who for c in read_standings(connection, notice) if not c.is_robot}
    unfinished = f"""{_ROWS} WHERE summary LIKE '%"result":null%'"""
    for summary in _readable(connection, unfinished, _checked, notice):
        people.update(summary.people())
    return name.casefold() in map(str.casefold, people)


def _count(connection: sqlite3.Connection, summary: Summary | None, sign: int) -> None:
    """Add a finished game to its players' standings, or take it out again.

    Games with robots have standings of their own, and robots of a level are one player there.
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
        raise DamagedError(f"the wins of {key!a} are not as they were written")
    with decoding(f"the wins of {key!a}"):
        game, who, *marks = json.loads(key)
        return Count(game, who, marks == [_ROBOT], games, wins, with_robots=bool(marks))


_PERSON, _ROBOT = "person", "robot"


def _key(summary: Summary, seat: int) -> str:
    """The name as JSON, which has an escape for what SQLite can't hold: half a surrogate pair.

    Before it stands the game. Of games with robots the level of robots is the name, and which of
    both it is stands behind it.
    """
    who, robots = [summary.players[seat]], summary.robots
    if robots:
        who = [robots[seat], _ROBOT] if seat in robots else [*who, _PERSON]
    return json.dumps([summary.game, *who])
