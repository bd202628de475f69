"""The whole board at four pixels a field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from triqueta.games.zatre.rules.fields import FIELDS, ROWS, place_of
from triqueta.games.zatre.screens.art import SPECK, speck_of_field, speck_of_tile
from triqueta.games.zatre.screens.laid import LaidTile
from triqueta.games.zatre.screens.wording import what_is_new
from triqueta.games.zatre.words import say
from triqueta.screens.canvas import WIDTH, Canvas
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen

_PITCH = SPECK + 1
_LEFT = WIDTH - len(ROWS) * _PITCH + 1
_TOP = 2


@dataclass(frozen=True, kw_only=True)
class WholeBoardScreen(Screen):
    """At the right, over the whole height: only the left soft key has room for a label."""

    laid: tuple[LaidTile, ...]
    left_in_bag: int

    def draw(self, canvas: Canvas) -> None:
        width = _LEFT - 3
        y = canvas.paragraph(0, 1, say("The board"), width=width)
        for line in (self._tiles, self._bag):
            y = canvas.paragraph(0, y + 3, line, width=width)
        lying = {laid.field: laid.since for laid in self.laid}
        for field in FIELDS:
            column, row = place_of(field)
            image = speck_of_tile(lying[field]) if field in lying else speck_of_field(field)
            canvas.stamp(_LEFT + _PITCH * column, _TOP + _PITCH * row, image)

    @property
    def _tiles(self) -> Text:
        return say("{count} tiles", count=len(self.laid))

    @property
    def _bag(self) -> Text:
        return say("bag: {count}", count=self.left_in_bag)

    def words(self) -> Iterator[Text]:
        yield say("The board")
        yield self._tiles
        yield self._bag
        for row in ROWS:
            tiles = [laid for laid in self.laid if laid.field[1:] == str(row)]
            if tiles:
                told = ", ".join(f"{laid.field[0]} {laid.tile}" for laid in tiles)
                yield say("row {row}: {what}", row=row, what=told)
        yield from what_is_new(self.laid)
