"""The picture of a deal, for games that have no picture of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from triqueta.screens.canvas import WIDTH, Canvas, petal_centres
from triqueta.screens.phrases import Text, say
from triqueta.screens.screen import Screen
from triqueta.screens.station import PETALS

_FLOWER = (WIDTH // 2, 34)
_RING = 11
_PETAL = 5


@dataclass(frozen=True, kw_only=True)
class DealingScreen(Screen):
    """A flower whose petals light up one by one while a game is dealt."""

    lit: int  # petals
    remark: Text

    @classmethod
    def at(cls, moment: float, remark: Text) -> Self:
        """Return the screen at a moment between 0.0 (the start of the deal) and 1.0."""
        return cls(lit=round(PETALS * moment), remark=remark)

    def draw(self, canvas: Canvas) -> None:
        canvas.title(say("Dealing"))
        if self.remark:
            canvas.paragraph(1, 11, self.remark, width=WIDTH - 2, pitch=8)
        for number, (x, y) in enumerate(petal_centres(*_FLOWER, _RING)):
            canvas.disc(x, y, _PETAL, filled=number < self.lit)

    def words(self) -> Iterator[Text]:
        yield say("Dealing")
        if self.remark:
            yield self.remark
