"""From the sealed shuffle to the first turn: commitment, cuts, piles."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.triqueta.rules import Edition, Proof, Setup, deal
from triqueta.games.triqueta.screens.piles import PETALS_IN_ALL, BuildingScreen
from triqueta.screens.phrases import say
from triqueta.screens.qr import QrScreen
from triqueta.screens.question import Page
from triqueta.table.draft import Draft
from triqueta.table.menu import Menu
from triqueta.table.play import Play
from triqueta.table.playing import GameRoom
from triqueta.table.rooms import Offer, Room, SoftKey, Station
from triqueta.table.set_up_room import SetUpRoom

if TYPE_CHECKING:
    from triqueta.table.table import Table

SECONDS_PER_PETAL = 0.1
MOST_CUTS = 8  # of each player: more would only make the proof longer


class CommitmentRoom(SetUpRoom):
    """The commitment, shown before anybody cuts: from here on there is no way back."""

    HELP = say("Take a photo: after the game it proves that the shuffle was fair.")

    def ask(self, station: Station) -> Offer:
        commitment = Proof.of(self.draft.secret, "").commitment
        screen = QrScreen(
            title=say("Sealed shuffle"),
            lines=(commitment[:8], commitment[8:16]),
            content=commitment.upper(),
        )
        cut = self.go(replace(self.draft, cutting=True))
        return Offer(
            screen,
            soft=(SoftKey(say("Cut"), cut), None, None),
            why_not=lambda _: self.HELP,  # the code leaves no room for a menu
        )


class CutRoom(SetUpRoom):
    """Each player may press petals: at the own station, or at the table one after the other."""

    HELP = say("Every press changes the shuffle. So nobody can have planned it.")

    def offer(self, station: Station) -> Offer:
        seat = self.draft.cutter if station.seat is None else station.seat
        if seat >= self.draft.players:
            return Offer(Page(title=say("Welcome"), text=say("A game is being set up.")))
        name, cuts = self.draft.names[seat], self.draft.cuts_of(seat)
        screen = Page(
            title=say("{name} cuts", name=name),
            text=say("Press petals as often as you like. It changes the shuffle."),
            corner=say("cuts: {cuts}", cuts=cuts),
        )
        at_table = station.seat is None
        last = self.draft.cutter + 1 == self.draft.players
        next_player = self.go(replace(self.draft, cutter=self.draft.cutter + 1))
        go_on = SoftKey(say("Next"), next_player) if at_table and not last else None
        deal_now = SoftKey(say("Start"), self._deal) if at_table else None
        menu = SoftKey(say("Menu"), partial(station.open, Menu(self.table, self)))
        return Offer(
            screen,
            petals={petal: partial(self._cut, station, seat, petal) for petal in range(1, 6)},
            soft=(deal_now, menu, go_on),
        )

    def _cut(self, station: Station, seat: int, petal: int) -> None:
        if self.draft.cuts_of(seat) >= MOST_CUTS:
            self.table.tell(station, say("That is enough. Start!"))
        else:  # in this very room: who looks at the menu meanwhile is not disturbed
            self.draft = replace(self.draft, cuts=(*self.draft.cuts, f"{seat + 1}:{petal}"))
            self.table.draft = self.draft

    def _deal(self) -> None:
        draft, edition = self.draft, self.draft.edition or Edition.BASE
        proof = Proof.of(draft.secret, ",".join(draft.cuts))
        piles = deal(draft.secret, edition, draft.players, proof.cuts)
        setup = Setup(edition, draft.names, draft.rock or 0, piles)
        play = self.table.play = Play(setup, proof)
        self.table.memory = self.table.memory.after(setup.players)
        self.table.draft = Draft()
        self.table.enter(BuildingRoom(self.table, play))


class BuildingRoom(Room):
    """The four flowers grow; a key skips that."""

    def __init__(self, table: Table, play: Play) -> None:
        self.table = table
        self._play = play
        self._started = table.now

    @property
    def _petals(self) -> int:
        # A little more than the time itself: it is a sum of tenths.
        return int((self.table.now - self._started) / SECONDS_PER_PETAL + 0.001)

    def offer(self, station: Station) -> Offer:
        screen = BuildingScreen(petals=min(self._petals, PETALS_IN_ALL))
        return Offer(screen, otherwise=self._finish)

    def tick(self) -> None:
        if self._petals > PETALS_IN_ALL:
            self._finish()

    def next_change(self) -> float | None:
        return self._started + SECONDS_PER_PETAL * (self._petals + 1)

    def _finish(self) -> None:
        self.table.enter(go_on(self.table, self._play))


def go_on(table: Table, play: Play) -> Room:
    """Into a game, new or interrupted."""
    table.play = play
    if not play.game.moves:
        for station in table.stations.values():
            table.tell(station, say("Press a petal to draw a tile"))
    return GameRoom(table, play)
