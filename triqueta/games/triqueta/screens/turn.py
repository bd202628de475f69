"""Screens of the table: the piles, the players, the rows, and whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from triqueta.games.triqueta.animals import tile_in_words
from triqueta.games.triqueta.rules import Layer, PetalView, TableView
from triqueta.games.triqueta.rules.tiles import LIGHT_ANIMALS
from triqueta.games.triqueta.screens import art
from triqueta.games.triqueta.words import say
from triqueta.screens.art import CAPITAL_HEIGHT, capitals_image
from triqueta.screens.canvas import CONTENT_BOTTOM, Canvas, petal_centres
from triqueta.screens.lists import initials_of
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen

_FLOWER = (15, 32)
_RING = 11
_PETAL = 5
_OUT_LEFT = 32
_NAMES_LEFT = 36
_ROCK_LEFT = 49
_TREES_LEFT = 54
_DIVIDER = 62
_BOTTOM = CONTENT_BOTTOM - 1
_GRID_LEFT = 68
_CENTRED_GRID_LEFT = 38
_LEFT_GRID_LEFT = 14
_CHANGES_LEFT = 84
_GRID_WIDTH = 59
_TOP = 11
_PIPS = {
    0: (),
    1: ((0, 0),),
    2: ((-2, 0), (1, 0)),
    3: ((0, -2), (-2, 1), (1, 1)),
    4: ((-2, -2), (1, -2), (-2, 1), (1, 1)),
}


@dataclass(frozen=True, kw_only=True)
class TurnScreen(Screen):
    """The public table. A petal has a pip per tile, and is lit if a shadow tile is on top."""

    title: Text
    view: TableView = field(hash=False)  # slow to hash, and the title usually differs, too

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title, f"{self.view.round}/4")
        # Cached separately: most moves change only one of these.
        canvas.once(draw_flower, self.view.petals)
        canvas.once(_draw_players, _Players.of(self.view))
        canvas.once(_draw_rows, self.view.rows)

    def words(self) -> Iterator[Text]:
        yield self.title
        yield say("Round {round} of 4", round=self.view.round)
        yield from _table_in_words(self.view)


@lru_cache(maxsize=2)
def _table_in_words(view: TableView) -> tuple[Text, ...]:
    """Return the public table in words, cached for the stations that show the same view."""
    return (
        *pile_in_words(view.petals),
        *rows_in_words(view.rows),
        *players_in_words(view),
    )


def _draw_rows(canvas: Canvas, rows: tuple[str | None, ...]) -> None:
    draw_grid(canvas, rows, _GRID_LEFT)


class _Players(NamedTuple):
    """The part of a view that the list of players shows."""

    names: tuple[str, ...]
    trees: tuple[int, ...]
    in_round: tuple[bool, ...]
    to_act: int | None
    rock: int

    @classmethod
    def of(cls, view: TableView) -> _Players:
        players = view.players
        return cls(
            names=tuple(player.name for player in players),
            trees=tuple(player.trees for player in players),
            in_round=tuple(player.in_round for player in players),
            to_act=view.to_act,
            rock=view.rock,
        )


@dataclass(frozen=True, kw_only=True)
class RowsScreen(Screen):
    """The rows alone, to choose one: those on offer are marked with their petal key.

    While the player chooses a row to take, `changes` is how each would change their points.
    """

    title: Text
    view: TableView = field(hash=False)  # slow to hash, and the title usually differs, too
    offered: tuple[int, ...]
    box_hint: Text | None = None
    changes: tuple[int | None, ...] = ()

    def draw(self, canvas: Canvas) -> None:
        canvas.title(self.title)
        left = _LEFT_GRID_LEFT if self.changes else _CENTRED_GRID_LEFT
        draw_grid(canvas, self.view.rows, left, self.offered)
        if self.changes:
            canvas.text(_CHANGES_LEFT, _TOP + 1, say("points:"))
            _draw_changes(canvas, self.changes)
        if self.box_hint is not None:  # only with two players, so there is enough space
            canvas.petal_number(_CENTRED_GRID_LEFT - 9, 44, 5)
            canvas.text(_CENTRED_GRID_LEFT, 44, self.box_hint)

    def words(self) -> Iterator[Text]:
        yield self.title
        yield from rows_in_words(self.view.rows)
        for row in self.offered:
            yield say("{key}: row {row}", key=row, row=row)
        for number, change in enumerate(self.changes, start=1):
            if change is not None:
                yield say("points with row {row}: {points}", row=number, points=f"{change:+}")
        if self.box_hint is not None:
            yield say("{key}: {answer}", key=5, answer=self.box_hint)


def _draw_changes(canvas: Canvas, changes: tuple[int | None, ...]) -> None:
    """Draw beside each row how it would change the player's points."""
    pitch = _row_pitch(len(changes))
    for number, change in enumerate(changes):
        y = _TOP + 11 + number * pitch
        if change is not None and pitch == 10:
            canvas.text(_CHANGES_LEFT, y - 1, f"{change:+}")
        elif change is not None:
            canvas.digits(_CHANGES_LEFT, y, f"{change:+}")


def _row_pitch(rows: int) -> int:
    return min(10, 31 // rows)


def _draw_players(canvas: Canvas, players: _Players) -> None:
    canvas.line(_DIVIDER, _TOP, _DIVIDER, _BOTTOM)
    tops = _tops(len(players.names), players.to_act)
    is_played = any(players.in_round)
    for seat, (initials, y) in enumerate(zip(initials_of(players.names), tops, strict=True)):
        player = _Player(
            initials,
            y,
            trees=players.trees[seat],
            is_to_act=seat == players.to_act,
            is_out=is_played and not players.in_round[seat],
            has_rock=seat == players.rock,
        )
        canvas.once(_draw_player, player)


def _tops(players: int, to_act: int | None) -> list[int]:
    """Return the top of each name.

    Five names leave space for only one box, around the player to act.
    """
    if players < 5:
        return [_TOP + 1 + 10 * seat for seat in range(players)]
    to_act = -1 if to_act is None else to_act
    return [_TOP + 8 * seat + (seat >= to_act) + (seat > to_act) for seat in range(players)]


class _Player(NamedTuple):
    """A line of the list of players."""

    initials: str
    y: int
    trees: int
    is_to_act: bool
    is_out: bool
    has_rock: bool


def _draw_player(canvas: Canvas, player: _Player) -> None:
    y, trees = player.y, player.trees
    if player.is_to_act:
        end = _NAMES_LEFT + capitals_image(player.initials).width
        canvas.box(_NAMES_LEFT - 1, y - 1, end + 1, y + CAPITAL_HEIGHT + 1)
    canvas.capitals(_NAMES_LEFT, y, player.initials, lit=not player.is_to_act)
    if player.is_out:
        canvas.stamp(_OUT_LEFT, y + 2, art.mark("out"))
    if player.has_rock:
        canvas.stamp(_ROCK_LEFT, y + 1, art.mark("rock"))
    if trees:
        canvas.stamp(_TREES_LEFT, y + 1, art.mark("tree"))
    if trees > 1:
        canvas.digits(_TREES_LEFT + 4, y + 1, trees)


def draw_flower(canvas: Canvas, petals: tuple[PetalView, ...]) -> None:
    for petal, (x, y) in zip(petals, petal_centres(*_FLOWER, _RING), strict=True):
        shadow = petal.top is Layer.SHADOW
        if petal.tiles:
            canvas.disc(x, y, _PETAL, filled=shadow)
        for dx, dy in _PIPS[petal.tiles]:
            canvas.box(x + dx, y + dy, x + dx + 2, y + dy + 2, lit=not shadow)
        if not petal.tiles:
            canvas.dot(x, y)


def draw_grid(
    canvas: Canvas, rows: tuple[str | None, ...], left: int, offered: tuple[int, ...] = ()
) -> None:
    """Draw a grid with the number of tiles of each animal in each row.

    A line replaces a row that has been taken. Rows on offer are marked with their petal key.
    """
    canvas.once(_draw_animals, left)
    pitch = _row_pitch(len(rows))
    for number, row in enumerate(rows, start=1):
        y = _TOP + 11 + (number - 1) * pitch
        if number in offered:
            _draw_mark(canvas, left, y, number, roomy=pitch == 10)
        else:
            canvas.digits(left - 4, y, number)
        if row is None:
            canvas.line(left, y + 2, left + _GRID_WIDTH - 1, y + 2)
        else:
            canvas.once(_draw_counts, _Counts(left, y, row, roomy=pitch == 10))


def _draw_animals(canvas: Canvas, left: int) -> None:
    for column, animal in enumerate(LIGHT_ANIMALS):
        canvas.stamp(left + 10 * column, _TOP, art.small_icon(animal.name.lower()))


def _draw_mark(canvas: Canvas, left: int, y: int, row: int, *, roomy: bool) -> None:
    """Draw a row's petal key, or an arrow and its number if there is no space for the key."""
    if roomy:
        canvas.petal_number(left - 9, y - 1, row)
    else:
        canvas.digits(left - 8, y, f">{row}")


class _Counts(NamedTuple):
    """A row of the grid; if it is `roomy` (at most three rows), its digits are larger."""

    left: int
    y: int
    row: str
    roomy: bool


def _draw_counts(canvas: Canvas, counts: _Counts) -> None:
    """Draw how many tiles of each animal lie in a row."""
    left, y, row, roomy = counts
    for column, animal in enumerate(LIGHT_ANIMALS):
        count, x = row.count(animal.letter), left + 10 * column
        if not count:
            canvas.dot(x + 4, y + 2)
        elif roomy and count < 10:
            canvas.text(x + 3, y - 1, count)
        else:
            canvas.digits(x + (2 if count > 9 else 3), y, count)


def pile_in_words(petals: tuple[PetalView, ...]) -> Iterator[Text]:
    for number, petal in enumerate(petals, start=1):
        if petal.top is Layer.SHADOW:
            yield say("petal {petal}: a shadow tile on top", petal=number)
        else:
            yield say("petal {petal}: tiles: {tiles}", petal=number, tiles=petal.tiles)


def rows_in_words(rows: tuple[str | None, ...]) -> Iterator[Text]:
    for number, row in enumerate(rows, start=1):
        if row is None:
            yield say("row {row}: taken", row=number)
        elif row:
            yield say("row {row}: {animals}", row=number, animals=animals_in_words(row))
        else:
            yield say("row {row}: empty", row=number)


def animals_in_words(tiles: str) -> Text:
    """Return the animals of the tiles, separated by commas, as a translatable text."""
    text = tile_in_words(tiles[0])
    for tile in tiles[1:]:
        text = say("{animals}, {animal}", animals=text, animal=tile_in_words(tile))
    return text


def players_in_words(view: TableView) -> Iterator[Text]:
    playing = any(player.in_round for player in view.players)
    for seat, player in enumerate(view.players):
        if playing and not player.in_round:
            yield say("{name} has left the round", name=player.name)
        if seat == view.rock:
            yield say("{name} has the Rock", name=player.name)
        if player.trees:
            yield say("{name} has Trees: {trees}", name=player.name, trees=player.trees)


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
