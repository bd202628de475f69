"""Route the tracks of a board: each net is a tree of shortest paths, on two sides.

Boards with so few parts need no clever method: the router tries many orders of the nets.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import dist

from hardware.boards.board import GROUND, POWER, Board
from hardware.boards.grid import Cell, Grid, shortest
from hardware.boards.outline import Point

SIDES = ("F.Cu", "B.Cu")
THIN, WIDE = 0.3, 0.5
VIA, VIA_HOLE = 0.8, 0.4
VIA_COST = 5.0
ATTEMPTS = 100


@dataclass(frozen=True)
class Track:
    net: str
    side: int
    start: Point
    end: Point
    wide: float


@dataclass(frozen=True)
class Via:
    net: str
    at: Point


Copper = list[Track | Via]


class NoWayError(Exception):
    """Raised when a net can't be connected."""

    def __init__(self, net: str) -> None:
        super().__init__(f"net {net} can't be routed")
        self.net = net


def width(net: str) -> float:
    return WIDE if net in (GROUND, POWER) else THIN


def routed(board: Board) -> Copper:
    """Return the best of many attempts to route all nets.

    The net that failed, or took the longest detour, comes first in the next attempt.
    """
    order = sorted(board.nets, key=lambda net: (net != GROUND, _length(board, net)))
    best: Copper = []
    for _ in range(ATTEMPTS):
        try:
            copper = _attempt(board, order)
            unlucky = max(order, key=lambda net: _cost(copper, net) - _length(board, net))
            best = min(best or copper, copper, key=_cost)
        except NoWayError as error:
            unlucky = error.net
        order = [unlucky, *(net for net in order if net != unlucky)]
    if not best:
        raise NoWayError(unlucky)
    return best


def _cost(copper: Copper, net: str | None = None) -> float:
    """Return the cost of all copper, or of a net, in millimetres.

    The cost of the ground net alone is 0: it connects parts everywhere, so it takes no detour.
    """
    pieces = [piece for piece in copper if net is None or piece.net == net != GROUND]
    return sum(VIA_COST if isinstance(p, Via) else dist(p.start, p.end) for p in pieces)


def _places(board: Board, net: str) -> list[Point]:
    return [at for part in board.parts for _, at, name in part.pads if name == net]


def _length(board: Board, net: str) -> float:
    places = _places(board, net)
    return max(dist(first, second) for first in places for second in places)


def _attempt(board: Board, order: list[str]) -> Copper:
    copper: Copper = []
    for net in order:
        copper += _net(board, net, copper)
    return copper


def _net(board: Board, net: str, others: Copper) -> Copper:
    """Route a net: start with its first pad, and connect the closest other pad to the tree."""
    grid = Grid.around(board)
    _block(grid, board, net, others)
    first, *waiting = _places(board, net)
    tree = grid.both_sides(first)
    found: Copper = []
    while waiting:
        near = min(waiting, key=lambda at: min(dist(at, grid.point(cell)) for cell in tree))
        waiting.remove(near)
        path = shortest(grid, tree, grid.both_sides(near))
        if path is None:
            raise NoWayError(net)
        found += _copper(grid, net, path, [first, *_places(board, net)])
        tree |= set(path) | grid.both_sides(near)
    return found


def _block(grid: Grid, board: Board, net: str, others: Copper) -> None:
    """Block the grid near other nets' copper, holes and the heads of screws."""
    for part in board.parts:
        for pad, at, name in part.pads:
            wide = part.footprint.body[0] if part.is_screw else pad.wide
            grid.no_via(at, at, (wide + VIA) / 2)
            if name is None or name != net:
                grid.block((0, 1), at, at, (wide + width(net)) / 2)
    for piece in others:
        ends = (piece.at, piece.at) if isinstance(piece, Via) else (piece.start, piece.end)
        sides = (0, 1) if isinstance(piece, Via) else (piece.side,)
        wide = VIA if isinstance(piece, Via) else piece.wide
        grid.no_via(*ends, (wide + VIA) / 2)
        grid.block(sides, *ends, (wide + width(net)) / 2)


def _copper(grid: Grid, net: str, path: list[Cell], pads: list[Point]) -> Copper:
    """Convert a path to tracks and vias, with short tracks from its ends to the pads' middles."""
    found: Copper = []
    corners = [cell for number, cell in enumerate(path) if _is_corner(path, number)]
    for one, other in pairwise(corners):
        if one[0] != other[0]:
            found.append(Via(net, grid.point(one)))
        else:
            found.append(Track(net, one[0], grid.point(one), grid.point(other), width(net)))
    for cell in (path[0], path[-1]):
        at = min(pads, key=lambda pad: dist(pad, grid.point(cell)))
        if 0 < dist(at, grid.point(cell)) < grid.step:
            found.append(Track(net, cell[0], grid.point(cell), at, width(net)))
    return found


def _is_corner(path: list[Cell], number: int) -> bool:
    if number in (0, len(path) - 1):
        return True
    before, here, after = path[number - 1 : number + 2]
    return tuple(a - b for a, b in zip(here, before, strict=True)) != tuple(
        a - b for a, b in zip(after, here, strict=True)
    )
