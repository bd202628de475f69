"""Screens of a decision in the reveal: a kept tile is added to the others, or returned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from triqueta.games.triqueta.animals import ANIMALS
from triqueta.games.triqueta.rules import animal_of
from triqueta.games.triqueta.screens import art
from triqueta.games.triqueta.words import say
from triqueta.screens.canvas import WIDTH, Canvas
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen

ADD_IT = say("Add it")
RETURN_IT = say("Return it")

_LEFT = 56
_RIGHT = WIDTH - 1
_TICK = 7


@dataclass(frozen=True, slots=True)
class Totals:
    """The points if a kept tile is added or returned, and which of them is better."""

    added: int
    returned: int
    add_is_better: bool

    def draw(self, canvas: Canvas, left: int, top: int, pitch: int) -> None:
        """Draw a line for each choice, with its points and a tick at the better one."""
        lines = ((say("add"), self.added), (say("return"), self.returned))
        for number, (label, points) in enumerate(lines):
            y = top + pitch * number
            canvas.text(left, y, label)
            canvas.text_right(_RIGHT - _TICK - 1, y, points)
            if self.add_is_better == (number == 0):
                canvas.text_right(_RIGHT, y, "✓")

    def words(self) -> Iterator[Text]:
        texts: tuple[Text, Text] = (
            say("add: {points} p.", points=self.added),
            say("return: {points} p.", points=self.returned),
        )
        for petal, text in enumerate(texts, start=1):
            better = self.add_is_better == (petal == 1)
            answer = say("{choice} ✓", choice=text) if better else text
            yield say("{key}: {answer}", key=petal, answer=answer)


def _which(number: int, of: int) -> Text:
    return say("tile {number} of {of}", number=number, of=of)


@dataclass(frozen=True, kw_only=True)
class DecisionScreen(Screen):
    """A kept tile at its owner's own station, with what adding and returning make of the points.

    `title` is for the spoken text. It is tile `number` of `of`. The player has `before` tiles of
    the animal without it.
    """

    title: Text
    number: int
    of: int
    tile: str
    before: int
    totals: Totals

    def draw(self, canvas: Canvas) -> None:
        canvas.stamp(0, 0, art.huge_tile(self.tile))
        canvas.text(_LEFT, 1, ANIMALS[animal_of(self.tile)])
        canvas.text_right(_RIGHT, 1, f"{self.before}→{self.before + 1}")
        canvas.line(_LEFT, 10, _RIGHT, 10)
        canvas.text(_LEFT, 13, _which(self.number, self.of))
        for petal in (1, 2):
            canvas.petal_number(_LEFT, 15 + 12 * petal, petal)
        self.totals.draw(canvas, _LEFT + 9, 27, pitch=12)

    def words(self) -> Iterator[Text]:
        yield self.title
        yield say(
            "{animal}: {before} → {after}",
            animal=ANIMALS[animal_of(self.tile)],
            before=self.before,
            after=self.before + 1,
        )
        yield _which(self.number, self.of)
        yield from self.totals.words()


@dataclass(frozen=True, kw_only=True)
class SecretDecisionScreen(Screen):
    """The same decision on the shared screen, while its owner holds Look.

    It is small and dark, and lies at the lower edge, which faces the player.
    """

    title: Text
    tile: str
    totals: Totals

    def draw(self, canvas: Canvas) -> None:
        canvas.text(2, 1, self.title)
        canvas.stamp(2, 42, art.small_icon(art.name_of(self.tile)))
        canvas.text(14, 43, ANIMALS[animal_of(self.tile)])
        self.totals.draw(canvas, 68, 33, pitch=10)

    def words(self) -> Iterator[Text]:
        yield self.title
        yield ANIMALS[animal_of(self.tile)]
        yield from self.totals.words()


@dataclass(frozen=True, kw_only=True)
class ChooseFateScreen(Screen):
    """The decision on the shared screen, with the back of the tile: all players can see it.

    With `is_open`, the petal keys decide. Before that, the player has to look at the tile.
    """

    title: Text
    name: str
    number: int
    of: int
    is_open: bool

    def draw(self, canvas: Canvas) -> None:
        canvas.stamp(0, 0, art.huge_picture("back"))
        canvas.text(_LEFT, 1, self.name)
        canvas.line(_LEFT, 10, _RIGHT, 10)
        canvas.text(_LEFT, 13, _which(self.number, self.of))
        if not self.is_open:
            canvas.paragraph(_LEFT, 23, LOOK_FIRST, width=WIDTH - _LEFT, pitch=10)
            return
        for petal, label in enumerate((ADD_IT, RETURN_IT), start=1):
            top = 8 + 15 * petal
            canvas.frame(_LEFT, top, WIDTH, top + 14)
            canvas.petal_number(_LEFT + 3, top + 3, petal)
            canvas.text(_LEFT + 12, top + 3, label)

    def words(self) -> Iterator[Text]:
        yield self.title
        if not self.is_open:
            yield _which(self.number, self.of)
            yield LOOK_FIRST
            return
        for petal, label in enumerate((ADD_IT, RETURN_IT), start=1):
            yield say("{key}: {answer}", key=petal, answer=label)


LOOK_FIRST = say("Tilt it towards you and hold “Look”.")
