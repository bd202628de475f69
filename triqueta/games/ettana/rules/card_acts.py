"""Acts with cards and tokens: buying, action cards, swaps and patterns (E11, E13, E14)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from triqueta.games.ettana.rules.acts import (
    OCTAGON,
    PAIR,
    SPACE,
    Act,
    CardAct,
    Refusal,
    get_action_card,
    too_few_tokens,
)
from triqueta.games.ettana.rules.board import (
    ALL_PAIRS,
    COLOURS,
    NUMBERS,
    OCTAGONS,
    OCTAGONS_AT,
    pairs_among,
)
from triqueta.games.ettana.rules.position import Phase, Position
from triqueta.games.ettana.rules.setup import Action
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
    """A card played against another player; the argument is a player's number, from 1."""

    def fault(self, at: Position, argument: str) -> Refusal:
        seat = int(argument) - 1
        if seat == at.seat:
            return IllegalMoveError("E14", f"{at.name} is not another player")
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
    """Pay the player to act this many tokens, or as many as the bank has (E14)."""
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


SWAP_PRICE = 3


class Swap(Act):
    """A swap of the threads on two octagons, which may have the same colour."""

    def do(self, at: Position, argument: str) -> None:
        one, other = argument.split("-")
        at.swap(one, other)


class FreeSwap(Swap):
    form = re.compile(rf"free:({PAIR})")

    def obstacle(self, at: Position) -> Refusal:
        if not at.turn.free_swap:
            return IllegalMoveError("E11", "a free swap is possible once, right after the move")
        return None

    def moves(self, at: Position) -> Sequence[str]:
        return [f"free:{pair}" for pair in _PAIRS_AT[at.own.needle or ""]]

    def fault(self, at: Position, argument: str) -> Refusal:
        if argument in _PAIRS_AT[at.own.needle or ""]:
            return None
        return IllegalMoveError("E11", f"{argument} are not both at the needle")


_PAIRS_AT = {space: tuple(pairs_among(octagons)) for space, octagons in OCTAGONS_AT.items()}


class BuySwap(Swap):
    form = re.compile(rf"buy:({PAIR})")

    def obstacle(self, at: Position) -> Refusal:
        return too_few_tokens(at, SWAP_PRICE)

    def moves(self, at: Position) -> Sequence[str]:
        return _BOUGHT

    def do(self, at: Position, argument: str) -> None:
        at.pay(at.seat, -SWAP_PRICE)
        super().do(at, argument)


class SwapCard(Swap, CardAct):
    form = re.compile(rf"swap:({PAIR})")
    card = Action.SWAP

    def moves(self, at: Position) -> Sequence[str]:
        return _PLAYED


_BOUGHT = tuple(f"buy:{pair}" for pair in ALL_PAIRS)
_PLAYED = tuple(f"swap:{pair}" for pair in ALL_PAIRS)


class ReplaceThread(CardAct):
    form = re.compile(rf"thread:({OCTAGON}=[{COLOURS}])")
    card = Action.REPLACE

    def moves(self, at: Position) -> Sequence[str]:
        spare = [colour for colour in COLOURS if colour in at.spare_threads]
        return [f"thread:{octagon}={colour}" for octagon in OCTAGONS for colour in spare]

    def fault(self, at: Position, argument: str) -> Refusal:
        _, thread = argument.split("=")
        if thread in at.spare_threads:
            return None
        return IllegalMoveError("E14", f"there is no thread {thread} in the reserve")

    def do(self, at: Position, argument: str) -> None:
        octagon, thread = argument.split("=")
        at.lay(octagon, thread)


class ReplaceNumber(CardAct):
    form = re.compile(rf"number:({SPACE}=[1-6])")
    card = Action.REPLACE

    def moves(self, at: Position) -> Sequence[str]:
        spare = [number for number in NUMBERS if number in at.spare_numbers]
        taken = at.needles
        free = (space for space in at.numbers if space not in taken)
        return [f"number:{space}={number}" for space in free for number in spare]

    def fault(self, at: Position, argument: str) -> Refusal:
        space, number = argument.split("=")
        if int(number) not in at.spare_numbers:
            return IllegalMoveError("E14", f"there is no {number} in the reserve")
        if space in at.needles:
            return IllegalMoveError("E14", f"there is a needle on {space}")
        return None

    def do(self, at: Position, argument: str) -> None:
        space, number = argument.split("=")
        at.lay_number(space, int(number))


CARD = "[1-9]|[12][0-9]|3[0-6]"


class OwnPattern(Act):
    """An act with a pattern card from the hand; the argument is its id."""

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
            return IllegalMoveError("E13", f"pattern {argument} is not on the board")
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
            return IllegalMoveError("E11", "an exchange must be the first and only act")
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
