"""The end: who has won, and what everybody has claimed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.ettana.rooms.info import InfoPage, PlayerPage
from triqueta.games.ettana.rules import Outcome
from triqueta.games.ettana.screens.drawn_board import drawn_board
from triqueta.games.ettana.screens.player_sheet import ranking_screen
from triqueta.games.ettana.words import say
from triqueta.screens.large_board import LargeBoard
from triqueta.table.menu import Menu
from triqueta.table.rooms import AT_THE_TABLE, NO_USE, Offer, PetalKey, Room, SoftKey, Station

if TYPE_CHECKING:
    from triqueta.games.ettana.rooms.game_room import EttanaRoom


class EndRoom(Room):
    """The ranking; a petal key opens a player's page."""

    HELP = say("A petal key shows what a player has claimed.")

    def __init__(self, room: EttanaRoom, outcome: Outcome) -> None:
        self._room = room
        self._outcome = outcome
        self._board = drawn_board(room.view)

    def offer(self, station: Station) -> Offer:
        table, names = self._room.table, self._room.play.names
        # One seat alone does not end the evening for all.
        again = SoftKey(say("Again"), table.start_over) if station.seat is None else None
        return Offer(
            ranking_screen(names, self._outcome),
            petals={
                place: PetalKey(names[seat], partial(self._open_player, station, seat))
                for place, seat in enumerate(self._outcome.ranking, start=1)
            },
            soft=(
                again,
                SoftKey(say("Menu"), partial(station.open, Menu(table, self))),
                SoftKey(say("Info"), partial(station.open, InfoPage(self._room))),
            ),
            why_not=lambda key: NO_USE if key.is_petal else AT_THE_TABLE,
        )

    def board(self, station: Station | None) -> LargeBoard:
        return self._board

    def _open_player(self, station: Station, seat: int) -> None:
        station.open(PlayerPage(self._room, seat))
