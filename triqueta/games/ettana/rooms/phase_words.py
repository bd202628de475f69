"""What is to be done in each phase, in a word beside the dice and in a sentence of help."""

from __future__ import annotations

from triqueta.games.ettana.rules import Phase, TableView
from triqueta.games.ettana.words import say
from triqueta.screens.phrases import Text

# Where chance is next, the key that lets it happen.
CHANCE_KEYS: dict[Phase, Text] = {
    Phase.FIRST_ROLL: say("Roll"),
    Phase.TIE_ROLL: say("Roll"),
    Phase.FIXED_ROLL: say("Roll"),
    Phase.ROLL_AGAIN: say("Roll"),
    Phase.GAMBLE: say("Roll"),
    Phase.STEAL: say("Take"),
    Phase.SHUFFLE: say("Shuffle"),
}

BEFORE_THE_START = (Phase.FIRST_ROLL, Phase.TIE_ROLL)
"""There the dice still show what somebody else has rolled."""

_START = say("Roll for your needle's place. The highest roll starts.")
_DICE = say("Roll the dice.")

HELP_TEXTS: dict[Phase, Text] = {
    Phase.FIRST_ROLL: _START,
    Phase.NEEDLE: say("Petals point. Put your needle on a free space with the number rolled."),
    Phase.TIE_ROLL: say("It is a tie: roll again, the highest starts."),
    Phase.ROLL: say("Roll. A card that fixes the colour comes before that."),
    Phase.FIXED_ROLL: _DICE,
    Phase.ROLL_AGAIN: _DICE,
    Phase.ROLLED: say("Collect: a token for each thread of the colour at a needle."),
    Phase.ACTS: say("Move once. Acts: buy, swap, play cards, claim patterns. Then end the turn."),
    Phase.GAMBLE: say("Roll as much as you named, or more."),
    Phase.STEAL: say("Take one of the cards, unseen."),
    Phase.SHUFFLE: say("The deck is empty: shuffle the discard."),
    Phase.OVER: say("The game is over."),
}


def prompt_of(view: TableView) -> Text:
    """A word, as there is no more room beside the dice."""
    if view.phase is Phase.NEEDLE:
        return say("Needle")
    if view.phase is Phase.GAMBLE:
        return f"{view.pending}+ ?"
    if view.phase in CHANCE_KEYS:
        return CHANCE_KEYS[view.phase]
    if view.phase is Phase.ROLL:
        return say("Roll")
    if view.phase is Phase.ROLLED:
        return say("Collect")
    return say("Moved") if view.turn.moved else say("Move")
