"""The rules in short, as the table tells them."""

from __future__ import annotations

from triqueta.games.ettana.words import say
from triqueta.screens.phrases import Text
from triqueta.screens.question import numbered
from triqueta.screens.screen import Screen

RULES: tuple[Text, ...] = (
    say("Weave the patterns in your hand. Who has 8 annas first wins."),
    say("Roll both dice. Each thread of that colour at a needle gives its player a token."),
    say("Black gives you an action card instead, and nobody any tokens."),
    say("Then move your needle: as many steps as rolled, or a jump to that number."),
    say("A step over another needle costs a token. It goes to that player."),
    say("Right after the move you may swap two threads at your needle for free."),
    say("2 tokens buy an action card, 3 a pattern card or a swap of any two threads."),
    say("Does your pattern lie on the board, turned or not? Claim it for its annas."),
    say("In a pattern the same sign is the same colour, and other signs are other colours."),
    say("Instead of acting you may exchange a pattern card. Your turn is over then."),
)


def rules_pages() -> tuple[Screen, ...]:
    """A screen for each rule."""
    return tuple(numbered(say("The rules"), RULES))
