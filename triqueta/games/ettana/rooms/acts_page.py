"""What may be done besides the move: for tokens, with cards, with patterns (E11)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.ettana.rooms.card_pages import CardsPage
from triqueta.games.ettana.rooms.pattern_pages import CLAIM, EXCHANGE, PatternPage
from triqueta.games.ettana.rooms.swap_page import BOUGHT, SwapPage
from triqueta.games.ettana.rooms.turn_page import TurnPage, cost_of
from triqueta.games.ettana.rules.swapping_acts import SWAP_PRICE
from triqueta.games.ettana.rules.taking_acts import ACTION_PRICE, PATTERN_PRICE
from triqueta.games.ettana.words import say
from triqueta.screens.phrases import Text
from triqueta.screens.question import TextScreen
from triqueta.table.events import Key
from triqueta.table.rooms import Choice, Offer, Room, SoftKey, Station, question

if TYPE_CHECKING:
    from triqueta.games.ettana.rooms.game_room import EttanaRoom


class ActsPage(TurnPage):
    """Each act has its petal, whether it is possible now or not; its price is in its label."""

    HELP = say("Each act is shown before it is done. Claims and cards: hold Look to see yours.")

    def offer(self, station: Station) -> Offer:
        acts: dict[int, tuple[Text, TurnPage]] = {}
        if self._why_no_action() is None:
            label = say("Action card: {price} tokens", price=ACTION_PRICE)
            acts[1] = label, BuyPage(self.room, "action")
        if self._why_no_pattern() is None:
            label = say("Pattern card: {price} tokens", price=PATTERN_PRICE)
            acts[2] = label, BuyPage(self.room, "pattern")
        if self.own.tokens >= SWAP_PRICE:
            label = say("Swap threads: {price} tokens", price=SWAP_PRICE)
            acts[3] = label, SwapPage(self.room, BOUGHT)
        if self.own.actions:
            acts[4] = say("Play a card"), CardsPage(self.room)
        if self.own.patterns:
            acts[5] = say("Claim a pattern"), PatternPage(self.room, CLAIM)
        title = say("{name}, tokens: {tokens}", name=self.own.name, tokens=self.own.tokens)
        soft = (self.back_key(station), None, self._right_key(station))
        if not acts:
            text = say("There is nothing else to do now.")
            return Offer(TextScreen(title=title, text=text), soft=soft, why_not=self._why_not)
        return question(
            title,
            [
                Choice(petal, label, partial(station.open, page))
                for petal, (label, page) in acts.items()
            ],
            soft,
            self._why_not,
        )

    def _right_key(self, station: Station) -> SoftKey | None:
        """Instead of all acts, an exchange; after the move, the end."""
        if self._may_exchange():
            page: Room = PatternPage(self.room, EXCHANGE)
            return SoftKey(say("Exchange"), partial(station.open, page))
        if self.room.may_end:
            return SoftKey(say("End"), partial(self.room.make, "end"))
        return None

    def _may_exchange(self) -> bool:
        view = self.room.view
        return not view.turn.acted and view.pattern_deck > 0 and self.own.patterns > 0

    def _why_no_action(self) -> Text | None:
        view = self.room.view
        if not view.action_deck and not view.discard:
            return say("There are no more cards")
        return _why_too_dear(self.own.tokens, ACTION_PRICE)

    def _why_no_pattern(self) -> Text | None:
        if not self.room.view.pattern_deck:
            return say("There are no more cards")
        return _why_too_dear(self.own.tokens, PATTERN_PRICE)

    def _why_not(self, key: Key) -> Text:
        reasons = {
            Key.PETAL1: self._why_no_action(),
            Key.PETAL2: self._why_no_pattern(),
            Key.PETAL3: _why_too_dear(self.own.tokens, SWAP_PRICE),
            Key.PETAL4: say("You have no action card"),
            Key.PETAL5: say("You have no pattern card"),
            Key.SOFT3: say("You have to move first"),
        }
        return reasons.get(key) or self.HELP


def _why_too_dear(tokens: int, price: int) -> Text | None:
    return None if tokens >= price else say("It costs {price} tokens", price=price)


class BuyPage(TurnPage):
    """A card for tokens: what it costs, what is left, and then it is bought."""

    def __init__(self, room: EttanaRoom, what: str) -> None:
        super().__init__(room)
        self._what = what

    def offer(self, station: Station) -> Offer:
        buy = SoftKey(say("Buy"), partial(self.room.make, f"buy:{self._what}"))
        title, text = self._of_pattern() if self._what == "pattern" else self._of_action()
        screen = TextScreen(title=title, text=text)
        return Offer(screen, soft=(self.back_key(station), None, buy))

    def _of_action(self) -> tuple[Text, Text]:
        deck = self.room.view.action_deck
        cost = cost_of(ACTION_PRICE, self.own.tokens)
        if not deck:
            text = say("{cost}. The deck is empty: the discard is shuffled first.", cost=cost)
            return say("Action card"), text
        return say("Action card"), say("{cost}. {cards} cards in the deck.", cost=cost, cards=deck)

    def _of_pattern(self) -> tuple[Text, Text]:
        cost = cost_of(PATTERN_PRICE, self.own.tokens)
        cards = self.room.view.pattern_deck
        return say("Pattern card"), say(
            "{cost}. {cards} cards in the deck.", cost=cost, cards=cards
        )
