"""Checks shared by the rule tests of all games: perft, views, undo, copies and playthroughs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from triqueta.records.game import AnyGame, perft

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

G = TypeVar("G", bound=AnyGame)
PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"


# Perft counts.


def counted_positions(test: str) -> list[dict[str, Any]]:
    """Return the positions and their counts from the `perft.jsonl` beside a test file."""
    text = Path(test).with_name("perft.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def check_counts(game: AnyGame, counts: list[int]) -> None:
    assert [perft(game, depth) for depth in range(1, len(counts) + 1)] == counts
    assert perft(game, 0) == 1


# Views.


def views(game: G, moves: Sequence[str], view: Callable[[G], object]) -> Iterator[object]:
    """Yield the view of a new game, and the view after each of these moves."""
    yield view(game)
    for move in moves:
        game.play(move)
        yield view(game)


# Undo and copies.


def position(game: AnyGame) -> dict[str, object]:
    """Return all state of a game except the cache of legal moves."""
    slots = [slot for kind in type(game).__mro__ for slot in getattr(kind, "__slots__", ())]
    return {slot: getattr(game, slot) for slot in slots if slot != "_legal_moves"}


def check_taking_back(game: AnyGame, move: str) -> None:
    before = position(game.copy())
    game.play(move)
    assert position(game) != before
    assert game.take_back() == move
    assert position(game) == before


def check_taking_back_everything(game: AnyGame) -> None:
    moves = list(game.moves)
    assert [game.take_back() for _ in moves][::-1] == moves
    assert position(game) == position(type(game)(game.setup))


def check_copy(game: G, play_on: Callable[[G], None]) -> None:
    """Check that a copy of a game equals it and shares no mutable state with it."""
    copy, before = game.copy(), position(game.copy())
    assert copy == game
    assert position(copy) == before
    play_on(copy)
    assert position(game) == before


# Playthroughs.


def check_playthrough(name: str, lines: Iterator[str], request: pytest.FixtureRequest) -> None:
    """Compare lines with the playthrough file, which `pytest --update-playthroughs` overwrites."""
    path, text = PLAYTHROUGHS / f"{name}.txt", "\n".join(lines) + "\n"
    if request.config.getoption("--update-playthroughs"):
        path.write_text(text, "utf-8")
    assert path.read_text("utf-8").splitlines() == text.splitlines()


def steps(finished: G, told: Callable[[G], Iterator[str]]) -> Iterator[str]:
    """Yield the lines that `told` returns for each position of a game, and the move made there."""
    game = type(finished)(finished.setup)
    for number, move in enumerate(finished.moves, start=1):
        yield ""
        yield f"step {number}"
        yield from told(game)
        yield f"move   {move}"
        game.play(move)
    yield ""
    yield "end"
    yield from told(game)


def names_of(
    view: DataclassInstance | type[DataclassInstance], leave_out: tuple[str, ...] = ()
) -> list[str]:
    """Return the names of a view's fields, so that a new field appears in the playthroughs."""
    return [field.name for field in fields(view) if field.name not in leave_out]


def shown(
    view: DataclassInstance, value: Callable[[object], str], names: Sequence[str] = ()
) -> str:
    """Return these fields of a view, or all of them, as one line of text."""
    return " ".join(f"{name}={value(getattr(view, name))}" for name in names or names_of(view))
