"""What a game asks for again and again, made once: looking up is quicker than making anew."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from triqueta.games.triqueta.rules.moves import BOX, DRAW, KEEP, OPEN, PLACE, TAKE, Moves
from triqueta.games.triqueta.rules.setup import KEEPS_PER_GAME, MAX_PLAYERS


def _some_of(moves: Moves) -> Iterator[Moves]:
    """What may be left of some moves: all, or fewer, in their order."""
    return chain.from_iterable(combinations(moves, size + 1) for size in range(len(moves)))


# The draws, takes or piles that are left, without the one of an index.
WITHOUT: dict[Moves, tuple[Moves, ...]] = {
    left: tuple(tuple(other for other in left if other != move) for move in moves)
    for moves in (DRAW, TAKE, OPEN)
    for left in _some_of(moves)
}


def _choices(takes: Moves, *more: str) -> tuple[Moves, ...]:
    """What a drawn light tile may become, by how many its drawer has kept before."""
    places = tuple(PLACE[TAKE.index(take)] for take in takes)
    return (*[(*places, KEEP, *more)] * KEEPS_PER_GAME, (*places, *more))  # R6


# By how many tiles are drawn at a time, and by the rows that nobody has taken.
CHOICES: dict[int, dict[Moves, tuple[Moves, ...]]] = {
    1: {takes: _choices(takes) for takes in _some_of(TAKE)},
    2: {takes: _choices(takes, BOX) for takes in _some_of(TAKE)},  # D3
}

# By how many play: the rows to take, and the order of the seats by who has the Rock.
ROWS = tuple(TAKE[:players] for players in range(MAX_PLAYERS + 1))
ORDERS = tuple(
    tuple((*range(rock, players), *range(rock)) for rock in range(players))
    for players in range(MAX_PLAYERS + 1)
)
