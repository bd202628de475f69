"""Outlines of boards: closed contours with rounded corners."""

from __future__ import annotations

from dataclasses import dataclass
from math import acos, atan2, cos, hypot, pi, radians, sin, tan

Point = tuple[float, float]


@dataclass(frozen=True)
class Corner:
    x: float
    y: float
    radius: float


@dataclass(frozen=True)
class Edge:
    """A straight line, or if `through` is given, an arc through that point."""

    start: Point
    end: Point
    through: Point | None = None

    def points(self, steps: int = 8) -> list[Point]:
        """Return the start, and the points along an arc, without the end."""
        if self.through is None:
            return [self.start]
        x, y, radius = circle_through(self.start, self.through, self.end)
        first = atan2(self.start[1] - y, self.start[0] - x)
        sweep = 2 * _turn(first, atan2(self.through[1] - y, self.through[0] - x))
        angles = [first + sweep * step / steps for step in range(steps)]
        return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]


def turned(point: Point, degrees: float) -> Point:
    angle = radians(degrees)
    x, y = point
    return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)


def edges(corners: list[Corner]) -> list[Edge]:
    """Return the contour through these corners, in either direction of rotation."""
    arcs = [
        _rounded(corners[number - 1], corner, corners[(number + 1) % len(corners)])
        for number, corner in enumerate(corners)
    ]
    found = []
    for number, arc in enumerate(arcs):
        found += [arc, Edge(arc.end, arcs[(number + 1) % len(arcs)].start)]
    return found


def polygon(contour: list[Edge]) -> list[Point]:
    return [point for edge in contour for point in edge.points()]


def _rounded(before: Corner, corner: Corner, after: Corner) -> Edge:
    back, ahead = _direction(corner, before), _direction(corner, after)
    half = acos(max(-1.0, min(1.0, back[0] * ahead[0] + back[1] * ahead[1]))) / 2
    away = corner.radius / tan(half)
    middle = (back[0] + ahead[0], back[1] + ahead[1])
    length = hypot(*middle)
    near = corner.radius / sin(half) - corner.radius
    return Edge(
        (corner.x + back[0] * away, corner.y + back[1] * away),
        (corner.x + ahead[0] * away, corner.y + ahead[1] * away),
        (corner.x + middle[0] / length * near, corner.y + middle[1] / length * near),
    )


def _direction(start: Corner, end: Corner) -> Point:
    length = hypot(end.x - start.x, end.y - start.y)
    return (end.x - start.x) / length, (end.y - start.y) / length


def circle_through(a: Point, b: Point, c: Point) -> tuple[float, float, float]:
    """Return the x and y of the circle's middle, and its radius."""
    twice = 2 * (a[0] * (b[1] - c[1]) + b[0] * (c[1] - a[1]) + c[0] * (a[1] - b[1]))
    squares = [x * x + y * y for x, y in (a, b, c)]
    x = (
        squares[0] * (b[1] - c[1]) + squares[1] * (c[1] - a[1]) + squares[2] * (a[1] - b[1])
    ) / twice
    y = (
        squares[0] * (c[0] - b[0]) + squares[1] * (a[0] - c[0]) + squares[2] * (b[0] - a[0])
    ) / twice
    return x, y, hypot(a[0] - x, a[1] - y)


def _turn(first: float, second: float) -> float:
    """Return the shorter angle from one direction to another, in radians."""
    return (second - first + pi) % (2 * pi) - pi
