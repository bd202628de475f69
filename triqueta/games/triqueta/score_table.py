"""The score sheet of a game as a table of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from triqueta.games.triqueta.rules import DecidedBy, Outcome

_LABEL = 12
_COLUMN = 13


def score_table(outcome: Outcome, names: Sequence[str]) -> Iterator[str]:
    """A column per player: the number of tiles of each animal, and what they score."""
    yield _line("", [_cut(name) for name in names])
    yield _line("", ["tiles points"] * len(names))
    for lines in zip(*(sheet.animals for sheet in outcome.sheets), strict=True):
        animal = lines[0].animal
        cells = [f"{line.tiles:5} {line.points:6}" for line in lines]
        yield _line(f"{animal.name.lower():6} ({animal.triqueta})", cells)
    yield _line("Rock", [str(sheet.rock) for sheet in outcome.sheets])
    yield _line("Trees", [str(sheet.trees) for sheet in outcome.sheets])
    totals = [f"{sheet.tiles:5} {sheet.total:6}" for sheet in outcome.sheets]
    yield _line("total", totals)


def verdict(outcome: Outcome, names: Sequence[str]) -> str:
    """Who has won, and how a tie was broken (R14)."""
    winners = [names[seat] for seat in outcome.winners]
    most = max(outcome.scores)
    tiles = outcome.tiles[outcome.winners[0]]
    if outcome.decided_by is DecidedBy.POINTS:
        return f"{winners[0]} wins with {most} points."
    if outcome.decided_by is DecidedBy.TILES:
        return f"{winners[0]} wins: {most} points is a tie, and {tiles} animal tiles decide it."
    everyone = " and ".join(winners)
    return f"{everyone} win together: {most} points and {tiles} animal tiles each."


def _line(label: str, cells: Sequence[str]) -> str:
    return (label.ljust(_LABEL) + "".join(cell.rjust(_COLUMN) for cell in cells)).rstrip()


def _cut(name: str) -> str:
    return name if len(name) < _COLUMN else name[: _COLUMN - 4] + "..."
