"""The score blocks of a game as tables of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from triqueta.games.zatre.rules import BlockRow, FinalBlock, Outcome

_TITLES = ("row", "cross", "10", "11", "12", "bonus", "total")
_WIDTH = 7
_BETWEEN = 5 * (_WIDTH + 1) - 1  # the columns from cross to bonus


def block_tables(outcome: Outcome, names: Sequence[str]) -> Iterator[str]:
    """A table for each player: the rows of the block, what is still held, and the sum."""
    for name, sheet in zip(names, outcome.sheets, strict=True):
        yield name
        yield from _table(sheet)
        yield ""


def _table(sheet: FinalBlock) -> Iterator[str]:
    yield _line(_TITLES)
    for number, row in enumerate(sheet.block.rows, start=1):
        yield _line((str(number), *_cells(row)))
    if sheet.held:
        tiles = " ".join(map(str, sheet.held)).rjust(_BETWEEN)  # there may be many
        yield _line(("held", tiles, str(-sheet.minus)))
    yield _line(("sum", "", "", "", "", "", str(sheet.total)))


def _cells(row: BlockRow) -> Iterator[str]:
    yield "x" if row.cross else ""
    for points in (row.ten, row.eleven, row.twelve, row.bonus):
        yield str(points or "")
    yield str(row.total)


def _line(cells: Sequence[str]) -> str:
    return " ".join(cell.rjust(_WIDTH) for cell in cells)


def verdict(outcome: Outcome, names: Sequence[str]) -> str:
    """Who has won (Z16)."""
    winners, most = [names[seat] for seat in outcome.winners], max(outcome.scores)
    if len(winners) == 1:
        return f"{winners[0]} wins with {most} points."
    return f"{', '.join(winners[:-1])} and {winners[-1]} win together with {most} points each."
