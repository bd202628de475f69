"""The phases and moves of a game, and lookup tables of the legal moves.

Moves are written as in a record: `"d3"` draws from petal 3.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from itertools import chain, combinations
from typing import TypeAlias

from triqueta.games.triqueta.rules.setup import KEEPS_PER_GAME, MAX_PLAYERS


class Phase(StrEnum):
    TURN = "turn"  # draw a tile or take a row (R3)
    SECOND_DRAW = "second draw"  # two players with the expansion (D1)
    CHOICE = "choice"  # where a drawn light tile goes (R4, D3)
    NEXT_PILE = "next pile"  # the Rock holder opens one (R11)
    REVEAL = "reveal"  # add or return a kept light tile (R12)
    OVER = "over"


Moves: TypeAlias = tuple[str, ...]

DRAW = ("d1", "d2", "d3", "d4", "d5")
PLACE = ("r1", "r2", "r3", "r4", "r5")
KEEP = "k"
BOX = "x"
TAKE = ("t1", "t2", "t3", "t4", "t5")
OPEN = ("p2", "p3", "p4")
ADD = "+"
RETURN = "-"

DECISIONS = (ADD, RETURN)
ALL_MOVES = (*DRAW, *PLACE, KEEP, BOX, *TAKE, *OPEN, *DECISIONS)

MOVE_TYPES = (DRAW, PLACE, (KEEP,), (BOX,), TAKE, OPEN, DECISIONS)
_MOVE_TYPES = {move: moves for moves in MOVE_TYPES for move in moves}
_NUMBERS = {move: int(move[1:]) for moves in (DRAW, PLACE, TAKE, OPEN) for move in moves}


def move_type(move: str) -> Moves:
    """Return all moves of the same type: `move_type("d3") is DRAW`."""
    return _MOVE_TYPES[move]


def number_of(move: str) -> int:
    """Return the petal, row or pile that a move names, counted from 1 as players do."""
    return _NUMBERS[move]


def by_number(moves: Moves, of_type: Moves) -> dict[int, str]:
    """Return the moves that are of one type, keyed by the petal, row or pile they name."""
    return {_NUMBERS[move]: move for move in moves if move in of_type}


def is_draw(move: str) -> bool:
    return move in DRAW


def is_take(move: str) -> bool:
    return move in TAKE


# Lookup tables for the legal moves, built once at import: the rules use them in every move.


def _some_of(moves: Moves) -> Iterator[Moves]:
    """Return all non-empty subsets of the moves, each in the same order."""
    return chain.from_iterable(combinations(moves, size + 1) for size in range(len(moves)))


def _without(moves: Moves, move: str) -> Moves:
    return tuple(other for other in moves if other != move)


# WITHOUT[left][index]: the draws or piles left after the one with this index is used up.
WITHOUT: dict[Moves, tuple[Moves, ...]] = {
    left: tuple(_without(left, move) for move in moves)
    for moves in (DRAW, OPEN)
    for left in _some_of(moves)
}


def _choices(takes: Moves, *more: str) -> tuple[Moves, ...]:
    """Return the moves for a drawn light tile, by the number of tiles its drawer has kept."""
    place_moves = tuple(PLACE[TAKE.index(take)] for take in takes)
    return (*[(*place_moves, KEEP, *more)] * KEEPS_PER_GAME, (*place_moves, *more))  # R6


class FreeRows:
    """The rows not taken yet in a round, and the moves they allow.

    `takes` has a take of each row. `choices` are the moves for a drawn light tile, by the number
    of tiles its drawer has kept. `without[row]` are the free rows after that row is taken.
    """

    __slots__ = ("choices", "takes", "without")

    without: tuple[FreeRows, ...]

    def __init__(self, takes: Moves, choices: tuple[Moves, ...]) -> None:
        self.takes = takes
        self.choices = choices


def _all_free_rows(*more: str) -> tuple[FreeRows, ...]:
    """Return the free rows at the start of a round by number of players, linked by `without`."""
    found = {takes: FreeRows(takes, _choices(takes, *more)) for takes in ((), *_some_of(TAKE))}
    for rows in found.values():
        rows.without = tuple(found[_without(rows.takes, take)] for take in TAKE)
    return tuple(found[TAKE[:players]] for players in range(MAX_PLAYERS + 1))


# By the number of tiles per draw, then by the number of players.
FREE_ROWS = {1: _all_free_rows(), 2: _all_free_rows(BOX)}  # D3


class TurnOrder:
    """The seats still to act, in order, linked to the orders that can follow.

    `seat` is the first seat of `order`. After its turn, `next` is the order if it stays in the
    round, and `without` is the order if it leaves.
    """

    __slots__ = ("next", "order", "seat", "without")

    next: TurnOrder
    without: TurnOrder

    def __init__(self, order: tuple[int, ...]) -> None:
        self.order = order
        self.seat = order[0] if order else -1


_ORDERS: dict[tuple[int, ...], TurnOrder] = {(): TurnOrder(())}


def _in_turn(order: tuple[int, ...]) -> TurnOrder:
    if order not in _ORDERS:
        found = _ORDERS[order] = TurnOrder(order)  # stored first: later orders link back to it
        found.next = _in_turn((*order[1:], order[0]))
        found.without = _in_turn(order[1:])
    return _ORDERS[order]


# The order at the start of a round, by the number of players and the seat that has the Rock.
FIRST_ORDERS = tuple(
    tuple(_in_turn((*range(rock, players), *range(rock))) for rock in range(players))
    for players in range(MAX_PLAYERS + 1)
)


@cache  # at most 243 entries: each of five players has kept 0, 1 or 2 tiles
def reveal_order(owners: tuple[int, ...]) -> TurnOrder:
    """Return the order of the decisions in a reveal; `owners` has a seat for each kept tile."""
    found = TurnOrder(owners)
    found.next = found.without = reveal_order(owners[1:]) if owners else found
    return found
