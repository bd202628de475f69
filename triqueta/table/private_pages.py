"""What only one player may see, on a page: at once at the own station, by Look at the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from triqueta.screens.phrases import Text, say
from triqueta.screens.screen import Screen, TextScreen
from triqueta.screens.station import seat_station
from triqueta.table.scene import Choice, MenuPage, Scene, SoftKey, Station, StationView, question

if TYPE_CHECKING:
    from triqueta.table.table import Table


def is_missed(table: Table, seat: int) -> bool:
    """Whether a seat's own station is away, and nobody has said that it plays at the table."""
    return seat in table.away - table.played_here


def ask_whether_to_wait(
    table: Table,
    station: Station,
    seat: int,
    waits: Text,
    soft: tuple[SoftKey | None, SoftKey | None, SoftKey | None],
) -> StationView:
    """A phone that sleeps may be back in a moment: until then nobody else decides or looks."""
    name = table.session.names[seat] if table.session else ""
    wait = partial(table.tell, station, waits)
    play_here = partial(table.played_here.add, seat)
    return question(
        say("{name}: display asleep", name=name),
        [
            Choice(1, say("Wait"), wait, say("until the display is back")),
            Choice(2, say("Play here"), play_here, say("only {name} may look", name=name)),
        ],
        soft,
        lambda _: waits,
    )


@dataclass(frozen=True, slots=True)
class Hands:
    """Everybody's hand: whose, how it is shown, and what is said before it is."""

    names: tuple[str, ...]
    screen: Callable[[int], Screen]
    hold_look: Text


def open_hand(table: Table, hands: Hands, station: Station) -> None:
    """At one's own station it is there at once; at the shared one people name themselves."""
    if station.seat is None:
        station.open(WhoPage(table, hands))
    else:
        station.open(OwnHandPage(hands, station.seat))


class OwnHandPage(Scene):
    """One's hand at one's own station, which nobody else looks at."""

    def __init__(self, hands: Hands, seat: int) -> None:
        self._hands = hands
        self._seat = seat

    def view_for(self, station: Station) -> StationView:
        back = SoftKey(say("Back"), station.close)
        return StationView(self._hands.screen(self._seat), soft=(back, None, None))


class HandOnDisplay(OwnHandPage):
    """The same where there is no key to close it: until the game goes on."""

    bound_to_turn = True


class WhoPage(MenuPage):
    """At the shared station: who wants to look? At one's own nobody is asked."""

    def __init__(self, table: Table, hands: Hands) -> None:
        super().__init__(table)
        self._hands = hands

    def view_for(self, station: Station) -> StationView:
        if station.seat is not None:
            return OwnHandPage(self._hands, station.seat).view_for(station)
        return super().view_for(station)

    def title(self) -> Text:
        return say("Who are you?")

    def answers(self, station: Station) -> list[Choice]:
        return [
            Choice(seat + 1, name, partial(self._choose, station, seat))
            for seat, name in enumerate(self._hands.names)
            if not self.table.is_robot(seat)  # whose hand is nobody's business
        ]

    def _choose(self, station: Station, seat: int) -> None:
        page = SharedHandPage(self.table, self._hands, seat)
        hand_over(self.table, self._hands, station, seat, page)


def hand_over(table: Table, hands: Hands, station: Station, seat: int, page: Scene) -> None:
    """From the shared station to the seat's own; if it has none, a page there."""
    own = table.stations.get(seat_station(seat))
    if own is None:
        station.open(page)
        return
    table.tell(station, say("Look at your own display"))
    if own.keyless:
        own.pages = [] if own.pages else [HandOnDisplay(hands, seat)]


class SharedHandPage(Scene):
    """One's hand at the shared station: shown only while Look is held."""

    def __init__(self, table: Table, hands: Hands, seat: int) -> None:
        self.table = table
        self._hands = hands
        self._seat = seat

    def view_for(self, station: Station) -> StationView:
        back, look = SoftKey(say("Back"), station.close_all), SoftKey(say("Look"), hold=True)
        name = self._hands.names[self._seat]
        if self.table.has_station(self._seat):
            text: Text = say("Look at your own display")
            return StationView(TextScreen(title=name, text=text), soft=(back, None, None))
        if is_missed(self.table, self._seat):
            waits = say("Waiting for {name}", name=name)
            soft = (back, None, None)
            return ask_whether_to_wait(self.table, station, self._seat, waits, soft)
        if station.looking:
            return StationView(self._hands.screen(self._seat), soft=(None, look, None))
        return StationView(
            TextScreen(title=name, text=self._hands.hold_look), soft=(back, look, None)
        )
