"""Write the state of a table into an open journal, and read it back.

The preferences, the set-up of a new game and the pods' seats are settings, each stored as a text.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from typing import TypeVar

from triqueta.journal.database import checksum, transaction, write_setting
from triqueta.journal.dates import moment_of
from triqueta.journal.file import DamagedError, decoding
from triqueta.journal.games import (
    SavedGame,
    add_entry,
    add_game,
    delete_game,
    forget_entries,
    games_at_table,
    has_entries,
    read_session,
    record_of,
    without_proof,
    write_game,
)
from triqueta.journal.summaries import latest_moment
from triqueta.screens.phrases import Language
from triqueta.screens.station import SEATS
from triqueta.table.registry import Registry
from triqueta.table.session import AnySession
from triqueta.table.state import NewGame, Preferences, TableState, Volume

log = logging.getLogger("triqueta.journal")
_T = TypeVar("_T")


class JournalWriter:
    """A writer of a table's state to an open journal. It writes only what has changed."""

    def __init__(self, connection: sqlite3.Connection, games: Registry) -> None:
        self.connection = connection
        self._games = games
        self._game = 0  # the number of the game on the table
        self._extra: dict[str, object] = {}
        self._entries = 0  # the number of its entries on the disk
        self._is_finished = False  # whether its result is on the disk
        self._is_settled = True  # whether a finished game was moved from the log to the file
        self.state = self._load()

    # Reading.

    def _load(self) -> TableState:
        preferences = self.setting("memory", preferences_from_text) or Preferences()
        new_game = self.setting("draft", new_game_from_text) or NewGame()
        at_table = games_at_table(self.connection)
        if len(at_table) > 1:
            raise DamagedError("there is more than one game on the table")
        if not at_table and has_entries(self.connection):
            raise DamagedError("there are entries, but no game on the table")
        session = self._load_play(at_table[0]) if at_table else None
        seat_key = self.setting("seat_key", bytes.fromhex) or b""
        return TableState(preferences, new_game, session, seat_key)

    def _load_play(self, saved: SavedGame) -> AnySession:
        session, extra = read_session(self.connection, saved, self._games)
        self._extra = without_proof(extra)
        self._game, self._entries = saved.number, len(session.entries)
        self._is_finished = not saved.is_running
        log.info("game %d resumes after %d entries", self._game, self._entries)
        return session

    def setting(self, name: str, read: Callable[[str], _T]) -> _T | None:
        query = "SELECT value, checksum FROM setting WHERE name = ?"
        row = self.connection.execute(query, (name,)).fetchone()
        if row is None:
            return None
        if checksum(name, row[0]) != row[1]:
            raise DamagedError(f"the setting {name} has a wrong checksum")
        with decoding(f"the setting {name}"):
            return read(row[0])

    def adopt(self, session: AnySession | None) -> None:
        """Treat `session` as the one on the disk if it is a continuation of that one."""
        found = self.state.session
        if found is None or session is None or found.proof != session.proof:
            return
        if found.entries == session.entries[: len(found.entries)]:
            self.state = replace(self.state, session=session)

    # Writing.

    def is_news(self, state: TableState) -> bool:
        return (
            state.session is not self.state.session
            or state.preferences is not self.state.preferences
            or state.new_game is not self.state.new_game
            or (state.session is not None and len(state.session.entries) != self._entries)
        )

    def write(
        self, state: TableState, date: str, missed: Sequence[tuple[AnySession, str]] = ()
    ) -> None:
        """Write the state in one transaction; `date` is the date of a new game.

        `missed` are the games that began and ended while nothing could be written, with dates.
        """
        session = state.session
        if session is not None and not missed and self._is_one_entry(state, session):
            # The usual case. A single statement is already a transaction.
            add_entry(self.connection, self._game, self._entries, session.entries[-1])
            self._entries += 1
        else:
            self._write_much(state, date, missed)
        if not self._is_settled:
            self._settle()

    def _is_one_entry(self, state: TableState, session: AnySession) -> bool:
        return (
            session is self.state.session
            and state.preferences is self.state.preferences
            and state.new_game is self.state.new_game
            and state.seat_key == self.state.seat_key
            and len(session.entries) == self._entries + 1
            and session.over is self._is_finished
        )

    def _write_much(
        self, state: TableState, date: str, missed: Sequence[tuple[AnySession, str]]
    ) -> None:
        before = self._game, self._entries, self._extra, self._is_finished
        try:
            with transaction(self.connection):
                self._write_settings(state)
                is_other = state.session is not self.state.session
                if is_other:
                    self._leave_table(state)
                self._write_missed(missed)
                if is_other:
                    self._begin(state.session, date)
                if state.session is not None:
                    self._write_entries(state.session)
        except BaseException:
            self._game, self._entries, self._extra, self._is_finished = before
            raise
        self._is_settled = self._is_settled and self._is_finished == before[-1]
        self.state = state

    def _write_settings(self, state: TableState) -> None:
        if state.preferences is not self.state.preferences:
            self.set("memory", preferences_to_text(state.preferences))
        if state.new_game is not self.state.new_game:
            self.set("draft", new_game_to_text(state.new_game))
        if state.seat_key != self.state.seat_key:
            self.set("seat_key", state.seat_key.hex())

    def set(self, name: str, value: str) -> None:
        write_setting(self.connection, name, value)

    def _leave_table(self, state: TableState) -> None:
        """Move the game on the table to the history, finished or not.

        Delete a tutorial, and a game that is dealt again from the same secret after a cut.
        """
        if self.state.session is not None and self.state.session.is_tutorial:
            delete_game(self.connection, self._game)
            log.info("game %d was a tutorial", self._game)
        elif self.state.session is not None and state.deals_again(self.state.session):
            delete_game(self.connection, self._game)
            log.info("game %d is dealt again", self._game)
        elif self.state.session is not None:
            record = record_of(self.state.session, self._extra, with_moves=True)
            write_game(self.connection, self._game, record, at_table=False)
            forget_entries(self.connection, self._game)
            log.info("game %d has left the table", self._game)
        self._entries, self._is_finished = 0, False

    def _write_missed(self, missed: Sequence[tuple[AnySession, str]]) -> None:
        for session, date in missed:
            record = record_of(session, self._dated(date), with_moves=True)
            number = add_game(self.connection, record, at_table=False)
            log.info("game %d was played while nothing could be saved", number)

    def _begin(self, session: AnySession | None, date: str) -> None:
        if session is None:
            return
        self._extra = self._dated(date)
        record = record_of(session, self._extra, with_moves=False)
        self._game = add_game(self.connection, record, at_table=True)
        log.info("game %d begins: %d players", self._game, len(session.names))

    def _dated(self, date: str) -> dict[str, object]:
        """Return the date field of a record; none if the date is before that of the last game."""
        moment = moment_of(date)
        if moment is None or moment < latest_moment(self.connection):
            log.warning("the clock is wrong: the game gets no date")
            return {}
        return {"date": date}

    def _write_entries(self, session: AnySession) -> None:
        for number in range(self._entries, len(session.entries)):
            add_entry(self.connection, self._game, number, session.entries[number])
        self._entries = len(session.entries)
        if session.over and not self._is_finished:
            self._is_finished = True
            if not session.is_tutorial:  # the result of a tutorial is not kept
                record = record_of(session, self._extra, with_moves=True)
                write_game(self.connection, self._game, record, at_table=True)
            log.info("game %d is over", self._game)

    def _settle(self) -> None:
        """Move a finished game from the log into the file; retry later if a program reads it."""
        with suppress(sqlite3.Error):
            busy, *_ = self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            self._is_settled = not busy


# Settings as text.


def preferences_to_text(preferences: Preferences) -> str:
    new = ("last_robots", "last_coach", "next_starter", "cut_shuffle", "volume", "joining")
    return json.dumps(_known_of_old(asdict(preferences), asdict(Preferences()), new))


def preferences_from_text(text: str) -> Preferences:
    values = json.loads(text)
    language = values["language"]
    return Preferences(
        language=None if language is None else Language(language),
        soft_light=bool(values["soft_light"]),
        recent_names=tuple(map(str, values["recent_names"])),
        last_players=tuple(map(str, values["last_players"])),
        last_robots=_robots(values.get("last_robots", {})),
        last_coach=bool(values.get("last_coach", False)),
        next_starter=str(values.get("next_starter", "")),
        cut_shuffle=bool(values.get("cut_shuffle", False)),
        volume=Volume(values.get("volume", Volume.SOFT)),
        joining=bool(values.get("joining", True)),
    )


def new_game_to_text(new_game: NewGame) -> str:
    values = {**asdict(new_game), "secret": new_game.secret.hex()}
    new = ("tutorial", "coach", "robots", "one_by_one", "checking")
    return json.dumps(_known_of_old(values, asdict(NewGame()), new))


def _known_of_old(
    values: Mapping[str, object], defaults: Mapping[str, object], new: Sequence[str]
) -> dict[str, object]:
    """Return `values` without the `new` ones that have their default values.

    Older versions of the program don't know the new ones.
    """
    return {
        name: value for name, value in values.items() if name not in new or value != defaults[name]
    }


def new_game_from_text(text: str) -> NewGame:
    values = json.loads(text)
    if "rock" in values:  # written by a version that had only one game
        values["seat"] = values.pop("rock")
        values["game"] = "" if values["edition"] is None else "triqueta"
    values["secret"] = bytes.fromhex(values["secret"])
    values["names"] = tuple(map(str, values["names"]))
    values["robots"] = _robots(values.get("robots", {}))
    values["cuts"] = tuple(map(str, values["cuts"]))
    robot = values.pop("robot", None)  # older versions asked for a robot's level before the game
    new_game = NewGame(**values)
    return new_game if robot is None else new_game.with_robot(str(robot))


def is_readable(name: str, text: str) -> bool:
    """Return whether this version of the program can read the text of a setting."""
    readers = {
        "memory": preferences_from_text,
        "draft": new_game_from_text,
        "seat_key": bytes.fromhex,
    }
    try:
        with decoding(name):
            readers.get(name, str)(text)
    except DamagedError:
        return False
    return True


def _robots(values: Mapping[str, str]) -> dict[int, str]:
    """Return the levels of the robots by seat; the keys of a JSON object are strings."""
    return {int(seat): str(level) for seat, level in values.items()}


def pods_written(seats: dict[str, int]) -> str:
    """Return the pods' seats as JSON.

    >>> pods_written({"e661": 0})
    '{"e661": 0}'
    """
    return json.dumps(seats)


def pods_read(text: str) -> dict[str, int]:
    """Return the valid seats of pods from JSON; a pod without a seat asks for one.

    >>> pods_read('{"e661": 0, "e662": 9}'), pods_read("[]")
    ({'e661': 0}, {})
    """
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    pods = found.items() if isinstance(found, dict) else ()
    return {pod: seat for pod, seat in pods if seat in range(SEATS)}


def read_pods(connection: sqlite3.Connection) -> dict[str, int]:
    """Return the pods' seats from a journal that another program may be writing."""
    query = "SELECT value, checksum FROM setting WHERE name = 'pods'"
    row = connection.execute(query).fetchone()
    return pods_read(row[0]) if row and checksum("pods", row[0]) == row[1] else {}
