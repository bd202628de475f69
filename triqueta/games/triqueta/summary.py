"""The rules in short sentences, for the screens and the drawn rules."""

from __future__ import annotations

from triqueta.games.triqueta.words import say
from triqueta.screens.phrases import Text

LOOK = say("Look at your tile in secret. Place it in a row, or keep it: only two per game!")
WIN = say("Most points wins. If tied, most animal tiles wins.")

RULES: tuple[Text, ...] = (
    say("There are four rounds. On your turn, draw a tile or take a row."),
    LOOK,
    say(
        "Taking a row puts you out of the round. The player who takes the last row gets the Rock."
    ),
    say("Three matching animals score 5 to 11. One or two: a point each."),
    say("More than three: minus a point for each extra one."),
    say("At the end add your kept tiles, or return them. Rock and Trees: a point each."),
    WIN,
    say("With wolves: you keep every shadow tile you draw. All are added at the end."),
    say(
        "Two players with wolves: draw two tiles. Place, keep or box each one, but not both "
        "the same way."
    ),
)
