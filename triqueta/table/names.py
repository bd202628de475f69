"""Names of players: which can be taken, and what robots and their levels are called."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from itertools import count

from triqueta.screens import art
from triqueta.screens.phrases import Language, Text, said, say

WIDEST_NAME = 44  # pixels: so every title that holds a name fits on the screen
LONGEST_NAME = 10

# A game is saved, proved and looked back at under the names it was dealt with. To change one, each
# game would need an entry for it, in its record and its codes: too much for the sake of a name.
NAMES_STAY = say("Names can't be changed during a game")
NOT_ASKED = say("The table isn't asking for a name right now")
A_ROBOTS_SEAT = say("A robot is playing this seat")


def tidied(typed: str) -> str:
    """As it was meant: no odd blanks, and an accent is part of its letter."""
    return " ".join(unicodedata.normalize("NFC", typed).split())


def why_no_name(name: str) -> Text | None:
    """What is wrong with a name by itself, if anything is."""
    if not name:
        return say("Enter a name first")
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
    return say("{name} is already playing", name=name)


# Things of the forest and of a workshop, since nobody is called like that.
NAMES = (
    say("Moss"),
    say("Twig"),
    say("Pebble"),
    say("Bark"),
    say("Thistle"),
    say("Lichen"),
    say("Cog"),
    say("Lantern"),
)

_LEVELS = {
    "easy": say("easy"),
    "medium": say("medium"),
    "good": say("good"),
    "hard": say("hard"),
    "expert": say("expert"),
}


def robot_of(level: str) -> Text:
    """What a robot of a level is called; a game may have levels of its own."""
    return say("Robot: {level}", level=level_name(level))


def level_name(level: str) -> Text:
    """Return what players call a level; a game's own level is shown by its id."""
    return _LEVELS.get(level, level)


def free_robot_name(language: Language, is_taken: Callable[[str], bool]) -> str:
    """The first name that nobody has."""
    return next(name for name in _names(language) if not is_taken(name))


def _names(language: Language) -> Iterator[str]:
    own = [said(name, language) for name in NAMES]
    yield from own
    yield from (f"{name} {number}" for number in count(2) for name in own)
