"""Screens with tiles that only one player may see: drawn, kept, or about to be revealed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from triqueta.games.triqueta.animals import ANIMALS, tile_in_words
from triqueta.games.triqueta.rules import animal_of
from triqueta.games.triqueta.screens import art
from triqueta.games.triqueta.views import WITH_ROW, TileFacts
from triqueta.games.triqueta.words import say
from triqueta.screens.canvas import WIDTH, Canvas
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen

_TOP = 11
_RIGHT = 32
_RIGHT_OF_TWO = 64
_CHANGES_TOP = 44


@dataclass(frozen=True, kw_only=True)
class TileScreen(Screen):
    """A large tile, and how each choice would change its drawer's points."""

    title: Text
    facts: TileFacts
    advice: Text | None = None

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title)
        canvas.stamp(1, _TOP, art.large_tile(self.facts.tile))
        canvas.text(_RIGHT, _TOP + 1, self.facts.name)
        if self.facts.keeping is not None:
            canvas.text(_RIGHT, _TOP + 11, self.facts.keeping)
        if self.advice is not None:
            canvas.text(1, _CHANGES_TOP - 2, self.advice)
        if self.facts.rows:
            self._draw_changes(canvas)

    def _draw_changes(self, canvas: Canvas) -> None:
        """Draw how the points would change with each open row."""
        canvas.text(_RIGHT, _TOP + 21, WITH_ROW)
        for number, change in enumerate(self.facts.rows, start=1):
            if change is not None:
                x = 1 + 25 * (number - 1)
                canvas.petal_number(x, _CHANGES_TOP, number)
                canvas.text(x + 7, _CHANGES_TOP, f"{change:+}")

    def words(self) -> Iterator[Text]:
        yield self.title
        yield from self.facts.words()
        if self.advice is not None:
            yield self.advice


@dataclass(frozen=True, kw_only=True)
class TwoTilesScreen(Screen):
    """Two tiles drawn together, before a choice is made for each."""

    title: Text
    tiles: tuple[str, str]
    together: int

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title)
        for number, tile in enumerate(self.tiles):
            canvas.stamp(1 + 30 * number, _TOP, art.large_tile(tile))
            canvas.text(_RIGHT_OF_TWO, _TOP + 4 + 10 * number, ANIMALS[animal_of(tile)])
        canvas.text(1, _CHANGES_TOP - 1, self._with_both)

    @property
    def _with_both(self) -> Text:
        return say("points with both: {points}", points=f"{self.together:+}")

    def words(self) -> Iterator[Text]:
        yield self.title
        yield from map(tile_in_words, self.tiles)
        yield self._with_both


@dataclass(frozen=True, kw_only=True)
class KeptScreen(Screen):
    """The tiles a player keeps face down."""

    title: Text
    light: str
    shadow: str

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title)
        if not self.light and not self.shadow:
            canvas.text_centred(0, WIDTH, 28, say("nothing kept yet"))
            return
        for number, tile in enumerate(self.light):
            canvas.stamp(1 + 30 * number, _TOP, art.large_tile(tile))
        # At most 15 shadow tiles: three lines of five beside the light ones.
        for number, tile in enumerate(self.shadow):
            line, column = divmod(number, 5)
            canvas.stamp(64 + 12 * column, _TOP + 12 * line, art.small_tile(tile))

    def words(self) -> Iterator[Text]:
        yield self.title
        if not self.light and not self.shadow:
            yield say("nothing kept yet")
        for tile in self.light + self.shadow:
            yield tile_in_words(tile)
