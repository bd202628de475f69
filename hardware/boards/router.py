"""Route the tracks of a board: each net is a tree of shortest paths, on two sides.

The router tries many orders of the nets. On a crowded board none of them works: then a net may
cross others, which are routed again, around it.
"""

from __future__ import annotations

from collections import deque
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
ATTEMPTS, FIRST_ATTEMPTS = 100, 30  # orders of the nets; if the first ones fail, nets may cross
CROSSING, RISE = 4.0, 1.3  # the cost of crossing a net, and how it rises each time
MOST_ROUTES = 2_000
TIDYINGS = 3


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
    for attempt in range(ATTEMPTS):
        if attempt == FIRST_ATTEMPTS and not best:
            return _tidied(board, _negotiated(board, order))
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


def _negotiated(board: Board, order: list[str]) -> dict[str, Copper]:
    """Return the copper of each net. A net may cross others, which then wait for a new route.

    Each time, crossing the same net becomes more expensive, so the nets settle.
    """
    routes: dict[str, Copper] = {}
    cost = dict.fromkeys(order, CROSSING)
    waiting = deque(order)
    for _ in range(MOST_ROUTES):
        if not waiting:
            return routes
        net = waiting.popleft()
        routes[net], crossed = _crossing(board, net, routes, cost)
        for other in crossed:
            del routes[other]
            cost[other] *= RISE
            waiting.append(other)
    raise NoWayError(waiting[0])


def _crossing(
    board: Board, net: str, routes: dict[str, Copper], cost: dict[str, float]
) -> tuple[Copper, list[str]]:
    """Route a net as if it could cross the others, and return which of them it crosses."""
    grid = Grid.around(board)
    _block_pads(grid, board, net)
    shadows = {}
    for other, pieces in routes.items():
        shadows[other] = grid.empty()
        _block_copper(shadows[other], net, pieces)
        grid.charge(shadows[other], cost[other])
    copper, paths = _tree(grid, net, _places(board, net))
    crossed = [o for o, it in shadows.items() if any(_is_blocked(it, path) for path in paths)]
    return copper, crossed


def _is_blocked(grid: Grid, path: list[Cell]) -> bool:
    """Return whether a path has a point or a via where the grid does not allow it."""
    vias = [one[1:] for one, other in pairwise(path) if one[0] != other[0]]
    return not all(grid.free[cell] for cell in path) or not all(grid.via[at] for at in vias)


def _tidied(board: Board, routes: dict[str, Copper]) -> Copper:
    """Return the copper after routing each net again, where that makes it shorter."""
    for _ in range(TIDYINGS):
        for net in list(routes):
            others = [piece for name, copper in routes.items() if name != net for piece in copper]
            routes[net] = min(_net(board, net, others), routes[net], key=_length_of)
    return [piece for copper in routes.values() for piece in copper]


def _length_of(copper: Copper) -> float:
    return sum(VIA_COST if isinstance(p, Via) else dist(p.start, p.end) for p in copper)


def _cost(copper: Copper, net: str | None = None) -> float:
    """Return the cost of all copper, or of a net, in millimetres.

    The cost of the ground net alone is 0: it connects parts everywhere, so it takes no detour.
    """
    pieces = [piece for piece in copper if net is None or piece.net == net != GROUND]
    return _length_of(pieces)


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
    _block_pads(grid, board, net)
    _block_copper(grid, net, others)
    copper, _ = _tree(grid, net, _places(board, net))
    return copper


def _tree(grid: Grid, net: str, pads: list[Point]) -> tuple[Copper, list[list[Cell]]]:
    """Return the copper that connects the pads of a net, and its paths on the grid."""
    first, *waiting = pads
    tree = grid.both_sides(first)
    found: Copper = []
    paths = []
    while waiting:
        near = min(waiting, key=lambda at: min(dist(at, grid.point(cell)) for cell in tree))
        waiting.remove(near)
        path = shortest(grid, tree, grid.both_sides(near))
        if path is None:
            raise NoWayError(net)
        found += _copper(grid, net, path, pads)
        paths.append(path)
        tree |= set(path) | grid.both_sides(near)
    return found, paths


def _block_pads(grid: Grid, board: Board, net: str) -> None:
    """Block the grid near other nets' pads, holes and the heads of screws."""
    for part in board.parts:
        for pad, at, name in part.pads:
            wide = part.footprint.body[0] if part.is_screw else pad.wide
            grid.no_via(at, at, (wide + VIA) / 2)
            if name is None or name != net:
                grid.block((0, 1), at, at, (wide + width(net)) / 2)


def _block_copper(grid: Grid, net: str, others: Copper) -> None:
    """Block the grid near tracks and vias of other nets."""
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
