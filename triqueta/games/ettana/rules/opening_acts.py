"""The opening: where needles are put, who starts, and what everybody is dealt (E7, E8)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from triqueta.games.ettana.rules.acts import SPACE, Act, Refusal
from triqueta.games.ettana.rules.phases import Phase
from triqueta.games.ettana.rules.position import Position
from triqueta.records.errors import IllegalMoveError


class PutNeedle(Act):
    form = re.compile(rf"@({SPACE})")
    phase = Phase.NEEDLE

    def moves(self, at: Position) -> Sequence[str]:
        return [f"@{space}" for space in free_spaces(at, at.turn.number)]

    def fault(self, at: Position, argument: str) -> Refusal:
        if argument in at.needles:
            return IllegalMoveError("E7", f"{argument} is not free")
        number = at.numbers[argument]
        if number != at.turn.number:
            return IllegalMoveError("E7", f"on {argument} lies {number}, not {at.turn.number}")
        return None

    def do(self, at: Position, argument: str) -> None:
        at.change(at.seat, needle=argument)
        count_roll(at, at.turn.number, Phase.FIRST_ROLL)


def free_spaces(at: Position, number: int) -> list[str]:
    """Those with a number and without a needle."""
    taken = at.needles
    return [s for s, there in at.numbers.items() if there == number and s not in taken]


def count_roll(at: Position, number: int, phase: Phase) -> None:
    """It decides who starts: the highest of all, or else of those who are tied (E7)."""
    at.rolls[at.seat] = number
    waiting = [seat for seat in at.contest if seat not in at.rolls]
    if waiting:
        at.seat, at.phase = waiting[0], phase
        return
    best = max(at.rolls.values())
    tied = tuple(seat for seat in at.contest if at.rolls[seat] == best)
    if len(tied) == 1:
        at.starter = tied[0]
        at.begin_turn(tied[0])
        at.deal()
    else:
        at.contest, at.rolls, at.seat, at.phase = tied, {}, tied[0], Phase.TIE_ROLL
