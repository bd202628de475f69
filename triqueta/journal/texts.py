"""The settings of the journal as text: what a table remembers, and a draft."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict

from triqueta.journal.file_errors import DamagedError, decoding
from triqueta.screens.phrases import Language
from triqueta.table.draft import Draft
from triqueta.table.memory import Memory


def memory_to_text(memory: Memory) -> str:
    return json.dumps(_known_of_old(asdict(memory), "last_robots", "last_coach"))


def memory_from_text(text: str) -> Memory:
    values = json.loads(text)
    language = values["language"]
    return Memory(
        language=None if language is None else Language(language),
        soft_light=bool(values["soft_light"]),
        recent_names=tuple(map(str, values["recent_names"])),
        last_players=tuple(map(str, values["last_players"])),
        last_robots=_robots(values.get("last_robots", {})),
        last_coach=bool(values.get("last_coach", False)),
    )


def draft_to_text(draft: Draft) -> str:
    values = {**asdict(draft), "secret": draft.secret.hex()}
    return json.dumps(_known_of_old(values, "tutorial", "coach", "robots", "robot"))


def _known_of_old(values: dict[str, object], *new: str) -> dict[str, object]:
    """Without what is not used, of the values that versions before don't know."""
    return {name: value for name, value in values.items() if value or name not in new}


def draft_from_text(text: str) -> Draft:
    values = json.loads(text)
    if "rock" in values:  # written by a version that knew one game
        values["seat"] = values.pop("rock")
        values["game"] = "" if values["edition"] is None else "triqueta"
    values["secret"] = bytes.fromhex(values["secret"])
    values["names"] = tuple(map(str, values["names"]))
    values["robots"] = _robots(values.get("robots", {}))
    values["cuts"] = tuple(map(str, values["cuts"]))
    return Draft(**values)


def is_readable(name: str, text: str) -> bool:
    """Return whether the text of a setting makes sense to this version."""
    readers = {"memory": memory_from_text, "draft": draft_from_text, "seat_key": bytes.fromhex}
    try:
        with decoding(name):
            readers.get(name, str)(text)
    except DamagedError:
        return False
    return True


def _robots(values: Mapping[str, str]) -> dict[int, str]:
    """Seats and levels: the keys of JSON are texts."""
    return {int(seat): str(level) for seat, level in values.items()}
