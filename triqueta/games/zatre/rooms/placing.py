"""A turn: tiles are put down and taken up again, until it is ended."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.zatre.rooms.pointer import (
    DOWN,
    LEFT,
    RIGHT,
    UP,
    Pointer,
    exceptions,
    field_of,
    has_place,
)
from triqueta.games.zatre.rules.block import Block
from triqueta.games.zatre.rules.fields import FIELDS, Field
from triqueta.games.zatre.rules.obstacles import Fault
from triqueta.games.zatre.rules.tiles import Tile
from triqueta.games.zatre.rules.turn_so_far import TurnSoFar
from triqueta.games.zatre.running_game import LIFT, PUT
from triqueta.games.zatre.screens.board import BoardScreen, Hand
from triqueta.games.zatre.screens.wording import may_go, what_it_scores, why_not_yet
from triqueta.games.zatre.words import say
from triqueta.screens.phrases import Text
from triqueta.table.events import Key
from triqueta.table.rooms import NO_USE, Offer, PetalKey, SoftKey, Station, Taps

if TYPE_CHECKING:
    from triqueta.games.zatre.rooms.game_room import ZatreRoom

# Petals lie as the directions do, petal 1 on top; the one between down and left picks a tile.
_STEPS = {
    1: (UP, say("Up")),
    2: (RIGHT, say("Right")),
    3: (DOWN, say("Down")),
    5: (LEFT, say("Left")),
}
_TILE_PETAL = 4
_ALL_FIELDS = frozenset(FIELDS)


class Placing:
    """The offers of a turn whose tiles were drawn; everybody sees where its player points."""

    def __init__(self, room: ZatreRoom) -> None:
        self._room = room
        self._view = room.play.view(None)
        self._turn = self._view.turn
        self._pointer = Pointer(self._view)
        self._pointed_at: tuple[Field, Tile | None] | None = None
        self._shown: BoardScreen | None = None

    def offer(self, station: Station) -> Offer:
        turn = self._follow()
        name = self._room.name(self._room.to_act)
        screen = self._screen(turn, name)
        if not self._room.decides_for(station, self._room.to_act):
            waits = self._room.waits()
            soft = (None, *self._room.info_and_menu(station))
            return Offer(screen, soft=soft, why_not=lambda _: waits, why_no_tap=waits)
        # A hint's page has the menu.
        hint_or_menu = self._room.hint_key(station) or self._room.menu_key(station, self._room)
        return Offer(
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
        """The turn as it lies, judged once for all that ask."""
        view = self._room.play.view(None)
        if view is not self._view:
            self._view, self._turn, self._shown = view, view.turn, None
            self._pointer.follow(view)
        return self._turn

    @property
    def _block(self) -> Block:
        return self._view.table.players[self._room.to_act].block

    def _screen(self, turn: TurnSoFar, name: str) -> BoardScreen:
        """Made once for all stations, until something happens or its player points elsewhere."""
        pointed_at = self._pointer.field, self._pointer.picked(turn)
        if self._shown is None or self._pointed_at != pointed_at:
            self._pointed_at, self._shown = pointed_at, self._new_screen(turn, name)
        return self._shown

    def _new_screen(self, turn: TurnSoFar, name: str) -> BoardScreen:
        return BoardScreen(
            title=say("{name} places", name=name),
            laid=self._room.laid,
            hand=self._hand(turn),
            status=_status(self._block, turn, name),
            centre=self._pointer.field,
            cursor=True,
            cells=self._block.cells_of(turn.scored) if turn.is_legal else (),
        )

    def _hand(self, turn: TurnSoFar) -> Hand:
        """With what the picked tile would do under the cursor."""
        field, picked = self._pointer.field, self._pointer.picked(turn)
        if picked is None or field in turn.tiles:
            return Hand(turn.left, picked)
        makes = turn.makes(picked, field)
        return Hand(turn.left, picked, makes, turn.gain(picked, field, self._block))

    # What the keys do.

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
        """Picks another tile; and where any may be left, it leads to where they may go."""
        if turn.is_legal and exceptions(turn):
            return PetalKey(say("Next place"), partial(self._pointer.next_exception, turn))
        other = self._pointer.other_tile(turn)
        if other is None:
            return None
        return PetalKey(say("Pick the {tile}", tile=other), partial(self._pointer.pick, other))

    def _tile_key(self, turn: TurnSoFar) -> SoftKey | None:
        """Puts the picked tile under the cursor, or takes up the one that lies there."""
        field, picked = self._pointer.field, self._pointer.picked(turn)
        if field in turn.placed:
            return SoftKey(say("Take up"), partial(self._room.play.enter, f"{LIFT} {field}"))
        if field in turn.tiles or picked is None:
            return None
        return SoftKey(say("Put"), partial(self._room.play.enter, f"{PUT} {field}={picked}"))

    def _turn_key(self, turn: TurnSoFar, name: str) -> SoftKey:
        """Ends a legal turn; else it leads to what is in the way, and then to where tiles fit."""
        if turn.obstacle is None:
            return SoftKey(say("Done"), partial(self._end, turn, name))
        next_place = partial(self._pointer.next_place, turn, self._block)
        if turn.obstacle.fault is not Fault.FITS:
            there = field_of(turn.obstacle, turn)
            if self._pointer.field != there or not has_place(turn):
                return SoftKey(say("Show"), partial(self._pointer.move_to, there))
        return SoftKey(say("Next place"), next_place)

    def _end(self, turn: TurnSoFar, name: str) -> None:
        score = what_it_scores(self._block, turn.scored)
        self._room.end_turn(turn.move, say("{name}: {score}", name=name, score=score))

    def _why_not(self, turn: TurnSoFar, key: Key) -> Text:
        if key is Key.SOFT1:
            return (
                say("A tile lies here already")
                if turn.left
                else say("You have put all tiles down")
            )
        if key.is_petal:
            return (
                say("You hold no other tile")
                if key.number == _TILE_PETAL
                else say("Here the board ends")
            )
        return NO_USE


def _status(block: Block, turn: TurnSoFar, name: str) -> Text:
    """What the turn as it lies would score, or why it is not legal yet."""
    if turn.obstacle is None and not turn.placed:
        return next((may_go(*each) for each in exceptions(turn)), say("Nothing fits"))
    if not turn.placed:
        return say("{name} places", name=name)
    if turn.obstacle is not None:
        return why_not_yet(turn.obstacle)
    return what_it_scores(block, turn.scored)
