"""Score blocks (Z12 to Z14), and the outcome of a game (Z15, Z16)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from triqueta.games.zatre.rules.board import WORTH, Field, Tile, TileLine

_BONUSES = (3, 4, 5, 6)
_ROWS_OF_A_BONUS = 4


class Column(StrEnum):
    """A column of the block. Each is filled from the top, independently of the others (Z12)."""

    CROSS = "cross"
    TEN = "10"
    ELEVEN = "11"
    TWELVE = "12"


SUM_COLUMNS = {10: Column.TEN, 11: Column.ELEVEN, 12: Column.TWELVE}


@dataclass(frozen=True, slots=True)
class Scored:
    """The score of a turn: its lines of 10 to 12 (Z11), and the fields with a cross (Z13)."""

    lines: tuple[TileLine, ...] = ()
    crosses: tuple[Field, ...] = ()

    @property
    def points(self) -> int:
        """The points for the sums, without the bonuses and crosses, which depend on the block."""
        return sum(WORTH[line.sum] for line in self.lines)


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the block that a turn fills. Rows count from 1. A cross has no points."""

    column: Column
    row: int
    points: int


@dataclass(frozen=True, slots=True)
class BlockRow:
    """A row of the block: the points of each cell, 0 if it is empty."""

    cross: bool
    ten: int
    eleven: int
    twelve: int
    bonus: int

    @property
    def once(self) -> int:
        """The points of the row without the doubling by a cross."""
        return self.ten + self.eleven + self.twelve + self.bonus

    @property
    def total(self) -> int:
        """The points of the row. With a cross they count double, bonus included (Z14)."""
        return self.once * (2 if self.cross else 1)


@dataclass(frozen=True, slots=True)
class Block:
    """A player's score block: the number of crosses, and the cells of each sum from the top."""

    crosses: int = 0
    tens: tuple[int, ...] = ()
    elevens: tuple[int, ...] = ()
    twelves: tuple[int, ...] = ()

    def cells_of(self, scored: Scored) -> tuple[Cell, ...]:
        """Return the cells that a turn fills.

        Lines with the same sum share a cell (Z12); each cross has its own (Z13).
        """
        return (*self._crosses_of(scored), *self._sums_of(scored))

    def _crosses_of(self, scored: Scored) -> Iterator[Cell]:
        for number, _ in enumerate(scored.crosses, start=1):
            yield Cell(Column.CROSS, self.crosses + number, 0)

    def _sums_of(self, scored: Scored) -> Iterator[Cell]:
        lines = Counter(line.sum for line in scored.lines)
        for total, cells in zip(WORTH, self._sums, strict=True):
            if lines[total]:
                yield Cell(SUM_COLUMNS[total], len(cells) + 1, lines[total] * WORTH[total])

    def plus(self, scored: Scored) -> Block:
        """Return the block after a turn."""
        found = {cell.column: (cell.points,) for cell in self._sums_of(scored)}
        return Block(
            self.crosses + len(scored.crosses),
            self.tens + found.get(Column.TEN, ()),
            self.elevens + found.get(Column.ELEVEN, ()),
            self.twelves + found.get(Column.TWELVE, ()),
        )

    @property
    def _sums(self) -> tuple[tuple[int, ...], ...]:
        return self.tens, self.elevens, self.twelves

    @property
    def rows(self) -> tuple[BlockRow, ...]:
        """The rows that are not empty."""
        return tuple(map(self._row, range(max(self.crosses, *map(len, self._sums)))))

    def _row(self, index: int) -> BlockRow:
        ten, eleven, twelve = (cells[index] if index < len(cells) else 0 for cells in self._sums)
        bonus = bonus_of(index + 1) if ten and eleven and twelve else 0
        return BlockRow(index < self.crosses, ten, eleven, twelve, bonus)

    @property
    def bonuses(self) -> int:
        """The number of rows with all three sums."""
        return min(map(len, self._sums))

    @property
    def doubled(self) -> int:
        """The points that crosses add."""
        return sum(row.total - row.once for row in self.rows)

    @property
    def total(self) -> int:
        return sum(row.total for row in self.rows)


def bonus_of(row: int) -> int:
    """Return the bonus for all three sums in a row; rows count from 1 (Z14)."""
    return _BONUSES[min((row - 1) // _ROWS_OF_A_BONUS, len(_BONUSES) - 1)]


@dataclass(frozen=True, slots=True)
class FinalBlock:
    """A player's block at the end, and the tiles still held, which cost their value (Z15)."""

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
    """The final blocks by seat. Most points win, and tied players win together (Z16)."""

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
