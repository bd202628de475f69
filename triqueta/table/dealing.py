"""The sealed shuffle: commitment, cuts, and the deal they lead to."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from triqueta.records.proof import Proof
from triqueta.screens.phrases import say
from triqueta.screens.qr import QrScreen
from triqueta.screens.question import TextScreen
from triqueta.table.draft import Draft
from triqueta.table.draft_room import DraftRoom
from triqueta.table.menu import Menu
from triqueta.table.rooms import AT_THE_TABLE, NO_USE, Offer, PetalKey, SoftKey, Station

MOST_CUTS = 8  # of each player: more would only make the proof longer


class CommitmentRoom(DraftRoom):
    """The commitment, shown before anybody cuts: from here on there is no way back."""

    HELP = say("Take a photo: after the game it proves that the device dealt as sealed here.")

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


class CutRoom(DraftRoom):
    """Each player may press petals: at the own station, or at the table one after the other.

    Who knew the secret and cut last could choose among thousands of deals. Nothing in the device
    can prevent that; a die rolled in the open can.
    """

    HELP = say(
        "Every press changes the shuffle. Roll a die for the last ones, and nobody can have "
        "planned it."
    )

    def offer(self, station: Station) -> Offer:
        seat = self.draft.cutter if station.seat is None else station.seat
        if seat >= self.draft.players:
            return Offer(TextScreen(title=say("Welcome"), text=say("A game is being set up.")))
        name, cuts = self.draft.names[seat], self.draft.cuts_of(seat)
        screen = TextScreen(
            title=say("{name} cuts", name=name),
            text=say(
                "Press petals as often as you like. A die may decide: press what it shows "
                "(6: roll again)."
            ),
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
            petals={
                petal: PetalKey(say("Cut"), partial(self._cut, station, seat, petal))
                for petal in range(1, 6)
            },
            soft=(deal_now, menu, go_on),
            why_not=lambda _: NO_USE if at_table else AT_THE_TABLE,
        )

    def _cut(self, station: Station, seat: int, petal: int) -> None:
        if self.draft.cuts_of(seat) >= MOST_CUTS:
            at_table = station.seat is None
            enough = say("That is enough. Start!") if at_table else say("That is enough")
            self.table.tell(station, enough)
        else:  # in this very room: who looks at the menu meanwhile is not disturbed
            self.draft = replace(self.draft, cuts=(*self.draft.cuts, f"{seat + 1}:{petal}"))
            self.table.draft = self.draft

    def _deal(self) -> None:
        draft = self.draft
        if draft.edition is None:
            raise ValueError("a game is dealt once it was chosen")
        proof = Proof.of(draft.secret, ",".join(draft.cuts))
        play = self.table.games.deal(draft.game, draft.edition, draft.names, draft.seat, proof)
        self.table.play = play
        self.table.memory = self.table.memory.after(play.names)
        self.table.draft = Draft()
        self.table.enter(play.opening(self.table))
