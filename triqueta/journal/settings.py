"""Settings as text in the journal: preferences, a new game's set-up, and the pods' seats."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import asdict

from triqueta.journal.database import checksum
from triqueta.journal.file import DamagedError, decoding
from triqueta.screens.phrases import Language
from triqueta.screens.station import SEATS
from triqueta.table.state import NewGame, Preferences


def preferences_to_text(preferences: Preferences) -> str:
    return json.dumps(_known_of_old(asdict(preferences), "last_robots", "last_coach"))


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
    )


def new_game_to_text(new_game: NewGame) -> str:
    values = {**asdict(new_game), "secret": new_game.secret.hex()}
    return json.dumps(_known_of_old(values, "tutorial", "coach", "robots", "robot"))


def _known_of_old(values: dict[str, object], *new: str) -> dict[str, object]:
    """Without what is not used, of the values that versions before don't know."""
    return {name: value for name, value in values.items() if value or name not in new}


def new_game_from_text(text: str) -> NewGame:
    values = json.loads(text)
    if "rock" in values:  # written by a version that knew one game
        values["seat"] = values.pop("rock")
        values["game"] = "" if values["edition"] is None else "triqueta"
    values["secret"] = bytes.fromhex(values["secret"])
    values["names"] = tuple(map(str, values["names"]))
    values["robots"] = _robots(values.get("robots", {}))
    values["cuts"] = tuple(map(str, values["cuts"]))
    return NewGame(**values)


def is_readable(name: str, text: str) -> bool:
    """Return whether the text of a setting makes sense to this version."""
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
    """Seats and levels: the keys of JSON are texts."""
    return {int(seat): str(level) for seat, level in values.items()}


def pods_written(seats: dict[str, int]) -> str:
    """
    >>> pods_written({"e661": 0})
    '{"e661": 0}'
    """
    return json.dumps(seats)


def pods_read(text: str) -> dict[str, int]:
    """What makes no sense is left out: a pod without a seat asks for one.

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
    """The pods of a journal that somebody else may be writing."""
    query = "SELECT value, checksum FROM setting WHERE name = 'pods'"
    row = connection.execute(query).fetchone()
    return pods_read(row[0]) if row and checksum("pods", row[0]) == row[1] else {}
