"""A game of Ettana: its moves, the position they lead to, and its outcome."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import ClassVar, Self

from triqueta.games.ettana.rules.acts import PAIR
from triqueta.games.ettana.rules.chance import CLAUSES, next_chance, play_chance
from triqueta.games.ettana.rules.deeds import Deed, deed_of
from triqueta.games.ettana.rules.moves import legal_moves, moves_by_kind, out_of_phase, play_move
from triqueta.games.ettana.rules.position import Outcome, Phase, Position
from triqueta.games.ettana.rules.setup import Setup
from triqueta.games.ettana.rules.views import SeatView, TableView, seat_view, table_view
from triqueta.records import game as base
from triqueta.records.game import is_chance
from triqueta.records.shuffle import Stream

_SWAP = re.compile(rf"(free|buy|swap):{PAIR}")


class Game(base.Game[Setup, TableView | SeatView]):
    """The whole game as one mutable object.

    `play` plays a move, chance's with a `*` among them. All attributes are there to be read; only
    `play` and `take_back` change them. A `Game` knows every card: show people a view of it instead
    (`triqueta.games.ettana.rules.views`).
    """

    __slots__ = ("_legal_moves", "history", "position")

    SETUP: ClassVar = Setup
    RESULT: ClassVar = ("annas", "winners")
    CHANCE_CLAUSE: ClassVar = "E9"

    position: Position
    history: list[Deed]  # who did what, and who knows it
    _legal_moves: tuple[str, ...] | None  # once somebody has asked

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """Of the player to act; without what chance may do."""
        if self._legal_moves is None:
            self._legal_moves = legal_moves(self.position)
        return self._legal_moves

    @property
    def chance_may_be_next(self) -> bool:
        """It must be, but for a turn's roll, before which `fix` may be played."""
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
        deed = deed_of(at, move)
        (play_chance if is_chance(move) else play_move)(at, move)
        self.moves.append(move)
        self.history.append(deed)
        self._legal_moves = None

    def next_chance(self, stream: Stream) -> str | None:
        return next_chance(self.position, stream)

    def view(self, seat: int | None) -> TableView | SeatView:
        return table_view(self) if seat is None else seat_view(self, seat)

    def random_move(self, rng: Random) -> str | None:
        """Return a random move of a random kind.

        Of all moves most are swaps: chosen among evenly, they would be nearly all of a game.
        """
        kinds = [moves for moves in moves_by_kind(self.position) if moves]
        if self.chance_may_be_next and (not kinds or rng.random() < 1 / 2):
            return None
        return rng.choice(rng.choice(kinds))

    def counts(self) -> dict[str, tuple[int, ...]]:
        if self.outcome is None:
            return {}
        hands, done = self.position.hands, [deed.public for deed in self.history]
        swaps = Counter(seat for seat, move in done if _SWAP.fullmatch(move))
        return {
            "patterns": tuple(len(hand.claimed) for hand in hands),
            "victories": tuple(hand.anna_cards for hand in hands),
            "swaps": tuple(swaps[seat] for seat in range(len(hands))),
        }

    def judgement(self) -> dict[str, object]:
        """With `chance`: whether the dice or a shuffle may be next."""
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
