"""The end: who has won, and everybody's block."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.zatre.rooms.info import BlockPage, InfoPage
from triqueta.games.zatre.rules.score import Outcome
from triqueta.games.zatre.running_game import ZatrePlay
from triqueta.games.zatre.screens.block_sheet import ranking_screen
from triqueta.games.zatre.screens.drawn_board import drawn_board
from triqueta.games.zatre.screens.laid import laid_tiles
from triqueta.games.zatre.words import say
from triqueta.screens.large_board import LargeBoard
from triqueta.table.menu import Menu
from triqueta.table.rooms import AT_THE_TABLE, NO_USE, Offer, PetalKey, Room, SoftKey, Station

if TYPE_CHECKING:
    from triqueta.table.table import Table


class EndRoom(Room):
    """The ranking; a petal key opens a player's block."""

    HELP = say("A petal key shows a player's block. Info has a proof that the bag was as sealed.")

    def __init__(self, table: Table, play: ZatrePlay, outcome: Outcome) -> None:
        self.table = table
        self._play = play
        self._outcome = outcome
        self._board = drawn_board(laid_tiles(play.view(None)))

    def offer(self, station: Station) -> Offer:
        # One seat alone does not end the evening for all.
        again = SoftKey(say("Again"), self.table.start_over) if station.seat is None else None
        info = InfoPage(self.table, self._play)
        return Offer(
            ranking_screen(self._play.names, self._outcome),
            petals={
                place: PetalKey(self._play.names[seat], partial(self._open_block, station, seat))
                for place, seat in enumerate(self._outcome.ranking, start=1)
            },
            soft=(
                again,
                SoftKey(say("Menu"), partial(station.open, Menu(self.table, self))),
                SoftKey(say("Info"), partial(station.open, info)),
            ),
            why_not=lambda key: NO_USE if key.is_petal else AT_THE_TABLE,
        )

    def board(self, station: Station | None) -> LargeBoard:
        return self._board

    def _open_block(self, station: Station, seat: int) -> None:
        station.open(BlockPage(self.table, self._play, seat))
