"""What is done with a pattern card of one's hand: claim it, or exchange it (E11, E13)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from triqueta.games.ettana.rules.acts import Act, Refusal
from triqueta.games.ettana.rules.position import Position
from triqueta.records.errors import IllegalMoveError

CARD = "[1-9]|[12][0-9]|3[0-6]"


class OwnPattern(Act):
    clause: str

    def fault(self, at: Position, argument: str) -> Refusal:
        if int(argument) in at.own.patterns:
            return None
        return IllegalMoveError(self.clause, f"{at.name} has no pattern card {argument}")

    def do(self, at: Position, argument: str) -> None:
        left = tuple(card for card in at.own.patterns if card != int(argument))
        at.change(at.seat, patterns=left)


class Claim(OwnPattern):
    form = re.compile(f"claim:({CARD})")
    clause = "E13"

    def moves(self, at: Position) -> Sequence[str]:
        deck, weave = at.setup.deck, at.weave
        return [f"claim:{card}" for card in at.own.patterns if weave.has(deck[card])]

    def fault(self, at: Position, argument: str) -> Refusal:
        wrong = super().fault(at, argument)
        if wrong is None and not at.weave.has(at.setup.deck[int(argument)]):
            return IllegalMoveError("E13", f"pattern {argument} does not lie on the board")
        return wrong

    def do(self, at: Position, argument: str) -> None:
        super().do(at, argument)
        at.change(at.seat, claimed=(*at.own.claimed, int(argument)))
        at.end_if_won(at.seat)


class Exchange(OwnPattern):
    form = re.compile(f"exchange:({CARD})")
    clause = "E11"

    def obstacle(self, at: Position) -> Refusal:
        if at.turn.acted:
            return IllegalMoveError("E11", "an exchange is the first act, and the only one")
        if not at.pattern_deck:
            return IllegalMoveError("E11", "there is no pattern card to exchange it for")
        return None

    def moves(self, at: Position) -> Sequence[str]:
        return [f"exchange:{card}" for card in at.own.patterns]

    def do(self, at: Position, argument: str) -> None:
        super().do(at, argument)
        at.pattern_deck += (int(argument),)
        at.draw_pattern(at.seat)
        at.next_turn()
