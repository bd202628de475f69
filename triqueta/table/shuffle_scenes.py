"""The sealed shuffle: commitment, cuts, the deal they lead to, and after the game its proof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from triqueta.records.shuffle import Proof
from triqueta.screens.phrases import say
from triqueta.screens.qr import QrScreen
from triqueta.screens.screen import TextScreen
from triqueta.table.scene import (
    AT_THE_TABLE,
    NO_USE,
    PetalKey,
    Scene,
    SoftKey,
    Station,
    StationView,
)
from triqueta.table.session import COACH, ROBOT, TUTORIAL, Session
from triqueta.table.setup_scene import SetupScene
from triqueta.table.state import NewGame

if TYPE_CHECKING:
    from triqueta.table.table import Table


MOST_CUTS = 8  # of each player: more would only make the proof longer


class CommitmentScene(SetupScene):
    """The commitment, shown before anybody cuts: from here on there is no way back."""

    HELP = say("Take a photo: after the game it proves that the device dealt as sealed here.")

    def ask(self, station: Station) -> StationView:
        commitment = Proof.of(self.draft.secret, "").commitment
        screen = QrScreen(
            title=say("Sealed shuffle"),
            lines=(commitment[:8], commitment[8:16]),
            content=commitment.upper(),
        )
        cut = self.go(replace(self.draft, cutting=True))
        return StationView(
            screen,
            soft=(SoftKey(say("Cut"), cut), None, None),
            why_not=lambda _: self.HELP,  # the code leaves no room for a menu
        )


class CutScene(SetupScene):
    """Each player may press petals: at the own station, or at the table one after the other.

    Who knew the secret and cut last could choose among thousands of deals. Nothing in the device
    can prevent that; a die rolled in the open can.
    """

    HELP = say(
        "Every press changes the shuffle. Roll a die for the last ones, and nobody can have "
        "planned it."
    )

    def offer(self, station: Station) -> StationView:
        seat = self.draft.cutter if station.seat is None else station.seat
        if seat >= self.draft.players or seat in self.draft.robots:
            return StationView(
                TextScreen(title=say("Welcome"), text=say("A game is being set up."))
            )
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
        go_on = self._next_key() if at_table else None
        deal_now = SoftKey(say("Start"), self._deal) if at_table else None
        return StationView(
            screen,
            petals={
                petal: PetalKey(say("Cut"), partial(self._cut, station, seat, petal))
                for petal in range(1, 6)
            },
            soft=(deal_now, self.menu_key(station), go_on),
            why_not=lambda _: NO_USE if at_table else AT_THE_TABLE,
        )

    def _next_key(self) -> SoftKey | None:
        """On to the next person who may cut; robots don't."""
        later = range(self.draft.cutter + 1, self.draft.players)
        people = [seat for seat in later if seat not in self.draft.robots]
        if not people:
            return None
        return SoftKey(say("Next"), self.go(replace(self.draft, cutter=people[0])))

    def _cut(self, station: Station, seat: int, petal: int) -> None:
        if self.draft.cuts_of(seat) >= MOST_CUTS:
            at_table = station.seat is None
            enough = say("That is enough. Start!") if at_table else say("That is enough")
            self.table.tell(station, enough)
        else:  # in this very room: who looks at the menu meanwhile is not disturbed
            self.draft = replace(self.draft, cuts=(*self.draft.cuts, f"{seat + 1}:{petal}"))
            self.table.draft = self.draft

    def _deal(self) -> None:
        proof = Proof.of(self.draft.secret, ",".join(self.draft.cuts))
        play = dealt(self.table, self.draft, proof)
        if self.draft.coach and self.table.games.coach(self.draft.game) is not None:
            play.apply(COACH)
        begin(self.table, self.draft, play)


class TutorialScene(SetupScene):
    """What a first game is. Its deal is no secret: nothing is sealed, and nobody cuts."""

    HELP = say("The same deal each time, and hints on the way. It counts in no statistics.")

    def ask(self, station: Station) -> StationView:
        return StationView(
            TextScreen(title=say("Tutorial"), text=self.HELP),
            soft=(
                self.back_key(),
                SoftKey(say("Start"), self._deal),
                self.menu_key(station),
            ),
        )

    def _deal(self) -> None:
        tutorial = self.table.games.tutorial()
        if tutorial is None:
            raise ValueError("there is no tutorial")
        proof = Proof.of(tutorial.secret(self.draft.players), "")
        play = dealt(self.table, self.draft, proof)
        play.apply(TUTORIAL)
        begin(self.table, self.draft, play)


def dealt(table: Table, draft: NewGame, proof: Proof) -> Session:
    if draft.edition is None:
        raise ValueError("a game is dealt once it was chosen")
    return table.games.deal(draft.game, draft.edition, draft.names, draft.seat, proof)


def begin(table: Table, draft: NewGame, play: Session) -> None:
    """A game that was just dealt takes the place of its draft."""
    for seat, level in draft.robots.items():
        play.apply(f"{ROBOT} {seat} {level}")
    table.play = play
    table.memory = table.memory.after(play.names, play.robots, coach=play.has_coach)
    table.draft = NewGame()
    table.go_to(play.opening(table))
    if play.has_coach:
        for station in table.stations.values():
            table.tell(station, say("The coach is on"))


class ProofPage(Scene):
    """QR codes that hold everything `triqueta verify` needs, one after the other."""

    HELP = say("Scan every code into one file. The command 'triqueta verify' checks it.")

    def __init__(self, codes: Sequence[str]) -> None:
        self._codes = codes
        self._number = 0

    def offer(self, station: Station) -> StationView:
        last = self._number + 1 == len(self._codes)
        screen = QrScreen(
            title=say("Proof of the shuffle"),
            lines=(f"{self._number + 1}/{len(self._codes)}", say("5: back")),
            content=self._codes[self._number],
        )
        key = SoftKey(say("Back"), station.close) if last else SoftKey(say("Next"), self._next)
        return StationView(
            screen,
            petals={5: PetalKey(say("Back"), station.close)},
            soft=(key, None, None),
            why_not=lambda _: self.HELP,  # the code leaves no room for a menu
        )

    def _next(self) -> None:
        self._number += 1
