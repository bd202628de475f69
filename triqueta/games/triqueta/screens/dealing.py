"""The picture of the deal: four piles that grow petal by petal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from triqueta.games.triqueta.words import say
from triqueta.screens.canvas import WIDTH, Canvas, petal_centres
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen

PETALS_IN_ALL = 20
_CENTRE_Y = 42
_PITCH = 32


def _draw_flower(canvas: Canvas, number: int, petals: int) -> None:
    x = 15 + _PITCH * (number - 1)
    for px, py in petal_centres(x, _CENTRE_Y, 8)[:petals]:
        canvas.disc(px, py, 3, filled=False)


@dataclass(frozen=True, kw_only=True)
class BuildingScreen(Screen):
    """The piles growing petal by petal, and a line about who starts."""

    grown: int  # petals, of all piles together
    remark: Text = ""

    @classmethod
    def at(cls, moment: float, remark: Text) -> Self:
        """Return the screen at a moment between 0.0 (no petals) and 1.0 (all petals)."""
        # The 0.001 makes up for rounding errors: the time is a sum of tenths.
        return cls(grown=int(PETALS_IN_ALL * moment + 0.001), remark=remark)

    def draw(self, canvas: Canvas) -> None:
        canvas.title(say("Building the piles"))
        canvas.paragraph(1, 11, self.remark, width=WIDTH - 2, pitch=8)
        for number in range(1, 5):
            _draw_flower(canvas, number, max(0, self.grown - 5 * (number - 1)))

    def words(self) -> Iterator[Text]:
        yield say("Building the piles")
        if self.remark:
            yield self.remark
