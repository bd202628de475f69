"""Names of players: which names are valid, and the names of robots and their levels."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from itertools import count

from triqueta.screens import art
from triqueta.screens.phrases import Language, Text, said, say, say_n

WIDEST_NAME = 44  # pixels, so that every title with a name fits on the screen
LONGEST_NAME = 10

# Saved games, proofs and reviews use the names that the game was dealt with. To change a name,
# every game would need an entry for it in its records and QR codes, which is not worth it.
NAMES_STAY = say("Names can't be changed during a game")
NOT_ASKED = say("The table isn't asking for a name right now")
A_ROBOTS_SEAT = say("A robot is playing this seat")


def tidied(typed: str) -> str:
    """Return a typed name with normalized whitespace and composed accents (Unicode NFC)."""
    return " ".join(unicodedata.normalize("NFC", typed).split())


def why_no_name(name: str) -> Text | None:
    """Return a notice that says why a name is not valid, or None if it is."""
    if not name:
        return say("Enter a name first")
    for number, letter in enumerate(name, start=1):
        if not art.can_show(letter):
            return say(
                "This display can't show letter {number}: {letter}",
                number=number,
                letter=letter if letter.isprintable() else f"U+{ord(letter):04X}",
            )
    if is_too_long(name):
        return say_n("{n} letter too many", "{n} letters too many", _letters_too_many(name))
    return None


def is_too_long(name: str) -> bool:
    return room_used(name) > 1


def room_used(name: str) -> float:
    """Return how much of the room for a name is used: more than 1 if the name is too long."""
    return max(len(name) / LONGEST_NAME, art.text_width(name) / WIDEST_NAME)


def _letters_too_many(name: str) -> int:
    """Return how many letters to remove from the end of a name until it fits."""
    return next(number for number in count() if not is_too_long(name[: len(name) - number]))


def plays_already(name: str) -> Text:
    return say("{name} is already playing", name=name)


def in_a_sentence(names: Sequence[str]) -> Text:
    """Return names as in "Mia, Ben and Tom". There must be at least one."""
    *others, last = names
    if not others:
        return last
    return say("{names} and {name}", names=", ".join(others), name=last)


# Things from a forest and a workshop, which are unlikely to be the names of players.
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
    """Return the description of a robot of a level, such as "Robot: easy".

    The level is "" until the players have chosen it.
    """
    return say("Robot: {level}", level=level_name(level)) if level else say("Robot")


def level_name(level: str) -> Text:
    """Return what players call a level; a game's own level is shown by its id."""
    return _LEVELS.get(level, level)


def free_robot_name(language: Language, is_taken: Callable[[str], bool]) -> str:
    """Return the first robot name that is not taken."""
    return next(name for name in _names(language) if not is_taken(name))


def _names(language: Language) -> Iterator[str]:
    own = [said(name, language) for name in NAMES]
    yield from own
    yield from (f"{name} {number}" for number in count(2) for name in own)
