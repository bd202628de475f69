"""The description of a board that web pages draw at full size next to the device.

The screen of a station has room for only a part of the board. Pages draw all of it in colour.
For colour-blind players, marks or letters repeat the meaning of each colour, and each field has a
description in words.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from triqueta.screens.phrases import Text


class BoardMark(StrEnum):
    """A mark drawn on a field or a piece. The game decides on its meaning."""

    DOTS = "dots"  # one in each corner
    RING = "ring"
    FRAME = "frame"  # a second outline inside the edge
    NOTCHES = "notches"  # on both sides, like a postage stamp
    # Bold marks in the middle.
    CROSS = "cross"
    DISC = "disc"
    BARS = "bars"  # three, stacked
    CIRCLE = "circle"
    PLUS = "plus"


@dataclass(frozen=True, slots=True)
class Paint:
    """The look of a field or of a piece on it.

    `colour` is `#rrggbb`. `cut` is the part cut off each corner, as a fraction of the width: 0
    leaves a square, 0.29 an octagon, 0.5 a diamond. `flag` is a letter on a small flag above.
    """

    colour: str
    text: str = ""
    cut: float = 0.0
    marks: tuple[BoardMark, ...] = ()
    flag: str = ""


@dataclass(frozen=True, slots=True)
class BoardField:
    """A field of the board and the piece on it, if any.

    `x` (to the right) and `y` (down) are its centre and `size` is its width, all in units of one
    field. `words` describes the field and its content.
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
    """A text next to the fields, such as the letter of a column."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class LegendLine:
    """A line of the legend: a paint and its meaning."""

    words: Text
    ground: Paint
    piece: Paint | None = None


@dataclass(frozen=True, slots=True)
class LargeBoard:
    """The complete board, as one station is allowed to see it.

    `cursors` are the names of the fields that the cursor points at. `tappable` are the names of
    the fields that players can tap; the table sets them from the station's view.
    """

    name: Text
    fields: tuple[BoardField, ...]
    labels: tuple[BoardLabel, ...] = ()
    legend: tuple[LegendLine, ...] = ()
    cursors: tuple[str, ...] = ()
    tappable: frozenset[str] = frozenset()
