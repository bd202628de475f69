"""What the tests of every game's rules ask for: exact counts, taking back, copies, whole games."""

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


# Counts.


def counted_positions(test: str) -> list[dict[str, Any]]:
    """The positions with their counts in the file beside a test."""
    text = Path(test).with_name("perft.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def check_counts(game: AnyGame, counts: list[int]) -> None:
    assert [perft(game, depth) for depth in range(1, len(counts) + 1)] == counts
    assert perft(game, 0) == 1


# Views.


def views(game: G, moves: Sequence[str], view: Callable[[G], object]) -> Iterator[object]:
    """What is seen of a game that begins, and after each of these moves."""
    yield view(game)
    for move in moves:
        game.play(move)
        yield view(game)


# Taking back, and copies.


def position(game: AnyGame) -> dict[str, object]:
    """All there is, but for what is only kept because somebody has asked for it."""
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
    """It is the same, and shares nothing that changes."""
    copy, before = game.copy(), position(game.copy())
    assert copy == game
    assert position(copy) == before
    play_on(copy)
    assert position(game) == before


# Whole games in text files.


def check_playthrough(name: str, lines: Iterator[str], request: pytest.FixtureRequest) -> None:
    """Against the file, which is written anew only by `pytest --update-playthroughs`."""
    path, text = PLAYTHROUGHS / f"{name}.txt", "\n".join(lines) + "\n"
    if request.config.getoption("--update-playthroughs"):
        path.write_text(text, "utf-8")
    assert path.read_text("utf-8").splitlines() == text.splitlines()


def steps(finished: G, told: Callable[[G], Iterator[str]]) -> Iterator[str]:
    """What is told of each position of a game, and the move that was made there."""
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
    """Every field of a view, so that a new one shows up by itself."""
    return [field.name for field in fields(view) if field.name not in leave_out]


def shown(
    view: DataclassInstance, value: Callable[[object], str], names: Sequence[str] = ()
) -> str:
    """These fields of a view, or all of them."""
    return " ".join(f"{name}={value(getattr(view, name))}" for name in names or names_of(view))
