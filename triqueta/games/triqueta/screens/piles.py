"""The four flowers: being built, and chosen from for the next round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from triqueta.games.triqueta.screens import art
from triqueta.games.triqueta.words import say
from triqueta.screens.canvas import Canvas
from triqueta.screens.flower import petal_centres
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen

PETALS_IN_ALL = 20
_CENTRE_Y = 33
_PITCH = 32


def _draw_flower(canvas: Canvas, number: int, petals: int) -> None:
    x = 15 + _PITCH * (number - 1)
    for px, py in petal_centres(x, _CENTRE_Y, 9)[:petals]:
        canvas.disc(px, py, 4, filled=False)


@dataclass(frozen=True, kw_only=True)
class BuildingScreen(Screen):
    """The piles grow petal by petal."""

    grown: int  # petals, of all piles together

    def draw(self, canvas: Canvas) -> None:
        canvas.title(say("Building the piles"))
        for number in range(1, 5):
            _draw_flower(canvas, number, max(0, self.grown - 5 * (number - 1)))

    def words(self) -> Iterator[Text]:
        yield say("Building the piles")


@dataclass(frozen=True, kw_only=True)
class ChoosePileScreen(Screen):
    """The piles that are left, each with its Tree; the number is the petal key."""

    title: Text
    remark: Text
    unopened: tuple[int, ...]

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title)
        canvas.text(1, 11, self.remark)
        for column, pile in enumerate(self.unopened):
            x = 4 + 42 * column
            canvas.petal_number(x, 32, pile)
            for px, py in petal_centres(x + 20, 36, 8):
                canvas.disc(px, py, 4, filled=False)
            canvas.stamp(x + 16, 32, art.small_icon("tree"))

    def words(self) -> Iterator[Text]:
        yield self.title
        yield self.remark
        for pile in self.unopened:
            yield say("{key}: pile {pile}", key=pile, pile=pile)
