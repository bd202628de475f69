"""Set-up: a needle is put on a free space with the number rolled (E7)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.ettana.rooms.pointers import after, step_petals
from triqueta.games.ettana.rules import TableView
from triqueta.games.ettana.rules.spaces import SPACES, Space
from triqueta.games.ettana.screens.loom import Loom, Pointed
from triqueta.games.ettana.screens.pointing import PointingScreen
from triqueta.games.ettana.words import say
from triqueta.screens.phrases import Text
from triqueta.table.events import Key
from triqueta.table.rooms import NO_USE, Offer, SoftKey, Station, Taps

if TYPE_CHECKING:
    from triqueta.games.ettana.rooms.game_room import EttanaRoom


class NeedlePlacing:
    """It points at the first such space, until somebody goes elsewhere."""

    def __init__(self, room: EttanaRoom) -> None:
        self._room = room
        self._view: TableView | None = None
        self._space: Space = SPACES[0]

    def offer(self, station: Station) -> Offer:
        moves = self._room.play.moves(self._room.to_act)
        spaces = [move.removeprefix("@") for move in moves]
        self._follow(spaces)
        fits = self._space in spaces
        put = SoftKey(say("Place"), partial(self._room.make, f"@{self._space}")) if fits else None
        return Offer(
            self._screen(),
            petals=step_petals(self._space, SPACES, self._point_at),
            taps=Taps(frozenset(SPACES), self._point_at),
            soft=(
                put,
                SoftKey(say("Next space"), partial(self._next, spaces)),
                self._room.menu_key(station, self._room),
            ),
            why_not=self._why_not,
        )

    @property
    def pointed(self) -> Pointed:
        return Pointed(space=self._space)

    def _follow(self, spaces: list[Space]) -> None:
        view = self._room.view
        if view is not self._view:
            self._view, self._space = view, spaces[0]

    def _screen(self) -> PointingScreen:
        view = self._room.view
        name, number = self._room.name(self._room.to_act), view.turn.number
        return PointingScreen(
            title=name,
            lines=(
                say("rolled {number}", number=number),
                say("Needle on {space}?", space=self._space),
            ),
            loom=Loom.of(view),
            pointed=self.pointed,
            names=self._room.play.names,
        )

    def _point_at(self, space: Space) -> None:
        self._space = space

    def _next(self, spaces: list[Space]) -> None:
        self._space = after(self._space, spaces)

    def _why_not(self, key: Key) -> Text:
        if key is Key.SOFT1:
            return say("Only on a free {number}", number=self._room.view.turn.number)
        return say("Here the board ends") if key.is_petal else NO_USE
