"""Placing the tiles of a turn: pointing at fields, putting tiles down and picking them up."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.zatre.rules.board import (
    COLUMNS,
    FIELDS,
    ROWS,
    START,
    Field,
    Tile,
    column_and_row,
    field_at,
)
from triqueta.games.zatre.rules.score import Block
from triqueta.games.zatre.rules.turn import Fault, Obstacle, TurnSoFar
from triqueta.games.zatre.screens.board import BoardScreen, Hand
from triqueta.games.zatre.session import LIFT, PUT
from triqueta.games.zatre.views import ZatreView
from triqueta.games.zatre.wording import may_go, what_it_scores, why_not_yet
from triqueta.games.zatre.words import say
from triqueta.screens.phrases import Text
from triqueta.screens.station import Key
from triqueta.table.scene import PetalKey, SoftKey, Station, StationView, Taps

if TYPE_CHECKING:
    from triqueta.games.zatre.scenes.game import ZatreScene


UP, RIGHT, DOWN, LEFT = (0, -1), (1, 0), (0, 1), (-1, 0)


class Pointer:
    """The cursor of the player to act, and the picked tile.

    With every turn, and every tile put down or picked up, the cursor returns to where that
    happened. So after a power cut only the steps since then are lost.
    """

    def __init__(self, view: ZatreView) -> None:
        self._begin(view)

    def _begin(self, view: ZatreView) -> None:
        self._moment = _moment(view)
        self.field = centre_of(view)
        self._tile = view.taken_up  # most likely the player puts it down elsewhere

    def follow(self, view: ZatreView) -> None:
        if _moment(view) != self._moment:
            self._begin(view)

    def picked(self, turn: TurnSoFar) -> Tile | None:
        """Return the tile to put down next, or None if no tile is left."""
        if self._tile in turn.left:
            return self._tile
        return turn.left[0] if turn.left else None

    def step(self, direction: tuple[int, int]) -> Field | None:
        """Return the next field in a direction, across any gap, or None at the edge."""
        column, row = column_and_row(self.field)
        while column in range(len(COLUMNS)) and row in range(len(ROWS)):
            column, row = column + direction[0], row + direction[1]
            if (field := field_at(column, row)) is not None:
                return field
        return None

    def move_to(self, field: Field) -> None:
        self.field = field

    def other_tile(self, turn: TurnSoFar) -> Tile | None:
        """Return the next tile of another value in the order of the hand, or None."""
        picked = self.picked(turn)
        if picked is None:
            return None
        first = turn.left.index(picked)
        around = turn.left[first:] + turn.left[:first]
        return next((tile for tile in around if tile != picked), None)

    def pick(self, tile: Tile) -> None:
        self._tile = tile

    def next_field(self, turn: TurnSoFar, block: Block) -> None:
        """Go to the next field where the picked tile can go, in order of the block's gain.

        If there is none, pick another tile that can go somewhere.
        """
        picked = self.picked(turn)
        for tile in sorted(turn.left, key=lambda tile: tile != picked):
            fields = turn.best_fields(tile, block)
            if fields:
                self.pick(tile)
                behind = fields.index(self.field) + 1 if self.field in fields else 0
                self.field = fields[behind % len(fields)]
                return

    def next_exception(self, turn: TurnSoFar) -> None:
        """Go to the next light field allowed for a tile that fits nowhere (Z8), tile by tile."""
        here = self.picked(turn), self.field
        options = exceptions(turn)
        behind = next((n for n, option in enumerate(options, start=1) if option == here), 0)
        tile, self.field = options[behind % len(options)]
        self.pick(tile)


def exceptions(turn: TurnSoFar) -> list[tuple[Tile, Field]]:
    """Return the tiles that fit nowhere, each with the light fields allowed for it (Z8)."""
    return [(tile, field) for tile in dict.fromkeys(turn.left) for field in turn.excepted(tile)]


def has_field(turn: TurnSoFar) -> bool:
    """Return whether a tile left in the hand can go somewhere."""
    return any(turn.fitting(tile) or turn.excepted(tile) for tile in turn.left)


def field_of(obstacle: Obstacle, turn: TurnSoFar) -> Field:
    """Return the field of the tile that causes an obstacle, or where a tile is missing."""
    if obstacle.fault is Fault.NO_START:
        return START
    return next(field for field in obstacle.fields if field in turn.placed)


def _moment(view: ZatreView) -> tuple[object, ...]:
    return view.table.turns, view.drawn, (*view.placed,), view.touched, view.taken_up


def centre_of(view: ZatreView) -> Field:
    """Return the field of the last action in this turn or the one before, or the start field."""
    if view.touched is not None:
        return view.touched
    last = view.table.last.placed if view.table.last else ()
    return next(iter((*view.placed, *last, START)))


# The petals point in the directions, petal 1 up. The one between down and left picks a tile.
_STEPS = {
    1: (UP, say("Up")),
    2: (RIGHT, say("Right")),
    3: (DOWN, say("Down")),
    5: (LEFT, say("Left")),
}
_TILE_PETAL = 4
_ALL_FIELDS = frozenset(FIELDS)


class Placing:
    """The views of stations while tiles are placed. All of them show the player's cursor."""

    def __init__(self, scene: ZatreScene) -> None:
        self._scene = scene
        self._view = scene.session.view(None)
        self._turn = self._view.turn
        self._pointer = Pointer(self._view)
        self._pointed_at: tuple[Field, Tile | None] | None = None
        self._shown: BoardScreen | None = None

    def view_for(self, station: Station) -> StationView:
        turn = self._follow()
        name = self._scene.name(self._scene.to_act)
        screen = self._screen(turn, name)
        if not self._scene.decides_for(station, self._scene.to_act):
            waits = self._scene.waits()
            soft = (None, *self._scene.info_and_menu(station))
            return StationView(screen, soft=soft, why_not=lambda _: waits, why_no_tap=waits)
        # The hint takes the place of the menu, because its page has the menu, too.
        hint_or_menu = self._scene.hint_key(station) or self._scene.menu_key(station, self._scene)
        return StationView(
            screen,
            petals=self._petals(turn),
            soft=(self._tile_key(turn), self._turn_key(turn, name), hint_or_menu),
            why_not=partial(self._why_not, turn),
            taps=Taps(_ALL_FIELDS, self._pointer.move_to),
        )

    @property
    def cursor(self) -> Field:
        self._follow()
        return self._pointer.field

    def _follow(self) -> TurnSoFar:
        """Return the current turn, which is evaluated once for all stations."""
        view = self._scene.session.view(None)
        if view is not self._view:
            self._view, self._turn, self._shown = view, view.turn, None
            self._pointer.follow(view)
        return self._turn

    @property
    def _block(self) -> Block:
        return self._view.table.players[self._scene.to_act].block

    def _screen(self, turn: TurnSoFar, name: str) -> BoardScreen:
        """Return the screen, which all stations share until the game or the cursor changes."""
        pointed_at = self._pointer.field, self._pointer.picked(turn)
        if self._shown is None or self._pointed_at != pointed_at:
            self._pointed_at, self._shown = pointed_at, self._new_screen(turn, name)
        return self._shown

    def _new_screen(self, turn: TurnSoFar, name: str) -> BoardScreen:
        return BoardScreen(
            title=say("{name} places", name=name),
            laid=self._scene.laid,
            hand=self._hand(turn),
            status=_status(self._block, turn, name),
            centre=self._pointer.field,
            cursor=True,
            cells=self._block.cells_of(turn.scored) if turn.is_legal else (),
        )

    def _hand(self, turn: TurnSoFar) -> Hand:
        """Return the hand, with what the picked tile would score under the cursor."""
        field, picked = self._pointer.field, self._pointer.picked(turn)
        if picked is None or field in turn.tiles:
            return Hand(turn.left, picked)
        makes = turn.makes(picked, field)
        return Hand(turn.left, picked, makes, turn.gain(picked, field, self._block))

    # Keys.

    def _petals(self, turn: TurnSoFar) -> dict[int, PetalKey]:
        petals = {
            number: PetalKey(label, partial(self._pointer.move_to, field), repeats=True)
            for number, (direction, label) in _STEPS.items()
            if (field := self._pointer.step(direction)) is not None
        }
        tile_petal = self._tile_petal(turn)
        if tile_petal is not None:
            petals[_TILE_PETAL] = tile_petal
        return petals

    def _tile_petal(self, turn: TurnSoFar) -> PetalKey | None:
        """Return the petal that picks another tile.

        If all tiles can stay in the hand, it leads to the light fields allowed for them instead.
        """
        if turn.is_legal and exceptions(turn):
            return PetalKey(say("Next spot"), partial(self._pointer.next_exception, turn))
        other = self._pointer.other_tile(turn)
        if other is None:
            return None
        return PetalKey(say("Pick the {tile}", tile=other), partial(self._pointer.pick, other))

    def _tile_key(self, turn: TurnSoFar) -> SoftKey | None:
        """Return the key that puts the picked tile down, or picks up the one under the cursor."""
        field, picked = self._pointer.field, self._pointer.picked(turn)
        if field in turn.placed:
            return SoftKey(say("Pick up"), partial(self._scene.session.apply, f"{LIFT} {field}"))
        if field in turn.tiles or picked is None:
            return None
        return SoftKey(say("Place"), partial(self._scene.session.apply, f"{PUT} {field}={picked}"))

    def _turn_key(self, turn: TurnSoFar, name: str) -> SoftKey:
        """Return the key that ends a legal turn.

        Before the turn is legal, the key leads to the obstacle, and then to fields that tiles fit.
        """
        if turn.obstacle is None:
            return SoftKey(say("Done"), partial(self._end, turn, name))
        next_field = partial(self._pointer.next_field, turn, self._block)
        if turn.obstacle.fault is not Fault.FITS:
            there = field_of(turn.obstacle, turn)
            if self._pointer.field != there or not has_field(turn):
                return SoftKey(say("Show"), partial(self._pointer.move_to, there))
        return SoftKey(say("Next spot"), next_field)

    def _end(self, turn: TurnSoFar, name: str) -> None:
        score = what_it_scores(self._block, turn.scored)
        self._scene.end_turn(turn.move, say("{name}: {score}", name=name, score=score))

    def _why_not(self, turn: TurnSoFar, key: Key) -> Text | None:
        if key is Key.SOFT1:
            return (
                say("There is already a tile here")
                if turn.left
                else say("You have placed all your tiles")
            )
        if key.is_petal:
            return (
                say("You have no other tile")
                if key.number == _TILE_PETAL
                else say("The board ends here")
            )
        return None


def _status(block: Block, turn: TurnSoFar, name: str) -> Text:
    """Return what the turn would score now, or why it is not legal yet."""
    if turn.obstacle is None and not turn.placed:
        return next((may_go(*each) for each in exceptions(turn)), say("Nothing fits"))
    if not turn.placed:
        return say("{name} places", name=name)
    if turn.obstacle is not None:
        return why_not_yet(turn.obstacle)
    return what_it_scores(block, turn.scored)
