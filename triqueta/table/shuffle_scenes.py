"""The scenes of the sealed shuffle: the deal, and before it the commitment and the cuts."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from triqueta.records.shuffle import Proof
from triqueta.screens.phrases import Text, say
from triqueta.screens.screen import TextScreen
from triqueta.screens.set_up import CutScreen
from triqueta.screens.station import PETALS
from triqueta.table.proof_pages import commitment_screen
from triqueta.table.scene import (
    AT_THE_TABLE,
    PetalKey,
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
DEAL_SECONDS = 2.0
_PICTURES = 20  # of the animation
_STEP = DEAL_SECONDS / _PICTURES


class DealScene(SetupScene):
    """The animation of the deal, which a petal skips. The game starts when it ends.

    The shuffle is already sealed. The players can ask for the commitment to it, and cut. Back
    leads to the last question, unless they have cut.
    """

    def __init__(self, table: Table, new_game: NewGame) -> None:
        super().__init__(table, new_game)
        self._started = table.now

    @property
    def _pictures(self) -> int:
        # The 0.001 makes up for rounding errors: the time is a sum of tenths.
        return int((self.table.now - self._started) / _STEP + 0.001)

    def view_for(self, station: Station) -> StationView:
        moment = min(self._pictures / _PICTURES, 1.0)
        screen = self.table.games.dealing(self.new_game.game, moment, self._remark())
        if station.seat is not None:
            return StationView(screen, why_not=lambda _: say("The game is about to start"))
        skip = PetalKey(say("Skip"), self._start)
        return StationView(
            screen,
            petals=dict.fromkeys(range(1, PETALS + 1), skip),
            soft=(self.back_key(), None, self._check_key()),
            why_not=lambda _: say("The game starts by itself. Any petal starts it at once."),
        )

    def _remark(self) -> Text:
        """Return a line about the answer to the game's own question, or ""."""
        question, seat = self.table.games[self.new_game.game].seat_question, self.new_game.seat
        if question is None or seat is None:
            return ""
        name = self.new_game.names[seat]
        is_known = self.new_game.same_players and name == self.table.preferences.next_starter
        remark = question.again if is_known else question.chosen
        return "" if remark is None else remark(name)

    def back_key(self) -> SoftKey | None:
        if self.new_game.cutting:
            return None
        if self.new_game.tutorial:  # its explanation follows the last question
            return SoftKey(say("Back"), self.go(self.new_game))
        return super().back_key()

    def _check_key(self) -> SoftKey | None:
        if self.new_game.tutorial or self.new_game.cutting:
            return None
        check = self.go(replace(self.new_game, checking=True))
        return SoftKey(say("Check the shuffle"), check)

    def tick(self) -> None:
        if self._pictures > _PICTURES:
            self._start()

    def next_change(self) -> float | None:
        return self._started + _STEP * (self._pictures + 1)

    def _start(self) -> None:
        new_game = self.new_game
        session = dealt(self.table, new_game, self._proof())
        if new_game.tutorial:
            session.apply(TUTORIAL)
        elif new_game.coach and self.table.games.coach(new_game.game) is not None:
            session.apply(COACH)
        begin(self.table, new_game, session)

    def _proof(self) -> Proof:
        if not self.new_game.tutorial:
            return Proof.of(self.new_game.secret, ",".join(self.new_game.cuts))
        tutorial = self.table.games.tutorial()
        if tutorial is None:
            raise ValueError("no game has a tutorial")
        return Proof.of(tutorial.secret(self.new_game.players), "")


class CommitmentScene(SetupScene):
    """The commitment to the shuffle, shown before the players cut.

    Back deals without a cut, or leads to the last question if the settings ask for a cut.
    """

    HELP = say(
        "Take a photo. After the game it lets you check that the device dealt this very shuffle."
    )

    def ask(self, station: Station) -> StationView:
        cut = self.go(replace(self.new_game, cutting=True))
        return StationView(
            commitment_screen(Proof.of(self.new_game.secret, "").commitment),
            soft=(self.back_key(), None, SoftKey(say("Next"), cut)),
            why_not=lambda _: self.HELP,  # the code leaves no room for a menu
        )

    def back_key(self) -> SoftKey | None:
        if self.table.preferences.cut_shuffle and not self.new_game.cuts:
            return super().back_key()
        return SoftKey(say("Back"), self.go(replace(self.new_game, checking=False)))


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
        screen = CutScreen(
            title=say("{name} cuts", name=self.new_game.names[seat]),
            text=say("Press some petals. Each press mixes the tiles again."),
            cuts=self.new_game.cuts_of(seat),
        )
        at_table = station.seat is None
        return StationView(
            screen,
            petals={
                petal: PetalKey(say("Cut"), partial(self._cut, station, seat, petal))
                for petal in range(1, PETALS + 1)
            },
            soft=self._soft_keys(station) if at_table else (None, None, None),
            why_not=lambda _: None if at_table else AT_THE_TABLE,
        )

    def _soft_keys(self, station: Station) -> tuple[SoftKey, SoftKey, SoftKey | None]:
        # The menu stays in the middle: one press too many on Next must not open it.
        return (
            SoftKey(say("Start"), partial(_deal, self.table, self.new_game)),
            self.menu_key(station),
            self._next_key(),
        )

    def _next_key(self) -> SoftKey | None:
        """Return the key for the next person who can cut, or None. Robots don't cut."""
        later = [seat for seat in self.new_game.people if seat > self.new_game.cutter]
        if not later:
            return None
        return SoftKey(say("Next"), self.go(replace(self.new_game, cutter=later[0])))

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
                SoftKey(say("OK"), partial(_deal, self.table, self.new_game)),
                self.menu_key(station),
            ),
        )


def _deal(table: Table, new_game: NewGame) -> None:
    table.go_to(DealScene(table, new_game))


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
        session.names,
        session.robots,
        coach=session.has_coach,
        starter=session.seat_answer,
    )
    table.new_game = NewGame()
    table.go_to(table.games.scene(table, session))
    if session.has_coach:
        for station in table.stations.values():
            table.tell(station, say("The coach is on"))
