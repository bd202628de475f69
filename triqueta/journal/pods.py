"""Which pod belongs to which seat, as a text in the journal."""

from __future__ import annotations

import json

from triqueta.rules.setup import MAX_PLAYERS


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
    return {pod: seat for pod, seat in pods if seat in range(MAX_PLAYERS)}
