"""Names that people type or spell: which can be taken, and why others can't."""

from __future__ import annotations

import unicodedata

from triqueta.screens import art
from triqueta.screens.phrases import Text, say

WIDEST_NAME = 44  # pixels: so every title that holds a name fits on the screen
LONGEST_NAME = 10

# A game is saved, proved and looked back at under the names it was dealt with. To change one, each
# game would need an entry for it, in its record and its codes: too much for the sake of a name.
NAMES_STAY = say("Names stay until the game is over")
NOT_ASKED = say("No name is asked for now")
A_ROBOTS_SEAT = say("A robot plays this seat")


def tidied(typed: str) -> str:
    """As it was meant: no odd blanks, and an accent is part of its letter."""
    return " ".join(unicodedata.normalize("NFC", typed).split())


def why_no_name(name: str) -> Text | None:
    """What is wrong with a name by itself, if anything is."""
    if not name:
        return say("Type a name first")
    for number, letter in enumerate(name, start=1):
        if not art.can_show(letter):
            return say(
                "This display can't show letter {number}: {letter}",
                number=number,
                letter=letter if letter.isprintable() else f"U+{ord(letter):04X}",
            )
    return say("This name is too long") if is_too_long(name) else None


def is_too_long(name: str) -> bool:
    return len(name) > LONGEST_NAME or art.text_width(name) > WIDEST_NAME


def plays_already(name: str) -> Text:
    return say("{name} plays already", name=name)
