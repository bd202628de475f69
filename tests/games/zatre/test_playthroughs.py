"""Playthroughs of Zatre: the public view and the number of legal turns at every step.

A change of the rules or of the view shows up as a difference in these files. Only `pytest
--update-playthroughs` overwrites them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from tests.games.any_rules import check_playthrough, names_of, shown, steps
from tests.games.zatre.tables import random_game
from triqueta.games.zatre.rules import (
    Block,
    Drawing,
    Game,
    Outcome,
    TableView,
    TurnPlayed,
    table_view,
)
from triqueta.games.zatre.rules.board import COLUMNS, LIGHT, ROWS, START, digits_of, field_at

TOLD_APART = {"players", "tiles", "is_dead"}  # shown separately, or as a legal move
HISTORY = ("turns", "last")  # fields that repeat earlier steps
TABLE = ("drawings", "starter", "turns", "to_act", "fresh", "bag", "last", "outcome")


@pytest.mark.parametrize("players", [2, 3, 5])
def test_playthrough(players: int, request: pytest.FixtureRequest) -> None:
    lines = playthrough(random_game(players, seed=players))
    check_playthrough(f"zatre-{players}", lines, request)


def playthrough(finished: Game) -> Iterator[str]:
    yield f"opening {' '.join(finished.setup.opening)}"
    yield f"bag {finished.setup.bag}"
    yield from steps(finished, position)
    yield from board(finished.tiles)


def position(game: Game) -> Iterator[str]:
    view = table_view(game)
    yield f"table  {shown(view, value, TABLE)}"
    for seat, player in enumerate(view.players):
        yield f"seat {seat} {shown(player, value)}"
    legal = game.legal_moves
    yield f"legal  {len(legal)}: {', '.join(legal[:3])} ... {', '.join(legal[-3:])}"


def board(tiles: Mapping[str, int]) -> Iterator[str]:
    """Yield the rows of a board: tiles as digits, light fields as +, the start field as *."""
    for row in range(len(ROWS)):
        names = [field_at(column, row) for column in range(len(COLUMNS))]
        yield "".join(" " if name is None else str(tiles.get(name, mark(name))) for name in names)


def mark(field: str) -> str:
    return "*" if field == START else "+" if field in LIGHT else "."


def value(part: object) -> str:
    if isinstance(part, tuple):
        return ",".join(map(value, part))
    return FORMATTERS.get(type(part), str)(part)


def block_told(block: Block) -> str:
    rows = [
        f"{'x' * row.cross}{row.ten}/{row.eleven}/{row.twelve}+{row.bonus}={row.total}"
        for row in block.rows
    ]
    return f"[{' '.join(rows)}]={block.total}"


def drawing_told(drawing: Drawing) -> str:
    return f"{digits_of(drawing.seats)}:{digits_of(drawing.tiles)}"


def turn_told(turn: TurnPlayed) -> str:
    lines = [f"{line}={line.sum}" for line in turn.scored.lines]
    crosses = [f"x{field}" for field in turn.scored.crosses]
    scored = ",".join([*lines, *crosses])
    return f"{turn.seat}:{digits_of(turn.hand)}:{','.join(turn.placed)}:{scored}"


def outcome_told(outcome: Outcome) -> str:
    return f"{outcome.scores} {outcome.winners} {outcome.ranking}"


FORMATTERS: dict[type, Callable[[Any], str]] = {
    type(None): lambda _: "-",
    Block: block_told,
    Drawing: drawing_told,
    TurnPlayed: turn_told,
    Outcome: outcome_told,
}


def test_every_field_of_a_view_is_shown() -> None:
    told = {"history" if name in HISTORY else name for name in TABLE}
    assert {*names_of(TableView)} == told | TOLD_APART
