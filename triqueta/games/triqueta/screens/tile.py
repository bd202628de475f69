"""Tiles that only one player may see: drawn, kept, or about to be revealed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from triqueta.games.triqueta.rules import Layer, animal_of, layer_of, points_for
from triqueta.games.triqueta.screens import art
from triqueta.games.triqueta.screens.animals import ANIMALS
from triqueta.games.triqueta.screens.turn import tile_in_words
from triqueta.games.triqueta.words import say
from triqueta.screens.canvas import WIDTH, Canvas
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen

_TOP = 11
_RIGHT = 32
_ROW_COUNTS_TOP = 44


@dataclass(frozen=True, slots=True)
class TileFacts:
    """A tile, how many of its animal the player has, and how many each open row has."""

    tile: str
    owned: int
    rows: tuple[int | None, ...] = ()

    @property
    def points_now(self) -> int:
        return points_for(animal_of(self.tile), self.owned)

    @property
    def points_with_it(self) -> int:
        return points_for(animal_of(self.tile), self.owned + 1)

    @property
    def name(self) -> Text:
        return tile_in_words(self.tile)

    @property
    def is_shadow(self) -> bool:
        return layer_of(self.tile) is Layer.SHADOW

    def words(self) -> Iterator[Text]:
        yield self.name
        yield self.have
        yield self.with_it
        for number, count in enumerate(self.rows, start=1):
            if count is not None:
                yield say("in row {row} they would be {count}", row=number, count=count + 1)

    @property
    def have(self) -> Text:
        return say("you: {count} = {points} p.", count=self.owned, points=self.points_now)

    @property
    def with_it(self) -> Text:
        return say(
            "with it: {count} = {points} p.", count=self.owned + 1, points=self.points_with_it
        )


@dataclass(frozen=True, kw_only=True)
class TileScreen(Screen):
    """One tile, large, with what each choice makes of it."""

    title: Text
    facts: TileFacts
    advice: Text | None = None

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title)
        canvas.stamp(1, _TOP, art.large_tile(self.facts.tile))
        for number, line in enumerate((self.facts.name, self.facts.have, self.facts.with_it)):
            canvas.text(_RIGHT, _TOP + 1 + 10 * number, line)
        if self.advice is not None:
            canvas.text(1, _ROW_COUNTS_TOP - 2, self.advice)
        self._draw_row_counts(canvas)

    def _draw_row_counts(self, canvas: Canvas) -> None:
        """For each open row how many of the animal it would have."""
        x = 1
        for number, count in enumerate(self.facts.rows, start=1):
            if count is not None:
                canvas.petal_number(x, _ROW_COUNTS_TOP, number)
                arrow = "→" if count < 9 else ""  # two digits leave no room for it
                canvas.text(x + 9, _ROW_COUNTS_TOP, f"{arrow}{count + 1}")
            x += 25

    def words(self) -> Iterator[Text]:
        yield self.title
        yield from self.facts.words()
        if self.advice is not None:
            yield self.advice


@dataclass(frozen=True, kw_only=True)
class TwoTilesScreen(Screen):
    """Two tiles drawn together, before a choice is made for each."""

    title: Text
    facts: tuple[TileFacts, TileFacts]

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title)
        for facts, left in zip(self.facts, (0, 64), strict=True):
            canvas.stamp(left + 1, _TOP, art.large_tile(facts.tile))
            change = facts.points_with_it - facts.points_now
            canvas.text(left + 32, _TOP + 5, f"{facts.owned}→{facts.owned + 1}")
            canvas.text(left + 32, _TOP + 15, say("{points} p.", points=f"{change:+}"))
            animal = ANIMALS[animal_of(facts.tile)]
            canvas.text_centred(left, left + 63, _TOP + 31, animal)

    def words(self) -> Iterator[Text]:
        yield self.title
        for facts in self.facts:
            yield from facts.words()


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
            yield TileFacts(tile, 0).name


@dataclass(frozen=True, kw_only=True)
class DecisionScreen(Screen):
    """A kept tile at the end: the total with it, and without it; the better one is marked."""

    title: Text
    tile: str
    total_added: int
    total_returned: int
    add_is_better: bool

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title)
        canvas.stamp(1, _TOP, art.large_tile(self.tile))
        canvas.text(_RIGHT, _TOP + 1, ANIMALS[animal_of(self.tile)])
        for petal, text in enumerate(self._totals(), start=1):
            canvas.petal_number(_RIGHT, _TOP + 2 + 10 * petal, petal)
            canvas.text(_RIGHT + 9, _TOP + 2 + 10 * petal, text)

    def _totals(self) -> tuple[Text, Text]:
        added, returned = (
            say("add: {points} p.", points=self.total_added),
            say("return: {points} p.", points=self.total_returned),
        )
        if self.add_is_better:
            return say("{choice} ✓", choice=added), returned
        return added, say("{choice} ✓", choice=returned)

    def words(self) -> Iterator[Text]:
        yield self.title
        yield ANIMALS[animal_of(self.tile)]
        for petal, text in enumerate(self._totals(), start=1):
            yield say("{key}: {answer}", key=petal, answer=text)
