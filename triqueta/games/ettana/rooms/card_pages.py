"""Action cards: which one is played, and what it asks (E14).

At the shared station every card can be named that may be played now, whether it is held or not:
so its list tells nothing, and who looks away learns of a card only when it has been played.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.ettana.rooms.move_pages import CardMovePage
from triqueta.games.ettana.rooms.replace_pages import ReplacePage
from triqueta.games.ettana.rooms.swap_page import BY_CARD, SwapPage
from triqueta.games.ettana.rooms.turn_page import TurnPage
from triqueta.games.ettana.rules import Action, Phase
from triqueta.games.ettana.rules.spaces import NUMBERS
from triqueta.games.ettana.rules.taking_acts import MOST_ROBBED
from triqueta.games.ettana.rules.threads import BLACK, COLOURS
from triqueta.games.ettana.screens.marked_question import MarkedAnswer, MarkedQuestion
from triqueta.games.ettana.screens.names_of_things import CARD_NAMES, CARD_TEXTS, FACE_NAMES
from triqueta.games.ettana.words import say
from triqueta.screens.phrases import Text
from triqueta.screens.question import TextScreen
from triqueta.table.events import Key
from triqueta.table.rooms import Choice, Offer, PetalKey, SoftKey, Station, question

if TYPE_CHECKING:
    from triqueta.games.ettana.rooms.game_room import EttanaRoom

_ON_A_PAGE = 4  # with their icons
_LATER = {Action.FIX, Action.AGAIN, Action.ANNA}  # never played among the acts


class CardsPage(TurnPage):
    """At one's own station one's cards, in the order they came; More turns to the others."""

    HELP = say("Choose the card you play. At the table hold Look to see which ones you have.")

    def __init__(self, room: EttanaRoom) -> None:
        super().__init__(room)
        self._first = 0

    def offer(self, station: Station) -> Offer:
        under_look = self.hand_under_look(station)
        if under_look is not None:
            return under_look
        kinds = self._hand() if self.is_private(station) else playable_kinds(self.room)
        soft = (self.back_key(station), self.room.look_key(station), self._more_key(kinds))
        title = say("{name}'s cards", name=self.own.name)
        if not kinds:
            text = say("No action cards") if not self.own.actions else say("None fits now.")
            return Offer(TextScreen(title=title, text=text), soft=soft)
        shown = kinds[self._first : self._first + _ON_A_PAGE]
        answers = tuple(
            MarkedAnswer(petal, CARD_NAMES[kind], icon=kind)
            for petal, kind in enumerate(shown, start=1)
        )
        return Offer(
            MarkedQuestion(title=title, answers=answers),
            petals={
                petal: PetalKey(CARD_NAMES[kind], partial(self._open, station, kind))
                for petal, kind in enumerate(shown, start=1)
            },
            soft=soft,
            why_not=lambda _: self.HELP,
        )

    def _hand(self) -> list[Action]:
        return list(self.room.play.view(self.room.to_act).actions)

    def _more_key(self, kinds: list[Action]) -> SoftKey | None:
        if len(kinds) <= _ON_A_PAGE:
            return None
        return SoftKey(say("More"), partial(self._turn_to, self._first + _ON_A_PAGE, len(kinds)))

    def _turn_to(self, first: int, kinds: int) -> None:
        self._first = first if first < kinds else 0

    def _open(self, station: Station, kind: Action) -> None:
        station.open(CardPage(self.room, kind))


def playable_kinds(room: EttanaRoom) -> list[Action]:
    """What could be played at this moment, whoever holds what."""
    view = room.view
    if view.phase is Phase.ROLL:
        return [Action.FIX]
    if view.phase is Phase.ROLLED:
        return [] if view.turn.fixed else [Action.AGAIN]
    useless = {Action.MOVE} if view.turn.moved else set()
    if not any(view.players[seat].actions for seat in opponents(room)):
        useless.add(Action.STEAL)
    return [kind for kind in Action if kind not in _LATER | useless]


def opponents(room: EttanaRoom) -> list[int]:
    return [seat for seat in range(len(room.play.names)) if seat != room.to_act]


class CardPage(TurnPage):
    """What a card does; Play goes on to what it asks, or does it."""

    def __init__(self, room: EttanaRoom, kind: Action) -> None:
        super().__init__(room)
        self._kind = kind

    def offer(self, station: Station) -> Offer:
        fits = self._kind in playable_kinds(self.room)
        screen = TextScreen(
            title=CARD_NAMES[self._kind],
            text=CARD_TEXTS[self._kind],
            corner="" if fits else say("not now"),
        )
        play = SoftKey(say("Play"), partial(self._play, station)) if fits else None
        return Offer(screen, soft=(self.back_key(station), None, play))

    def _play(self, station: Station) -> None:
        if self._kind in _ASKS:
            station.open(_ASKS[self._kind](self.room))
        else:
            self.room.play_card(station, self._kind, str(self._kind))


class OpponentPage(TurnPage):
    """Against whom?"""

    def __init__(self, room: EttanaRoom, kind: Action) -> None:
        super().__init__(room)
        self._kind = kind

    def offer(self, station: Station) -> Offer:
        players = self.room.view.players
        choices = [
            Choice(
                seat + 1,
                say("{name}: {gain}", name=player.name, gain=gain),
                partial(self.room.play_card, station, self._kind, f"{self._kind}:{seat + 1}"),
            )
            for seat in opponents(self.room)
            for player in (players[seat],)
            if (gain := self._gain(player.actions, player.tokens)) is not None
        ]
        title = say("Card: {card}", card=CARD_NAMES[self._kind])
        return question(title, choices, (self.back_key(station), None, None), self._why_not)

    def _gain(self, actions: int, tokens: int) -> Text | None:
        """What there is to take; without an action card there is nothing to steal."""
        if self._kind is Action.ROB:
            return f"+{min(MOST_ROBBED, tokens)}"
        return say("1 of {count} cards", count=actions) if actions else None

    def _why_not(self, key: Key) -> Text:
        return say("Nothing to take there") if key.is_petal else self.HELP


class FixPage(TurnPage):
    """What shall the colour die show?"""

    def offer(self, station: Station) -> Offer:
        def fix(face: str) -> Callable[[], None]:
            return partial(self.room.play_card, station, Action.FIX, f"fix:{face}")

        answers = tuple(
            MarkedAnswer(petal, FACE_NAMES[face], mark=face)
            for petal, face in enumerate(COLOURS, start=1)
        )
        return Offer(
            MarkedQuestion(title=say("Which colour?"), answers=answers),
            petals={
                petal: PetalKey(FACE_NAMES[face], fix(face))
                for petal, face in enumerate(COLOURS, start=1)
            },
            soft=(self.back_key(station), None, SoftKey(say("Black"), fix(BLACK))),
        )


class GamblePage(TurnPage):
    """Which number? The last one has no petal, but a key."""

    def offer(self, station: Station) -> Offer:
        def name(number: int) -> Callable[[], None]:
            return partial(self.room.play_card, station, Action.GAMBLE, f"gamble:{number}")

        *petals, last = NUMBERS
        choices = [Choice(number, _gamble_label(number), name(number)) for number in petals]
        back, play = self.back_key(station), SoftKey(say("6 with a 6"), name(last))
        return question(say("Gamble for how many?"), choices, (back, None, play))


def _gamble_label(number: int) -> Text:
    if number == 1:
        return say("1 token for sure")
    return say("{number} with {number} or more", number=number)


_ASKS: dict[Action, Callable[[EttanaRoom], TurnPage]] = {
    Action.MOVE: CardMovePage,
    Action.SWAP: lambda room: SwapPage(room, BY_CARD),
    Action.STEAL: lambda room: OpponentPage(room, Action.STEAL),
    Action.ROB: lambda room: OpponentPage(room, Action.ROB),
    Action.REPLACE: ReplacePage,
    Action.FIX: FixPage,
    Action.GAMBLE: GamblePage,
}
"""The cards that ask something before they are played."""
