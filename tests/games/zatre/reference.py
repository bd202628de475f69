"""A slow second implementation of Zatre's rules, to compare the real one with.

It shares no code with the rules: places are pairs of numbers, lines are found by reading whole
rows and columns, and a tile is tried on every place of the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TypeAlias

Spot: TypeAlias = tuple[int, int]
Cells: TypeAlias = dict[Spot, int]

DRAWING = """\
####ooD#Doo####
#DoooooooooooD#
#oDoooooooooDo#
#ooDoooooooDoo#
ooooDoooooDoooo
oooooDoooDooooo
DoooooDoDoooooD
#ooooooSoooooo#
DoooooDoDoooooD
oooooDoooDooooo
ooooDoooooDoooo
#ooDoooooooDoo#
#oDoooooooooDo#
#DoooooooooooD#
####ooD#Doo####"""
MARKS = {
    (x, y): mark
    for y, line in enumerate(DRAWING.split("\n"))
    for x, mark in enumerate(line)
    if mark != "#"
}
MIDDLE = next(spot for spot, mark in MARKS.items() if mark == "S")
POINTS = {10: 1, 11: 2, 12: 4}


def spot_of(field: str) -> Spot:
    return ord(field[0]) - ord("A"), int(field[1:]) - 1


def cells_of(tiles: dict[str, int]) -> Cells:
    return {spot_of(field): tile for field, tile in tiles.items()}


def runs(cells: Cells, spots: Iterable[Spot]) -> Iterator[tuple[Spot, ...]]:
    """Yield each run of two or more tiles in a row or column."""
    for taken, group in groupby(spots, key=cells.__contains__):
        run = tuple(group)
        if taken and len(run) > 1:
            yield run


def lines_at(cells: Cells, spot: Spot) -> list[tuple[Spot, ...]]:
    x, y = spot
    found = [
        *runs(cells, [(column, y) for column in range(15)]),
        *runs(cells, [(x, row) for row in range(15)]),
    ]
    return [run for run in found if spot in run]


def sums_at(cells: Cells, spot: Spot) -> list[int]:
    return [sum(cells[each] for each in line) for line in lines_at(cells, spot)]


def touching(spot: Spot) -> set[Spot]:
    x, y = spot
    return {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}


def hang_together(cells: Cells, before: Cells) -> set[Spot]:
    """Return the spots connected to the tiles that lay before, or to the start field."""
    reached, size = set(before) if before else {MIDDLE} & set(cells), -1
    while len(reached) != size:
        size = len(reached)
        reached |= set().union(*map(touching, reached)) & set(cells)
    return reached


def fits(before: Cells, others: Cells, tile: int, spot: Spot) -> bool:
    if spot in before or spot in others:
        return False
    cells = {**before, **others, spot: tile}
    sums = sums_at(cells, spot)
    if any(total > 12 for total in sums):
        return False
    first_start = not before and spot == MIDDLE
    if MARKS[spot] != "o" and not any(total in POINTS for total in sums) and not first_start:
        return False
    return spot in hang_together(cells, before)


def fits_somewhere(before: Cells, others: Cells, tile: int, but: Spot | None = None) -> bool:
    return any(fits(before, others, tile, spot) for spot in MARKS if spot != but)


def broken_clause(before: Cells, hand: Iterable[int], placed: Cells) -> str:
    """Return the first clause from Z6 on that a turn breaks; "" if the turn is legal."""
    cells = {**before, **placed}
    if placed and not set(placed) <= hang_together(cells, before):
        return "Z6"
    if any(total > 12 for spot in placed for total in sums_at(cells, spot)):
        return "Z7"
    for spot, tile in placed.items():
        others = {other: value for other, value in placed.items() if other != spot}
        start = not before and spot == MIDDLE
        useless = MARKS[spot] != "o" and not POINTS.keys() & set(sums_at(cells, spot))
        if useless and not start and fits_somewhere(before, others, tile, but=spot):
            return "Z8"
    left = list(hand)
    for tile in placed.values():
        left.remove(tile)
    return "Z9" if any(fits_somewhere(before, placed, tile) for tile in left) else ""


class SlowBlock:
    """A score block as on paper: it collects what each turn scores and adds it up at the end."""

    def __init__(self) -> None:
        self.written: dict[object, list[int]] = {"x": [], 10: [], 11: [], 12: []}

    def write(self, cells: Cells, placed: Iterable[Spot]) -> None:
        fresh = set(placed)
        lines = {line for spot in fresh for line in lines_at(cells, spot)}
        sums = [sum(cells[spot] for spot in line) for line in lines]
        for total, points in POINTS.items():
            if total in sums:
                self.written[total].append(points * sums.count(total))
        for spot in fresh:
            if MARKS[spot] in "DS" and set(sums_at(cells, spot)) & set(POINTS):
                self.written["x"].append(1)

    def total(self) -> int:
        points = 0
        for row in range(200):
            cells = [self.written[total][row : row + 1] for total in POINTS]
            worth = sum(map(sum, cells))
            if all(cells):
                worth += 3 if row < 4 else 4 if row < 8 else 5 if row < 12 else 6
            points += worth * 2 if row < len(self.written["x"]) else worth
        return points
