"""The flower: where five petals lie, on every screen as on the device."""

from __future__ import annotations

from math import cos, pi, sin


def petal_centres(x: int, y: int, ring: int) -> list[tuple[int, int]]:
    """Where the five petals of a flower lie: petal 1 on top, then clockwise, as the keys do."""
    angles = [pi * (0.4 * petal - 0.5) for petal in range(5)]
    return [(round(x + ring * cos(a)), round(y + ring * sin(a))) for a in angles]
