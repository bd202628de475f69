"""A round: turns, rows taken, its end, and the pile of the next one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.triqueta.prospects import Belongings, Changes, changes_by_taking
from triqueta.games.triqueta.rooms.reasons import REASONS
from triqueta.games.triqueta.rules.moves import DRAW, OPEN, TAKE, by_number
from triqueta.games.triqueta.rules.phases import Phase
from triqueta.games.triqueta.rules.tiles import PILES, Layer
from triqueta.games.triqueta.rules.views import TableView
from triqueta.games.triqueta.running_game import NEXT
from triqueta.games.triqueta.screens.piles import ChoosePileScreen
from triqueta.games.triqueta.screens.turn import RowsScreen, TurnScreen
from triqueta.games.triqueta.words import say
from triqueta.screens.phrases import Text
from triqueta.screens.question import TextScreen
from triqueta.table.events import Key
from triqueta.table.rooms import Offer, PetalKey, Room, SoftKey, Station

if TYPE_CHECKING:
    from triqueta.games.triqueta.rooms.game_room import GameRoom


class Rounds:
    """The offers of turns and between rounds."""

    def __init__(self, room: GameRoom) -> None:
        self._room = room
        self._play = room.play

    def turn(self, station: Station) -> Offer:
        view = self._play.view(None).table
        name = self._room.name(self._room.to_act)
        if not self._room.acts_for(station, view.to_act):
            return self._room.watch(station, say("{name} plays", name=name))
        draws = by_number(view.legal_moves, DRAW)
        left = SoftKey(say("Take row"), partial(station.open, TakePage(self._room)))
        if view.phase is Phase.SECOND_DRAW:
            left = SoftKey(say("Undo"), self._room.table.take_back)
        return Offer(
            TurnScreen(title=_turn_title(view, name), view=view),
            petals={
                petal: PetalKey(_draw_label(view, petal), partial(self._room.make, move))
                for petal, move in draws.items()
            },
            soft=(left, *self._room.info_and_menu(station)),
            why_not=partial(self._room.reason_of_petal, DRAW),
        )

    def end_of_round(self, station: Station) -> Offer:
        view = self._play.view(None).table
        text = say(
            "{name} took the last row, and with it the Rock.", name=self._room.name(view.rock)
        )
        return Offer(
            TextScreen(title=say("Round {round} is over", round=view.round), text=text),
            soft=(*self._room.info_and_menu(station), SoftKey(say("Next"), self._go_on)),
        )

    def _go_on(self) -> None:
        self._play.enter(NEXT)

    def next_pile(self, station: Station) -> Offer:
        view = self._play.view(None).table
        name = self._room.name(self._room.to_act)
        if not self._room.acts_for(station, view.to_act):
            return self._room.watch(station, say("{name} chooses", name=name))
        return Offer(
            ChoosePileScreen(
                title=say("{name} opens a pile", name=name),
                remark=say("Which? Its Tree is a point."),
                unopened=view.unopened,
            ),
            petals={
                pile: PetalKey(say("Pile {pile}", pile=pile), partial(self._room.make, move))
                for pile, move in by_number(view.legal_moves, OPEN).items()
            },
            soft=(None, *self._room.info_and_menu(station)),
            why_not=_why_not_pile,
        )


def _turn_title(view: TableView, name: str) -> Text:
    if view.phase is Phase.SECOND_DRAW:
        return say("{name}: second tile", name=name)
    if not by_number(view.legal_moves, DRAW):
        return say("{name}: take a row", name=name)
    return say("{name}'s turn", name=name)


def _draw_label(view: TableView, petal: int) -> Text:
    pile = view.petals[petal - 1]
    if pile.top is Layer.SHADOW:
        return say("Draw a shadow tile")
    return say("Draw ({tiles} left)", tiles=pile.tiles)


def _why_not_pile(key: Key) -> Text:
    if key.is_petal and key.number <= PILES:
        return REASONS["R11"]
    return say("There is no such pile")


class TakePage(Room):
    """Which row? Its petal key takes it."""

    bound_to_turn = True
    HELP = say(
        "Press the petal of the row you take. Then you are out of the round. Points at the table: "
        "without kept tiles."
    )

    def __init__(self, room: GameRoom) -> None:
        self._room = room

    def offer(self, station: Station) -> Offer:
        view = self._room.play.view(None).table
        name = self._room.name(self._room.to_act)
        takes = by_number(view.legal_moves, TAKE)
        changes = self._changes(station)
        screen = RowsScreen(
            title=say("{name} takes row ...", name=name),
            view=view,
            offered=tuple(takes),
            changes=changes,
        )
        return Offer(
            screen,
            petals={
                row: PetalKey(_take_label(row, changes), partial(self._room.make, move))
                for row, move in takes.items()
            },
            soft=(SoftKey(say("Back"), station.close), None, self._room.menu_key(station, self)),
            why_not=partial(self._room.reason_of_petal, TAKE),
        )

    def _changes(self, station: Station) -> Changes:
        """What each row would bring: counted by all one owns where only its owner looks."""
        play, seat = self._room.play, self._room.to_act
        table = play.view(None).table
        mine = Belongings.in_the_open(table, seat)
        if station.seat == seat:
            mine = Belongings.of(play.view(seat).seat)
        return changes_by_taking(mine, table)


def _take_label(row: int, changes: Changes) -> Text:
    return say("Row {row}: {points} p.", row=row, points=f"{changes[row - 1]:+}")
