"""The card `replace`: a thread, or a number, by one of the reserve (E14)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.ettana.rooms.pointers import after, step_petals
from triqueta.games.ettana.rooms.turn_page import TurnPage
from triqueta.games.ettana.rules import Action
from triqueta.games.ettana.rules.spaces import SPACES
from triqueta.games.ettana.rules.threads import OCTAGONS
from triqueta.games.ettana.screens.loom import Loom, Pointed
from triqueta.games.ettana.screens.names_of_things import FACE_NAMES
from triqueta.games.ettana.words import say
from triqueta.screens.phrases import Text
from triqueta.table.events import Key
from triqueta.table.rooms import Choice, Offer, SoftKey, Station, Taps, question

if TYPE_CHECKING:
    from triqueta.games.ettana.rooms.game_room import EttanaRoom


class ReplacePage(TurnPage):
    """What is to be replaced?"""

    def offer(self, station: Station) -> Offer:
        choices = [
            Choice(1, say("A thread"), partial(station.open, ReplaceThreadPage(self.room))),
            Choice(2, say("A number"), partial(station.open, ReplaceNumberPage(self.room))),
        ]
        soft = (self.back_key(station), None, None)
        return question(say("Card: Replace"), choices, soft)


class ReplaceThreadPage(TurnPage):
    """The board as it would be; Other takes another thread of the reserve."""

    HELP = say("Petals point, Other takes another one of the reserve.")

    def __init__(self, room: EttanaRoom) -> None:
        super().__init__(room)
        self._place = OCTAGONS[len(OCTAGONS) // 2]
        self._spare = room.view.spare_threads[0]

    @property
    def pointed(self) -> Pointed:
        return Pointed(octagons=(self._place,))

    def offer(self, station: Station) -> Offer:
        view = self.room.view
        move = f"thread:{self._place}={self._spare}"
        now, then = FACE_NAMES[view.threads[self._place]], FACE_NAMES[self._spare]
        lines = self._place, say("{now} becomes {then}", now=now, then=then)
        loom = Loom.of(view).with_thread(self._place, self._spare)
        return Offer(
            self.pointing(say("Card: Replace"), lines, loom),
            petals=step_petals(self._place, OCTAGONS, self._point_at),
            taps=Taps(frozenset(OCTAGONS), self._point_at),
            soft=(
                self.back_key(station),
                SoftKey(say("Other"), self._other),
                SoftKey(say("Play"), partial(self.room.play_card, station, Action.REPLACE, move)),
            ),
            why_not=lambda _: say("Here the board ends"),
        )

    def _point_at(self, place: str) -> None:
        self._place = place

    def _other(self) -> None:
        self._spare = after(self._spare, dict.fromkeys(self.room.view.spare_threads))


class ReplaceNumberPage(TurnPage):
    """The same with numbers, where no needle stands."""

    HELP = ReplaceThreadPage.HELP

    def __init__(self, room: EttanaRoom) -> None:
        super().__init__(room)
        self._place = SPACES[0]
        self._spare = room.view.spare_numbers[0]

    @property
    def pointed(self) -> Pointed:
        return Pointed(space=self._place)

    def offer(self, station: Station) -> Offer:
        view = self.room.view
        taken = self._place in {player.needle for player in view.players}
        move = f"number:{self._place}={self._spare}"
        play = SoftKey(say("Play"), partial(self.room.play_card, station, Action.REPLACE, move))
        change = say("{now} becomes {then}", now=view.numbers[self._place], then=self._spare)
        lines = self._place, say("A needle is there") if taken else change
        loom = None if taken else Loom.of(view).with_number(self._place, self._spare)
        return Offer(
            self.pointing(say("Card: Replace"), lines, loom),
            petals=step_petals(self._place, SPACES, self._point_at),
            taps=Taps(frozenset(SPACES), self._point_at),
            soft=(
                self.back_key(station),
                SoftKey(say("Other"), self._other),
                None if taken else play,
            ),
            why_not=self._why_not,
        )

    def _point_at(self, place: str) -> None:
        self._place = place

    def _other(self) -> None:
        first, second = self.room.view.spare_numbers
        self._spare = second if self._spare == first else first

    def _why_not(self, key: Key) -> Text:
        if key is Key.SOFT3:
            return say("A needle is there")
        return say("Here the board ends") if key.is_petal else self.HELP
