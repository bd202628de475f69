"""What a block is likely to come to, by what stands in it and what turns usually bring.

So a row that lacks one sum is worth part of its bonus, and a cross is worth most beside a row that
has much in it or will have. Each column is taken to grow by itself.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import count

from triqueta.games.zatre.robots.usual import SUMS, crossed, filled
from triqueta.games.zatre.rules.block import Block, bonus_of

_LATELY = 4096  # blocks: those of a game, as they are or might be


@lru_cache(maxsize=_LATELY)
def final_points(block: Block, turns: int) -> float:
    """The points that a block is likely to have after so many more turns."""
    total = 0.0
    for row in count():
        points = _row(block, row, turns)
        if not points:
            return total
        total += points * (1 + crossed(row + 1 - block.crosses, turns))
    raise AssertionError("a block ends")


def _row(block: Block, row: int, turns: int) -> float:
    """Of a row counted from 0, without what a cross adds."""
    points, complete = 0.0, 1.0
    columns = (block.tens, block.elevens, block.twelves)
    for cells, (total, growth) in zip(columns, SUMS.items(), strict=True):
        if row < len(cells):
            points += cells[row]
        else:
            likely = filled(total, row + 1 - len(cells), turns)
            points += growth.points * likely
            complete *= likely
    return points + bonus_of(row + 1) * complete
