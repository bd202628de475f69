"""Event cards: the last public move on a whole screen, for a moment, at every station."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PIL import Image

from triqueta.games.triqueta.animals import count_animals, counted
from triqueta.games.triqueta.pages.moves import describe_public_move
from triqueta.games.triqueta.rules import Animal, Layer
from triqueta.games.triqueta.rules.moves import BOX, KEEP, OPEN, PLACE, is_take, number_of
from triqueta.games.triqueta.rules.setup import KEEPS_PER_GAME
from triqueta.games.triqueta.screens import art
from triqueta.games.triqueta.screens.rows import Line, draw_tiles
from triqueta.games.triqueta.screens.turn import animals_in_words
from triqueta.games.triqueta.views import Belongings, PublicMove, PublicView, signed
from triqueta.games.triqueta.words import say
from triqueta.screens.art import digits_image, doubled, text_width
from triqueta.screens.canvas import WIDTH, Canvas
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen


def move_screen(view: PublicView, *, by_robot: bool = False) -> Screen | None:
    """Return the card of the last public move, or None if it has none.

    A draw has none: only what becomes of the tile is an event. A shadow tile is kept at once, so
    it gets a card when its drawer has seen it.
    """
    if not view.public_moves or view.unseen:
        return None
    last = view.public_moves[-1]
    player = Mover(view.table.players[last.seat].name, by_robot)
    sentence = describe_public_move(last, player.name)
    if sentence is None:
        return None
    if last.move in PLACE:
        row = view.table.rows[PLACE.index(last.move)] or last.tiles
        return PlacedScreen(
            player=player, sentence=sentence, tile=last.tiles, row=number_of(last.move), tiles=row
        )
    if is_take(last.move):
        return _taken_screen(view, last, player, sentence)
    if last.move in OPEN:
        return _opened_screen(view, last, player, sentence)
    return _hidden_screen(view, last, player, sentence)


@dataclass(frozen=True, slots=True)
class Mover:
    """The player who has moved."""

    name: str
    is_robot: bool = False


def _draw_mover(canvas: Canvas, x: int, y: int, player: Mover, width: int) -> None:
    """Draw a player's name in letters of double size, or of single size if it is too long."""
    room = width - (_ROBOT if player.is_robot else 0)
    fits = 2 * text_width(player.name) <= room
    if fits:
        end = canvas.large_text(x, y, player.name, width=room)
    else:
        end = canvas.text(x, y + 4, player.name, width=room)
    if player.is_robot:
        canvas.stamp(end + 1, y + (5 if fits else 3), art.sign("robot"))


_ROBOT = 12
_BESIDE = 56
_PICTURE_TOP = 5
_NAME_TOP = 4
_LINE = 43
_EDGE = WIDTH - 1


def _draw_picture(canvas: Canvas, image: Image.Image) -> None:
    canvas.stamp(0, _PICTURE_TOP, image)


def _draw_deed(canvas: Canvas, deed: Text) -> None:
    """Draw what the player did, in one or two lines below the name."""
    room = WIDTH - _BESIDE
    lines = canvas.wrapped(deed, room)
    if len(lines) > 2:
        canvas.overflow.append(canvas.said(deed))
    canvas.paragraph(_BESIDE, 28 if len(lines) == 1 else 23, deed, width=room, pitch=10)


def _draw_line(canvas: Canvas) -> None:
    canvas.line(_BESIDE, _LINE, _EDGE, _LINE)


# A placed tile.


@dataclass(frozen=True, kw_only=True)
class PlacedScreen(Screen):
    """A tile that was placed in a row, and the row with it."""

    player: Mover
    sentence: Text
    tile: str
    row: int
    tiles: str

    def draw(self, canvas: Canvas) -> None:
        _draw_picture(canvas, art.huge_tile(self.tile))
        _draw_mover(canvas, _BESIDE, _NAME_TOP, self.player, WIDTH - _BESIDE)
        _draw_row(canvas, 25, self.row)
        _draw_line(canvas)
        draw_tiles(canvas, Line(_BESIDE, WIDTH, 49, 11), self.tiles, self.tile)

    def words(self) -> Iterator[Text]:
        yield self.sentence
        yield say("row {row}: {animals}", row=self.row, animals=animals_in_words(self.tiles))


def _draw_row(canvas: Canvas, y: int, row: int) -> None:
    """Draw an arrow to a row: its number is large, and the word as well if there is room."""
    canvas.stamp(_BESIDE, y, doubled(art.sign("arrow")))
    word, left = say("row"), _BESIDE + 22
    width = 2 * canvas.width_of(word) + 18
    if width <= WIDTH - left:
        canvas.large_text(canvas.large_text(left, y, word) + 6, y, row)
    else:
        canvas.large_text(canvas.text(left, y + 7, word) + 3, y, row)


# A tile that stays hidden: kept, or put into the box.


@dataclass(frozen=True, kw_only=True)
class HiddenScreen(Screen):
    """The back of a tile that a player kept or put into the box.

    `kept` are the light tiles that the player keeps, one of which is new; it is None if the tile
    is a shadow tile or went into the box. `shadow` is the number of shadow tiles that the player
    has, if this is one.
    """

    player: Mover
    sentence: Text
    deed: Text
    picture: str
    layer: Layer = Layer.LIGHT
    kept: int | None = None
    shadow: int = 0

    def draw(self, canvas: Canvas) -> None:
        _draw_picture(canvas, art.huge_picture(self.picture, self.layer))
        _draw_mover(canvas, _BESIDE, _NAME_TOP, self.player, WIDTH - _BESIDE)
        _draw_deed(canvas, self.deed)
        if self.kept is not None or self.shadow:
            _draw_line(canvas)
        if self.kept is not None:
            _draw_keeps(canvas, self.kept)
        if self.shadow:
            self._draw_shadow(canvas)

    def _draw_shadow(self, canvas: Canvas) -> None:
        """Draw the backs of the player's shadow tiles, or one and their number."""
        if self.shadow <= _MOST_BACKS:
            for number in range(self.shadow):
                canvas.stamp(_BESIDE + 13 * number, 48, art.small_back(Layer.SHADOW))
        else:
            canvas.stamp(_BESIDE, 48, art.small_back(Layer.SHADOW))
            canvas.digits(_BESIDE + 14, 51, f"x{self.shadow}")

    def words(self) -> Iterator[Text]:
        yield self.sentence
        yield self.deed
        if self.kept is not None:
            yield say("kept: {kept} of {most}", kept=self.kept, most=KEEPS_PER_GAME)
        if self.shadow:
            yield say("shadow tiles: {tiles}", tiles=self.shadow)


_MOST_BACKS = 5


def _draw_keeps(canvas: Canvas, kept: int) -> None:
    """Draw a back for each kept tile, and a gap for each that the player can still keep."""
    for number in range(KEEPS_PER_GAME):
        x = _BESIDE + 14 * number
        if number < kept:
            canvas.stamp(x, 48, art.small_back(Layer.LIGHT))
        else:
            canvas.once(_draw_gap, (x, 48))
    canvas.text(_BESIDE + 14 * KEEPS_PER_GAME + 4, 50, f"{kept}/{KEEPS_PER_GAME}")


def _draw_gap(canvas: Canvas, corner: tuple[int, int]) -> None:
    x, y = corner
    last = art.SMALL_TILE - 1
    for step in range(2, last, 3):
        for dx, dy in ((step, 0), (step, last), (0, step), (last, step)):
            canvas.dot(x + dx, y + dy)


def _hidden_screen(
    view: PublicView, last: PublicMove, player: Mover, sentence: Text
) -> HiddenScreen:
    hand = view.table.players[last.seat]
    if last.move == KEEP:
        return HiddenScreen(
            player=player,
            sentence=sentence,
            deed=say("keeps a tile"),
            picture="back",
            kept=hand.kept_light,
        )
    if last.move == BOX:
        deed = say("puts a tile into the box")
        return HiddenScreen(player=player, sentence=sentence, deed=deed, picture="box")
    deed = say("keeps the shadow tile")
    if last.shadow > 1:
        deed = say("keeps both shadow tiles")
    return HiddenScreen(
        player=player,
        sentence=sentence,
        deed=deed,
        picture="back",
        layer=Layer.SHADOW,
        shadow=hand.kept_shadow,
    )


# A row that was taken.

_ICON = 18
_PITCH = 21
_ICONS_TOP = 33
_MOST = 6
_SET_GAP = 8


@dataclass(frozen=True, kw_only=True)
class TakenScreen(Screen):
    """A row that a player took: its animals, the points in the open, and completed sets.

    `sets` are the animals of which the player now has exactly three lying open.
    """

    player: Mover
    sentence: Text
    row: int
    tiles: str
    change: int
    sets: tuple[Animal, ...]
    has_rock: bool

    def draw(self, canvas: Canvas) -> None:
        points = signed(self.change)
        width = 2 * text_width(points)
        canvas.large_text(_EDGE - width, 2, points)
        _draw_mover(canvas, 1, 2, self.player, _EDGE - width - 4)
        canvas.text(1, 21, self._deed)
        if self.has_rock:
            canvas.stamp(_EDGE - 9, 20, art.small_icon("rock"))
            canvas.text_right(_EDGE - 12, 21, "+")
        canvas.line(1, 31, _EDGE, 31)
        self._draw_tiles(canvas)

    @property
    def _deed(self) -> Text:
        if not self.tiles:
            return say("takes the empty row {row}", row=self.row)
        return say("takes row {row}", row=self.row)

    def _draw_tiles(self, canvas: Canvas) -> None:
        top = _ICONS_TOP if self.sets else _ICONS_TOP + 5
        canvas.once(_draw_taken, (top, self.tiles))
        if self.sets:
            self._draw_sets(canvas, canvas.text(1, 54, "★") + 3)

    def _draw_sets(self, canvas: Canvas, x: int) -> None:
        """Draw the completed sets in words, or with pictures if the words have no room.

        A row can complete up to six sets at once.
        """
        texts = [_set_in_words(animal) for animal in self.sets]
        widths = [canvas.width_of(text) + _SET_GAP for text in texts]
        if x + sum(widths) - _SET_GAP <= WIDTH:
            for text in texts:
                x = canvas.text(x, 54, text) + _SET_GAP
            return
        gap = _SET_GAP if len(self.sets) < 5 else 2
        for animal in self.sets:
            canvas.stamp(x, 53, art.small_icon(animal.name.lower()))
            points: Text = animal.triqueta
            if len(self.sets) < 4:
                points = say("= {points}", points=points)
            x = canvas.text(x + 11, 54, points) + gap

    def words(self) -> Iterator[Text]:
        yield self.sentence
        yield self._deed
        if self.has_rock:
            yield say("{name} has the Rock", name=self.player.name)
        yield say("points: {points}", points=signed(self.change))
        yield from map(_set_in_words, self.sets)


def _set_in_words(animal: Animal) -> Text:
    return say("{animals} = {points}", animals=counted(animal, 3), points=animal.triqueta)


def _draw_taken(canvas: Canvas, about: tuple[int, str]) -> None:
    """Draw the animals of a row one by one, or counted if there are too many."""
    y, tiles = about
    counts = count_animals(tiles)
    if len(tiles) <= _MOST:
        shown = [(animal, 1) for animal, count in counts.items() for _ in range(count)]
    else:
        shown = list(counts.items())
    for place, (animal, count) in enumerate(shown):
        x = 1 + _PITCH * place
        canvas.stamp(x, y, doubled(art.small_icon(animal.name.lower())))
        if count > 1:
            _draw_badge(canvas, x + _ICON, y + _ICON, str(count))
    if not shown:
        for x in range(4, _EDGE, 8):
            canvas.dot(x, y + _ICON // 2)


def _draw_badge(canvas: Canvas, right: int, bottom: int, number: str) -> None:
    """Draw a number over the lower right corner of an icon."""
    width = digits_image(number).width
    canvas.box(right - width - 1, bottom - 6, right + 1, bottom + 1, lit=False)
    canvas.digits(right - width + 1, bottom - 4, number)


def _taken_screen(
    view: PublicView, last: PublicMove, player: Mover, sentence: Text
) -> TakenScreen:
    table = view.table
    now = Belongings.public(table, last.seat)
    before = now.without(last.tiles)
    has_rock = all(row is None for row in table.rows)  # the last row comes with the Rock (R10)
    animals = count_animals(last.tiles)
    return TakenScreen(
        player=player,
        sentence=sentence,
        row=number_of(last.move),
        tiles=last.tiles,
        change=before.change_with(last.tiles),
        sets=tuple(animal for animal in animals if now.number_of(animal.letter) == 3),
        has_rock=has_rock,
    )


# A pile that was opened.


@dataclass(frozen=True, kw_only=True)
class OpenedScreen(Screen):
    """The Tree that a player got with a pile, and the point for it."""

    player: Mover
    sentence: Text
    deed: Text
    round: int

    def draw(self, canvas: Canvas) -> None:
        _draw_picture(canvas, art.huge_picture("tree"))
        _draw_mover(canvas, _BESIDE, _NAME_TOP, self.player, WIDTH - _BESIDE)
        _draw_deed(canvas, self.deed)
        _draw_line(canvas)
        canvas.stamp(_BESIDE, 49, art.small_icon("tree"))
        canvas.text(_BESIDE + 12, 50, signed(1))
        canvas.text_right(_EDGE, 50, f"{self.round}/4")

    def words(self) -> Iterator[Text]:
        yield self.sentence
        yield self.deed
        yield say("points: {points}", points=signed(1))
        yield say("Round {round} of 4", round=self.round)


def _opened_screen(
    view: PublicView, last: PublicMove, player: Mover, sentence: Text
) -> OpenedScreen:
    deed = say("opens pile {pile}", pile=number_of(last.move))
    if not view.table.unopened:
        deed = say("opens the last pile")
        sentence = say("{name} opens the last pile and gets its Tree", name=player.name)
    return OpenedScreen(player=player, sentence=sentence, deed=deed, round=view.table.round)
