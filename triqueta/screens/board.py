"""A board as pages draw it, large beside the device: its fields as data, and in words.

The screen of a station has room for a part of it at most. Pages draw all of it, in colours; and
since nobody may have to tell colours apart, what they say is said by marks or letters as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from triqueta.screens.phrases import Text


class BoardMark(StrEnum):
    """What is drawn on a field or a piece. What it means is up to the game."""

    DOTS = "dots"  # one in each corner
    RING = "ring"
    FRAME = "frame"  # a second line within the edge
    NOTCHES = "notches"  # at both sides, as of a stamp
    # Bold ones in the middle.
    CROSS = "cross"
    DISC = "disc"
    BARS = "bars"  # three, one above the other
    CIRCLE = "circle"
    PLUS = "plus"


@dataclass(frozen=True, slots=True)
class Paint:
    """How a field, or a piece on it, is painted.

    `colour` is `#rrggbb`. `cut` is how much is cut off each corner, in widths: 0 leaves a square,
    0.29 an octagon, 0.5 a square on its point. `flag` is a letter on a small flag above it.
    """

    colour: str
    text: str = ""
    cut: float = 0.0
    marks: tuple[BoardMark, ...] = ()
    flag: str = ""


@dataclass(frozen=True, slots=True)
class BoardField:
    """A field, and the piece that lies on it.

    `x` and `y` are its middle, to the right and down, and `size` its width, counted in fields.
    `words` say its name, and what is to be seen there.
    """

    name: str
    x: float
    y: float
    words: Text
    ground: Paint
    piece: Paint | None = None
    size: float = 1.0


@dataclass(frozen=True, slots=True)
class BoardLabel:
    """A text beside the fields, such as the letter of a column."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class LegendLine:
    """How something is painted, and what that means."""

    words: Text
    ground: Paint
    piece: Paint | None = None


@dataclass(frozen=True, slots=True)
class LargeBoard:
    """All of it, as one station may see it.

    `cursors` are the names of the fields pointed at. `tappable` are those that may be tapped; the
    table fills them in from the offer it makes the station.
    """

    name: Text
    fields: tuple[BoardField, ...]
    labels: tuple[BoardLabel, ...] = ()
    legend: tuple[LegendLine, ...] = ()
    cursors: tuple[str, ...] = ()
    tappable: frozenset[str] = frozenset()
