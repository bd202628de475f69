"""Set-ups and games of Triqueta for tests: made to measure, random, or drawn by hypothesis."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hypothesis import strategies as st

from triqueta.games.triqueta.rules import Edition, Game, Setup, deal
from triqueta.games.triqueta.rules.tiles import LIGHT_TILES, SHADOW_TILES

NAMES = ("Ana", "Ben", "Chloé", "Dan", "Eva")


def table(
    players: int = 3,
    edition: Edition = Edition.BASE,
    *,
    first: Sequence[str] = (),
    second: Sequence[str] = (),
    rock: int = 0,
) -> Game:
    """Return a new game whose first two piles begin with these petals. The rest is filled up."""
    wanted = "".join([*first, *second])
    light, shadow = _left(LIGHT_TILES, wanted), _left(SHADOW_TILES, wanted)
    piles = []
    for number, petals in enumerate([first, second, (), ()]):
        has_shadow = edition is Edition.SHADOW and number > 0
        missing = 5 - len(petals)
        filled = [
            "".join(light.pop() for _ in range(3)) + (shadow.pop() if has_shadow else "")
            for _ in range(missing)
        ]
        piles.append((*petals, *filled))
    return Game(Setup(edition, NAMES[:players], rock, tuple(piles)))


def _left(tiles: str, used: str) -> list[str]:
    left = list(tiles)
    for tile in used:
        if tile in left:
            left.remove(tile)
    return left


def play(game: Game, moves: str) -> Game:
    """Play moves that are separated by spaces."""
    for move in moves.split():
        game.play(move)
    return game


def take_all_rows(game: Game) -> Game:
    """Let each player who is still in the round take the first free row."""
    while game.takes:
        game.play(game.takes[0])
    return game


def end_rounds(game: Game, rounds: int = 4) -> Game:
    """Play to the end of the given round without drawing. Piles are opened in order."""
    take_all_rows(game)
    while game.round < rounds:
        game.play(game.unopened[0])
        take_all_rows(game)
    return game


def random_game(
    edition: Edition, players: int, seed: int, *, length: int | None = None, rock: int = 0
) -> Game:
    """Return a game of random players, complete or with its first `length` moves."""
    rng = Random(seed)
    piles = deal(rng.randbytes(32), edition, players, "")
    game = Game(Setup(edition, NAMES[:players], rock, piles))
    while game.legal_moves and (length is None or len(game.moves) < length):
        game.play(game.random_move(rng))
    return game


@st.composite
def games(draw: st.DrawFn, *, finished: bool = False) -> Game:
    players = draw(st.integers(2, 5))
    return random_game(
        draw(st.sampled_from(Edition)),
        players,
        draw(st.integers(0, 2**32)),
        length=None if finished else draw(st.integers(0, 160)),
        rock=draw(st.integers(0, players - 1)),
    )
