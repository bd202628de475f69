"""Before a turn's acts: the cards about the dice, and collecting what was rolled (E9, E10)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from triqueta.games.ettana.rules.action_cards import Action
from triqueta.games.ettana.rules.acts import Act, CardAct, Refusal
from triqueta.games.ettana.rules.phases import Phase
from triqueta.games.ettana.rules.position import Position
from triqueta.games.ettana.rules.spaces import OCTAGONS_AT
from triqueta.games.ettana.rules.threads import BLACK, FACES
from triqueta.records.errors import IllegalMoveError


class Fix(CardAct):
    form = re.compile(rf"fix:([{FACES}])")
    phase = Phase.ROLL
    card = Action.FIX

    def moves(self, at: Position) -> Sequence[str]:
        return [f"fix:{face}" for face in FACES]

    def do(self, at: Position, argument: str) -> None:
        at.turn = replace(at.turn, colour=argument, fixed=True)
        at.phase = Phase.FIXED_ROLL


class Again(CardAct):
    form = re.compile("again")
    phase = Phase.ROLLED
    card = Action.AGAIN

    def obstacle(self, at: Position) -> Refusal:
        if at.turn.fixed:
            return IllegalMoveError("E14", "there is no again in a turn with fix")
        return super().obstacle(at)

    def moves(self, at: Position) -> Sequence[str]:
        return ["again"]

    def do(self, at: Position, argument: str) -> None:
        at.phase = Phase.ROLL_AGAIN


class Collect(Act):
    form = re.compile("collect")
    phase = Phase.ROLLED

    def moves(self, at: Position) -> Sequence[str]:
        return ["collect"]

    def do(self, at: Position, argument: str) -> None:
        at.phase = Phase.ACTS
        if at.turn.colour == BLACK:
            get_action_card(at)
        else:
            collect(at, at.turn.colour)


def collect(at: Position, colour: str) -> None:
    """A token for each thread of the colour at one's needle, or nothing for anybody (E10)."""
    due = [_threads_at(at, hand.needle, colour) for hand in at.hands]
    if sum(due) <= at.bank:
        for seat, tokens in enumerate(due):
            at.pay(seat, tokens)


def _threads_at(at: Position, needle: str | None, colour: str) -> int:
    return sum(at.threads[octagon] == colour for octagon in OCTAGONS_AT[needle or ""])


def get_action_card(at: Position) -> None:
    """Of an empty deck, once the discard has been shuffled; of nothing at all, none (E14)."""
    if at.action_deck:
        at.draw_action(at.seat)
    elif at.discard:
        at.phase = Phase.SHUFFLE
