"""The rules in short, as the table tells them."""

from __future__ import annotations

from triqueta.games.triqueta.screens.sheet import ValuesScreen
from triqueta.games.triqueta.words import say
from triqueta.screens.phrases import Text
from triqueta.screens.question import numbered
from triqueta.screens.screen import Screen

RULES: tuple[Text, ...] = (
    say("Four rounds. On your turn, draw a tile or take a row."),
    say("Look at your tile in secret. Place it in a row, or keep it: only two in the whole game!"),
    say("Taking a row ends the round for you. The last to take gets the Rock."),
    say("Three of an animal score 5 to 11. One or two: a point each."),
    say("More than three: minus a point for each above three."),
    say("At the end add your kept tiles, or return them. Rock and Trees: a point each."),
    say("The most points win. In a tie, the most animal tiles."),
    say("Wolves: shadow tiles are kept, and all added at the end."),
    say("Wolves for two: draw two tiles. Place, keep or box each, but not both the same way."),
)


def rules_pages() -> tuple[Screen, ...]:
    """A screen for each rule, and one for what the animals are worth."""
    of = len(RULES) + 1
    texts = numbered(say("The rules"), RULES, of)
    return (*texts, ValuesScreen(title=say("Points for three"), corner=f"{of}/{of}"))
