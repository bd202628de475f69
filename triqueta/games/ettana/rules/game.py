"""A game of Ettana: its moves and position, its score, and a check of its chance."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Self

from triqueta.games.ettana.rules.chance import CLAUSES, is_chance, next_chance, play_chance
from triqueta.games.ettana.rules.deeds import Deed, deed_of
from triqueta.games.ettana.rules.moves import legal_moves, out_of_phase, play_move
from triqueta.games.ettana.rules.position import Phase, Position
from triqueta.games.ettana.rules.setup import Setup, deal
from triqueta.records.errors import ProofError, ShuffleError
from triqueta.records.game import GameOfMoves
from triqueta.records.shuffle import Proof, check_commitment


@dataclass(frozen=True, slots=True)
class Outcome:
    """By seat, the annas; the first to have enough has won."""

    annas: tuple[int, ...]
    winner: int

    @property
    def winners(self) -> tuple[int, ...]:
        return (self.winner,)

    @property
    def ranking(self) -> tuple[int, ...]:
        """The seats, best first."""
        return tuple(sorted(range(len(self.annas)), key=self.annas.__getitem__, reverse=True))


class Game(GameOfMoves[Setup]):
    """The whole game as one mutable object.

    `play` plays a move, chance's with a `*` among them. All attributes are there to be read; only
    `play` and `take_back` change them. A `Game` knows every card: show people a view of it instead
    (`triqueta.games.ettana.rules.views`).
    """

    __slots__ = ("_legal_moves", "history", "position")

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


def check_chance(game: Game, proof: Proof) -> None:
    """Check that a proof leads to the layout and to every roll, or raise ProofError."""
    check_commitment(proof)
    setup = game.setup
    try:
        layout, stream = deal(proof.secret, len(setup.players), proof.cuts)
    except ShuffleError as error:
        raise ProofError(f"proof: {error}") from None
    for part in fields(layout):
        if getattr(layout, part.name) != getattr(setup.layout, part.name):
            raise ProofError(f"proof: it deals other {part.name} than were played")
    again = Game(setup)
    for number, move in enumerate(game.moves, start=1):
        if is_chance(move):
            sealed = next_chance(again.position, stream)
            if sealed != move:
                raise ProofError(f"proof: move {number} is {move}, but {sealed} was sealed")
        again.play(move)
