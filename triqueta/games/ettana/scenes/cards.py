"""Pages for choosing an action card and its target (E14), and for swapping two threads."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from triqueta.games.ettana.names import CARD_NAMES, CARD_TEXTS, FACE_NAMES
from triqueta.games.ettana.rules import Action, Phase
from triqueta.games.ettana.rules.board import (
    BLACK,
    COLOURS,
    NUMBERS,
    OCTAGONS,
    OCTAGONS_AT,
    SPACES,
    Octagon,
    Space,
    pair_of,
)
from triqueta.games.ettana.rules.card_acts import MOST_ROBBED, SWAP_PRICE
from triqueta.games.ettana.scenes.turn import CardMovePage, TurnPage, after, cost_of, step_petals
from triqueta.games.ettana.screens.board import Loom, Pointed
from triqueta.games.ettana.screens.cards import MarkedAnswer, MarkedQuestion
from triqueta.games.ettana.words import say, say_n
from triqueta.screens.phrases import Text
from triqueta.screens.screen import TextScreen
from triqueta.screens.station import Key
from triqueta.table.scene import Choice, PetalKey, SoftKey, Station, StationView, Taps, question

if TYPE_CHECKING:
    from triqueta.games.ettana.scenes.game import EttanaScene


@dataclass(frozen=True, slots=True)
class SwapSpec:
    """A way to swap: the beginning of its move, its title, and its price or card."""

    begins: str
    title: Text
    price: int = 0
    card: Action | None = None


FREE = SwapSpec("free:", say("Free swap"))
BOUGHT = SwapSpec("buy:", say("Swap threads"), SWAP_PRICE)
BY_CARD = SwapSpec("swap:", say("Card: Swap"), card=Action.SWAP)


class SwapPage(TurnPage):
    """A page for a swap: the player picks the first thread, then points at the second."""

    HELP = say("Use the petals to choose a thread. Pick it, then choose the other one.")

    def __init__(self, scene: EttanaScene, spec: SwapSpec) -> None:
        super().__init__(scene)
        self._spec = spec
        self._picked: Octagon | None = None
        self._cursor = OCTAGONS_AT[self.own.needle or ""][0]

    @property
    def _allowed(self) -> Collection[Octagon]:
        return OCTAGONS_AT[self.own.needle or ""] if self._spec is FREE else OCTAGONS

    def view_for(self, station: Station) -> StationView:
        back = self.back_key(station)
        if self._picked is not None:
            back = SoftKey(say("Back"), self._put_back)
        return StationView(
            self.pointing(self._spec.title, self._lines(), self._loom()),
            petals=step_petals(self._cursor, self._allowed, self._point_at),
            taps=Taps(frozenset(self._allowed), self._point_at),
            soft=(back, None, self._right_key(station)),
            why_not=self._why_not,
        )

    def _right_key(self, station: Station) -> SoftKey | None:
        if self._picked is None:
            return SoftKey(say("Pick"), self._pick)
        if self._picked == self._cursor:
            return None
        move = self._spec.begins + pair_of(self._picked, self._cursor)
        if self._spec.card is None:
            return SoftKey(say("Swap"), partial(self.scene.make, move))
        play = partial(self.scene.play_card, station, self._spec.card, move)
        return SoftKey(say("Swap"), play)

    def _pick(self) -> None:
        self._picked = self._cursor

    def _put_back(self) -> None:
        self._picked = None

    def _point_at(self, octagon: Octagon) -> None:
        self._cursor = octagon

    @property
    def pointed(self) -> Pointed:
        if self._picked in (None, self._cursor):
            return Pointed(octagons=(self._cursor,))
        return Pointed(octagons=(self._picked, self._cursor))

    def _loom(self) -> Loom:
        loom = Loom.of(self.scene.view)
        return loom if self._picked is None else loom.swapped(self._picked, self._cursor)

    def _lines(self) -> list[Text]:
        cost = cost_of(self._spec.price, self.own.tokens)
        price = [cost] if self._spec.price else []
        if self._picked is None:
            return [self._thread(self._cursor), say("Which thread?"), *price]
        if self._picked == self._cursor:
            return [self._thread(self._cursor), say("And the other?"), *price]
        threads = self.scene.view.threads
        if threads[self._picked] == threads[self._cursor]:
            return [self._thread(self._cursor), say("Nothing changes"), *price]
        return [self._thread(self._picked), self._thread(self._cursor), *price]

    def _thread(self, octagon: Octagon) -> Text:
        """Return a text with the colour of the thread that is now on an octagon."""
        colour = FACE_NAMES[self.scene.view.threads[octagon]]
        return say("{place} {colour}", place=octagon, colour=colour)

    def _why_not(self, key: Key) -> Text:
        if key is Key.SOFT3:
            return say("Choose another thread")
        if key.is_petal and self._spec is FREE:
            return say("Only at your needle")
        return say("The board ends here") if key.is_petal else self.HELP


class ReplacePage(TurnPage):
    """A page that asks whether to replace a thread or a number."""

    def view_for(self, station: Station) -> StationView:
        choices = [
            Choice(1, say("A thread"), partial(station.open, ReplaceThreadPage(self.scene))),
            Choice(2, say("A number"), partial(station.open, ReplaceNumberPage(self.scene))),
        ]
        soft = (self.back_key(station), None, None)
        return question(say("Card: Replace"), choices, soft)


class ReplaceThreadPage(TurnPage):
    """A page for replacing a thread, with a preview of the board.

    The key Other chooses another thread from the reserve.
    """

    HELP = say("Use the petals to choose where; “Other” changes the piece from the reserve.")

    def __init__(self, scene: EttanaScene) -> None:
        super().__init__(scene)
        self._octagon = OCTAGONS[len(OCTAGONS) // 2]
        self._spare = scene.view.spare_threads[0]

    @property
    def pointed(self) -> Pointed:
        return Pointed(octagons=(self._octagon,))

    def view_for(self, station: Station) -> StationView:
        view = self.scene.view
        move = f"thread:{self._octagon}={self._spare}"
        now, then = FACE_NAMES[view.threads[self._octagon]], FACE_NAMES[self._spare]
        lines = self._octagon, say("{now} becomes {then}", now=now, then=then)
        loom = Loom.of(view).with_thread(self._octagon, self._spare)
        return StationView(
            self.pointing(say("Card: Replace"), lines, loom),
            petals=step_petals(self._octagon, OCTAGONS, self._point_at),
            taps=Taps(frozenset(OCTAGONS), self._point_at),
            soft=(
                self.back_key(station),
                SoftKey(say("Other"), self._other),
                SoftKey(say("Play"), partial(self.scene.play_card, station, Action.REPLACE, move)),
            ),
            why_not=lambda _: say("The board ends here"),
        )

    def _point_at(self, octagon: Octagon) -> None:
        self._octagon = octagon

    def _other(self) -> None:
        self._spare = after(self._spare, dict.fromkeys(self.scene.view.spare_threads))


class ReplaceNumberPage(TurnPage):
    """A page for replacing a number that has no needle on it."""

    HELP = ReplaceThreadPage.HELP

    def __init__(self, scene: EttanaScene) -> None:
        super().__init__(scene)
        self._space = SPACES[0]
        self._spare = scene.view.spare_numbers[0]

    @property
    def pointed(self) -> Pointed:
        return Pointed(space=self._space)

    def view_for(self, station: Station) -> StationView:
        view = self.scene.view
        taken = self._space in {player.needle for player in view.players}
        move = f"number:{self._space}={self._spare}"
        play = SoftKey(say("Play"), partial(self.scene.play_card, station, Action.REPLACE, move))
        change = say("{now} becomes {then}", now=view.numbers[self._space], then=self._spare)
        lines = self._space, say("A needle is there") if taken else change
        loom = None if taken else Loom.of(view).with_number(self._space, self._spare)
        return StationView(
            self.pointing(say("Card: Replace"), lines, loom),
            petals=step_petals(self._space, SPACES, self._point_at),
            taps=Taps(frozenset(SPACES), self._point_at),
            soft=(
                self.back_key(station),
                SoftKey(say("Other"), self._other),
                None if taken else play,
            ),
            why_not=self._why_not,
        )

    def _point_at(self, space: Space) -> None:
        self._space = space

    def _other(self) -> None:
        first, second = self.scene.view.spare_numbers
        self._spare = second if self._spare == first else first

    def _why_not(self, key: Key) -> Text:
        if key is Key.SOFT3:
            return say("A needle is there")
        return say("The board ends here") if key.is_petal else self.HELP


_ON_A_PAGE = 4  # as many cards as fit with their icons
_LATER = {Action.FIX, Action.AGAIN, Action.ANNA}  # never played in the phase of acts


class CardsPage(TurnPage):
    """A page for choosing an action card; More turns to the next cards.

    The player's own station lists the hand. The shared station lists all cards that could be
    played, so the list reveals nothing.
    """

    HELP = say("Choose a card to play. At the table, hold “Look” to see your cards.")

    def __init__(self, scene: EttanaScene) -> None:
        super().__init__(scene)
        self._first = 0

    def view_for(self, station: Station) -> StationView:
        under_look = self.hand_under_look(station)
        if under_look is not None:
            return under_look
        actions = self._hand() if self.is_private(station) else playable_actions(self.scene)
        soft = (
            self.back_key(station),
            self.scene.look_key(station, self.scene.to_act),
            self._more_key(actions),
        )
        title = say("{name}'s cards", name=self.own.name)
        if not actions:
            text = (
                say("No action cards") if not self.own.actions else say("None can be played now.")
            )
            return StationView(TextScreen(title=title, text=text), soft=soft)
        shown = actions[self._first : self._first + _ON_A_PAGE]
        answers = tuple(
            MarkedAnswer(petal, CARD_NAMES[action], icon=action)
            for petal, action in enumerate(shown, start=1)
        )
        return StationView(
            MarkedQuestion(title=title, answers=answers),
            petals={
                petal: PetalKey(CARD_NAMES[action], partial(self._open, station, action))
                for petal, action in enumerate(shown, start=1)
            },
            soft=soft,
            why_not=lambda _: self.HELP,
        )

    def _hand(self) -> list[Action]:
        return list(self.scene.session.view(self.scene.to_act).actions)

    def _more_key(self, actions: list[Action]) -> SoftKey | None:
        if len(actions) <= _ON_A_PAGE:
            return None
        return SoftKey(say("More"), partial(self._turn_to, self._first + _ON_A_PAGE, len(actions)))

    def _turn_to(self, first: int, count: int) -> None:
        self._first = first if first < count else 0

    def _open(self, station: Station, action: Action) -> None:
        station.open(CardPage(self.scene, action))


def playable_actions(scene: EttanaScene) -> list[Action]:
    """Return the actions that the rules allow now, whether or not the player holds the cards."""
    view = scene.view
    if view.phase is Phase.ROLL:
        return [Action.FIX]
    if view.phase is Phase.ROLLED:
        return [] if view.turn.fixed else [Action.AGAIN]
    useless = {Action.MOVE} if view.turn.moved else set()
    if not any(view.players[seat].actions for seat in opponents(scene)):
        useless.add(Action.STEAL)
    return [action for action in Action if action not in _LATER | useless]


def opponents(scene: EttanaScene) -> list[int]:
    return [seat for seat in range(len(scene.session.names)) if seat != scene.to_act]


class CardPage(TurnPage):
    """A page that explains a card. Play plays it, or opens the page for its target."""

    def __init__(self, scene: EttanaScene, action: Action) -> None:
        super().__init__(scene)
        self._action = action

    def view_for(self, station: Station) -> StationView:
        fits = self._action in playable_actions(self.scene)
        screen = TextScreen(
            title=CARD_NAMES[self._action],
            text=CARD_TEXTS[self._action],
            corner="" if fits else say("not now"),
        )
        play = SoftKey(say("Play"), partial(self._play, station)) if fits else None
        return StationView(screen, soft=(self.back_key(station), None, play))

    def _play(self, station: Station) -> None:
        if self._action in _ASKS:
            station.open(_ASKS[self._action](self.scene))
        else:
            self.scene.play_card(station, self._action, str(self._action))


class OpponentPage(TurnPage):
    """A page for choosing the opponent that a card is played against."""

    def __init__(self, scene: EttanaScene, action: Action) -> None:
        super().__init__(scene)
        self._action = action

    def view_for(self, station: Station) -> StationView:
        players = self.scene.view.players
        choices = [
            Choice(
                seat + 1,
                say("{name}: {gain}", name=player.name, gain=gain),
                partial(self.scene.play_card, station, self._action, f"{self._action}:{seat + 1}"),
            )
            for seat in opponents(self.scene)
            for player in (players[seat],)
            if (gain := self._gain(player.actions, player.tokens)) is not None
        ]
        title = say("Card: {card}", card=CARD_NAMES[self._action])
        return question(title, choices, (self.back_key(station), None, None), self._why_not)

    def _gain(self, actions: int, tokens: int) -> Text | None:
        """Return a text with what the card takes, or None if there is no card to steal."""
        if self._action is Action.ROB:
            return f"+{min(MOST_ROBBED, tokens)}"
        return say_n("the only card", "1 of {n} cards", actions) if actions else None

    def _why_not(self, key: Key) -> Text:
        return say("Nothing to take there") if key.is_petal else self.HELP


class FixPage(TurnPage):
    """A page for choosing what the colour die shows."""

    def view_for(self, station: Station) -> StationView:
        def fix(face: str) -> Callable[[], None]:
            return partial(self.scene.play_card, station, Action.FIX, f"fix:{face}")

        answers = tuple(
            MarkedAnswer(petal, FACE_NAMES[face], mark=face)
            for petal, face in enumerate(COLOURS, start=1)
        )
        return StationView(
            MarkedQuestion(title=say("Which colour?"), answers=answers),
            petals={
                petal: PetalKey(FACE_NAMES[face], fix(face))
                for petal, face in enumerate(COLOURS, start=1)
            },
            soft=(self.back_key(station), None, SoftKey(say("Black"), fix(BLACK))),
        )


class GamblePage(TurnPage):
    """A page for choosing the number to gamble for. The sixth number is on a soft key."""

    def view_for(self, station: Station) -> StationView:
        def name(number: int) -> Callable[[], None]:
            return partial(self.scene.play_card, station, Action.GAMBLE, f"gamble:{number}")

        *petals, last = NUMBERS
        choices = [Choice(number, _gamble_label(number), name(number)) for number in petals]
        back, six = self.back_key(station), SoftKey(say("6 on a 6"), name(last))
        return question(say("Gamble for how many?"), choices, (back, None, six))


def _gamble_label(number: int) -> Text:
    if number == 1:
        return say("1 token for sure")
    return say("{number} if you roll {number}+", number=number)


_ASKS: dict[Action, Callable[[EttanaScene], TurnPage]] = {
    Action.MOVE: CardMovePage,
    Action.SWAP: lambda scene: SwapPage(scene, BY_CARD),
    Action.STEAL: lambda scene: OpponentPage(scene, Action.STEAL),
    Action.ROB: lambda scene: OpponentPage(scene, Action.ROB),
    Action.REPLACE: ReplacePage,
    Action.FIX: FixPage,
    Action.GAMBLE: GamblePage,
}
"""The pages of the cards that need a choice before they are played."""
