"""A hint for whoever is to act: what may be done, best first, where nobody else sees it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from triqueta.screens.advice import HintScreen
from triqueta.screens.phrases import Text, say
from triqueta.table.coach import TOLD, Advice, Coach, more_or_less
from triqueta.table.events import PETALS
from triqueta.table.hands import Hands, SharedHandPage, hand_over
from triqueta.table.rooms import Offer, PetalKey, Room, SoftKey, Station

if TYPE_CHECKING:
    from triqueta.table.play_room import PlayRoom


class Told:
    """What a coach has said, on a screen; each petal tells the reason of another one."""

    def __init__(self, title: Text, advice: tuple[Advice, ...]) -> None:
        self._title = title
        self._advice = advice
        self._first = 0

    def petals(self) -> dict[int, PetalKey]:
        return {
            number: PetalKey(say("Why number {number}?", number=number), partial(self._tell, at))
            for at, number in enumerate(range(1, min(len(self._advice), PETALS) + 1))
        }

    def _tell(self, at: int) -> None:
        self._first = at

    def screen(self) -> HintScreen:
        shown = self._advice[self._first : self._first + TOLD]
        return HintScreen(
            title=self._title,
            corner=f"{self._first + 1}/{len(self._advice)}",
            options=tuple((one.label, more_or_less(one.points)) for one in shown),
            reason=shown[0].reason,
        )


def open_hint(room: PlayRoom[Any], coach: Coach, station: Station, seat: int) -> None:
    """At one's own station at once, at the shared one by Look."""
    advice = coach.advise(room.play.view(seat), room.play.moves(seat))
    if len(advice) < 2:
        room.table.tell(station, say("Whatever you do comes to the same"))
        return
    page = HintPage(room, coach, seat, advice)
    if station.seat is None:
        hand_over(room.table, page.hands, station, seat, page)
    else:
        station.open(page)


class HintPage(Room):
    """Made of what its seat may know when it is opened, so it is gone when the game goes on."""

    bound_to_turn = True

    def __init__(
        self, room: PlayRoom[Any], coach: Coach, seat: int, advice: tuple[Advice, ...]
    ) -> None:
        self._room = room
        self._about = coach.about
        self._seat = seat
        self._told = Told(say("Hint for {name}", name=room.name(seat)), advice)
        hold_look = say(
            "Hold Look to see your hint. Nobody else may look. Petal 2: the next best."
        )
        self.hands = Hands(room.play.names, lambda _: self._told.screen(), hold_look)

    def help(self, station: Station) -> Text:
        return self._about

    def offer(self, station: Station) -> Offer:
        menu = self._room.menu_key(station, self)
        if station.seat is not None:
            back = SoftKey(say("Back"), station.close)
            return Offer(
                self._told.screen(),
                petals=self._told.petals(),
                soft=(back, None, menu),
                why_not=lambda _: say("Petal 2: the next best"),
            )
        offer = SharedHandPage(self._room.table, self.hands, self._seat).offer(station)
        back_key, look, _ = offer.soft
        if station.looking or look is None:
            return offer
        return replace(offer, petals=self._told.petals(), soft=(back_key, look, menu))
