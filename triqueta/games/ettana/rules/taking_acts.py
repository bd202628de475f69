"""Cards bought, and the action cards that bring cards or tokens (E11, E14)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from triqueta.games.ettana.rules.action_cards import Action
from triqueta.games.ettana.rules.acts import Act, CardAct, Refusal, too_few_tokens
from triqueta.games.ettana.rules.phases import Phase
from triqueta.games.ettana.rules.position import Position
from triqueta.games.ettana.rules.rolling_acts import get_action_card
from triqueta.games.ettana.rules.spaces import NUMBERS
from triqueta.records.errors import IllegalMoveError

ACTION_PRICE = 2
PATTERN_PRICE = 3
MOST_ROBBED = 2


class BuyAction(Act):
    form = re.compile("buy:action")

    def obstacle(self, at: Position) -> Refusal:
        if not at.cards_to_get:
            return IllegalMoveError("E14", "there is no action card to buy")
        return too_few_tokens(at, ACTION_PRICE)

    def moves(self, at: Position) -> Sequence[str]:
        return ["buy:action"]

    def do(self, at: Position, argument: str) -> None:
        at.pay(at.seat, -ACTION_PRICE)
        get_action_card(at)


class BuyPattern(Act):
    form = re.compile("buy:pattern")

    def obstacle(self, at: Position) -> Refusal:
        if not at.pattern_deck:
            return IllegalMoveError("E11", "there is no pattern card to buy")
        return too_few_tokens(at, PATTERN_PRICE)

    def moves(self, at: Position) -> Sequence[str]:
        return ["buy:pattern"]

    def do(self, at: Position, argument: str) -> None:
        at.pay(at.seat, -PATTERN_PRICE)
        at.draw_pattern(at.seat)


class AgainstPlayer(CardAct):
    """A card that is played against another player, who is told by a number from 1."""

    def fault(self, at: Position, argument: str) -> Refusal:
        seat = int(argument) - 1
        if seat == at.seat:
            return IllegalMoveError("E14", f"{at.name} is no other player")
        if seat not in at.others:
            return IllegalMoveError("E14", f"there is no player {argument}")
        return None


class Steal(AgainstPlayer):
    form = re.compile("steal:([1-9])")
    card = Action.STEAL

    def moves(self, at: Position) -> Sequence[str]:
        return [f"steal:{seat + 1}" for seat in at.others if at.hands[seat].actions]

    def fault(self, at: Position, argument: str) -> Refusal:
        wrong = super().fault(at, argument)
        if wrong is None and not at.hands[int(argument) - 1].actions:
            name = at.setup.players[int(argument) - 1]
            return IllegalMoveError("E14", f"{name} has no action card")
        return wrong

    def do(self, at: Position, argument: str) -> None:
        at.pending, at.phase = int(argument) - 1, Phase.STEAL


class Rob(AgainstPlayer):
    form = re.compile("rob:([1-9])")
    card = Action.ROB

    def moves(self, at: Position) -> Sequence[str]:
        return [f"rob:{seat + 1}" for seat in at.others]

    def do(self, at: Position, argument: str) -> None:
        seat = int(argument) - 1
        tokens = min(MOST_ROBBED, at.hands[seat].tokens)
        at.pay(seat, -tokens)
        at.pay(at.seat, tokens)


class PatternCard(CardAct):
    form = re.compile("pattern")
    card = Action.PATTERN

    def moves(self, at: Position) -> Sequence[str]:
        return ["pattern"]

    def do(self, at: Position, argument: str) -> None:
        if at.pattern_deck:
            at.draw_pattern(at.seat)


class Three(CardAct):
    form = re.compile("three")
    card = Action.THREE

    def moves(self, at: Position) -> Sequence[str]:
        return ["three"]

    def do(self, at: Position, argument: str) -> None:
        take(at, 3)


def take(at: Position, tokens: int) -> None:
    """Or what the bank has (E14)."""
    at.pay(at.seat, min(tokens, at.bank))


class Gamble(CardAct):
    form = re.compile("gamble:([1-6])")
    card = Action.GAMBLE

    def moves(self, at: Position) -> Sequence[str]:
        return [f"gamble:{number}" for number in NUMBERS]

    def do(self, at: Position, argument: str) -> None:
        at.pending, at.phase = int(argument), Phase.GAMBLE


class Tax(CardAct):
    form = re.compile("tax")
    card = Action.TAX

    def moves(self, at: Position) -> Sequence[str]:
        return ["tax"]

    def do(self, at: Position, argument: str) -> None:
        for seat in at.others:
            at.pay(seat, -min(1, at.hands[seat].tokens))
