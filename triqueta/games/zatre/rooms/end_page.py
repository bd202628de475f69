"""The question whether to end a game in which no tile can be placed any more."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.zatre.rules.moves import END
from triqueta.games.zatre.words import say
from triqueta.screens.question import TextScreen
from triqueta.table.rooms import Offer, Room, SoftKey, Station

if TYPE_CHECKING:
    from triqueta.games.zatre.rooms.game_room import ZatreRoom


class EndPage(Room):
    """Asks the player who is to draw on a dead board: the end can't be undone."""

    bound_to_turn = True

    def __init__(self, room: ZatreRoom) -> None:
        self._room = room

    def offer(self, station: Station) -> Offer:
        room = self._room
        end = SoftKey(say("End game"), partial(room.make, END))
        decides = room.decides_for(station, room.to_act)  # a station may have joined since
        return Offer(
            TextScreen(
                title=say("End the game?"),
                text=say(
                    "No tile fits any more. The game ends now, and tiles still held count minus."
                ),
            ),
            soft=(SoftKey(say("Back"), station.close), None, end if decides else None),
        )
