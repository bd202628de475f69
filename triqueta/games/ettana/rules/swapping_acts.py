"""Changing the board: swaps of threads, and tiles of the reserve (E11, E14)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from triqueta.games.ettana.rules.action_cards import Action
from triqueta.games.ettana.rules.acts import (
    OCTAGON,
    PAIR,
    SPACE,
    Act,
    CardAct,
    Refusal,
    too_few_tokens,
)
from triqueta.games.ettana.rules.position import Position
from triqueta.games.ettana.rules.spaces import NUMBERS, OCTAGONS_AT
from triqueta.games.ettana.rules.threads import ALL_PAIRS, COLOURS, OCTAGONS, pairs_among
from triqueta.records.errors import IllegalMoveError

SWAP_PRICE = 3


class Swap(Act):
    """Of the threads on two octagons; equal ones may be swapped, too."""

    def do(self, at: Position, argument: str) -> None:
        one, other = argument.split("-")
        at.swap(one, other)


class FreeSwap(Swap):
    form = re.compile(rf"free:({PAIR})")

    def obstacle(self, at: Position) -> Refusal:
        if not at.turn.free_swap:
            return IllegalMoveError("E11", "the free swap comes right after the move, once")
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
