"""Which pod belongs to which seat, as a text in the journal."""

from __future__ import annotations

import json
import sqlite3

from triqueta.journal.database import checksum
from triqueta.table.events import SEATS


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
