"""The phases of a game, the moves, and tables of the moves that may follow.

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
    """Return the moves of a type among these, by the petal, row or pile they name."""
    return {_NUMBERS[move]: move for move in moves if move in of_type}


def is_draw(move: str) -> bool:
    return move in DRAW


def is_take(move: str) -> bool:
    return move in TAKE


# Tables that the rules look up with every move, built once when they are imported.


def _some_of(moves: Moves) -> Iterator[Moves]:
    """Return what may be left of some moves: all, or fewer, in their order."""
    return chain.from_iterable(combinations(moves, size + 1) for size in range(len(moves)))


def _without(moves: Moves, move: str) -> Moves:
    return tuple(other for other in moves if other != move)


# The draws or piles that are left, without the one of an index.
WITHOUT: dict[Moves, tuple[Moves, ...]] = {
    left: tuple(_without(left, move) for move in moves)
    for moves in (DRAW, OPEN)
    for left in _some_of(moves)
}


def _choices(takes: Moves, *more: str) -> tuple[Moves, ...]:
    """Return the moves for a drawn light tile, by how many its drawer has kept before."""
    place_moves = tuple(PLACE[TAKE.index(take)] for take in takes)
    return (*[(*place_moves, KEEP, *more)] * KEEPS_PER_GAME, (*place_moves, *more))  # R6


class FreeRows:
    """The rows that may still be taken and filled, and the moves they allow.

    `takes` has a take of each. `choices` are the moves for a drawn light tile, by how many its
    drawer has kept. `without` has the rows that are left once a row is taken, by its index.
    """

    __slots__ = ("choices", "takes", "without")

    without: tuple[FreeRows, ...]

    def __init__(self, takes: Moves, choices: tuple[Moves, ...]) -> None:
        self.takes = takes
        self.choices = choices


def _all_free_rows(*more: str) -> tuple[FreeRows, ...]:
    """Return the rows of a round's start by the number of players, linked to all that follow."""
    found = {takes: FreeRows(takes, _choices(takes, *more)) for takes in ((), *_some_of(TAKE))}
    for rows in found.values():
        rows.without = tuple(found[_without(rows.takes, take)] for take in TAKE)
    return tuple(found[TAKE[:players]] for players in range(MAX_PLAYERS + 1))


# By how many tiles are drawn at a time, and by how many play.
FREE_ROWS = {1: _all_free_rows(), 2: _all_free_rows(BOX)}  # D3


class TurnOrder:
    """The seats still to act, and how their order goes on.

    `order` has these seats, and `seat` is the first of them. After its turn, `next` is the order
    if it stays in the round, `without` if it leaves.
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
        found = _ORDERS[order] = TurnOrder(order)  # known before those that lead back to it
        found.next = _in_turn((*order[1:], order[0]))
        found.without = _in_turn(order[1:])
    return _ORDERS[order]


# By how many play, and by who has the Rock: the order in which a round begins.
FIRST_ORDERS = tuple(
    tuple(_in_turn((*range(rock, players), *range(rock))) for rock in range(players))
    for players in range(MAX_PLAYERS + 1)
)


@cache  # for each player none, one or two tiles: not more than 243 of them
def reveal_order(owners: tuple[int, ...]) -> TurnOrder:
    """Return the order of a reveal, in which the owner of each kept tile decides about it."""
    found = TurnOrder(owners)
    found.next = found.without = reveal_order(owners[1:]) if owners else found
    return found
