"""The first picture: the device is there, and about to begin."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from triqueta.screens.canvas import WIDTH, Canvas, petal_centres
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen

_CENTRE = (WIDTH // 2, 24)
_RING = 13
_PETAL = 6


@dataclass(frozen=True, kw_only=True)
class GreetingScreen(Screen):
    """A flower, and a name that is the same in every language."""

    def draw(self, canvas: Canvas) -> None:
        for x, y in petal_centres(*_CENTRE, _RING):
            canvas.disc(x, y, _PETAL, filled=True)
        canvas.disc(*_CENTRE, 3, filled=False)
        canvas.text_centred(0, WIDTH, 50, "Triqueta")

    def words(self) -> Iterator[Text]:
        yield "Triqueta"
