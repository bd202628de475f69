"""The rules in short, as the table tells them."""

from __future__ import annotations

from triqueta.games.zatre.words import say
from triqueta.screens.phrases import Text
from triqueta.screens.question import numbered
from triqueta.screens.screen import Screen

RULES: tuple[Text, ...] = (
    say("Draw two tiles, or one if you still hold some. Place all that fit."),
    say("Every tile touches one on the board. The first turn begins on the start field."),
    say("Tiles side by side make a line. No line may sum to more than 12."),
    say("Lines of 10, 11 and 12 score 1, 2 and 4 points."),
    say("A tile on a light field needs a line of 10 to 12. Then it earns a cross."),
    say("All three sums in a row of your block: a bonus of 3 to 6. A cross doubles the row."),
    say("The turn that empties the bag is the last. Tiles you hold count minus."),
)


def rules_pages() -> tuple[Screen, ...]:
    """A screen for each rule."""
    return tuple(numbered(say("The rules"), RULES))
