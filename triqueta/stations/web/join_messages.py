"""JSON messages on the socket of a page where a phone picks its seat.

The server sends the lobby; pages send the seat and the name that their player wants.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from triqueta.screens.phrases import Language
from triqueta.screens.station import SEATS
from triqueta.stations.web.documents import as_json, fields_as_json
from triqueta.stations.web.lobby import Lobby
from triqueta.stations.web.messages import LONGEST_TYPED_NAME, Alive, MessageError, one_entry


@dataclass(frozen=True, slots=True)
class Wish:
    """A seat that a player wants, and the name that they have typed so far.

    `is_final` says that the player wants to sit down now.
    """

    seat: int
    name: str
    is_final: bool


JoinMessage: TypeAlias = Wish | Alive


def read_join_message(text: str | bytes) -> JoinMessage:
    """Return the message of a page that asks for a seat; raise MessageError if it is invalid."""
    topic, value = one_entry(text)
    match topic, value:
        case (("sit" | "typing"), {"seat": int(seat), "name": str(name), **others}) if (
            not others and len(name) <= LONGEST_TYPED_NAME
        ):
            if seat in range(SEATS) and not isinstance(seat, bool):
                return Wish(seat, name, is_final=topic == "sit")
        case "alive", True:
            return Alive()
    raise MessageError("unknown key or invalid value")


def join_message(lobby: Lobby, names: Sequence[str], path: str, language: Language) -> str:
    """Return the message with the seats to choose from.

    `names` are those of players of earlier games. `path` is the page's own address, which changes
    when a player stands up.
    """
    others = {
        "names": as_json(tuple(names), language),
        "path": as_json(path, language),
        "language": json.dumps(language),
    }
    return f'{{"join": {fields_as_json(lobby, language, others)}}}'
