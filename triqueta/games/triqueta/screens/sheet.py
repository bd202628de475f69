"""Screens with a player's tiles and points, a row in full, and the final ranking."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from triqueta.games.triqueta.animals import ANIMALS
from triqueta.games.triqueta.rules import Animal, AnimalScore, DecidedBy, Outcome, ScoreSheet
from triqueta.games.triqueta.screens import art
from triqueta.games.triqueta.screens.turn import animals_in_words
from triqueta.games.triqueta.words import say, say_n
from triqueta.screens.canvas import WIDTH, Canvas
from triqueta.screens.lists import Ranked, RankingScreen
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen

_TOP = 11
_CELL_WIDTH = 32
_CELLS_PER_LINE = 4


@dataclass(frozen=True, kw_only=True)
class SheetScreen(Screen):
    """A player's face-up tiles and their points, during the game or at its end."""

    title: Text
    sheet: ScoreSheet
    remark: Text

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title, say("{points} p.", points=self.sheet.total))
        for number, line in enumerate(self.sheet.animals):
            row, column = divmod(number, _CELLS_PER_LINE)
            self._draw_animal(canvas, line, _CELL_WIDTH * column, _TOP + 11 * row)
        for column, (icon, points) in enumerate(
            (("rock", self.sheet.rock), ("tree", self.sheet.trees))
        ):
            canvas.stamp(_CELL_WIDTH * column, _TOP + 22, art.small_icon(icon))
            canvas.text(_CELL_WIDTH * column + 11, _TOP + 23, points)
        canvas.text(0, _TOP + 32, self.remark)

    def _draw_animal(self, canvas: Canvas, line: AnimalScore, x: int, y: int) -> None:
        canvas.stamp(x, y, art.small_icon(line.animal.name.lower()))
        if line.tiles:
            sign = "=" if line.tiles < 10 else ":"  # an arrow would touch the next animal
            text = f"{line.tiles}{sign}{line.points}"
            canvas.text(x + 10, y + 1, text, width=_CELL_WIDTH - 10)
        else:
            canvas.dot(x + 12, y + 4)

    def words(self) -> Iterator[Text]:
        yield self.title
        for line in self.sheet.animals:
            yield say(
                "{animal}: {tiles} → {points} p.",
                animal=ANIMALS[line.animal],
                tiles=line.tiles,
                points=line.points,
            )
        yield say("Rock {rock}", rock=self.sheet.rock)
        yield say("Trees {trees}", trees=self.sheet.trees)
        yield say("{points} p.", points=self.sheet.total)
        yield self.remark


@dataclass(frozen=True, kw_only=True)
class RowScreen(Screen):
    """One row tile by tile, in the order placed: at most the 15 light tiles of a pile."""

    row: int
    tiles: str | None

    @property
    def _title(self) -> Text:
        return say("Row {row}", row=self.row)

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self._title, say("tiles: {tiles}", tiles=len(self.tiles or "")))
        if not self.tiles:
            canvas.text_centred(0, WIDTH, 28, self._nothing)
        _draw_tiles(canvas, self.tiles or "")

    @property
    def _nothing(self) -> Text:
        return say("has been taken") if self.tiles is None else say("empty")

    def words(self) -> Iterator[Text]:
        yield self._title
        yield animals_in_words(self.tiles) if self.tiles else self._nothing


@dataclass(frozen=True, kw_only=True)
class TurnUpScreen(Screen):
    """The kept tiles that a player turns up at the end."""

    name: str
    added: str
    returned: int

    def draw(self, canvas: Canvas) -> None:
        canvas.title(say("{name} reveals", name=self.name))
        if not self.added:
            canvas.text_centred(0, WIDTH, 24, say("nothing"))
        _draw_tiles(canvas, self.added)
        if self.returned:
            canvas.text(1, 43, self._returned)

    @property
    def _returned(self) -> Text:
        return say("returned face down: {tiles}", tiles=self.returned)

    def words(self) -> Iterator[Text]:
        yield say("{name} reveals", name=self.name)
        yield animals_in_words(self.added) if self.added else say("nothing")
        if self.returned:
            yield self._returned


def _draw_tiles(canvas: Canvas, tiles: str) -> None:
    """Draw the tiles in the order given, ten to a line."""
    for number, tile in enumerate(tiles):
        line, column = divmod(number, 10)
        canvas.stamp(2 + 12 * column, _TOP + 2 + 13 * line, art.small_tile(tile))


@dataclass(frozen=True, kw_only=True)
class ValuesScreen(Screen):
    """The points for exactly three tiles of each animal."""

    title: Text
    corner: Text

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title, self.corner)
        for number, animal in enumerate(Animal):
            row, column = divmod(number, _CELLS_PER_LINE)
            x, y = _CELL_WIDTH * column, _TOP + 4 + 16 * row
            canvas.stamp(x, y, art.small_icon(animal.name.lower()))
            canvas.text(x + 12, y + 1, animal.triqueta)

    def words(self) -> Iterator[Text]:
        yield self.title
        for animal in Animal:
            yield say("{key}: {answer}", key=ANIMALS[animal], answer=animal.triqueta)


def ranking_screen(names: tuple[str, ...], outcome: Outcome) -> RankingScreen:
    lines = tuple(
        Ranked(
            name=names[seat],
            points=_points(outcome, seat),
            in_words=say_n(
                "{name}: {points} p., {n} tile",
                "{name}: {points} p., {n} tiles",
                outcome.tiles[seat],
                name=names[seat],
                points=outcome.scores[seat],
            ),
            has_won=seat in outcome.winners,
        )
        for seat in outcome.ranking
    )
    return RankingScreen(title=_verdict(names, outcome), lines=lines)


def _points(outcome: Outcome, seat: int) -> str:
    """Return a player's points, with the number of tiles if points alone did not decide."""
    points = str(outcome.scores[seat])
    if outcome.decided_by is DecidedBy.POINTS:
        return points
    return f"{points} ({outcome.tiles[seat]})"


def _verdict(names: tuple[str, ...], outcome: Outcome) -> Text:
    if outcome.decided_by is DecidedBy.TILES:
        return say("Tie: most tiles wins")
    if outcome.decided_by is DecidedBy.SHARED:
        return say("A shared win!")
    return say("{name} wins!", name=names[outcome.winners[0]])
