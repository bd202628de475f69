"""A game of Ettana: its moves, the position they lead to, and its outcome."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from random import Random
from typing import ClassVar, Self

from triqueta.games.ettana.rules.acts import (
    PAIR,
    Act,
    Again,
    Collect,
    End,
    Fix,
    Jump,
    MoveCard,
    PutNeedle,
    Steps,
)
from triqueta.games.ettana.rules.board import pair_of
from triqueta.games.ettana.rules.card_acts import (
    BuyAction,
    BuyPattern,
    BuySwap,
    Claim,
    Exchange,
    FreeSwap,
    Gamble,
    PatternCard,
    ReplaceNumber,
    ReplaceThread,
    Rob,
    Steal,
    SwapCard,
    Tax,
    Three,
)
from triqueta.games.ettana.rules.chance import CLAUSES, next_chance, play_chance
from triqueta.games.ettana.rules.position import KnownMove, Outcome, Phase, Position, known_move
from triqueta.games.ettana.rules.setup import Setup
from triqueta.games.ettana.rules.views import SeatView, TableView, seat_view, table_view
from triqueta.records import game as base
from triqueta.records.errors import IllegalMoveError, InvalidMoveError, RulesError
from triqueta.records.game import is_chance
from triqueta.records.shuffle import Stream

# Players' moves, and the acts that they stand for.


ACTS: tuple[Act, ...] = (
    PutNeedle(),
    Fix(),
    Again(),
    Collect(),
    Steps(),
    Jump(),
    MoveCard(),
    FreeSwap(),
    BuyAction(),
    BuyPattern(),
    BuySwap(),
    SwapCard(),
    Steal(),
    Rob(),
    ReplaceThread(),
    ReplaceNumber(),
    PatternCard(),
    Three(),
    Gamble(),
    Tax(),
    Claim(),
    Exchange(),
    End(),
)
"""All acts of a player, in the order in which legal moves are listed."""

_BY_PHASE = {phase: tuple(act for act in ACTS if act.phase is phase) for phase in Phase}
_ENDS_WITH_PAIR = re.compile(rf"\w+:({PAIR})")

_ASKED = {
    Phase.NEEDLE: ("E7", "{name} has to put the needle on a free space with the number rolled"),
    Phase.ROLL: ("E9", "{name} has to roll first"),
    Phase.ROLLED: ("E9", "{name} has to collect first"),
    Phase.ACTS: ("E9", "{name} has already collected"),
    Phase.FIRST_ROLL: ("E7", "the number die has to be rolled first"),
    Phase.TIE_ROLL: ("E7", "the tied players have to roll again first"),
    Phase.FIXED_ROLL: ("E9", "the number die has to be rolled first"),
    Phase.ROLL_AGAIN: ("E9", "both dice have to be rolled first"),
    Phase.GAMBLE: ("E14", "the number die has to be rolled first"),
    Phase.STEAL: ("E14", "the card has to be stolen first"),
    Phase.SHUFFLE: ("E14", "the discard has to be shuffled first"),
    Phase.OVER: ("E15", "the game is over"),
}
"""By phase: the clause that a move of another phase breaks, and what the phase waits for."""


def legal_moves(at: Position) -> tuple[str, ...]:
    """Return all legal moves of the player to act."""
    return tuple(chain.from_iterable(moves_by_act(at)))


def moves_by_act(at: Position) -> list[Sequence[str]]:
    """Return a list of legal moves for each act without an obstacle. A list can be empty."""
    return [act.moves(at) for act in _BY_PHASE[at.phase] if act.obstacle(at) is None]


def play_move(at: Position, move: str) -> None:
    """Play a move, or raise InvalidMoveError or IllegalMoveError and change nothing."""
    act, argument = _act_of(move)
    if act.phase is not at.phase:
        raise out_of_phase(at)
    refused = act.obstacle(at) or act.fault(at, argument)
    if refused is not None:
        raise refused
    act.play(at, argument)


def out_of_phase(at: Position) -> RulesError:
    clause, asked = _ASKED[at.phase]
    return IllegalMoveError(clause, asked.format(name=at.name))


def _act_of(move: str) -> tuple[Act, str]:
    _check_pair(move)
    for act in ACTS:
        found = act.form.fullmatch(move)
        if found is not None:
            return act, found[1] if act.form.groups else ""
    raise InvalidMoveError("no such move; moves are step:C1-C2, free:c3-d4, buy:action, end ...")


def _check_pair(move: str) -> None:
    found = _ENDS_WITH_PAIR.fullmatch(move)
    if found is None:
        return
    one, other = found[1].split("-")
    if one == other:
        raise InvalidMoveError(f"no such move; {one} is named twice")
    if pair_of(one, other) != found[1]:
        right = pair_of(one, other)
        raise InvalidMoveError(f"no such move; ordered by column, then row, it is {right}")


# The game.


_SWAP = re.compile(rf"(free|buy|swap):{PAIR}")


class Game(base.Game[Setup, TableView | SeatView]):
    """A game of Ettana, as one mutable object.

    `play` plays a player's move, or a chance move, which begins with `*`. Only `play` and
    `take_back` change the attributes; callers just read them. A `Game` knows every card: show
    people a view of it instead (`triqueta.games.ettana.rules.views`).
    """

    __slots__ = ("_legal_moves", "history", "position")

    SETUP: ClassVar = Setup
    RESULT: ClassVar = ("annas", "winners")
    CHANCE_CLAUSE: ClassVar = "E9"

    position: Position
    history: list[KnownMove]  # the moves, each with what the seats may know of it
    _legal_moves: tuple[str, ...] | None  # cached until the next move

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """The legal moves of the player to act, without chance moves."""
        if self._legal_moves is None:
            self._legal_moves = legal_moves(self.position)
        return self._legal_moves

    @property
    def chance_may_be_next(self) -> bool:
        """Whether a chance move can be next.

        If so, it has to be next, except at a turn's roll, before which a player can play `fix`.
        """
        return self.position.phase in CLAUSES

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is, also while the dice roll; None once the game is over."""
        return None if self.position.phase is Phase.OVER else self.position.seat

    @property
    def outcome(self) -> Outcome | None:
        at = self.position
        if at.phase is not Phase.OVER:
            return None
        return Outcome(tuple(at.annas(seat) for seat in range(len(at.hands))), at.seat)

    def play(self, move: str) -> None:
        """Play a move, or raise InvalidMoveError or IllegalMoveError and change nothing."""
        at = self.position
        if at.phase is Phase.OVER:
            raise out_of_phase(at)
        known = known_move(at, move)
        (play_chance if is_chance(move) else play_move)(at, move)
        self.moves.append(move)
        self.history.append(known)
        self._legal_moves = None

    def next_chance(self, stream: Stream) -> str | None:
        return next_chance(self.position, stream)

    def view(self, seat: int | None) -> TableView | SeatView:
        return table_view(self) if seat is None else seat_view(self, seat)

    def random_move(self, rng: Random) -> str | None:
        """Return a random move of a random act, or None to let chance move.

        Most legal moves are swaps. A uniform choice among all moves would play almost only swaps.
        """
        by_act = [moves for moves in moves_by_act(self.position) if moves]
        if self.chance_may_be_next and (not by_act or rng.random() < 1 / 2):
            return None
        return rng.choice(rng.choice(by_act))

    def counts(self) -> dict[str, tuple[int, ...]]:
        if self.outcome is None:
            return {}
        hands, done = self.position.hands, [known.public for known in self.history]
        swaps = Counter(seat for seat, move in done if _SWAP.fullmatch(move))
        return {
            "patterns": tuple(len(hand.claimed) for hand in hands),
            "victories": tuple(hand.anna_cards for hand in hands),
            "swaps": tuple(swaps[seat] for seat in range(len(hands))),
        }

    def judgement(self) -> dict[str, object]:
        """Return the status as in every game, and `chance`: whether a chance move can be next."""
        return {**super().judgement(), "chance": self.chance_may_be_next}

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.setup = self.setup
        twin.moves = self.moves.copy()
        twin.history = self.history.copy()
        twin.position = self.position.copy()
        twin._legal_moves = self._legal_moves
        return twin

    def _set_up(self) -> None:
        self.position = Position.of(self.setup)
        self.history = []
        self._legal_moves = None
