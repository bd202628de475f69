"""Pages that only one player may see.

A private station shows them immediately. The table station shows them while Look is held.
"""

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


HOLD_LOOK = say("Take the device, tilt it towards you and hold “Look”.")


def is_missed(table: Table, seat: int) -> bool:
    """Return whether a seat's station is offline and the players still wait for it.

    They can choose instead that the seat continues at the table station.
    """
    return seat in table.away - table.played_here


def ask_whether_to_wait(
    table: Table,
    station: Station,
    seat: int,
    waits: Text,
    soft: tuple[SoftKey | None, SoftKey | None, SoftKey | None],
) -> StationView:
    """Return the question whether to wait for a seat's station or to continue at the table.

    A sleeping phone may be back in a moment. Until the players answer, the table station neither
    shows the seat's secrets nor decides for it. `waits` is the notice for keys without an answer.
    """
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
    """The hands of all players.

    `screen` returns the screen of a seat's hand. `hold_look` is the text that the table station
    shows until the player holds Look. While it is held, the table station shows the screen that
    `glimpse` returns, which others around the table can't read easily, or else that of `screen`.
    """

    names: tuple[str, ...]
    screen: Callable[[int], Screen]
    hold_look: Text = HOLD_LOOK
    glimpse: Callable[[int], Screen] | None = None


def open_hand(table: Table, hands: Hands, station: Station) -> None:
    """Open the hand of a station's seat. At a shared table station, ask first who is looking."""
    seat = table.private_seat(station)
    station.open(WhoPage(table, hands) if seat is None else OwnHandPage(hands, seat))


class OwnHandPage(Scene):
    """A player's hand at the player's private station."""

    def __init__(self, hands: Hands, seat: int) -> None:
        self._hands = hands
        self._seat = seat

    def view_for(self, station: Station) -> StationView:
        back = SoftKey(say("Back"), station.close)
        return StationView(self._hands.screen(self._seat), soft=(back, None, None))


class HandOnDisplay(OwnHandPage):
    """A player's hand at a station without keys. It closes when the game continues."""

    bound_to_turn = True


class WhoPage(MenuPage):
    """The question "Who are you?" at the table station, before it shows a hand.

    A private station shows the hand without asking.
    """

    def __init__(self, table: Table, hands: Hands) -> None:
        super().__init__(table)
        self._hands = hands

    def view_for(self, station: Station) -> StationView:
        seat = self.table.private_seat(station)
        if seat is not None:
            return OwnHandPage(self._hands, seat).view_for(station)
        return super().view_for(station)

    def title(self) -> Text:
        return say("Who are you?")

    def answers(self, station: Station) -> list[Choice]:
        return [
            Choice(seat + 1, name, partial(self._choose, station, seat))
            for seat, name in enumerate(self._hands.names)
            if not self.table.is_robot(seat)  # no person may see a robot's hand
        ]

    def _choose(self, station: Station, seat: int) -> None:
        page = SharedHandPage(self.table, self._hands, seat)
        hand_over(self.table, self._hands, station, seat, page)


def hand_over(table: Table, hands: Hands, station: Station, seat: int, page: Scene) -> None:
    """Show a seat's hand at its own station, or open `page` at `station` if it has none.

    If the seat's station has keys, a notice tells the player to look there. If it has none, the
    hand opens there, or closes if it was open.
    """
    own = table.stations.get(seat_station(seat))
    if own is None:
        station.open(page)
        return
    table.tell(station, say("Look at your own display"))
    if own.keyless:
        own.pages = [] if own.pages else [HandOnDisplay(hands, seat)]


class SharedHandPage(Scene):
    """A player's hand at the table station, shown only while Look is held."""

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
            screen = self._hands.glimpse or self._hands.screen
            return StationView(screen(self._seat), soft=(None, look, None))
        return StationView(
            TextScreen(title=name, text=self._hands.hold_look), soft=(back, look, None)
        )
