"""Screens with tiles that only one player may see: drawn, kept, or about to be revealed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from triqueta.games.triqueta.animals import ANIMALS, tile_in_words
from triqueta.games.triqueta.rules import Layer, animal_of
from triqueta.games.triqueta.screens import art
from triqueta.games.triqueta.screens.rows import Line, draw_tiles
from triqueta.games.triqueta.screens.turn import BOX_PETAL
from triqueta.games.triqueta.views import OtherTile, TileFacts, signed
from triqueta.games.triqueta.words import say
from triqueta.screens.canvas import WIDTH, Canvas
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen

_TOP = 11
_RIGHT = 32
_RIGHT_OF_TWO = 64
_CHANGES_TOP = 44
_EDGE = WIDTH - 1


@dataclass(frozen=True, kw_only=True)
class TileScreen(Screen):
    """A tile at its drawer's own station, and how each choice would change the points.

    A single tile is huge. With two tiles, `heading` says which one is being decided: the large
    one. `other` is the other one, small below it. `box` is whether the tile can be put into the
    box.
    """

    title: Text
    facts: TileFacts
    advice: Text | None = None
    heading: Text | None = None
    other: OtherTile | None = None
    box: bool = False

    def draw(self, canvas: Canvas) -> None:
        if self.other is not None:
            self._draw_one_of_two(canvas, self.other)
            return
        canvas.once(_draw_huge_tile, self.facts.tile)
        _draw_count(canvas, _BESIDE, 1, self.facts)
        canvas.line(_BESIDE, 11, _EDGE, 11)
        if self.facts.is_shadow:
            self._draw_shadow(canvas)
        else:
            self._draw_choices(canvas, 13)

    def _draw_one_of_two(self, canvas: Canvas, other: OtherTile) -> None:
        """Draw the tile that is being decided with its choices, and the other one below it."""
        canvas.title(self.heading or self.title)
        canvas.stamp(1, _TOP, art.large_tile(self.facts.tile))
        _draw_count(canvas, _BESIDE_LARGE, _TOP + 1, self.facts)
        both = self.facts.kept is not None and bool(self.facts.rows)
        if self.facts.kept is not None:
            y = _TOP + (11 if both else 16)
            canvas.text(_BESIDE_LARGE, y, say("keep"))
            canvas.text_right(_EDGE, y, signed(self.facts.kept))
        for number, change in enumerate(self.facts.rows):
            if change is not None:
                x, y = _BESIDE_LARGE + _COLUMN * number, _TOP + (22 if both else 16)
                canvas.petal_number(x, y, number + 1)
                canvas.text(x + 9, y, signed(change))
        canvas.stamp(1, 41, art.small_side(other.tile, other.layer))
        canvas.text(15, 43, other.state)
        if self.box:
            x = _BESIDE_LARGE + _COLUMN
            canvas.petal_number(x, 43, BOX_PETAL)
            canvas.text(x + 9, 43, say("box"))

    def _draw_shadow(self, canvas: Canvas) -> None:
        canvas.large_text(_BESIDE, 15, signed(self.facts.kept or 0))
        if self.advice is not None:
            canvas.paragraph(_BESIDE, 32, self.advice, width=WIDTH - _BESIDE, pitch=11)

    def _draw_choices(self, canvas: Canvas, top: int) -> None:
        """Draw the choices and how each would change the points, in as many lines as needed."""
        rows = [(n, change) for n, change in enumerate(self.facts.rows, 1) if change is not None]
        few = (self.facts.kept is not None) + len(rows) // 2 < 3
        pitch, y = (13, top + 3) if few else (10, top)
        if self.facts.kept is not None:
            canvas.text(_BESIDE, y, say("keep"))
            canvas.text_right(_EDGE, y, signed(self.facts.kept))
            y += pitch + 1
        elif not few:
            y += 1
        for place, (number, change) in enumerate(rows):
            x, below = _BESIDE + 36 * (place % 2), y + pitch * (place // 2)
            canvas.petal_number(x, below, number)
            canvas.text(x + 8, below, signed(change))

    def words(self) -> Iterator[Text]:
        yield self.title
        if self.heading is not None:
            yield self.heading
        yield from self.facts.words()
        if self.advice is not None:
            yield self.advice
        if self.other is not None:
            yield from self.other.words()
        if self.box:
            yield say("{key}: {answer}", key=BOX_PETAL, answer=say("box"))


_BESIDE = 56
_BESIDE_LARGE = 34
_COLUMN = 38


def _draw_huge_tile(canvas: Canvas, tile: str) -> None:
    canvas.stamp(0, 0, art.huge_tile(tile))


def _draw_count(canvas: Canvas, left: int, y: int, facts: TileFacts) -> None:
    """Draw the animal, and how many of it the player would have: `owl 2→3`."""
    canvas.text(left, y, ANIMALS[animal_of(facts.tile)])
    count = count_of(facts)
    if canvas.width_of(ANIMALS[animal_of(facts.tile)]) + canvas.width_of(count) > _EDGE - left - 4:
        count = f"→{facts.owned + 1}"
    canvas.text_right(_EDGE, y, count)


def count_of(facts: TileFacts) -> str:
    return f"{facts.owned}→{facts.owned + 1}"


class Glimpsed(NamedTuple):
    """A tile on the shared screen while Look is held: its face or back, and what it does."""

    tile: str
    layer: Layer
    state: Text | None = None
    is_current: bool = False


@dataclass(frozen=True, kw_only=True)
class GlimpseScreen(Screen):
    """The drawn tiles on the shared screen while Look is held.

    They are small and at the bottom edge, which faces the player who holds the device: the others
    sit around it. `facts` is about the tile that is being decided; with two tiles, before the
    first decision, `remark` is about both.
    """

    title: Text
    tiles: tuple[Glimpsed, ...]
    facts: TileFacts | None
    remark: Text | None = None

    def draw(self, canvas: Canvas) -> None:
        canvas.text(2, 1, self.title)
        y = 43 - 12 * len(self.tiles)
        for tile in self.tiles:
            self._draw_tile(canvas, y, tile)
            y += 12
        if self.remark is not None:
            canvas.text(2, 43, self.remark)
        elif self.facts is not None:
            _draw_small_changes(canvas, self.facts)

    def _draw_tile(self, canvas: Canvas, y: int, tile: Glimpsed) -> None:
        several = len(self.tiles) > 1
        if several and tile.is_current:
            canvas.stamp(1, y + 1, art.sign("pointer"))
        x = 8 if several else 2
        if not tile.tile:
            canvas.stamp(x, y, art.sign("back"))
            canvas.text(x + 12, y + 1, tile.state or "")
            return
        canvas.stamp(x, y, art.small_icon(art.name_of(tile.tile)))
        end = canvas.text(x + 12, y + 1, tile_in_words(tile.tile))
        if tile.state is not None:
            canvas.text_right(_EDGE, y + 1, tile.state)
        elif self.facts is not None:
            self._draw_facts(canvas, end + 5, y + 1, self.facts)

    def _draw_facts(self, canvas: Canvas, x: int, y: int, facts: TileFacts) -> None:
        """Draw the points if the tile is kept, and before them how many it makes, if it fits."""
        room = _EDGE
        if facts.kept is not None:
            points = signed(facts.kept)
            keep = points if facts.is_shadow else say("keep {points}", points=points)
            canvas.text_right(_EDGE, y, keep)
            room -= canvas.width_of(keep) + 3
        if x + canvas.width_of(count_of(facts)) <= room:
            canvas.text(x, y, count_of(facts))

    def words(self) -> Iterator[Text]:
        yield self.title
        for tile in self.tiles:
            if self.facts is not None and tile.is_current:
                yield from self.facts.words()
            elif tile.tile:
                yield tile_in_words(tile.tile)
            if tile.state is not None:
                yield say("the other tile: {state}", state=tile.state)
        if self.remark is not None:
            yield self.remark


def _draw_small_changes(canvas: Canvas, facts: TileFacts) -> None:
    """Draw the points with each open row in small digits, which light few pixels."""
    for number, change in enumerate(facts.rows, start=1):
        if change is not None:
            x = 2 + 25 * (number - 1)
            canvas.digits(x, 46, number)
            canvas.text(x + 6, 45, signed(change))


@dataclass(frozen=True, kw_only=True)
class HandOverScreen(Screen):
    """The backs of the tiles just drawn, and how their drawer looks at them."""

    title: Text
    text: Text
    backs: tuple[Layer, ...]

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title)
        for number, layer in reversed(list(enumerate(self.backs))):
            x, y = 1 + 7 * number, 14 + 9 * number
            canvas.box(x, y, x + art.LARGE_TILE + 1, y + art.LARGE_TILE + 1, lit=False)
            canvas.stamp(x, y, art.large_back(layer))
        left = 34 + 7 * (len(self.backs) - 1)
        lines = canvas.wrapped(self.text, WIDTH - left - 1)
        y = 31 - 5 * len(lines)
        if y < _TOP:
            canvas.overflow.append(canvas.said(self.text))
        canvas.paragraph(left, y + 2, self.text, width=WIDTH - left - 1, pitch=10)

    def words(self) -> Iterator[Text]:
        yield self.title
        yield self.text


@dataclass(frozen=True, kw_only=True)
class TwoTilesScreen(Screen):
    """Two shadow tiles drawn together, which the player keeps."""

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
        return say("points with both: {points}", points=signed(self.together))

    def words(self) -> Iterator[Text]:
        yield self.title
        yield from map(tile_in_words, self.tiles)
        yield self._with_both


@dataclass(frozen=True, kw_only=True)
class KeptScreen(Screen):
    """The tiles a player keeps face down, at the player's own station."""

    title: Text
    light: str
    shadow: str

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title)
        if not self.light and not self.shadow:
            canvas.text_centred(0, WIDTH, 28, _NOTHING_KEPT)
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
            yield _NOTHING_KEPT
        for tile in self.light + self.shadow:
            yield tile_in_words(tile)


_NOTHING_KEPT = say("nothing kept yet")


@dataclass(frozen=True, kw_only=True)
class KeptGlimpseScreen(KeptScreen):
    """The same tiles on the shared screen while Look is held.

    They are small and at the lower edge, which faces the player who holds the device. `title` is
    for the spoken text; the screen shows `heading`.
    """

    heading: Text

    def draw(self, canvas: Canvas) -> None:
        canvas.text(2, 1, self.heading)
        if not self.light and not self.shadow:
            canvas.text(2, 43, _NOTHING_KEPT)
            return
        for number, tile in enumerate(self.light):
            x, y = 2 + 63 * number, 30 if self.shadow else 42
            canvas.stamp(x, y, art.small_icon(art.name_of(tile)))
            canvas.text(x + 12, y + 1, ANIMALS[animal_of(tile)])
        if self.shadow:
            end = canvas.text(2, 43, say("shadow"))
            draw_tiles(canvas, Line(end + 4, WIDTH, 42, 9), self.shadow)
