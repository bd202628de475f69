"""Set-ups and games of Zatre for tests: made to measure, random, or drawn by hypothesis."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hypothesis import strategies as st

from triqueta.games.zatre.rules import Game, Setup, deal
from triqueta.games.zatre.rules.board import ALL_TILES
from triqueta.games.zatre.rules.turn import placed_by

NAMES = ("Ana", "Ben", "Chloé", "Dan", "Eva")


def setup(opening: Sequence[str] = ("65",), bag: str = "") -> Setup:
    """Return a set-up with this opening, whose bag begins with these tiles.

    The rest is filled up.
    """
    left = list(ALL_TILES)
    for tile in max(opening[-1]) + bag:
        left.remove(tile)
    Random(1).shuffle(left)
    return Setup(NAMES[: len(opening[0])], tuple(opening), bag + "".join(left))


def table(moves: str = "", *, opening: Sequence[str] = ("65",), bag: str = "") -> Game:
    """Return a game after these turns, which are separated by commas."""
    return Game(setup(opening, bag), moves.split(", ") if moves else ())


DEAD = ("G7=6 H7=6 H8=6", "G8=6")
"""Turns for a bag that begins with 6661: they make a square of four 6s, where nothing fits."""


def dead_game() -> Game:
    """Return a game with a dead board. The starter is to act, and the other player holds a 1."""
    return table(", ".join(DEAD), bag="6661")


def lying(move: str) -> dict[str, int]:
    """Return the tiles of a board that is written like a turn, in any order."""
    return {field: tile for part in move.split() for field, tile in placed_by(part).items()}


def random_game(players: int, seed: int, *, length: int | None = None) -> Game:
    """Return a game of random players, complete or with its first `length` turns.

    One turn in four is chosen from all legal ones, because random players never use an exception
    of Z8.
    """
    rng = Random(seed)
    game = Game(Setup(NAMES[:players], *deal(rng.randbytes(32), players, "")))
    while game.to_act is not None and (length is None or len(game.moves) < length):
        any_turn = rng.random() < 0.25
        game.play(rng.choice(game.legal_moves) if any_turn else game.random_move(rng))
    return game


@st.composite
def games(draw: st.DrawFn, *, finished: bool = False) -> Game:
    return random_game(
        draw(st.integers(2, 5)),
        draw(st.integers(0, 2**32)),
        length=None if finished else draw(st.integers(0, 70)),
    )
