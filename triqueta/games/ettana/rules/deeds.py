"""Who did what, as everybody may know it: not which card was stolen, or put under the deck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from triqueta.games.ettana.rules.position import Phase, Position
from triqueta.records.game import CHANCE

EXCHANGED = "exchange"
SHUFFLED = f"{CHANCE}shuffle"
STOLEN = f"{CHANCE}stolen"


Told: TypeAlias = tuple[int, str]
"""A seat, and what it did, written like a move."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What everybody is told of a move, and what those seats are told that know all of it."""

    public: Told
    whole: Told
    known_to: tuple[int, ...] = ()

    def told_to(self, seat: int | None) -> Told:
        return self.whole if seat in self.known_to else self.public


def deed_of(at: Position, move: str) -> Deed:
    """What a move is, before it is played."""
    whole = (at.seat, move)
    if at.phase is Phase.STEAL:
        return Deed((at.seat, STOLEN), whole, (at.seat, at.pending))
    if at.phase is Phase.SHUFFLE:
        return Deed((at.seat, SHUFFLED), whole)
    if move.startswith(EXCHANGED):
        return Deed((at.seat, EXCHANGED), whole, (at.seat,))
    return Deed(whole, whole)
