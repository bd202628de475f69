"""The end: all is turned up one player after the other; then the score and its proof."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.triqueta.rules import Outcome
from triqueta.games.triqueta.rules.codes import to_codes
from triqueta.games.triqueta.rules.reveal import revealed
from triqueta.games.triqueta.screens.sheet import RankingScreen, TurnUpScreen, ranking
from triqueta.screens.phrases import say
from triqueta.screens.qr import QrScreen
from triqueta.table.menu import Menu
from triqueta.table.pages import SheetsPage
from triqueta.table.play import NEXT, Play
from triqueta.table.rooms import Offer, Room, SoftKey, Station

if TYPE_CHECKING:
    from triqueta.table.table import Table


class EndRoom(Room):
    """First the kept tiles of each player, then the ranking."""

    HELP = say("A petal key shows a player's score sheet. Proof shows that the shuffle was fair.")

    def __init__(self, table: Table, play: Play, outcome: Outcome) -> None:
        self.table = table
        self._play = play
        self._outcome = outcome

    def offer(self, station: Station) -> Offer:
        menu = SoftKey(say("Menu"), partial(station.open, Menu(self.table, self)))
        if self._play.turned_up < len(self._play.names):
            go_on = SoftKey(say("Next"), self._next)
            return Offer(self._turn_up(self._play.turned_up), soft=(None, menu, go_on))
        return Offer(
            RankingScreen(names=self._play.names, outcome=self._outcome),
            petals={
                place: partial(self._open_sheet, station, seat)
                for place, seat in enumerate(ranking(self._outcome), start=1)
            },
            # Again is not where Next was: one press too many must not end the evening. And one
            # seat alone does not end it for all.
            soft=(
                SoftKey(say("Again"), self.table.start_over) if station.seat is None else None,
                menu,
                SoftKey(say("Proof"), partial(self._open_proof, station)),
            ),
        )

    def _turn_up(self, seat: int) -> TurnUpScreen:
        tiles = revealed(self._play.game)[seat]
        name, added = self._play.names[seat], tiles.added + tiles.shadow
        return TurnUpScreen(name=name, added=added, returned=tiles.returned)

    def _next(self) -> None:
        self._play.enter(NEXT)

    def _open_proof(self, station: Station) -> None:
        station.open(ProofPage(self._play))

    def _open_sheet(self, station: Station, seat: int) -> None:
        station.open(SheetsPage(self._play, seat))


class ProofPage(Room):
    """QR codes that hold everything `triqueta verify` needs, one after the other."""

    HELP = say("Scan every code into one file. The command 'triqueta verify' checks it.")

    def __init__(self, play: Play) -> None:
        self._codes = to_codes(play.record())
        self._number = 0

    def offer(self, station: Station) -> Offer:
        last = self._number + 1 == len(self._codes)
        screen = QrScreen(
            title=say("Proof of the shuffle"),
            lines=(f"{self._number + 1}/{len(self._codes)}", say("5: back")),
            content=self._codes[self._number],
        )
        key = SoftKey(say("Back"), station.close) if last else SoftKey(say("Next"), self._next)
        return Offer(
            screen,
            petals={5: station.close},
            soft=(key, None, None),
            why_not=lambda _: self.HELP,  # the code leaves no room for a menu
        )

    def _next(self) -> None:
        self._number += 1
