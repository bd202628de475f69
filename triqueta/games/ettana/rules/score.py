"""How a game ended: everybody's annas (E15)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """By seat, the annas; the first to have enough has won."""

    annas: tuple[int, ...]
    winner: int

    @property
    def winners(self) -> tuple[int, ...]:
        return (self.winner,)

    @property
    def ranking(self) -> tuple[int, ...]:
        """The seats, best first."""
        return tuple(sorted(range(len(self.annas)), key=self.annas.__getitem__, reverse=True))
