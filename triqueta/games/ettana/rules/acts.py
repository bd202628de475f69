"""What every kind of move that a player makes has: its form, what is legal, and what it does."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, TypeAlias

from triqueta.games.ettana.rules.action_cards import Action
from triqueta.games.ettana.rules.phases import Phase
from triqueta.games.ettana.rules.position import Position
from triqueta.records.errors import IllegalMoveError

Refusal: TypeAlias = IllegalMoveError | None

SPACE = r"[A-D][1-4]"
OCTAGON = r"[a-e][1-5]"
PAIR = rf"{OCTAGON}-{OCTAGON}"


class Act(ABC):
    """One kind of move, with an argument if its form has a group for it."""

    form: ClassVar[re.Pattern[str]]
    phase: ClassVar[Phase] = Phase.ACTS

    def obstacle(self, at: Position) -> Refusal:
        """Why there can be no such move now, whatever its argument; None if there can."""
        return None

    @abstractmethod
    def moves(self, at: Position) -> Sequence[str]:
        """All of them that are legal, where there is no obstacle."""

    def fault(self, at: Position, argument: str) -> Refusal:
        """Why this argument is wrong; None if it is not."""
        return None

    @abstractmethod
    def do(self, at: Position, argument: str) -> None:
        """Change the position; the move is legal."""

    def play(self, at: Position, argument: str) -> None:
        at.turn = replace(at.turn, acted=at.phase is Phase.ACTS, free_swap=False)
        self.do(at, argument)


class CardAct(Act):
    """An action card, played from the hand (E14)."""

    card: ClassVar[Action]

    def obstacle(self, at: Position) -> Refusal:
        if self.card not in at.own.actions:
            return IllegalMoveError("E14", f"{at.name} has no card {self.card}")
        return None

    def play(self, at: Position, argument: str) -> None:
        at.discard_own(self.card)
        super().play(at, argument)


def too_few_tokens(at: Position, price: int, clause: str = "E11") -> Refusal:
    has = at.own.tokens
    if has >= price:
        return None
    return IllegalMoveError(clause, f"{at.name} has {has} tokens, and it costs {price}")
