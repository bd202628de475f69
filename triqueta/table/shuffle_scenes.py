"""The scenes of the sealed shuffle: the commitment, the cuts, the deal, and the proof."""

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
    PetalKey,
    Scene,
    SoftKey,
    Station,
    StationView,
)
from triqueta.table.session import COACH, ROBOT, TUTORIAL, AnySession
from triqueta.table.setup_scene import SetupScene
from triqueta.table.state import NewGame

if TYPE_CHECKING:
    from triqueta.table.table import Table


MOST_CUTS = 8  # per player; more would only make the proof longer


class CommitmentScene(SetupScene):
    """The commitment to the shuffle, shown before the players cut. There is no way back."""

    HELP = say(
        "Take a photo. After the game it lets you check that the device dealt this very shuffle."
    )

    def ask(self, station: Station) -> StationView:
        commitment = Proof.of(self.new_game.secret, "").commitment
        screen = QrScreen(
            title=say("Sealed shuffle"),
            lines=(commitment[:8], commitment[8:16]),
            content=commitment.upper(),
        )
        cut = self.go(replace(self.new_game, cutting=True))
        return StationView(
            screen,
            soft=(SoftKey(say("Cut"), cut), None, None),
            why_not=lambda _: self.HELP,  # the code leaves no room for a menu
        )


class CutScene(SetupScene):
    """The cuts: each player can press petals, at their own station or in turn at the table.

    A player who knew the secret and cut last could choose among thousands of deals. The device
    can't prevent that; a die rolled in full view can.
    """

    HELP = say(
        "Every press changes the shuffle. Let a die choose the last few, so it can't have "
        "been planned."
    )

    def view_for(self, station: Station) -> StationView:
        seat = self.new_game.cutter if station.seat is None else station.seat
        if seat >= self.new_game.players or seat in self.new_game.robots:
            return StationView(
                TextScreen(title=say("Welcome"), text=say("A game is being set up."))
            )
        name, cuts = self.new_game.names[seat], self.new_game.cuts_of(seat)
        screen = TextScreen(
            title=say("{name} cuts", name=name),
            text=say(
                "Press petals as often as you like, or let a die choose them (6: roll again)."
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
            why_not=lambda _: None if at_table else AT_THE_TABLE,
        )

    def _next_key(self) -> SoftKey | None:
        """Return the key for the next person who can cut, or None. Robots don't cut."""
        later = range(self.new_game.cutter + 1, self.new_game.players)
        people = [seat for seat in later if seat not in self.new_game.robots]
        if not people:
            return None
        return SoftKey(say("Next"), self.go(replace(self.new_game, cutter=people[0])))

    def _cut(self, station: Station, seat: int, petal: int) -> None:
        if self.new_game.cuts_of(seat) >= MOST_CUTS:
            at_table = station.seat is None
            enough = say("That's enough. Press “Start”!") if at_table else say("That's enough")
            self.table.tell(station, enough)
        else:  # stay in this scene, so that a menu open at another station does not close
            self.new_game = replace(
                self.new_game, cuts=(*self.new_game.cuts, f"{seat + 1}:{petal}")
            )
            self.table.new_game = self.new_game

    def _deal(self) -> None:
        proof = Proof.of(self.new_game.secret, ",".join(self.new_game.cuts))
        session = dealt(self.table, self.new_game, proof)
        if self.new_game.coach and self.table.games.coach(self.new_game.game) is not None:
            session.apply(COACH)
        begin(self.table, self.new_game, session)


class TutorialScene(SetupScene):
    """An explanation of the tutorial. Its deal is fixed, so there is no commitment and no cut."""

    HELP = say(
        "The same deal every time, with hints along the way. It doesn't count in the statistics."
    )

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
            raise ValueError("no game has a tutorial")
        proof = Proof.of(tutorial.secret(self.new_game.players), "")
        session = dealt(self.table, self.new_game, proof)
        session.apply(TUTORIAL)
        begin(self.table, self.new_game, session)


def dealt(table: Table, new_game: NewGame, proof: Proof) -> AnySession:
    """Return a new session of the game that was set up, dealt from the sealed shuffle."""
    if new_game.edition is None:
        raise ValueError("can't deal before an edition is chosen")
    return table.games.deal(new_game.game, new_game.edition, new_game.names, new_game.seat, proof)


def begin(table: Table, new_game: NewGame, session: AnySession) -> None:
    """Start the session of a game that was just dealt, and clear its set-up."""
    for seat, level in new_game.robots.items():
        session.apply(f"{ROBOT} {seat} {level}")
    table.session = session
    table.preferences = table.preferences.after(
        session.names, session.robots, coach=session.has_coach
    )
    table.new_game = NewGame()
    table.go_to(table.games.opening(table, session))
    if session.has_coach:
        for station in table.stations.values():
            table.tell(station, say("The coach is on"))


class ProofPage(Scene):
    """A page with QR codes, shown one at a time, that contain what `triqueta verify` needs."""

    HELP = say("Scan every code into one file. The command 'triqueta verify' checks it.")

    def __init__(self, codes: Sequence[str]) -> None:
        self._codes = codes
        self._number = 0

    def view_for(self, station: Station) -> StationView:
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
