"""The game at the table: who is offered what, for every state of the game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.triqueta.rules import IllegalMoveError, Phase
from triqueta.games.triqueta.rules.refusals import refusal
from triqueta.games.triqueta.screens.turn import TurnScreen
from triqueta.screens.phrases import Text, say
from triqueta.screens.question import Page
from triqueta.table.drawn_tiles import DrawnTiles
from triqueta.table.ending import EndRoom
from triqueta.table.menu import Menu
from triqueta.table.pages import PagesPage, open_kept_tiles
from triqueta.table.play import Play
from triqueta.table.reasons import REASONS, deed
from triqueta.table.revealing import Reveal
from triqueta.table.rooms import Offer, Room, SoftKey, Station
from triqueta.table.rounds import Rounds

if TYPE_CHECKING:
    from triqueta.table.table import Table


class GameRoom(Room):
    """Makes each station an offer for the present state of the game.

    A seat's own station shows its secrets; a seat without one uses the shared station, where
    they are shown only while Look is held.
    """

    def __init__(self, table: Table, play: Play) -> None:
        self.table = table
        self.play = play
        self._rounds = Rounds(self)
        self._drawn_tiles = DrawnTiles(self)
        self._reveal = Reveal(self)

    def help(self) -> Text:
        if self.play.unseen:
            return say("Take the device, hold Look, and let nobody else see it.")
        return HELP[self.play.game.phase]

    def offer(self, station: Station) -> Offer:
        if station.seat is not None and station.seat >= len(self.play.names):
            text = say("This seat is not in the game.")
            return Offer(Page(title=say("Welcome"), text=text))
        return self._present()(station)

    def _present(self) -> Callable[[Station], Offer]:
        if self.play.round_ended:
            return self._rounds.end_of_round
        if self.play.unseen:
            return self._drawn_tiles.unseen
        return {
            Phase.TURN: self._rounds.turn,
            Phase.SECOND_DRAW: self._rounds.turn,
            Phase.CHOICE: self._drawn_tiles.choice,
            Phase.NEXT_PILE: self._rounds.next_pile,
            Phase.REVEAL: self._reveal.offer,
        }[self.play.game.phase]

    def tick(self) -> None:
        outcome = self.play.game.outcome
        if outcome is not None and not self.play.round_ended:
            self.table.enter(EndRoom(self.table, self.play, outcome))

    def stations_changed(self) -> None:
        """A draw not looked at yet appears at once when its drawer's own station comes."""
        if self.play.unseen and self.table.has_station(self.play.drawer):
            self._drawn_tiles.show_at_own_station()
        self._drawn_tiles.put_before_seats()

    def make(self, move: str) -> None:
        """Play a move, say so, and show a drawn tile to its drawer's own station."""
        game, seat = self.play.game, self.play.game.order[0]
        self.play.enter(move)
        self.table.game_went_on()
        done = deed(move, self.name(seat))
        for station in self.table.stations.values():
            if station.pages and station.seat is not None and station.seat == game.to_act:
                self.table.tell(station, say("Your turn!"))
            elif done is not None and not self.play.round_ended:
                self.table.tell(station, done)
        self.stations_changed()

    # Who may do and see what at which station.

    def acts_for(self, station: Station, seat: int | None) -> bool:
        return station.seat is None or station.seat == seat

    def sees_for(self, station: Station, seat: int) -> bool:
        """Whether a seat's secrets are shown at this station: at one's own, else at the table."""
        if self.table.has_station(seat):
            return station.seat == seat
        return station.seat is None

    def decides_for(self, station: Station, seat: int) -> bool:
        """Where a seat's choices are made: where its secrets are shown, if there are keys."""
        if self.table.has_keys(seat):
            return station.seat == seat
        return station.seat is None

    def watch(self, station: Station, title: Text) -> Offer:
        """What those see who have nothing to do now."""
        open_kept = partial(open_kept_tiles, self.table, self.play, station)
        kept = SoftKey(say("My tiles"), open_kept)
        actor = self.play.actor
        waits = say("The table waits for {name}", name=self.name(actor or 0))
        return Offer(
            TurnScreen(title=title, view=self.play.table_view()),
            soft=(kept, *self.info_and_menu(station)),
            why_not=lambda _: waits,
        )

    def reason(self, move: str) -> Text:
        error = refusal(self.play.game, move)
        clause = error.clause if isinstance(error, IllegalMoveError) else "R1"
        return REASONS.get(clause, say("This key does nothing now"))

    def name(self, seat: int) -> str:
        return self.play.names[seat]

    def menu_key(self, station: Station, room: Room) -> SoftKey:
        menu = Menu(self.table, room, PagesPage(self.table, self.play))
        return SoftKey(say("Menu"), partial(station.open, menu))

    def info_and_menu(self, station: Station) -> tuple[SoftKey, SoftKey]:
        pages = PagesPage(self.table, self.play)
        info = SoftKey(say("Info"), partial(station.open, pages))
        return info, self.menu_key(station, self)


HELP: dict[Phase, Text] = {
    Phase.TURN: say("Press a petal to draw its top tile, or take a row with the left key."),
    Phase.SECOND_DRAW: say("Draw the second tile. Then you look at both."),
    Phase.CHOICE: say("Press the petal of the row for your tile, or keep it."),
    Phase.NEXT_PILE: say("Whoever took the last row opens the next pile and gets its Tree."),
    Phase.REVEAL: say("Add a kept tile to yours, or return it unseen. The better one has a mark."),
    Phase.OVER: say("The game is over."),
}
