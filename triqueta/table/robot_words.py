"""What robots are called: names that are ours, and their levels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

from triqueta.screens.phrases import Language, Text, said, say

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
    return say("Robot: {level}", level=_LEVELS.get(level, level))


def free_robot_name(language: Language, is_taken: Callable[[str], bool]) -> str:
    """The first name that nobody has."""
    return next(name for name in _names(language) if not is_taken(name))


def _names(language: Language) -> Iterator[str]:
    own = [said(name, language) for name in NAMES]
    yield from own
    yield from (f"{name} {number}" for number in count(2) for name in own)
