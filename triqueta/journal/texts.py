"""The settings of the journal as text: what a table remembers, and a draft."""

from __future__ import annotations

import json
from dataclasses import asdict

from triqueta.screens.phrases import Language
from triqueta.table.draft import Draft
from triqueta.table.memory import Memory


def memory_to_text(memory: Memory) -> str:
    return json.dumps(asdict(memory))


def memory_from_text(text: str) -> Memory:
    values = json.loads(text)
    language = values["language"]
    return Memory(
        language=None if language is None else Language(language),
        soft_light=bool(values["soft_light"]),
        recent_names=tuple(map(str, values["recent_names"])),
        last_players=tuple(map(str, values["last_players"])),
        last_coach=bool(values.get("last_coach", False)),  # which older versions don't know
    )


def draft_to_text(draft: Draft) -> str:
    values = {**asdict(draft), "secret": draft.secret.hex()}
    for key in ("tutorial", "coach"):
        if not values[key]:
            del values[key]  # which versions before it don't know
    return json.dumps(values)


def draft_from_text(text: str) -> Draft:
    values = json.loads(text)
    if "rock" in values:  # written by a version that knew one game
        values["seat"] = values.pop("rock")
        values["game"] = "" if values["edition"] is None else "triqueta"
    values["secret"] = bytes.fromhex(values["secret"])
    values["names"] = tuple(map(str, values["names"]))
    values["cuts"] = tuple(map(str, values["cuts"]))
    return Draft(**values)
