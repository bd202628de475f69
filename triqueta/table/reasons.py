"""Why a key does nothing, and what has just happened: what the table tells for a moment."""

from __future__ import annotations

from triqueta.screens.phrases import Text, say
from triqueta.table.events import Key

# By the clause that forbids the key's move.
REASONS: dict[str, Text] = {
    "R1": say("There is no such row"),
    "R4": say("This petal is empty"),
    "R5": say("This row has been taken"),
    "R6": say("You have kept two tiles already"),
    "R7": say("This row has been taken"),
    "R9": say("The pile is empty: take a row"),
    "R11": say("This pile has been played"),
    "D3": say("Only two players with wolves use the box"),
    "D4": say("Use another option for the second tile"),
    "D5": say("Fewer than two tiles are left: take a row"),
}


def stuck(key: Key) -> Text:
    """What is said when a key was down before anybody could have pressed it."""
    if key.is_petal:
        return say("Petal key {number} is stuck", number=key.number)
    return say("Soft key {number} is stuck", number=key.number)


def deed(move: str, name: str) -> Text | None:
    """What just happened, where the next screen would not show it."""
    match move[0]:
        case "t":
            return say("{name} takes row {row}", name=name, row=move[1])
        case "k":
            return say("{name} keeps a tile", name=name)
        case "x":
            return say("{name} puts a tile into the box", name=name)
    return None
