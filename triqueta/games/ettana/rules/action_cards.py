"""The action cards (E4), in the order of E14."""

from __future__ import annotations

from enum import StrEnum


class Action(StrEnum):
    """A card's kind, as records write it."""

    MOVE = "move"
    SWAP = "swap"
    STEAL = "steal"
    ROB = "rob"
    REPLACE = "replace"
    FIX = "fix"
    PATTERN = "pattern"
    THREE = "three"
    GAMBLE = "gamble"
    AGAIN = "again"
    ANNA = "anna"
    TAX = "tax"


CARDS_OF_A_KIND = 3
ALL_ACTIONS = tuple(kind for kind in Action for _ in range(CARDS_OF_A_KIND))
