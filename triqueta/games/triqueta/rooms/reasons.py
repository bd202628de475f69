"""Why a key does nothing, and what has just happened: what the table tells for a moment."""

from __future__ import annotations

from triqueta.games.triqueta.deeds import told
from triqueta.games.triqueta.rules.moves import BOX, KEEP, is_take, number_of
from triqueta.games.triqueta.words import say
from triqueta.screens.phrases import Text

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
    "D4": say("Do something else with the second tile"),
    "D5": say("Fewer than two tiles are left: take a row"),
}


def deed(move: str, name: str) -> Text | None:
    """What just happened, where the next screen would not show it."""
    if is_take(move):  # whose tiles the next screen shows
        return say("{name} takes row {row}", name=name, row=number_of(move))
    return told(move, name) if move in (KEEP, BOX) else None
