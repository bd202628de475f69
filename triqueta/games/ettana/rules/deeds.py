"""Who did what, as everybody may know it: not which card was stolen, or put under the deck."""

from __future__ import annotations

from dataclasses import dataclass

from triqueta.games.ettana.rules.chance import MARK
from triqueta.games.ettana.rules.phases import Phase
from triqueta.games.ettana.rules.position import Position

EXCHANGED = "exchange"
SHUFFLED = f"{MARK}shuffle"
STOLEN = f"{MARK}stolen"


@dataclass(frozen=True, slots=True)
class Deed:
    """A move, what everybody is told of it, and the seats that know all of it."""

    seat: int
    move: str
    told: str
    known_to: tuple[int, ...] = ()

    def told_to(self, seat: int | None) -> str:
        return self.move if seat in self.known_to else self.told


def deed_of(at: Position, move: str) -> Deed:
    """What a move is, before it is played."""
    if at.phase is Phase.STEAL:
        return Deed(at.seat, move, STOLEN, (at.seat, at.pending))
    if at.phase is Phase.SHUFFLE:
        return Deed(at.seat, move, SHUFFLED)
    if at.phase is Phase.ACTS and move.startswith(EXCHANGED):
        return Deed(at.seat, move, EXCHANGED, (at.seat,))
    return Deed(at.seat, move, move)
