"""Whole games in text files: at every step the legal moves, and what each seat sees.

A change of the rules or of a view shows up as a difference in these files. They are written
anew only by `pytest --update-playthroughs`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.rules.tables import random_game
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

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

FOLDER = Path(__file__).parent.parent / "playthroughs"
GAMES = [
    (Edition.BASE, 2),
    (Edition.BASE, 3),
    (Edition.BASE, 5),
    (Edition.SHADOW, 2),
    (Edition.SHADOW, 4),
]


@pytest.mark.parametrize(("edition", "players"), GAMES)
def test_playthrough(edition: Edition, players: int, request: pytest.FixtureRequest) -> None:
    path = FOLDER / f"{edition}-{players}.txt"
    text = "\n".join(playthrough(random_game(edition, players, seed=players))) + "\n"
    if request.config.getoption("--update-playthroughs"):
        path.write_text(text, "utf-8")
    assert path.read_text("utf-8").splitlines() == text.splitlines()


def playthrough(finished: Game) -> Iterator[str]:
    setup = finished.setup
    for number, pile in enumerate(setup.piles, start=1):
        yield f"pile {number}: {' '.join(pile)}"
    game = Game(setup)
    for number, move in enumerate(finished.moves, start=1):
        yield ""
        yield f"step {number}"
        yield from position(game)
        yield f"move   {move}"
        game.play(move)
    yield ""
    yield "end"
    yield from position(game)
    yield f"moves  {' '.join(game.moves)}"


def position(game: Game) -> Iterator[str]:
    table = table_view(game)
    yield f"table  {shown(table, leave_out=('players', 'legal_moves'))}"
    for seat, player in enumerate(table.players):
        own = shown(seat_view(game, seat), leave_out=("seat", "table"))
        yield f"seat {seat} {shown(player)} | {own}"
    yield f"legal  {' '.join(table.legal_moves)}"


def shown(view: DataclassInstance, leave_out: tuple[str, ...] = ()) -> str:
    """Every field of a view, so that a new one shows up by itself."""
    names = [field.name for field in fields(view) if field.name not in leave_out]
    return " ".join(f"{name}={value(getattr(view, name))}" for name in names)


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
