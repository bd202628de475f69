"""Playthroughs of Ettana: the public view, each hand and the legal moves at every step.

A change of the rules or of a view shows up as a difference in these files. Only `pytest
--update-playthroughs` overwrites them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from tests.games.any_rules import check_playthrough, names_of, shown, steps
from tests.games.ettana.tables import random_game
from triqueta.games.ettana.rules import Game, Outcome, Turn, seat_view, table_view
from triqueta.games.ettana.rules.board import in_rows

TOLD_APART = ("players", "deck", "threads", "numbers", "history")
SHORT = {2: 10, 3: 4}  # seeds of short games


@pytest.mark.parametrize(("players", "seed"), SHORT.items())
def test_playthrough(players: int, seed: int, request: pytest.FixtureRequest) -> None:
    lines = playthrough(random_game(players, seed))
    check_playthrough(f"ettana-{players}", lines, request)


def playthrough(finished: Game) -> Iterator[str]:
    layout = finished.setup.layout
    yield f"patterns {' '.join(map(str, layout.patterns))}"
    yield f"actions {' '.join(layout.actions)}"
    yield from steps(finished, position)


def position(game: Game) -> Iterator[str]:
    table = table_view(game)
    numbers = "".join(map(str, table.numbers.values()))
    yield f"board  {' '.join(in_rows(table.threads))} {numbers}"
    yield f"table  {shown(table, value, names_of(table, TOLD_APART))}"
    yield f"last   {' '.join(map(str, table.history[-1:]))}"
    for seat, player in enumerate(table.players):
        own = seat_view(game, seat)
        hand = shown(own, value, names_of(own, ("seat", "table", "history")))
        last = own.history[-1][1] if own.history else "-"
        yield f"seat {seat} {shown(player, value)} | {hand} last={last}"
    yield f"legal  {legal(game.legal_moves)}"


def legal(moves: tuple[str, ...]) -> str:
    """Return how many moves of each kind are legal."""
    kinds = Counter(move.partition(":")[0].rstrip("ABCD1234") for move in moves)
    return " ".join(f"{kind}*{number}" for kind, number in kinds.items()) or "-"


def value(part: object) -> str:
    if isinstance(part, tuple):
        return ",".join(map(value, part))
    return FORMATTERS.get(type(part), str)(part)


def pairs_told(pairs: Mapping[object, object]) -> str:
    return ",".join(f"{key}:{value(each)}" for key, each in pairs.items())


def turn_told(turn: Turn) -> str:
    said = [name for name in ("fixed", "acted", "moved", "free_swap") if getattr(turn, name)]
    return "+".join([f"{turn.colour}{turn.number}", *said])


def outcome_told(outcome: Outcome) -> str:
    return f"{outcome.annas} {outcome.winners} {outcome.ranking}"


FORMATTERS: dict[type, Callable[[Any], str]] = {
    type(None): lambda _: "-",
    dict: pairs_told,
    Turn: turn_told,
    Outcome: outcome_told,
}


def test_every_field_of_a_turn_is_written() -> None:
    assert {*names_of(Turn)} == {"colour", "number", "fixed", "acted", "moved", "free_swap"}
