"""Drawn tiles: first looked at by their drawer alone, then placed, kept or put into the box."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.triqueta.rules.moves import BOX, KEEP
from triqueta.games.triqueta.screens.tile import TileFacts, TileScreen, TwoTilesScreen
from triqueta.games.triqueta.screens.turn import RowsScreen
from triqueta.screens.phrases import Text, say
from triqueta.screens.question import Page
from triqueta.screens.screen import Screen
from triqueta.table.events import Key, seat_station
from triqueta.table.play import ASIDE, GLIMPSE, LOOK, SHOW, Play
from triqueta.table.rooms import NO_USE, Offer, Room, SoftKey, Station

if TYPE_CHECKING:
    from triqueta.table.playing import GameRoom

BOX_PETAL = 5

# What is asked for a drawn tile, by the kinds of moves that are legal.
_OPTIONS: dict[str, Text] = {
    "r": say("Which row?"),
    "kr": say("Which row, or keep?"),
    "krx": say("Row, keep, or 5: box?"),
    "rx": say("Which row, or 5: box?"),
    "kx": say("Keep, or 5: box?"),
    "k": say("Keep it"),
    "x": say("5: into the box"),
}


class DrawnTiles:
    """The offers from a draw to the last choice for it."""

    def __init__(self, room: GameRoom) -> None:
        self._room = room
        self._play = room.play

    def unseen(self, station: Station) -> Offer:
        seat = self._play.drawer
        name = self._room.name(seat)
        if not self._room.sees_for(station, seat):
            return self._room.watch(station, say("{name} looks", name=name))
        undo = (
            SoftKey(say("Undo"), self._room.table.take_back)
            if self._play.may_take_back(None)
            else None
        )
        look = SoftKey(say("Look"), self._glimpse, hold=True)
        if station.looking:
            screen = self._tiles_screen(seat, self._play.drawn_facts())
            return Offer(screen, soft=(None, look, None), released=partial(self._looked, station))
        text = say("Hold Look to see what you drew. Nobody else may look.")
        return Offer(
            Page(title=say("{name}, take the device", name=name), text=text),
            soft=(undo, look, self._room.info_and_menu(station)[1]),
            why_not=lambda _: say("Look at your tile first"),
        )

    def _glimpse(self) -> None:
        if self._play.may_take_back(None):  # not any more, once something has been seen
            self._play.enter(GLIMPSE)

    def _looked(self, station: Station) -> None:
        self._play.enter(LOOK)
        if not self._play.game.drawn:
            name = self._room.name(self._play.drawer)
            deed = say("{name} keeps the shadow tile", name=name)
            if len(self._play.fresh_shadow) == 2:
                deed = say("{name} keeps both shadow tiles", name=name)
            self._room.table.tell(station, deed)

    def show_at_own_station(self) -> None:
        """One light tile is shown with its choices; others on a page of their own before that."""
        self._room.table.stations[seat_station(self._play.drawer)].close_all()
        self._play.enter(SHOW)

    def put_before_seats(self) -> None:
        """What was shown at an own station stays there until it is put aside."""
        for seat, facts in self._play.put_before.items():
            station = self._room.table.stations.get(seat_station(seat))
            if station and not any(isinstance(page, DrawnPage) for page in station.pages):
                screen = self._tiles_screen(seat, facts)
                bound = bool(self._play.game.drawn) and seat == self._play.drawer
                station.open(DrawnPage(self._play, seat, screen, bound_to_turn=bound))

    def _tiles_screen(self, seat: int, facts: tuple[TileFacts, ...]) -> Screen:
        title = say("Only for {name}", name=self._room.name(seat))
        if len(facts) == 2:
            return TwoTilesScreen(title=title, facts=(facts[0], facts[1]))
        advice = say("You keep it until the end.") if facts[0].is_shadow else None
        return TileScreen(title=title, facts=facts[0], advice=advice)

    def choice(self, station: Station) -> Offer:
        seat = self._play.game.order[0]
        sees = self._room.sees_for(station, seat)
        if not self._room.decides_for(station, seat):
            name = self._room.name(seat)
            watched = self._room.watch(station, say("{name} decides", name=name))
            return Offer(self._choice_tile()) if sees else watched
        legal = self._play.game.legal_moves
        petals = {int(move[1]): partial(self._room.make, move) for move in legal if move[0] == "r"}
        if BOX in legal:
            petals[BOX_PETAL] = partial(self._room.make, BOX)
        info, menu = self._room.info_and_menu(station)
        look = SoftKey(say("Look"), hold=True)
        if station.looking:
            return Offer(self._choice_tile(), soft=(None, look, None))
        own = station.seat is not None
        return Offer(
            self._choice_tile() if own else self._choice_table(self._room.name(seat)),
            petals=petals,
            soft=(self._keep_key(seat), look if sees and not own else info, menu),
            why_not=self._why_not_choice,
        )

    def _choice_tile(self) -> Screen:
        options = "".join(sorted({move[0] for move in self._play.game.legal_moves}))
        return TileScreen(title=_OPTIONS[options], facts=self._play.choice_facts())

    def _choice_table(self, name: str) -> Screen:
        """The choice at the shared station, without the tile: everybody may see this."""
        game = self._play.game
        title = say("{name}: which row?", name=name)
        if KEEP in game.legal_moves:
            title = say("{name}: row or keep?", name=name)
        if len(game.drawn) == 2 or game.moves[-1][0] != "d":
            number = 1 if len(game.drawn) == 2 else 2
            title = say("{name}: tile {number} of 2", name=name, number=number)
        rows = tuple(int(move[1]) for move in game.legal_moves if move[0] == "r")
        hint = say("box") if BOX in game.legal_moves else None
        return RowsScreen(title=title, view=self._play.table_view(), offered=rows, box_hint=hint)

    def _keep_key(self, seat: int) -> SoftKey | None:
        if KEEP not in self._play.game.legal_moves:
            return None
        left = 2 - len(self._play.game.kept_light[seat])
        return SoftKey(say("Keep ({left})", left=left), partial(self._room.make, KEEP))

    def _why_not_choice(self, key: Key) -> Text:
        if key is Key.SOFT1:
            return self._room.reason(KEEP)
        if key.number == BOX_PETAL and self._play.game.tiles_per_draw == 2:
            return self._room.reason(BOX)
        return self._room.reason(f"r{key.number}") if key.is_petal else NO_USE


class DrawnPage(Room):
    """Tiles just drawn, at their drawer's own station, until they are put aside.

    Shadow tiles leave no choice, so that the game goes on meanwhile and the page stays.
    """

    def __init__(self, play: Play, seat: int, screen: Screen, *, bound_to_turn: bool) -> None:
        self._play = play
        self._seat = seat
        self._screen = screen
        self.bound_to_turn = bound_to_turn

    def offer(self, station: Station) -> Offer:
        aside = SoftKey(say("OK"), partial(self._put_aside, station))
        return Offer(self._screen, soft=(None, aside, None))

    def _put_aside(self, station: Station) -> None:
        self._play.enter(f"{ASIDE} {self._seat}")
        station.close()
