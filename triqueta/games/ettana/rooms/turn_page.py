"""What all pages of a turn have in common: who is to act opened them, and they end with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from triqueta.games.ettana.rules import PlayerView
from triqueta.games.ettana.screens.loom import NOWHERE, Loom, Pointed
from triqueta.games.ettana.screens.pointing import PointingScreen
from triqueta.games.ettana.words import say
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen
from triqueta.table.rooms import Offer, Room, SoftKey, Station

if TYPE_CHECKING:
    from triqueta.games.ettana.rooms.game_room import EttanaRoom


class TurnPage(Room):
    """At a station where the turn is played: the shared one, or the player's own.

    Three keys leave no room for a menu, so keys without a use tell what can be done.
    """

    bound_to_turn = True

    def __init__(self, room: EttanaRoom) -> None:
        self.room = room

    @property
    def own(self) -> PlayerView:
        """What everybody sees of who is to act."""
        return self.room.view.players[self.room.to_act]

    @property
    def pointed(self) -> Pointed:
        """What is pointed at on this page."""
        return NOWHERE

    def pointing(self, title: Text, lines: Sequence[Text], loom: Loom | None = None) -> Screen:
        """The board as it is, or would be, with what is pointed at."""
        return PointingScreen(
            title=title,
            lines=tuple(lines),
            loom=loom or Loom.of(self.room.view),
            pointed=self.pointed,
            names=self.room.play.names,
        )

    def back_key(self, station: Station) -> SoftKey:
        return SoftKey(say("Back"), station.close)

    def is_private(self, station: Station) -> bool:
        """Whether only who is to act looks at this station."""
        return station.seat is not None

    def hand_under_look(self, station: Station) -> Offer | None:
        """The whole hand, as long as Look is held at the shared station."""
        if not station.looking:
            return None
        screen = self.room.hand_screen(self.room.to_act)
        return Offer(screen, soft=(None, self.room.look_key(station), None))


def cost_of(price: int, tokens: int) -> Text:
    """A price, and what is left of so many tokens."""
    return say("Costs {price}, leaves {left}", price=price, left=tokens - price)
