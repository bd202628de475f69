"""Who starts, and with which tile: the drawings of the opening (Z4)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from triqueta.games.zatre.rules.tiles import ALL_TILES, VALUES, Tile
from triqueta.records.errors import SetupError

_DIGITS = re.compile(f"[{VALUES[0]}-{VALUES[-1]}]*")


@dataclass(frozen=True, slots=True)
class Drawing:
    """One drawing: the seats that drew, in list order, and what each of them drew."""

    seats: tuple[int, ...]
    tiles: tuple[Tile, ...]

    @property
    def highest(self) -> tuple[int, ...]:
        """The seats that are tied for the highest tile, or the one that has it."""
        pairs = zip(self.seats, self.tiles, strict=True)
        return tuple(seat for seat, tile in pairs if tile == max(self.tiles))


def drawings_of(opening: Sequence[str], players: int) -> tuple[Drawing, ...]:
    """The drawings that a record's strings tell, or SetupError."""
    found = tuple(_drawings(opening, players))
    drawn = Counter("".join(opening))
    for tile, there in Counter(ALL_TILES).items():
        if drawn[tile] > there:
            raise SetupError(f"opening: {drawn[tile]} tiles {tile}, but there are {there} (Z1)")
    return found


def _drawings(opening: Sequence[str], players: int) -> Iterator[Drawing]:
    seats = tuple(range(players))
    for number, digits in enumerate(opening, start=1):
        if len(seats) == 1:
            raise SetupError(f"opening: drawing {number}, but one was highest before (Z4)")
        if not _DIGITS.fullmatch(digits) or len(digits) != len(seats):
            right = f"{len(seats)} tiles 1 to 6"
            raise SetupError(
                f'opening: drawing {number} is "{digits[:10]}" instead of {right} (Z4)'
            )
        drawing = Drawing(seats, tuple(map(int, digits)))
        seats = drawing.highest
        yield drawing
    if len(seats) > 1:
        raise SetupError("opening: nobody is highest in the last drawing (Z4)")
