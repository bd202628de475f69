"""A swap of two threads: two cursors, and the board as it would be."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.ettana.rooms.pointers import step_petals
from triqueta.games.ettana.rooms.turn_page import TurnPage, cost_of
from triqueta.games.ettana.rules import Action
from triqueta.games.ettana.rules.spaces import OCTAGONS_AT
from triqueta.games.ettana.rules.swapping_acts import SWAP_PRICE
from triqueta.games.ettana.rules.threads import OCTAGONS, Octagon, pair_of
from triqueta.games.ettana.screens.loom import Loom, Pointed
from triqueta.games.ettana.screens.names_of_things import FACE_NAMES
from triqueta.games.ettana.words import say
from triqueta.screens.phrases import Text
from triqueta.table.events import Key
from triqueta.table.rooms import Offer, SoftKey, Station, Taps

if TYPE_CHECKING:
    from triqueta.games.ettana.rooms.game_room import EttanaRoom


@dataclass(frozen=True, slots=True)
class SwapKind:
    """How a move begins that swaps, what it is called, and what it costs."""

    begins: str
    title: Text
    price: int = 0
    card: Action | None = None


FREE = SwapKind("free:", say("Free swap"))
BOUGHT = SwapKind("buy:", say("Swap threads"), SWAP_PRICE)
BY_CARD = SwapKind("swap:", say("Card: Swap"), card=Action.SWAP)


class SwapPage(TurnPage):
    """First one thread is picked, then the other one is pointed at."""

    HELP = say("Petals point at a thread. Pick it, then point at the other one.")

    def __init__(self, room: EttanaRoom, kind: SwapKind) -> None:
        super().__init__(room)
        self._kind = kind
        self._picked: Octagon | None = None
        self._cursor = OCTAGONS_AT[self.own.needle or ""][0]

    @property
    def _allowed(self) -> Collection[Octagon]:
        return OCTAGONS_AT[self.own.needle or ""] if self._kind is FREE else OCTAGONS

    def offer(self, station: Station) -> Offer:
        back = self.back_key(station)
        if self._picked is not None:
            back = SoftKey(say("Back"), self._put_back)
        return Offer(
            self.pointing(self._kind.title, self._lines(), self._loom()),
            petals=step_petals(self._cursor, self._allowed, self._point_at),
            taps=Taps(frozenset(self._allowed), self._point_at),
            soft=(back, None, self._right_key(station)),
            why_not=self._why_not,
        )

    def _right_key(self, station: Station) -> SoftKey | None:
        if self._picked is None:
            return SoftKey(say("Pick"), self._pick)
        if self._picked == self._cursor:
            return None
        move = self._kind.begins + pair_of(self._picked, self._cursor)
        if self._kind.card is None:
            return SoftKey(say("Swap"), partial(self.room.make, move))
        play = partial(self.room.play_card, station, self._kind.card, move)
        return SoftKey(say("Swap"), play)

    def _pick(self) -> None:
        self._picked = self._cursor

    def _put_back(self) -> None:
        self._picked = None

    def _point_at(self, octagon: Octagon) -> None:
        self._cursor = octagon

    @property
    def pointed(self) -> Pointed:
        if self._picked in (None, self._cursor):
            return Pointed(octagons=(self._cursor,))
        return Pointed(octagons=(self._picked, self._cursor))

    def _loom(self) -> Loom:
        loom = Loom.of(self.room.view)
        return loom if self._picked is None else loom.swapped(self._picked, self._cursor)

    def _lines(self) -> list[Text]:
        cost = cost_of(self._kind.price, self.own.tokens)
        price = [cost] if self._kind.price else []
        if self._picked is None:
            return [self._thread(self._cursor), say("Which thread?"), *price]
        if self._picked == self._cursor:
            return [self._thread(self._cursor), say("And which?"), *price]
        threads = self.room.view.threads
        if threads[self._picked] == threads[self._cursor]:
            return [self._thread(self._cursor), say("Nothing changes"), *price]
        return [self._thread(self._picked), self._thread(self._cursor), *price]

    def _thread(self, octagon: Octagon) -> Text:
        """As it lies now."""
        colour = FACE_NAMES[self.room.view.threads[octagon]]
        return say("{place} {colour}", place=octagon, colour=colour)

    def _why_not(self, key: Key) -> Text:
        if key is Key.SOFT3:
            return say("Point at another thread")
        if key.is_petal and self._kind is FREE:
            return say("Only at your needle")
        return say("Here the board ends") if key.is_petal else self.HELP
