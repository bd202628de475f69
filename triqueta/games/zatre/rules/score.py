"""How a game ended: blocks, tiles still held, and who has won (Z15, Z16)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from triqueta.games.zatre.rules.block import Block
from triqueta.games.zatre.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class FinalBlock:
    """One player's block, and the tiles still held, which count minus their value (Z15)."""

    block: Block
    held: tuple[Tile, ...]

    @property
    def minus(self) -> int:
        return sum(self.held)

    @property
    def total(self) -> int:
        return self.block.total - self.minus


@dataclass(frozen=True, slots=True)
class Outcome:
    """By seat, what everybody has; most points win, and those tied win together (Z16)."""

    sheets: tuple[FinalBlock, ...]

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(sheet.total for sheet in self.sheets)

    @property
    def winners(self) -> tuple[int, ...]:
        scores = self.scores
        return tuple(seat for seat, points in enumerate(scores) if points == max(scores))

    @property
    def ranking(self) -> tuple[int, ...]:
        """The seats, best first."""
        scores = self.scores
        return tuple(sorted(range(len(scores)), key=scores.__getitem__, reverse=True))


def outcome_of(blocks: Sequence[Block], hands: Sequence[tuple[Tile, ...]]) -> Outcome:
    return Outcome(tuple(map(FinalBlock, blocks, hands)))
