"""Set-ups and games of Ettana for tests: made to measure, random, or drawn by hypothesis."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from tests.games.any_rules import counted_positions, position
from triqueta.games.ettana.rules import (
    Game,
    Layout,
    Pattern,
    PatternDeck,
    Setup,
    deal,
    next_chance,
)
from triqueta.games.ettana.rules.patterns import PATTERNS
from triqueta.games.ettana.rules.setup import ALL_ACTIONS
from triqueta.records.errors import RulesError
from triqueta.records.shuffle import Stream

NAMES = ("Ana", "Ben", "Chloé", "Dan")
POSITIONS = counted_positions(__file__)
OPENING = "*6 @B2 *1 @A1 "
"""Ana starts with her needle on a 6 between Y B B V. Ben's needle is on a 1 between G R R Y."""

THREADS = ("GRYBV", "RYBVG", "YBVGR", "BVGRY", "VGRYB")
NUMBERS = ("1234", "5612", "3456", "1234")
RESERVE = "56"


def deck_in(line: dict[str, Any]) -> PatternDeck:
    """Return the pattern deck in a line of `perft.jsonl`."""
    cards = (Pattern(card["annas"], tuple(card["rows"])) for card in line["deck"])
    return PatternDeck(tuple(cards), line["record"]["deck"])


DECK = deck_in(POSITIONS[0])


def setup(
    players: int = 2,
    *,
    threads: Sequence[str] = THREADS,
    patterns: Sequence[int] = (),
    actions: str = "",
) -> Setup:
    """Return a set-up whose decks begin with these cards. The others follow, with `anna` last."""
    first = actions.split()
    kinds = sorted(map(str, ALL_ACTIONS), key="anna".__eq__)
    for kind in first:
        kinds.remove(kind)
    layout = Layout(
        threads=tuple(threads),
        numbers=NUMBERS,
        reserve=RESERVE,
        patterns=(*patterns, *(card for card in PATTERNS if card not in patterns)),
        actions=(*first, *kinds),
    )
    return Setup(NAMES[:players], layout, DECK)


def table(moves: str = OPENING, **dealt: Any) -> Game:
    """Return a game after these moves, which are separated by spaces."""
    return Game(setup(**dealt), moves.split())


def play(game: Game, moves: str) -> Game:
    for move in moves.split():
        game.play(move)
    return game


def refused(game: Game, move: str) -> str:
    """Check that a game refuses a move without changing, and return the message."""
    before = position(game.copy())
    with pytest.raises(RulesError) as caught:
        game.play(move)
    assert position(game) == before
    assert move not in game.legal_moves
    return str(caught.value)


def give(game: Game, seat: int, **things: object) -> Game:
    """Give a player tokens, cards or other things regardless of the moves."""
    game.position.change(seat, **things)
    game._legal_moves = None
    return game


def moves_of(game: Game, verb: str) -> list[str]:
    """Return the legal moves that begin with `verb`."""
    return [move for move in game.legal_moves if move.startswith(verb)]


def random_game(players: int, seed: int, *, length: int | None = None) -> Game:
    """Return a game of random players, complete or with its first `length` moves."""
    rng = Random(seed)
    layout, stream = deal(rng.randbytes(32), players, "")
    game = Game(Setup(NAMES[:players], layout, DECK))
    play_on(game, stream, rng, length)
    return game


def play_on(game: Game, stream: Stream, rng: Random, length: int | None = None) -> None:
    while game.to_act is not None and (length is None or len(game.moves) < length):
        game.play(game.random_move(rng) or next_chance(game.position, stream) or "")


@st.composite
def games(draw: st.DrawFn, *, finished: bool = False, longest: int = 300) -> Game:
    return random_game(
        draw(st.integers(2, 4)),
        draw(st.integers(0, 2**32)),
        length=None if finished else draw(st.integers(0, longest)),
    )
