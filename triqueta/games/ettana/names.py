"""The names and descriptions of colours, action cards and board fields on the screens."""

from __future__ import annotations

from triqueta.games.ettana.rules.board import Octagon, Space, Thread
from triqueta.games.ettana.rules.patterns import ANY, Pattern
from triqueta.games.ettana.rules.setup import Action
from triqueta.games.ettana.words import say
from triqueta.screens.phrases import Text

FACE_NAMES: dict[str, Text] = {
    "G": say("green"),
    "R": say("red"),
    "Y": say("yellow"),
    "B": say("blue"),
    "V": say("violet"),
    "K": say("black"),
}

CARD_NAMES: dict[Action, Text] = {
    Action.MOVE: say("Move"),
    Action.SWAP: say("Swap"),
    Action.STEAL: say("Steal"),
    Action.ROB: say("Rob"),
    Action.REPLACE: say("Replace"),
    Action.FIX: say("Fix the colour"),
    Action.PATTERN: say("New pattern"),
    Action.THREE: say("Three tokens"),
    Action.GAMBLE: say("Gamble"),
    Action.AGAIN: say("Roll again"),
    Action.ANNA: say("Victory point"),
    Action.TAX: say("Tax"),
}

CARD_TEXTS: dict[Action, Text] = {
    Action.MOVE: say("Move your needle to any free space. This is your move for the turn."),
    Action.SWAP: say("Swap any two threads on the board."),
    Action.STEAL: say("Take a card from another player's action cards, at random."),
    Action.ROB: say("Take up to two tokens from another player."),
    Action.REPLACE: say("Replace a thread or a free number with one from the reserve."),
    Action.FIX: say("Before you roll: choose what the colour die shows."),
    Action.PATTERN: say("Draw a pattern card."),
    Action.THREE: say("Take three tokens from the bank."),
    Action.GAMBLE: say("Name a number. Roll it or higher to take that many tokens."),
    Action.AGAIN: say("Before you collect: roll both dice again."),
    Action.ANNA: say("It stays face up and is worth 1 anna."),
    Action.TAX: say("Each other player who has tokens pays one to the bank."),
}


def octagon_in_words(octagon: Octagon, thread: Thread) -> Text:
    return say("{octagon}, {colour}", octagon=octagon, colour=FACE_NAMES[thread])


def space_in_words(space: Space, number: int, owner: str | None) -> Text:
    """Return the description of a space; `owner` is the player whose needle is on it, if any."""
    if owner is None:
        return say("{space}, number {number}", space=space, number=number)
    return say(
        "{space}, number {number}, needle of {name}", space=space, number=number, name=owner
    )


# Names of drawings. The drawing of a thread or a number is named after its letter or digit.

ANNA = "anna"


def art_of(pattern: Pattern) -> str:
    """Return the name of a pattern's drawing: its rows, in characters that a URL allows."""
    return "-".join(("pattern", *pattern.rows)).replace(ANY, "_")
