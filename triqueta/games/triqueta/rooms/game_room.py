"""The game at the table: who is offered what, for every state of the game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from triqueta.games.triqueta.rooms.drawn_tiles import DrawnTiles
from triqueta.games.triqueta.rooms.ending import EndRoom
from triqueta.games.triqueta.rooms.overview import OverviewPage, kept_tiles
from triqueta.games.triqueta.rooms.reasons import REASONS, deed
from triqueta.games.triqueta.rooms.revealing import Reveal
from triqueta.games.triqueta.rooms.rounds import Rounds
from triqueta.games.triqueta.rules.moves import Moves
from triqueta.games.triqueta.rules.phases import Phase
from triqueta.games.triqueta.running_game import TriquetaPlay
from triqueta.games.triqueta.screens.turn import TurnScreen
from triqueta.games.triqueta.words import say
from triqueta.screens.phrases import Text
from triqueta.table.events import Key
from triqueta.table.hands import open_hand
from triqueta.table.play_room import PlayRoom
from triqueta.table.rooms import NO_USE, Offer, Room, SoftKey, Station
from triqueta.table.table import Table


class GameRoom(PlayRoom[TriquetaPlay]):
    """Makes each station an offer for the present state of the game."""

    def __init__(self, table: Table, play: TriquetaPlay) -> None:
        super().__init__(table, play)
        self._rounds = Rounds(self)
        self._drawn_tiles = DrawnTiles(self)
        self._reveal = Reveal(self)

    @classmethod
    def entered(cls, table: Table, play: TriquetaPlay) -> GameRoom:
        """The room of a game, new or interrupted; whoever begins it is told how."""
        room = cls(table, play)
        if not play.view(None).begun:
            for station in table.stations.values():
                if room.acts_for(station, room.to_act) and room.hint_for(station) is None:
                    table.tell(station, say("Press a petal to draw a tile"))
        return room

    def awaits(self, station: Station, seat: int) -> bool:
        view = self.play.view(None)
        if view.round_ended:  # anybody may go on
            return True
        if view.unseen or view.table.phase in (Phase.CHOICE, Phase.REVEAL):
            return self.decides_for(station, seat)
        return super().awaits(station, seat)

    def may_show_secret(self) -> bool:
        view = self.play.view(None)
        return view.unseen or view.table.phase in (Phase.CHOICE, Phase.REVEAL)

    def what_to_do(self) -> Text:
        view = self.play.view(None)
        if view.unseen:
            return say("Take the device, hold Look, and let nobody else see it.")
        return HELP[view.table.phase]

    def present(self, station: Station) -> Offer:
        return self._offers()(station)

    def _offers(self) -> Callable[[Station], Offer]:
        view = self.play.view(None)
        if view.round_ended:
            return self._rounds.end_of_round
        if view.unseen:
            return self._drawn_tiles.unseen
        return {
            Phase.TURN: self._rounds.turn,
            Phase.SECOND_DRAW: self._rounds.turn,
            Phase.CHOICE: self._drawn_tiles.choice,
            Phase.NEXT_PILE: self._rounds.next_pile,
            Phase.REVEAL: self._reveal.offer,
        }[view.table.phase]

    def overview(self) -> Room:
        return OverviewPage(self.table, self.play)

    def tick(self) -> None:
        view = self.play.view(None)
        if view.table.outcome is not None and not view.round_ended:
            self.table.enter(EndRoom(self.table, self.play, view.table.outcome))

    def stations_changed(self) -> None:
        """A draw not looked at yet appears at once when its drawer's own station comes."""
        view = self.play.view(None)
        if view.unseen and view.drawer is not None and self.table.has_station(view.drawer):
            self._drawn_tiles.show_at_own_station(view.drawer)
        self._drawn_tiles.put_before_seats()

    def deed(self, move: str, name: str) -> Text | None:
        return None if self.play.view(None).round_ended else deed(move, name)

    def turn_of(self) -> int | None:
        return None if self.play.view(None).round_ended else super().turn_of()

    def next_seat(self) -> int | None:
        return self.play.view(None).table.to_act

    @property
    def to_act(self) -> int:
        """Whose move it is: there is somebody until the game is over."""
        return _somebody(self.play.view(None).table.to_act)

    @property
    def drawer(self) -> int:
        return _somebody(self.play.view(None).drawer)

    def watch(self, station: Station, title: Text) -> Offer:
        """What those see who have nothing to do now."""
        open_kept = partial(open_hand, self.table, kept_tiles(self.play), station)
        kept = SoftKey(say("Kept tiles"), open_kept)
        waits = self.waits()
        return Offer(
            TurnScreen(title=title, view=self.play.view(None).table),
            soft=(kept, *self.info_and_menu(station)),
            why_not=lambda _: waits,
        )

    def reason(self, move: str) -> Text:
        return REASONS.get(self.play.clause_against(move), NO_USE)

    def reason_of_petal(self, moves: Moves, key: Key) -> Text:
        """Why a petal does not make its move."""
        return self.reason(moves[key.number - 1]) if key.is_petal else NO_USE


def _somebody(seat: int | None) -> int:
    if seat is None:
        raise ValueError("nobody is to act")
    return seat


HELP: dict[Phase, Text] = {
    Phase.TURN: say("Press a petal to draw its top tile, or take a row with the left key."),
    Phase.SECOND_DRAW: say("Draw the second tile. Then you look at both."),
    Phase.CHOICE: say("Press the petal of the row for your tile, or keep it."),
    Phase.NEXT_PILE: say("Whoever took the last row opens the next pile and gets its Tree."),
    Phase.REVEAL: say("Add your kept tile, or return it face down. The better choice has a tick."),
    Phase.OVER: say("The game is over."),
}
