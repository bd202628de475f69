"""What players are told: the rules in short, and a beginner's hints."""

from __future__ import annotations

from collections.abc import Iterator

from triqueta.games.triqueta.rules.moves import DRAW, Phase, by_number
from triqueta.games.triqueta.rules.views import TableView
from triqueta.games.triqueta.screens.sheet import ValuesScreen
from triqueta.games.triqueta.views import PublicView
from triqueta.games.triqueta.words import say
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen, numbered
from triqueta.table.session import Hint

HINTS: dict[str, Text] = {
    "turn": say(
        "Press a petal to draw its top tile. Taking a row ends the round for you: wait for a "
        "good one."
    ),
    "tile": say(
        "Place your tile in a row, where anybody may take it, or keep it: only two in the whole "
        "game!"
    ),
    "row": say(
        "Now a row may be worth taking. Three of an animal score 5 to 10 points. Four lose one!"
    ),
    "kept": say(
        "Now for the tiles you kept. Add what makes three, return what would be a fourth: that "
        "costs nothing."
    ),
}

LONG_ROW = 3


def hints_at(view: PublicView) -> tuple[Hint, ...]:
    """Those that fit this moment, in the order in which they are told."""
    seat = view.table.to_act
    if seat is None or view.unseen or view.round_ended:
        return ()
    numbers = {name: number for number, name in enumerate(HINTS, start=1)}
    return tuple(
        Hint(name, seat, HINTS[name], corner=f"{numbers[name]}/{len(HINTS)}")
        for name in _fitting(view.table)
    )


def _fitting(view: TableView) -> Iterator[str]:
    match view.phase:
        case Phase.TURN if by_number(view.legal_moves, DRAW):
            yield "turn"
            if _is_worth_taking(view):
                yield "row"
        case Phase.CHOICE:
            yield "tile"
        case Phase.REVEAL:
            yield "kept"
        case _:
            pass


def _is_worth_taking(view: TableView) -> bool:
    """There is a row with two of an animal, or one that is long."""
    rows = [row for row in view.rows if row is not None]
    return any(len(set(row)) < len(row) or len(row) >= LONG_ROW for row in rows)


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
