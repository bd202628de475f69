"""A round: turns, rows taken, its end, and the pile of the next one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.triqueta.rules import Phase
from triqueta.games.triqueta.rules.tiles import PILES
from triqueta.games.triqueta.screens.piles import ChoosePileScreen
from triqueta.games.triqueta.screens.turn import RowsScreen, TurnScreen
from triqueta.screens.phrases import Text, say
from triqueta.screens.question import Page
from triqueta.table.events import Key
from triqueta.table.play import NEXT
from triqueta.table.reasons import REASONS
from triqueta.table.rooms import NO_USE, Offer, Room, SoftKey, Station

if TYPE_CHECKING:
    from triqueta.table.playing import GameRoom


class Rounds:
    """The offers of turns and between rounds."""

    def __init__(self, room: GameRoom) -> None:
        self._room = room
        self._play = room.play

    def turn(self, station: Station) -> Offer:
        seat = self._play.game.order[0]
        if not self._room.acts_for(station, seat):
            return self._room.watch(station, say("{name}'s turn", name=self._room.name(seat)))
        draws = {int(move[1]): partial(self._room.make, move) for move in self._play.game.draws}
        left = SoftKey(say("Take row"), partial(station.open, TakePage(self._room)))
        if self._play.game.phase is Phase.SECOND_DRAW:
            left = SoftKey(say("Undo"), self._room.table.take_back)
        return Offer(
            TurnScreen(
                title=self._turn_title(self._room.name(seat)), view=self._play.table_view()
            ),
            petals=draws,
            soft=(left, *self._room.info_and_menu(station)),
            why_not=lambda key: self._room.reason(f"d{key.number}") if key.is_petal else NO_USE,
        )

    def _turn_title(self, name: str) -> Text:
        if self._play.game.phase is Phase.SECOND_DRAW:
            return say("{name}: second tile", name=name)
        if not self._play.game.draws:
            return say("{name}: take a row", name=name)
        return say("{name}'s turn", name=name)

    def end_of_round(self, station: Station) -> Offer:
        game = self._play.game
        text = say(
            "{name} took the last row, and with it the Rock.", name=self._room.name(game.rock)
        )
        return Offer(
            Page(title=say("Round {round} is over", round=game.round), text=text),
            soft=(*self._room.info_and_menu(station), SoftKey(say("Next"), self._go_on)),
        )

    def _go_on(self) -> None:
        self._play.enter(NEXT)

    def next_pile(self, station: Station) -> Offer:
        seat, legal = self._play.game.order[0], self._play.game.legal_moves
        name = self._room.name(seat)
        if not self._room.acts_for(station, seat):
            return self._room.watch(station, say("{name} chooses", name=name))
        return Offer(
            ChoosePileScreen(
                title=say("{name} opens a pile", name=name),
                remark=say("Which? Its Tree is a point."),
                unopened=self._play.table_view().unopened,
            ),
            petals={int(move[1]): partial(self._room.make, move) for move in legal},
            soft=(None, *self._room.info_and_menu(station)),
            why_not=_why_not_pile,
        )


def _why_not_pile(key: Key) -> Text:
    if key.is_petal and key.number <= PILES:
        return REASONS["R11"]
    return say("There is no such pile")


class TakePage(Room):
    """Which row? Its petal key takes it."""

    bound_to_turn = True
    HELP = say("Press the petal of the row you take. Then you are out of the round.")

    def __init__(self, room: GameRoom) -> None:
        self._room = room

    def offer(self, station: Station) -> Offer:
        play, make = self._room.play, self._room.make
        name = play.names[play.game.order[0]]
        takes = {int(move[1]): partial(make, move) for move in play.game.takes}
        screen = RowsScreen(
            title=say("{name} takes row ...", name=name),
            view=play.table_view(),
            offered=tuple(takes),
        )
        return Offer(
            screen,
            petals=takes,
            soft=(SoftKey(say("Back"), station.close), None, self._room.menu_key(station, self)),
            why_not=lambda key: self._room.reason(f"t{key.number}") if key.is_petal else NO_USE,
        )
