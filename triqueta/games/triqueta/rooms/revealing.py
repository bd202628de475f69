"""The reveal: each player decides in secret about each light tile kept."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.triqueta.decisions import totals_of_decision
from triqueta.games.triqueta.rules.moves import ADD, RETURN
from triqueta.games.triqueta.running_game import SEEN
from triqueta.games.triqueta.screens.tile import DecisionScreen
from triqueta.games.triqueta.words import say
from triqueta.screens.phrases import Text
from triqueta.screens.question import Answer, Question, TextScreen
from triqueta.screens.screen import Screen
from triqueta.table.rooms import Offer, PetalKey, SoftKey, Station

if TYPE_CHECKING:
    from triqueta.games.triqueta.rooms.game_room import GameRoom

_ADD_IT = say("Add it")
_RETURN_IT = say("Return it")


class Reveal:
    """The offers of the reveal; only who has looked at a tile may decide about it."""

    def __init__(self, room: GameRoom) -> None:
        self._room = room
        self._play = room.play

    def offer(self, station: Station) -> Offer:
        seat = self._room.to_act
        name = self._room.name(seat)
        sees = self._room.sees_for(station, seat)
        if not self._room.decides_for(station, seat):
            watched = self._room.watch(station, say("{name} decides", name=name))
            return Offer(self._decision_screen(seat), secret_of=seat) if sees else watched
        info, menu = self._room.info_and_menu(station)
        look = SoftKey(say("Look"), hold=True)
        decide = {
            1: PetalKey(_ADD_IT, partial(self._room.make, ADD)),
            2: PetalKey(_RETURN_IT, partial(self._room.make, RETURN)),
        }
        if station.seat is not None:
            tile = self._decision_screen(seat)
            return Offer(tile, petals=decide, soft=(None, info, menu), secret_of=seat)
        if not sees:  # the tile is on a display of its own, without keys
            question = self._decision_question(seat, name)
            return Offer(question, petals=decide, soft=(None, info, menu), secret_of=seat)
        if station.looking:
            screen = self._decision_screen(seat)
            return Offer(screen, soft=(None, look, None), released=self._decision_looked)
        if not self._play.view(None).decision_seen:
            text = say("Take the device. Hold Look to see your kept tile, then decide.")
            return Offer(
                TextScreen(title=self._kept_tile(seat, name), text=text),
                soft=(info, look, menu),
                why_not=lambda _: say("Look at your tile first"),
                secret_of=seat,
            )
        screen = self._decision_question(seat, name)
        return Offer(screen, petals=decide, soft=(info, look, menu), secret_of=seat)

    def _decision_looked(self) -> None:
        self._play.enter(SEEN)

    def _decision_question(self, seat: int, name: str) -> Screen:
        answers = (Answer(1, _ADD_IT), Answer(2, _RETURN_IT))
        return Question(title=self._kept_tile(seat, name), answers=answers)

    def _decision_screen(self, seat: int) -> Screen:
        view = self._play.view(seat).seat
        added, returned, add_is_better = totals_of_decision(view)
        return DecisionScreen(
            title=self._kept_tile(seat, self._room.name(seat)),
            tile=view.kept_light[len(view.decisions)],
            total_added=added,
            total_returned=returned,
            add_is_better=add_is_better,
        )

    def _kept_tile(self, seat: int, name: str) -> Text:
        view = self._play.view(None)
        number, of = view.decided + 1, view.table.players[seat].kept_light
        return say("{name}: kept tile {number}/{of}", name=name, number=number, of=of)
