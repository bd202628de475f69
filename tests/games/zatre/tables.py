"""Set-ups and games of Zatre to test with: made to measure, at random, or by hypothesis."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hypothesis import strategies as st

from triqueta.games.zatre.rules import Game, Setup, deal
from triqueta.games.zatre.rules.board import ALL_TILES
from triqueta.games.zatre.rules.turn import placed_by

NAMES = ("Ana", "Ben", "Chloé", "Dan", "Eva")


def setup(opening: Sequence[str] = ("65",), bag: str = "") -> Setup:
    """Of as many as draw first; the bag begins with these tiles, and the rest is filled up."""
    left = list(ALL_TILES)
    for tile in max(opening[-1]) + bag:
        left.remove(tile)
    Random(1).shuffle(left)
    return Setup(NAMES[: len(opening[0])], tuple(opening), bag + "".join(left))


def table(moves: str = "", *, opening: Sequence[str] = ("65",), bag: str = "") -> Game:
    """A game after these turns, written with commas between them."""
    return Game(setup(opening, bag), moves.split(", ") if moves else ())


DEAD = ("G7=6 H7=6 H8=6", "G8=6")
"""Turns of a bag that begins with 6661: four 6s in a square, beside which nothing fits."""


def dead_game() -> Game:
    """Who began is to act on a dead board, and the other player has kept a 1."""
    return table(", ".join(DEAD), bag="6661")


def lying(move: str) -> dict[str, int]:
    """Tiles on the board, written like a turn, in any order."""
    return {field: tile for part in move.split() for field, tile in placed_by(part).items()}


def random_game(players: int, seed: int, *, length: int | None = None) -> Game:
    """The game random players would play, or its first turns.

    Every fourth turn is any of the legal ones: random players never use an exception of Z8.
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
