"""What threads and spaces are called."""

from __future__ import annotations

from triqueta.games.ettana.rules import Pattern
from triqueta.games.ettana.rules.threads import BLACK, Octagon, Thread
from triqueta.games.ettana.words import say
from triqueta.screens.phrases import Phrase, Text

FACES_IN_WORDS: dict[str, Phrase] = {
    "G": say("green"),
    "R": say("red"),
    "Y": say("yellow"),
    "B": say("blue"),
    "V": say("violet"),
    BLACK: say("black"),
}
"""The faces of the colour die; but for black they are the threads as well."""


def octagon_in_words(octagon: Octagon, thread: Thread) -> Text:
    return say("{octagon}, {colour}", octagon=octagon, colour=FACES_IN_WORDS[thread])


def space_in_words(space: str, number: int, owner: str | None) -> Text:
    """With whose needle is there, if there is one."""
    if owner is None:
        return say("{space}, number {number}", space=space, number=number)
    return say(
        "{space}, number {number}, needle of {name}", space=space, number=number, name=owner
    )


def pattern_in_words(pattern: Pattern) -> Text:
    """What it is worth, and its rows by letters: the same letter is the same colour."""
    rows = " / ".join(pattern.rows)
    if pattern.annas == 1:
        return say("pattern for 1 anna: {rows}", rows=rows)
    return say("pattern for {annas} annas: {rows}", annas=pattern.annas, rows=rows)
