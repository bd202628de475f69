"""The symbols of the parts in a schematic: boxes with pins on the left and right."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.boards.footprints import PICO_FIRST, PICO_LAST
from hardware.boards.outline import Point

GRID = 2.54
PIN_LONG = 2.54


@dataclass(frozen=True)
class Symbol:
    name: str
    left: tuple[str, ...]  # numbers of pins, from top to bottom
    right: tuple[str, ...]
    half_wide: float = GRID

    @property
    def pins(self) -> dict[str, Point]:
        """The ends of the pins: x to the right, y down, from the middle of the box."""
        out = self.half_wide + PIN_LONG
        sides = ((-out, self.left), (out, self.right))
        return {
            number: (x, self.top + GRID * row)
            for x, numbers in sides
            for row, number in enumerate(numbers)
        }

    @property
    def top(self) -> float:
        """The y of the first pin. It is on the grid for any number of pins."""
        return -GRID * ((self._rows - 1) // 2)

    @property
    def low(self) -> float:
        return self.top + GRID * (self._rows - 1)

    @property
    def _rows(self) -> int:
        return max(len(self.left), len(self.right))


def _numbers(first: int, last: int, step: int = 1) -> tuple[str, ...]:
    return tuple(str(number) for number in range(first, last, step))


SYMBOLS = {  # by the name of the footprint
    "B3F-4050": Symbol("key", ("1",), ("2",)),
    "R_axial_10.16": Symbol("resistor", ("1",), ("2",)),
    "LED_3mm": Symbol("light", ("2",), ("1",)),
    "header_1x02": Symbol("header_2", _numbers(1, 3), ()),
    "header_1x04": Symbol("header_4", _numbers(1, 5), ()),
    "header_1x07": Symbol("header_7", _numbers(1, 8), ()),
    "header_2x20": Symbol("header_pi", _numbers(1, 41, 2), _numbers(2, 41, 2), 2 * GRID),
    "Pico_sockets": Symbol(
        "pico", _numbers(PICO_FIRST, 21), _numbers(PICO_LAST, 20, -1), 3 * GRID
    ),
}
