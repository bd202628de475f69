"""Pattern cards: claimed where they lie on the board, or exchanged (E11, E13)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.ettana.rooms.turn_page import TurnPage
from triqueta.games.ettana.screens.cards import HeldPattern, PatternScreen
from triqueta.games.ettana.words import say
from triqueta.screens.phrases import Text
from triqueta.screens.question import TextScreen
from triqueta.screens.screen import Screen
from triqueta.table.events import Key
from triqueta.table.rooms import Offer, PetalKey, SoftKey, Station

if TYPE_CHECKING:
    from triqueta.games.ettana.rooms.game_room import EttanaRoom


@dataclass(frozen=True, slots=True)
class PatternUse:
    """What is done with a pattern card, and what is said about it where it isn't shown."""

    key: Text
    text: Text


CLAIM = PatternUse(
    say("Claim"),
    say("Claim it if it lies on the board."),
)
EXCHANGE = PatternUse(
    say("Exchange"),
    say("It goes under the deck, you draw another one, and the turn is over."),
)


class PatternPage(TurnPage):
    """One card of the hand at a time; at the shared station it is shown while Look is held."""

    HELP = say("Petals 2 and 5 turn to your other pattern cards.")

    def __init__(self, room: EttanaRoom, use: PatternUse) -> None:
        super().__init__(room)
        self._use = use
        self._place = 0

    def offer(self, station: Station) -> Offer:
        sees = self.is_private(station) or station.looking
        look = self.room.look_key(station)
        if station.looking:
            return Offer(self._shown(), soft=(None, look, None))
        return Offer(
            self._shown() if sees else self._hidden(),
            petals=self._petals(),
            soft=(self.back_key(station), look, self._right_key(station)),
            why_not=self._why_not,
            secret_of=self.room.to_act if sees else None,
        )

    @property
    def _count(self) -> int:
        return self.own.patterns

    def _petals(self) -> dict[int, PetalKey]:
        if self._count < 2:
            return {}
        return {
            2: PetalKey(say("Next card"), partial(self._turn, 1), repeats=True),
            5: PetalKey(say("Card before"), partial(self._turn, -1), repeats=True),
        }

    def _turn(self, by: int) -> None:
        self._place = (self._place + by) % self._count

    def _right_key(self, station: Station) -> SoftKey | None:
        """At one's own station nobody claims what is not there."""
        if self._use is EXCHANGE:
            return SoftKey(self._use.key, self._exchange, decides=True)
        if self.is_private(station) and not self._held()[self._place].lies:
            return None
        return SoftKey(self._use.key, partial(self.room.claim, station, self._place), decides=True)

    def _exchange(self) -> None:
        self.room.make(f"exchange:{self._held()[self._place].card}")

    def _held(self) -> tuple[HeldPattern, ...]:
        return self.room.hand_screen(self.room.to_act).patterns

    @property
    def _corner(self) -> Text:
        return f"{self._place + 1}/{self._count}"

    def _shown(self) -> Screen:
        return PatternScreen(
            title=say("Pattern of {name}", name=self.own.name),
            corner=self._corner,
            pattern=self._held()[self._place],
        )

    def _hidden(self) -> Screen:
        title = say("Pattern of {name}", name=self.own.name)
        return TextScreen(title=title, text=self._use.text, corner=self._corner)

    def _why_not(self, key: Key) -> Text:
        if key is Key.SOFT3:
            return say("It is not on the board")
        return say("You have no other one") if key.is_petal else self.HELP
