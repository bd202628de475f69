"""The position, which is everything that moves change; and what players may know of a move."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias, TypeVar

from triqueta.games.ettana.rules.board import (
    COLOURS,
    Octagon,
    Space,
    Thread,
    numbers_by_space,
    threads_by_octagon,
)
from triqueta.games.ettana.rules.patterns import Weave
from triqueta.games.ettana.rules.setup import TOKENS, Action, Setup
from triqueta.records.game import CHANCE


class Phase(StrEnum):
    """A phase of the game, which says what has to happen next."""

    FIRST_ROLL = "first roll"  # roll the number die for a needle's space (E7)
    NEEDLE = "needle"  # put the needle on a space (E7)
    TIE_ROLL = "tie roll"  # the players tied for the highest roll again (E7)
    ROLL = "roll"  # the turn begins: roll both dice, or play `fix` first (E9)
    FIXED_ROLL = "fixed roll"  # after `fix`, roll the number die only (E9)
    ROLL_AGAIN = "roll again"  # after `again`, roll both dice (E9)
    ROLLED = "rolled"  # collect, or play `again` first (E9)
    ACTS = "acts"  # move the needle, act, and end the turn (E11)
    GAMBLE = "gamble"  # roll the number die (E14)
    STEAL = "steal"  # take a random card from another player's hand (E14)
    SHUFFLE = "shuffle"  # shuffle the discard into a new action deck (E14)
    OVER = "over"


ENOUGH = 8  # annas to win (E15)
FIRST_TOKENS = 2
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Turn:
    """The progress of a turn, which is public."""

    colour: str = ""  # a face of the colour die, rolled or fixed
    number: int = 0
    fixed: bool = False  # by the card `fix`
    acted: bool = False  # since collecting
    moved: bool = False
    free_swap: bool = False  # the last act was the move


@dataclass(frozen=True, slots=True)
class Hand:
    """A player's needle, tokens and cards.

    Cards are in the order received. Only their owner sees `actions` and `patterns`.
    """

    needle: Space | None = None
    tokens: int = 0
    actions: tuple[Action, ...] = ()
    patterns: tuple[int, ...] = ()
    claimed: tuple[int, ...] = ()  # pattern cards, face up
    anna_cards: int = 0

    def without(self, action: Action) -> Hand:
        """Return the hand without one card of this action: the one received first."""
        at = self.actions.index(action)
        return replace(self, actions=self.actions[:at] + self.actions[at + 1 :])


@dataclass(slots=True)
class Position:
    """The state of a game: everything that moves change.

    `rolls` has the rolls that decide who starts, by seat; a tie starts a new round of them.
    """

    setup: Setup
    threads: dict[Octagon, Thread]
    spare_threads: tuple[Thread, ...]
    numbers: dict[Space, int]
    spare_numbers: tuple[int, ...]
    pattern_deck: tuple[int, ...]
    action_deck: tuple[Action, ...]
    hands: list[Hand]
    discard: tuple[Action, ...] = ()
    phase: Phase = Phase.FIRST_ROLL
    seat: int = 0  # the player to act, or the winner
    starter: int | None = None
    rolls: dict[int, int] = field(default_factory=dict)
    contest: tuple[int, ...] = ()  # the seats that roll for the start
    turn: Turn = Turn()
    pending: int = 0  # the seat to steal from, or the number gambled for
    _weave: Weave | None = field(default=None, compare=False)  # cached until a thread changes

    @classmethod
    def of(cls, setup: Setup) -> Position:
        layout = setup.layout
        return cls(
            setup=setup,
            threads=threads_by_octagon(layout.threads),
            spare_threads=tuple(COLOURS),
            numbers=numbers_by_space(layout.numbers),
            spare_numbers=tuple(map(int, layout.reserve)),
            pattern_deck=layout.patterns,
            action_deck=setup.actions,
            hands=[Hand()] * len(setup.players),
            contest=tuple(range(len(setup.players))),
        )

    def copy(self) -> Position:
        twin = replace(self)
        twin.threads, twin.numbers = self.threads.copy(), self.numbers.copy()
        twin.hands, twin.rolls = self.hands.copy(), self.rolls.copy()
        return twin

    # Queries.

    @property
    def own(self) -> Hand:
        """The hand of the player to act."""
        return self.hands[self.seat]

    @property
    def name(self) -> str:
        return self.setup.players[self.seat]

    @property
    def others(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.hands)) if seat != self.seat)

    @property
    def bank(self) -> int:
        return TOKENS - sum(hand.tokens for hand in self.hands)

    @property
    def needles(self) -> dict[Space, int]:
        """The seat of each needle, by space."""
        return {hand.needle: seat for seat, hand in enumerate(self.hands) if hand.needle}

    @property
    def weave(self) -> Weave:
        if self._weave is None:
            self._weave = Weave(self.threads)
        return self._weave

    @property
    def cards_to_get(self) -> bool:
        """Whether an action card can be drawn, if necessary after shuffling the discard (E14)."""
        return bool(self.action_deck or self.discard)

    def annas(self, seat: int) -> int:
        hand = self.hands[seat]
        return hand.anna_cards + sum(self.setup.deck[card].annas for card in hand.claimed)

    # Changes, the parts of moves.

    def change(self, seat: int, **changes: object) -> None:
        """Change fields of a player's hand."""
        self.hands[seat] = replace(self.hands[seat], **changes)  # type: ignore[arg-type]

    def pay(self, seat: int, tokens: int) -> None:
        """Pay a player tokens from the bank; a negative number goes to the bank."""
        self.change(seat, tokens=self.hands[seat].tokens + tokens)

    def discard_own(self, action: Action) -> None:
        self.hands[self.seat] = self.own.without(action)
        self.discard += (action,)

    def draw_action(self, seat: int) -> None:
        """Give a player the top action card; a victory point goes face up at once (E14)."""
        card, *rest = self.action_deck
        self.action_deck = tuple(rest)
        if card is Action.ANNA:
            self.change(seat, anna_cards=self.hands[seat].anna_cards + 1)
            self.end_if_won(seat)
        else:
            self.change(seat, actions=(*self.hands[seat].actions, card))

    def draw_pattern(self, seat: int) -> None:
        card, *rest = self.pattern_deck
        self.pattern_deck = tuple(rest)
        self.change(seat, patterns=(*self.hands[seat].patterns, card))

    def swap(self, one: Octagon, other: Octagon) -> None:
        self.threads[one], self.threads[other] = self.threads[other], self.threads[one]
        self._weave = None

    def lay(self, octagon: Octagon, thread: Thread) -> None:
        """Exchange the thread on an octagon for one from the reserve."""
        self.spare_threads = _exchanged(self.spare_threads, thread, self.threads[octagon])
        self.threads[octagon] = thread
        self._weave = None

    def lay_number(self, space: Space, number: int) -> None:
        """Exchange the number tile on a space for one from the reserve."""
        self.spare_numbers = _exchanged(self.spare_numbers, number, self.numbers[space])
        self.numbers[space] = number

    def deal(self) -> None:
        """Deal each player two cards and some tokens, clockwise from the starter (E8)."""
        for offset in range(len(self.hands)):
            seat = (self.seat + offset) % len(self.hands)
            self.draw_pattern(seat)
            self.draw_action(seat)
            self.pay(seat, FIRST_TOKENS)

    def begin_turn(self, seat: int) -> None:
        self.seat, self.turn, self.phase = seat, Turn(), Phase.ROLL

    def next_turn(self) -> None:
        self.begin_turn((self.seat + 1) % len(self.hands))

    def end_if_won(self, seat: int) -> None:
        """End the game if this player has enough annas (E15)."""
        if self.annas(seat) >= ENOUGH:
            self.phase = Phase.OVER


def _exchanged(spare: tuple[_T, ...], out: _T, back: _T) -> tuple[_T, ...]:
    at = spare.index(out)
    return (*spare[:at], back, *spare[at + 1 :])


@dataclass(frozen=True, slots=True)
class Outcome:
    """The annas by seat, and the winner: the first player to have enough annas."""

    annas: tuple[int, ...]
    winner: int

    @property
    def scores(self) -> tuple[int, ...]:
        return self.annas

    @property
    def winners(self) -> tuple[int, ...]:
        return (self.winner,)

    @property
    def ranking(self) -> tuple[int, ...]:
        """The seats, best first."""
        return tuple(sorted(range(len(self.annas)), key=self.annas.__getitem__, reverse=True))


# The public part of a move. It hides which card was stolen or put under the deck.


EXCHANGED = "exchange"
SHUFFLED = f"{CHANCE}shuffle"
STOLEN = f"{CHANCE}stolen"


SeatMove: TypeAlias = tuple[int, str]
"""A seat and its move; the move can be one of the public parts above."""


@dataclass(frozen=True, slots=True)
class KnownMove:
    """A move: its public part, and the whole of it for the seats in `known_to`."""

    public: SeatMove
    whole: SeatMove
    known_to: tuple[int, ...] = ()

    def as_known_to(self, seat: int | None) -> SeatMove:
        return self.whole if seat in self.known_to else self.public


def known_move(at: Position, move: str) -> KnownMove:
    """Return a move that is about to be played, with what each seat may know of it."""
    whole = (at.seat, move)
    if at.phase is Phase.STEAL:
        return KnownMove((at.seat, STOLEN), whole, (at.seat, at.pending))
    if at.phase is Phase.SHUFFLE:
        return KnownMove((at.seat, SHUFFLED), whole)
    if move.startswith(EXCHANGED):
        return KnownMove((at.seat, EXCHANGED), whole, (at.seat,))
    return KnownMove(whole, whole)
