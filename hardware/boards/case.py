"""The positions that both boards take from the case: keys, screws, the display's opening."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hardware.boards import footprints
from hardware.boards.board import Part
from hardware.boards.outline import Corner, Point, turned
from hardware.render.sizes import pair


def key_places(out: float, pitch: float, soft_y: float) -> list[tuple[Point, float]]:
    """Return the position and rotation of each switch: petals clockwise, then soft keys."""
    petals = [(turned((0, out), -72 * number), -72.0 * number) for number in range(5)]
    return petals + [((pitch * number, soft_y), 0.0) for number in (-1, 0, 1)]


def screws(places: Sequence[Point]) -> Iterator[Part]:
    for number, at in enumerate(places, 1):
        yield Part(f"H{number}", "M3", footprints.screw_hole(), at)


def opening(display: tuple[float, float], at: Point) -> list[Corner]:
    """Return the corners of the opening behind a display, which its pins and wires need.

    The board remains below the display's corners, where foam rests on it.
    """
    x, y = (side / 2 + 0.8 for side in display)
    inner_x, inner_y = (side / 2 - pad for side, pad in zip(display, pair("pad"), strict=True))
    above = [(inner_x, y), (inner_x, inner_y), (x, inner_y)]
    below = [(x, -inner_y), (inner_x, -inner_y), (inner_x, -y)]
    left = [(-px, -py) for px, py in above + below]
    return [Corner(at[0] + px, at[1] + py, 1.5) for px, py in above + below + left]
