"""What may be looked at at any time: one's cards, the players, the reserve, the rules."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.ettana.screens.cards import PatternScreen
from triqueta.games.ettana.screens.player_sheet import PlayerScreen, ReserveScreen
from triqueta.games.ettana.words import say
from triqueta.screens.phrases import Text
from triqueta.table.hands import Hands, WhoPage
from triqueta.table.menu import RulesPage
from triqueta.table.proof_page import ProofPage
from triqueta.table.rooms import Choice, MenuPage, Offer, PetalKey, Room, SoftKey, Station

if TYPE_CHECKING:
    from triqueta.games.ettana.rooms.game_room import EttanaRoom


class InfoPage(MenuPage):
    """The list of pages."""

    def __init__(self, room: EttanaRoom) -> None:
        super().__init__(room.table)
        self._room = room

    def title(self) -> Text:
        return say("Info")

    def answers(self, station: Station) -> list[Choice]:
        room = self._room
        seat = room.play.actor if station.seat is None else station.seat
        pages: list[tuple[Text, Room]] = [
            (say("Players"), PlayerPage(room, seat or 0)),
            (say("My cards"), self._hand(station)),
            (say("Reserve and decks"), ReservePage(room)),
        ]
        pages.append((say("The rules"), RulesPage(self.table.games.rules(room.play.game))))
        if room.play.over:
            pages.append((say("Proof of the shuffle"), ProofPage(room.play.codes())))
        return [
            Choice(number, label, partial(station.open, page))
            for number, (label, page) in enumerate(pages, start=1)
        ]

    def _hand(self, station: Station) -> Room:
        if station.seat is not None:
            return HandPage(self._room, station.seat)
        hold_look = say("Hold Look to see your cards. Nobody else may look.")
        return WhoPage(self.table, Hands(self._room.play.names, self._room.hand_screen, hold_look))


class HandPage(Room):
    """One's own cards at one's own station; petals show the patterns large."""

    def __init__(self, room: EttanaRoom, seat: int) -> None:
        self._room = room
        self._seat = seat
        self._place: int | None = None

    def offer(self, station: Station) -> Offer:
        patterns = self._room.hand_screen(self._seat).patterns
        petals = {
            petal: PetalKey(say("Pattern {number}", number=petal), partial(self._show, petal - 1))
            for petal in range(1, min(len(patterns), 5) + 1)
        }
        if self._place is None or self._place >= len(patterns):
            back = SoftKey(say("Back"), station.close)
            screen = self._room.hand_screen(self._seat)
            return Offer(screen, petals=petals, soft=(back, None, self._next_key(len(patterns))))
        large = PatternScreen(
            title=say("Pattern of {name}", name=self._room.name(self._seat)),
            corner=f"{self._place + 1}/{len(patterns)}",
            pattern=patterns[self._place],
        )
        back = SoftKey(say("Back"), partial(self._show, None))
        return Offer(large, petals=petals, soft=(back, None, self._next_key(len(patterns))))

    def _next_key(self, patterns: int) -> SoftKey | None:
        if not patterns:
            return None
        following = 0 if self._place is None else (self._place + 1) % patterns
        return SoftKey(say("Next"), partial(self._show, following))

    def _show(self, place: int | None) -> None:
        self._place = place


class PlayerPage(Room):
    """What lies open before a player; petal keys turn to the others."""

    def __init__(self, room: EttanaRoom, seat: int) -> None:
        self._room = room
        self._seat = seat

    def offer(self, station: Station) -> Offer:
        view = self._room.view
        following = (self._seat + 1) % len(view.players)
        return Offer(
            PlayerScreen.of(view, self._seat),
            petals={
                seat + 1: PetalKey(player.name, partial(self._turn_to, seat))
                for seat, player in enumerate(view.players)
            },
            soft=(
                SoftKey(say("Back"), station.close),
                None,
                SoftKey(say("Next"), partial(self._turn_to, following)),
            ),
        )

    def _turn_to(self, seat: int) -> None:
        self._seat = seat


class ReservePage(Room):
    """What is not on the board: the reserve, the bank, decks and the discard."""

    def __init__(self, room: EttanaRoom) -> None:
        self._room = room

    def offer(self, station: Station) -> Offer:
        screen = ReserveScreen.of(self._room.view)
        return Offer(screen, soft=(SoftKey(say("Back"), station.close), None, None))
