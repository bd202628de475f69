"""What is left in the bag, and what was drawn to see who starts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from triqueta.games.zatre.rules.opening import Drawing
from triqueta.games.zatre.rules.tiles import VALUES, Tile
from triqueta.games.zatre.screens.wording import listed
from triqueta.games.zatre.words import say
from triqueta.screens.canvas import WIDTH, Canvas
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen

_ACROSS = 3
_CELL = 42


@dataclass(frozen=True, kw_only=True)
class BagScreen(Screen):
    """How many there are of each value, counted from what lies open."""

    counts: tuple[int, ...]  # of 1 to 6

    def draw(self, canvas: Canvas) -> None:
        canvas.title(say("In the bag"), sum(self.counts))
        for number, (tile, count) in enumerate(zip(VALUES, self.counts, strict=True)):
            row, column = divmod(number, _ACROSS)
            x, y = 4 + _CELL * column, 17 + 18 * row
            _draw_tile(canvas, x, y, tile)
            canvas.text(x + 12, y + 1, f"x {count}")

    def words(self) -> Iterator[Text]:
        yield say("In the bag")
        yield sum(self.counts)
        for tile, count in zip(VALUES, self.counts, strict=True):
            yield f"{tile}: x {count}"


@dataclass(frozen=True, kw_only=True)
class OpeningScreen(Screen):
    """Who drew what (Z4): a line for each player, a tile for each drawing."""

    title: Text
    names: tuple[str, ...]
    drawings: tuple[Drawing, ...]

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title)
        pitch = min(10, 41 // len(self.names))
        for seat, name in enumerate(self.names):
            y = 12 + pitch * seat
            canvas.text(1, y, name)
            for number, drawing in enumerate(self._latest):
                if seat in drawing.seats:
                    tile = drawing.tiles[drawing.seats.index(seat)]
                    x = WIDTH - 12 * (len(self._latest) - number)
                    _draw_digit(canvas, x, y, tile, highest=drawing.highest == (seat,))

    @property
    def _latest(self) -> tuple[Drawing, ...]:
        """Of very many, what there is room for."""
        return self.drawings[-5:]

    def words(self) -> Iterator[Text]:
        yield self.title
        for seat, name in enumerate(self.names):
            tiles = [
                drawing.tiles[drawing.seats.index(seat)]
                for drawing in self.drawings
                if seat in drawing.seats
            ]
            yield say("{name} drew {tiles}", name=name, tiles=listed(tiles))


def _draw_tile(canvas: Canvas, x: int, y: int, tile: Tile) -> None:
    canvas.box(x, y, x + 9, y + 9)
    canvas.text(x + 2, y + 1, tile, lit=False)


def _draw_digit(canvas: Canvas, x: int, y: int, tile: Tile, *, highest: bool) -> None:
    if highest:
        canvas.box(x - 2, y - 1, x + 7, y + 8)
    canvas.text(x, y, tile, lit=not highest)
