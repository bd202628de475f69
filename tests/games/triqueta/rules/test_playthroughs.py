"""Playthroughs of Triqueta: the legal moves and each seat's view at every step.

A change of the rules or of a view shows up as a difference in these files. Only `pytest
--update-playthroughs` overwrites them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

import pytest

from tests.games.any_rules import check_playthrough, names_of, shown, steps
from tests.games.triqueta.rules.tables import random_game
from triqueta.games.triqueta.rules import (
    Edition,
    Game,
    Outcome,
    PetalView,
    SeatView,
    TableView,
    seat_view,
    table_view,
)

GAMES = [
    (Edition.BASE, 2),
    (Edition.BASE, 3),
    (Edition.BASE, 5),
    (Edition.SHADOW, 2),
    (Edition.SHADOW, 4),
]


@pytest.mark.parametrize(("edition", "players"), GAMES)
def test_playthrough(edition: Edition, players: int, request: pytest.FixtureRequest) -> None:
    lines = playthrough(random_game(edition, players, seed=players))
    check_playthrough(f"{edition}-{players}", lines, request)


def playthrough(finished: Game) -> Iterator[str]:
    for number, pile in enumerate(finished.setup.piles, start=1):
        yield f"pile {number}: {' '.join(pile)}"
    yield from steps(finished, position)
    yield f"moves  {' '.join(finished.moves)}"


def position(game: Game) -> Iterator[str]:
    table = table_view(game)
    yield f"table  {shown(table, value, names_of(table, ('players', 'legal_moves')))}"
    for seat, player in enumerate(table.players):
        view = seat_view(game, seat)
        own = shown(view, value, names_of(view, ("seat", "table")))
        yield f"seat {seat} {shown(player, value)} | {own}"
    yield f"legal  {' '.join(table.legal_moves)}"


def value(part: object) -> str:
    match part:
        case None:
            return "-"
        case bool():
            return "yes" if part else "no"
        case tuple():
            return ",".join(map(value, part))
        case PetalView(tiles, top):
            return f"{tiles}{value(top)}"
        case Outcome():
            sheets = [
                f"{[line.points for line in s.animals]}+{s.rock}+{s.trees}" for s in part.sheets
            ]
            return f"{part.scores} {part.tiles} {part.winners} {part.decided_by} {sheets}"
        case _:
            return str(part)


def test_every_field_of_a_view_is_shown() -> None:
    lines = list(position(random_game(Edition.SHADOW, 2, seed=1, length=20)))
    for view in (TableView, SeatView):
        for field in fields(view):
            if field.name not in ("players", "legal_moves", "seat", "table"):
                assert any(f"{field.name}=" in line for line in lines)
