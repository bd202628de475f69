"""Screens of the end: the standings, a kept tile turned up, and the winner."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from PIL import Image

from triqueta.games.triqueta.animals import counted, tile_in_words
from triqueta.games.triqueta.reveal import TurnedUp
from triqueta.games.triqueta.rules import DecidedBy, Outcome, layer_of
from triqueta.games.triqueta.screens import art
from triqueta.games.triqueta.screens.marks import MARKS_WIDTH, draw_marks, marks_in_words
from triqueta.games.triqueta.views import PublicView, signed
from triqueta.games.triqueta.words import say, say_n
from triqueta.screens.art import text_width
from triqueta.screens.canvas import WIDTH, Canvas
from triqueta.screens.lists import Ranked, RankingScreen
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen

_RIGHT = WIDTH - 1  # of a column of numbers
_BAR_HEIGHT = 7


@dataclass(frozen=True, slots=True)
class PlayerPoints:
    """A player's line in the standings: the points of what lies open, the Rock and the Trees."""

    name: str
    points: int
    has_rock: bool
    trees: int


def standings_of(view: PublicView) -> tuple[tuple[int, PlayerPoints], ...]:
    """Return each seat with its standing, the most points first."""
    lines = [
        (
            seat,
            PlayerPoints(
                player.name, view.open_sheet(seat).total, seat == view.table.rock, player.trees
            ),
        )
        for seat, player in enumerate(view.table.players)
    ]
    return tuple(sorted(lines, key=lambda line: -line[1].points))


@dataclass(frozen=True, kw_only=True)
class StandingsScreen(Screen):
    """The points of what lies open: a bar for each player, the Rock and the Trees.

    Bars of negative points are hollow and grow to the left. With `has_petals`, each line begins
    with its petal key. The remark says who took the Rock; it is drawn if a line is left for it.
    """

    title: Text
    corner: Text
    lines: tuple[PlayerPoints, ...]
    remark: Text | None = None
    has_petals: bool = False

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title, self.corner)
        with_remark = self.remark is not None and len(self.lines) < 4
        pitch = 14 if len(self.lines) == 2 else min(10, 41 // len(self.lines))
        bars = self._bars(canvas)
        for number, line in enumerate(self.lines):
            y = 12 + pitch * number
            if self.has_petals:
                canvas.small_petal_number(1, y, number + 1)
            canvas.text(self._names_left, y, line.name)
            bars.draw(canvas, y, line.points)
            x = bars.right + 3
            draw_marks(canvas, x, y + 1, has_rock=line.has_rock, trees=line.trees)
            canvas.text_right(_RIGHT, y, line.points)
        if with_remark and self.remark is not None:
            _draw_remark(canvas, self.remark)

    @property
    def _names_left(self) -> int:
        return 9 if self.has_petals else 1

    def _bars(self, canvas: Canvas) -> _Bars:
        left = self._names_left + max(canvas.width_of(line.name) for line in self.lines) + 4
        points = [line.points for line in self.lines]
        number = max(canvas.width_of(line.points) for line in self.lines)
        right = _RIGHT - number - 4 - MARKS_WIDTH - 3
        return _Bars(left, right, min(0, *points), max(0, *points))

    def words(self) -> Iterator[Text]:
        yield self.title
        yield self.corner
        if self.remark is not None:
            yield self.remark
        for line in self.lines:
            yield say("{name}: {points} p.", name=line.name, points=line.points)
        for line in self.lines:
            has_rock = line.has_rock and self.remark is None  # the remark says it already
            yield from marks_in_words(line.name, has_rock=has_rock, trees=line.trees)


@dataclass(frozen=True, slots=True)
class _Bars:
    """The bars of a chart between two columns, for points between `least` and `most`."""

    left: int
    right: int
    least: int
    most: int

    def draw(self, canvas: Canvas, top: int, points: int) -> None:
        axis, end = self._x(0), self._x(points)
        bottom = top + _BAR_HEIGHT
        if self.least < 0:
            canvas.line(axis, top - 1, axis, bottom)
        if end > axis:
            canvas.box(axis + 1, top, max(end, axis + 2), bottom)
        elif end < axis:
            canvas.frame(min(end, axis - 2), top, axis, bottom)
        elif self.least == 0:
            canvas.line(axis, top, axis, bottom - 1)

    def _x(self, points: int) -> int:
        span = max(1, self.most - self.least)
        return self.left + round((points - self.least) * (self.right - self.left) / span)


def _draw_remark(canvas: Canvas, remark: Text) -> None:
    """Draw the remark about the Rock, with its picture unless a long name leaves no room."""
    if canvas.width_of(remark) > WIDTH - 15:
        canvas.text(1, 43, remark)
        return
    canvas.stamp(1, 42, art.small_icon("rock"))
    canvas.text(15, 43, remark)


class Side(IntEnum):
    """The side of a tile that is seen while it is turned."""

    BACK = 0
    EDGE = 1
    FACE = 2


_COLUMN = 57
_FOOTER = 56


@dataclass(frozen=True, kw_only=True)
class TurnUpScreen(Screen):
    """A kept tile that is turned up at the end, and what it makes of its player's points.

    It is tile `number` of `of`. `returned` is how many tiles the player has returned unseen.
    """

    name: str
    tile: TurnedUp
    number: int
    of: int
    returned: int = 0
    side: Side = Side.FACE

    def draw(self, canvas: Canvas) -> None:
        image = self._tile_image()
        canvas.stamp((art.HUGE_TILE - image.width) // 2, 0, image)
        self._draw_name(canvas)
        if self.side is Side.FACE:
            self._draw_change(canvas)
        else:
            canvas.large_text(_COLUMN, 35, "?")
            canvas.text_right(_RIGHT, 42, say("= {points}", points=self._before))
        canvas.line(0, 53, _RIGHT, 53)
        canvas.text(1, _FOOTER, self._count)
        if self.returned:
            canvas.text_right(_RIGHT, _FOOTER, say("returned: {tiles}", tiles=self.returned))

    def _tile_image(self) -> Image.Image:
        tile = self.tile.tile
        if self.side is Side.FACE:
            return art.huge_tile(tile)
        layer = layer_of(tile)
        return art.huge_picture("back", layer) if self.side is Side.BACK else art.edge(layer)

    def _draw_name(self, canvas: Canvas) -> None:
        """Draw the name, at double size if it leaves room for the pips."""
        room = _RIGHT - _COLUMN - 10
        if 2 * text_width(self.name) <= room:
            canvas.large_text(_COLUMN, 2, self.name)
        else:
            canvas.text(_COLUMN, 7, self.name)

    def _draw_change(self, canvas: Canvas) -> None:
        _draw_pips(canvas, self.tile.count)
        canvas.text(_COLUMN, 22, self._animals)
        change = signed(self.tile.change)
        is_set = self.tile.count == 3
        if is_set:
            canvas.box(_COLUMN - 1, 33, _COLUMN + 2 * text_width(change) + 3, 51)
        canvas.large_text(_COLUMN + is_set, 35, change, lit=not is_set)
        canvas.text_right(_RIGHT, 42, say("= {points}", points=self.tile.total))

    @property
    def _animals(self) -> Text:
        return counted(self.tile.animal, self.tile.count)

    @property
    def _count(self) -> Text:
        return say("{number} of {of}", number=self.number, of=self.of)

    @property
    def _before(self) -> int:
        return self.tile.total - self.tile.change

    def words(self) -> Iterator[Text]:
        yield say("{name} reveals", name=self.name)
        if self.side is Side.FACE:
            yield from self._change_in_words()
        else:
            yield say("{points} p.", points=self._before)
        yield self._count
        if self.returned:
            yield say("returned face down: {tiles}", tiles=self.returned)

    def _change_in_words(self) -> Iterator[Text]:
        yield tile_in_words(self.tile.tile)
        yield self._animals
        yield say(
            "{change}: {before} → {points} p.",
            change=signed(self.tile.change),
            before=self._before,
            points=self.tile.total,
        )


def _draw_pips(canvas: Canvas, count: int) -> None:
    """Draw how full a set is: three pips, or three crosses if it has more than three tiles."""
    for pip in range(3):
        x, y = _RIGHT - 3, 4 + 8 * pip
        if count > 3:
            canvas.stamp(x - 2, y - 2, art.mark("spoilt"))
        else:
            canvas.disc(x, y, 2, filled=pip < count)


_CROWN_RIGHT = 30
_DIVIDER = 47
_LIST_LEFT = 50
_LIST_TOP = 20


@dataclass(frozen=True, kw_only=True)
class WinnerScreen(RankingScreen):
    """The winner with a crown and the points, and the others with their petal keys.

    `points` are those of the winner. `tie` explains a tie that tiles have broken, and `tiles` are
    the numbers of tiles in it, as in "14 : 12". The picture then has a line about the tie instead
    of a large name. `equal` are the indexes of the lines that share a place with the line above:
    the numbers of the petal keys could be taken for places.
    """

    points: int
    tie: Text | None = None
    tiles: Text = ""
    equal: tuple[int, ...] = ()

    def draw(self, canvas: Canvas) -> None:
        canvas.stamp(0, 1, art.crown())
        winners = [line for line in self.lines if line.has_won]
        listed, top = self.lines[len(winners) :], _LIST_TOP
        if len(winners) > 1 and not self._has_drawn_both(canvas, winners):
            canvas.text(_CROWN_RIGHT, 1, say("A shared win!"))
            listed, top = self.lines, 12
        if self.tie is not None:
            self._draw_tie(canvas)
        elif len(winners) > 1 or self._has_drawn_winner(canvas, winners[0].name):
            self._draw_points(canvas, _LIST_TOP, (_points(self.points),))
        else:
            canvas.text_centred(0, _DIVIDER - 1, _LIST_TOP + 1, WINS)
            self._draw_points(canvas, 33)
        canvas.line(_DIVIDER, top, _DIVIDER, 51)
        self._draw_list(canvas, listed, top)

    def _draw_tie(self, canvas: Canvas) -> None:
        canvas.text(_CROWN_RIGHT, 1, self.title)
        canvas.text(_CROWN_RIGHT, 10, say("Tie on points"))
        self._draw_points(canvas, _LIST_TOP, (self.tiles, say("tiles")))

    def _has_drawn_winner(self, canvas: Canvas, name: str) -> bool:
        """Draw the name at double size, and return whether the verb fitted beside it."""
        if 2 * canvas.width_of(self.title) <= WIDTH - _CROWN_RIGHT:
            canvas.large_text(_CROWN_RIGHT, 2, self.title)
            return True
        end = canvas.large_text(_CROWN_RIGHT, 2, name) + 3
        fits = end + canvas.width_of(WINS) <= WIDTH
        if fits:
            canvas.text(end, 9, WINS)
        return fits

    def _has_drawn_both(self, canvas: Canvas, winners: list[Ranked]) -> bool:
        """Draw the names of two winners if they fit, and return whether they did."""
        room = WIDTH - _CROWN_RIGHT
        lines = canvas.wrapped(self.title, room)
        fits = all(text_width(line) <= room for line in lines)
        if len(winners) > 2 or len(lines) > 2 or not fits:
            return False
        canvas.paragraph(_CROWN_RIGHT, 1 if len(lines) > 1 else 5, self.title, width=room)
        return True

    def _draw_points(self, canvas: Canvas, top: int, notes: tuple[Text, ...] = ()) -> None:
        """Draw the winner's points, and one or two lines below them."""
        x = (_DIVIDER - 2 * canvas.width_of(self.points)) // 2
        canvas.large_text(x, top, self.points)
        for number, note in enumerate(notes):
            y = 39 if len(notes) == 1 else 35 + 8 * number
            canvas.text_centred(0, _DIVIDER - 1, y, note)

    def _draw_list(self, canvas: Canvas, listed: tuple[Ranked, ...], top: int) -> None:
        pitch = min(10, (52 - top) // max(1, len(listed)))
        first = len(self.lines) - len(listed)
        top += (52 - top - pitch * len(listed) + 1) // 2
        for number, line in enumerate(listed):
            y = top + pitch * number
            canvas.small_petal_number(_LIST_LEFT, y, first + number + 1)
            x = canvas.text(_LIST_LEFT + 8, y, line.name)
            if line.has_won:
                canvas.text(x + 2, y, "★")
            is_equal = first + number in self.equal
            canvas.text_right(_RIGHT, y, f"= {line.points}" if is_equal else line.points)

    def words(self) -> Iterator[Text]:
        yield from super().words()
        for number in self.equal:
            name, other = (self.lines[line].name for line in (number - 1, number))
            yield say("{name} and {other} share a place", name=name, other=other)
        if self.tie is not None:
            yield self.tie


WINS = say("wins!")


def _points(points: int) -> Text:
    """Return the word below a number of points."""
    return say("point") if abs(points) == 1 else say("points")


def winner_screen(names: tuple[str, ...], outcome: Outcome) -> WinnerScreen:
    lines = tuple(
        Ranked(
            name=names[seat],
            points=outcome.scores[seat],
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
    tiles = _tied_tiles(outcome)
    return WinnerScreen(
        title=_verdict([names[seat] for seat in outcome.winners]),
        lines=lines,
        points=max(outcome.scores),
        tiles=tiles,
        tie=_tie(names[outcome.winners[0]], tiles) if tiles else None,
        equal=_equal_lines(outcome),
    )


def _equal_lines(outcome: Outcome) -> tuple[int, ...]:
    """Return the lines after the winners with as many points and tiles as the line above."""
    order = [(outcome.scores[seat], outcome.tiles[seat]) for seat in outcome.ranking]
    lines = range(len(outcome.winners) + 1, len(order))
    return tuple(line for line in lines if order[line] == order[line - 1])


def _verdict(winners: list[str]) -> Text:
    if len(winners) > 2:
        return say("A shared win!")
    if len(winners) == 2:
        return say("{name} and {other} win!", name=winners[0], other=winners[1])
    return say("{name} wins!", name=winners[0])


def _tied_tiles(outcome: Outcome) -> str:
    """Return the numbers of tiles that broke a tie, as "14 : 12", or "" if there was none."""
    if outcome.decided_by is not DecidedBy.TILES:
        return ""
    best = max(outcome.scores)
    tied = [seat for seat in outcome.ranking if outcome.scores[seat] == best]
    between = " : " if len(tied) == 2 else ":"  # three numbers of two digits have no room
    return between.join(str(outcome.tiles[seat]) for seat in tied)


def _tie(name: str, tiles: str) -> Text:
    return say("Tie: {name} has more tiles, {tiles}", name=name, tiles=tiles)
