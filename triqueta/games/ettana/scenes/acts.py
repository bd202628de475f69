"""Pages for the acts other than the move: buying, playing cards, claiming (E11, E13)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.ettana.rules.card_acts import ACTION_PRICE, PATTERN_PRICE, SWAP_PRICE
from triqueta.games.ettana.scenes.cards import BOUGHT, CardsPage, SwapPage
from triqueta.games.ettana.scenes.turn import TurnPage, cost_of
from triqueta.games.ettana.screens.cards import HeldPattern, PatternScreen
from triqueta.games.ettana.words import say, say_n
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen, TextScreen
from triqueta.screens.station import Key
from triqueta.table.scene import Choice, PetalKey, Scene, SoftKey, Station, StationView, question

if TYPE_CHECKING:
    from triqueta.games.ettana.scenes.game import EttanaScene


@dataclass(frozen=True, slots=True)
class PatternUse:
    """A use of a pattern card: its key, and the text shown while the card is hidden."""

    key: Text
    text: Text


CLAIM = PatternUse(
    say("Claim"),
    say("Claim it if it is on the board."),
)
EXCHANGE = PatternUse(
    say("Exchange"),
    say("It goes under the deck, you draw another, and your turn is over."),
)


class PatternPage(TurnPage):
    """A page with one pattern card at a time. The shared station shows it while Look is held."""

    HELP = say("Petals 2 and 5 show your other pattern cards.")

    def __init__(self, scene: EttanaScene, use: PatternUse) -> None:
        super().__init__(scene)
        self._use = use
        self._index = 0

    def view_for(self, station: Station) -> StationView:
        sees = self.is_private(station) or station.looking
        look = self.scene.look_key(station, self.scene.to_act)
        if station.looking:
            return StationView(self._shown(), soft=(None, look, None))
        return StationView(
            self._shown() if sees else self._hidden(),
            petals=self._petals(),
            soft=(self.back_key(station), look, self._right_key(station)),
            why_not=self._why_not,
            secret_of=self.scene.to_act if sees else None,
        )

    @property
    def _count(self) -> int:
        return self.own.patterns

    def _petals(self) -> dict[int, PetalKey]:
        if self._count < 2:
            return {}
        return {
            2: PetalKey(say("Next card"), partial(self._turn, 1), repeats=True),
            5: PetalKey(say("Previous card"), partial(self._turn, -1), repeats=True),
        }

    def _turn(self, by: int) -> None:
        self._index = (self._index + by) % self._count

    def _right_key(self, station: Station) -> SoftKey | None:
        """Return the key that uses the card.

        At the player's own station there is none for a claim that would fail.
        """
        if self._use is EXCHANGE:
            return SoftKey(self._use.key, self._exchange, decides=True)
        if self.is_private(station) and not self._held()[self._index].lies:
            return None
        return SoftKey(
            self._use.key, partial(self.scene.claim, station, self._index), decides=True
        )

    def _exchange(self) -> None:
        self.scene.make(f"exchange:{self._held()[self._index].card}")

    def _held(self) -> tuple[HeldPattern, ...]:
        return self.scene.hand_screen(self.scene.to_act).patterns

    @property
    def _corner(self) -> Text:
        return f"{self._index + 1}/{self._count}"

    def _shown(self) -> Screen:
        return PatternScreen(
            title=say("Pattern of {name}", name=self.own.name),
            corner=self._corner,
            pattern=self._held()[self._index],
        )

    def _hidden(self) -> Screen:
        title = say("Pattern of {name}", name=self.own.name)
        return TextScreen(title=title, text=self._use.text, corner=self._corner)

    def _why_not(self, key: Key) -> Text:
        if key is Key.SOFT3:
            return say("It is not on the board")
        return say("You have no other pattern") if key.is_petal else self.HELP


class ActsPage(TurnPage):
    """A page with a petal for each possible act. An act always has the same petal."""

    HELP = say("You see every action before you confirm it. Hold “Look” to see your cards.")

    def view_for(self, station: Station) -> StationView:
        acts: dict[int, tuple[Text, TurnPage]] = {}
        if self._why_no_action() is None:
            label = say_n("Action card: {n} token", "Action card: {n} tokens", ACTION_PRICE)
            acts[1] = label, BuyPage(self.scene, "action")
        if self._why_no_pattern() is None:
            label = say_n("Pattern card: {n} token", "Pattern card: {n} tokens", PATTERN_PRICE)
            acts[2] = label, BuyPage(self.scene, "pattern")
        if self.own.tokens >= SWAP_PRICE:
            label = say_n("Swap threads: {n} token", "Swap threads: {n} tokens", SWAP_PRICE)
            acts[3] = label, SwapPage(self.scene, BOUGHT)
        if self.own.actions:
            acts[4] = say("Play a card"), CardsPage(self.scene)
        if self.own.patterns:
            acts[5] = say("Claim a pattern"), PatternPage(self.scene, CLAIM)
        title = say("{name}, tokens: {tokens}", name=self.own.name, tokens=self.own.tokens)
        soft = (self.back_key(station), None, self._right_key(station))
        if not acts:
            text = say("There is nothing else you can do now.")
            return StationView(
                TextScreen(title=title, text=text), soft=soft, why_not=self._why_not
            )
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
        """Return the key for an exchange before any act, or for the end after the move."""
        if self._may_exchange():
            page: Scene = PatternPage(self.scene, EXCHANGE)
            return SoftKey(say("Exchange"), partial(station.open, page))
        if self.scene.may_end:
            return SoftKey(say("End"), partial(self.scene.make, "end"))
        return None

    def _may_exchange(self) -> bool:
        view = self.scene.view
        return not view.turn.acted and view.pattern_deck > 0 and self.own.patterns > 0

    def _why_no_action(self) -> Text | None:
        view = self.scene.view
        if not view.action_deck and not view.discard:
            return say("There are no more cards")
        return _why_too_dear(self.own.tokens, ACTION_PRICE)

    def _why_no_pattern(self) -> Text | None:
        if not self.scene.view.pattern_deck:
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
    if tokens >= price:
        return None
    return say_n("It costs {n} token", "It costs {n} tokens", price)


class BuyPage(TurnPage):
    """A page for buying a card, with its price and the tokens left after it."""

    def __init__(self, scene: EttanaScene, what: str) -> None:
        super().__init__(scene)
        self._what = what

    def view_for(self, station: Station) -> StationView:
        buy = SoftKey(say("Buy"), partial(self.scene.make, f"buy:{self._what}"))
        title, text = self._of_pattern() if self._what == "pattern" else self._of_action()
        screen = TextScreen(title=title, text=text)
        return StationView(screen, soft=(self.back_key(station), None, buy))

    def _of_action(self) -> tuple[Text, Text]:
        deck = self.scene.view.action_deck
        cost = cost_of(ACTION_PRICE, self.own.tokens)
        if not deck:
            text = say("{cost}. The deck is empty: the discard pile is shuffled first.", cost=cost)
            return say("Action card"), text
        return say("Action card"), _deck_description(cost, deck)

    def _of_pattern(self) -> tuple[Text, Text]:
        cost = cost_of(PATTERN_PRICE, self.own.tokens)
        return say("Pattern card"), _deck_description(cost, self.scene.view.pattern_deck)


def _deck_description(cost: Text, cards: int) -> Text:
    return say_n(
        "{cost}. {n} card in the deck.", "{cost}. {n} cards in the deck.", cards, cost=cost
    )
