"""The hints that beginners get in a tutorial."""

from __future__ import annotations

from collections.abc import Iterator

from triqueta.games.triqueta.rules.moves import DRAW, Phase, by_number
from triqueta.games.triqueta.rules.views import TableView
from triqueta.games.triqueta.views import PublicView
from triqueta.games.triqueta.words import say
from triqueta.screens.phrases import Text
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
