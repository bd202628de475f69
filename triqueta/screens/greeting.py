"""The first picture: the device is there, and about to begin."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, sin

from triqueta.screens.canvas import WIDTH, Canvas
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen

_CENTRE = (WIDTH // 2, 24)
_RING = 13
_PETAL = 6


@dataclass(frozen=True, kw_only=True)
class GreetingScreen(Screen):
    """A flower, and a name that is the same in every language."""

    def draw(self, canvas: Canvas) -> None:
        x, y = _CENTRE
        for petal in range(5):
            angle = pi * (0.4 * petal - 0.5)
            place = round(x + _RING * cos(angle)), round(y + _RING * sin(angle))
            canvas.disc(*place, _PETAL, filled=True)
        canvas.disc(x, y, 3, filled=False)
        canvas.text_centred(0, WIDTH, 50, "Triqueta")

    def words(self) -> Iterator[Text]:
        yield "Triqueta"
