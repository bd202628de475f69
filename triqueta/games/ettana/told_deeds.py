"""What somebody has done, in words: for pages that tell the last deeds, and for robots' turns.

All of it is public: which card was stolen, or put under the deck, stands in no public deed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from triqueta.games.ettana.rules import TableView
from triqueta.games.ettana.rules.chance import MARK
from triqueta.games.ettana.rules.deeds import EXCHANGED, SHUFFLED, STOLEN, Told
from triqueta.games.ettana.screens.wording import FACES_IN_WORDS
from triqueta.games.ettana.words import say
from triqueta.screens.phrases import Text


def last_deeds(view: TableView, most: int) -> tuple[Text, ...]:
    """The newest last; what nobody has to be told is left out."""
    return tuple(islice(_backwards(view), most))[::-1]


def _backwards(view: TableView) -> Iterator[Text]:
    for deed in reversed(view.history):
        text = deed_told(view, deed)
        if text is not None:
            yield text


def deed_told(view: TableView, deed: Told) -> Text | None:
    """A deed in words; none for what shows by itself, like the end of a turn."""
    seat, move = deed
    name = view.players[seat].name
    verb, _, what = move.partition(":")
    if move.startswith(MARK):
        return _chance_told(name, move)
    if move.startswith("@"):
        return say("{name} puts the needle on {space}", name=name, space=move[1:])
    if verb == "claim":
        return _claim_told(name, view.deck[int(what)].annas)
    if verb in ("steal", "rob"):
        return _against_told(name, verb, view.players[int(what) - 1].name)
    return _board_told(name, verb, what) or _card_told(name, move)


def _chance_told(name: str, move: str) -> Text | None:
    if move == STOLEN:
        return None  # that a card is stolen has been told
    if move == SHUFFLED:
        return say("The discarded action cards are shuffled")
    rolled = move.removeprefix(MARK)
    if len(rolled) == 1:
        return say("{name} rolls {number}", name=name, number=rolled)
    colour = FACES_IN_WORDS[rolled[0]]
    return say("{name} rolls {colour} {number}", name=name, colour=colour, number=rolled[1])


def _claim_told(name: str, annas: int) -> Text:
    if annas == 1:
        return say("{name} claims a pattern for 1 anna", name=name)
    return say("{name} claims a pattern for {annas} annas", name=name, annas=annas)


def _against_told(name: str, verb: str, other: str) -> Text:
    if verb == "steal":
        return say("{name} steals an action card from {other}", name=name, other=other)
    return say("{name} robs {other} of tokens", name=name, other=other)


def _board_told(name: str, verb: str, what: str) -> Text | None:
    """What is named after the colon is on the board, or a face of a die."""
    place, _, laid = what.partition("=")
    one, swapped, other = what.partition("-")
    texts: dict[str, Text] = {
        "step": say("{name} moves to {space}", name=name, space=what[-2:]),
        "card": say("{name} moves to {space}", name=name, space=what),
        "jump": say("{name} jumps to {space}", name=name, space=what),
        "number": say("{name} lays a {number} on {space}", name=name, number=laid, space=place),
        "gamble": say("{name} gambles on {number}", name=name, number=what),
    }
    if verb in texts:
        return texts[verb]
    if verb == "fix":
        return say("{name} fixes the colour: {colour}", name=name, colour=FACES_IN_WORDS[what])
    if verb == "thread":
        colour = FACES_IN_WORDS[laid]
        return say("{name} lays {colour} on {octagon}", name=name, colour=colour, octagon=place)
    if not swapped:
        return None
    return say("{name} swaps {one} and {other}", name=name, one=one, other=other)


def _card_told(name: str, move: str) -> Text | None:
    """Who collects, or ends a turn, is seen by what follows."""
    texts: dict[str, Text] = {
        "buy:action": say("{name} buys an action card", name=name),
        "buy:pattern": say("{name} buys a pattern card", name=name),
        "again": say("{name} rolls once more", name=name),
        "pattern": say("{name} plays a card for a pattern card", name=name),
        "three": say("{name} takes three tokens", name=name),
        "tax": say("{name} makes the others pay a token each", name=name),
        EXCHANGED: say("{name} exchanges a pattern card", name=name),
    }
    return texts.get(move)
