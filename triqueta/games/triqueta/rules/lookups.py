"""Tables that the rules look up with every move, built once when they are imported."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations

from triqueta.games.triqueta.rules.moves import BOX, DRAW, KEEP, OPEN, PLACE, TAKE, Moves
from triqueta.games.triqueta.rules.setup import KEEPS_PER_GAME, MAX_PLAYERS


def _some_of(moves: Moves) -> Iterator[Moves]:
    """What may be left of some moves: all, or fewer, in their order."""
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
    """What a drawn light tile may become, by how many its drawer has kept before."""
    places = tuple(PLACE[TAKE.index(take)] for take in takes)
    return (*[(*places, KEEP, *more)] * KEEPS_PER_GAME, (*places, *more))  # R6


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
