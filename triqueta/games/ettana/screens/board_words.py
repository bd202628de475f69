"""What stands on the board, in words: for pages, where every field says it."""

from __future__ import annotations

from triqueta.games.ettana.rules.spaces import Space
from triqueta.games.ettana.rules.threads import Octagon, Thread
from triqueta.games.ettana.screens.names_of_things import FACE_NAMES
from triqueta.games.ettana.words import say
from triqueta.screens.phrases import Text


def octagon_in_words(octagon: Octagon, thread: Thread) -> Text:
    return say("{octagon}, {colour}", octagon=octagon, colour=FACE_NAMES[thread])


def space_in_words(space: Space, number: int, owner: str | None) -> Text:
    """With whose needle is there, if there is one."""
    if owner is None:
        return say("{space}, number {number}", space=space, number=number)
    return say(
        "{space}, number {number}, needle of {name}", space=space, number=number, name=owner
    )
