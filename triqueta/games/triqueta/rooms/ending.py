"""The end: all is turned up one player after the other; then the score and its proof."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.triqueta.rooms.overview import SheetsPage
from triqueta.games.triqueta.rules import Outcome
from triqueta.games.triqueta.running_game import NEXT, TriquetaPlay
from triqueta.games.triqueta.screens.sheet import (
    TurnUpScreen,
    ranking_screen,
)
from triqueta.games.triqueta.words import say
from triqueta.table.menu import Menu
from triqueta.table.proof_page import ProofPage
from triqueta.table.rooms import AT_THE_TABLE, NO_USE, Offer, PetalKey, Room, SoftKey, Station

if TYPE_CHECKING:
    from triqueta.table.table import Table


class EndRoom(Room):
    """First the kept tiles of each player, then the ranking."""

    HELP = say(
        "A petal key shows a player's score sheet. Proof shows that the device dealt as sealed."
    )

    def __init__(self, table: Table, play: TriquetaPlay, outcome: Outcome) -> None:
        self.table = table
        self._play = play
        self._outcome = outcome

    def offer(self, station: Station) -> Offer:
        menu = SoftKey(say("Menu"), partial(station.open, Menu(self.table, self)))
        if self._turned_up < len(self._play.names):
            go_on = SoftKey(say("Next"), self._next)
            return Offer(self._turn_up(self._turned_up), soft=(None, menu, go_on))
        return Offer(
            ranking_screen(self._play.names, self._outcome),
            petals={
                place: PetalKey(self._play.names[seat], partial(self._open_sheet, station, seat))
                for place, seat in enumerate(self._outcome.ranking, start=1)
            },
            # Again is not where Next was: one press too many must not end the evening. And one
            # seat alone does not end it for all.
            soft=(
                SoftKey(say("Again"), self.table.start_over) if station.seat is None else None,
                menu,
                SoftKey(say("Proof"), partial(self._open_proof, station)),
            ),
            why_not=lambda key: NO_USE if key.is_petal else AT_THE_TABLE,
        )

    @property
    def _turned_up(self) -> int:
        return self._play.view(None).turned_up

    def _turn_up(self, seat: int) -> TurnUpScreen:
        tiles = self._play.view(None).revealed[seat]
        name, added = self._play.names[seat], tiles.added + tiles.shadow
        return TurnUpScreen(name=name, added=added, returned=tiles.returned)

    def _next(self) -> None:
        self._play.enter(NEXT)

    def _open_proof(self, station: Station) -> None:
        station.open(ProofPage(self._play.codes()))

    def _open_sheet(self, station: Station, seat: int) -> None:
        station.open(SheetsPage(self.table, self._play, seat))
