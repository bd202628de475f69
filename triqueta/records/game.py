"""What the games of all rules have in common: a set-up and moves; and perft."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, Generic, Protocol, Self, TypeVar


class Dealt(Protocol):
    """A set-up: who plays, and what was dealt."""

    @property
    def players(self) -> tuple[str, ...]: ...


S = TypeVar("S", bound=Dealt)


class GameOfMoves(ABC, Generic[S]):  # noqa: PLW1641 - no hash: a game changes with every move
    """A set-up and the moves played since; whatever else there is follows from them."""

    __slots__ = ("moves", "setup")

    setup: S
    moves: list[str]

    def __init__(self, setup: S, moves: Iterable[str] = ()) -> None:
        self.setup = setup
        self._start()
        for move in moves:
            self.play(move)

    @abstractmethod
    def play(self, move: str) -> None:
        """Play a move, or raise InvalidMoveError or IllegalMoveError and change nothing."""

    @property
    @abstractmethod
    def legal_moves(self) -> tuple[str, ...]:
        """What the player to act may play now; none when the game is over, or chance is next."""

    @property
    def chance_may_be_next(self) -> bool:
        """Whether the next move may be one that nobody chooses: not in games without dice."""
        return False

    @abstractmethod
    def copy(self) -> Self:
        """A game of its own in the same position."""

    @abstractmethod
    def _set_up(self) -> None:
        """What there is before the first move."""

    def take_back(self) -> str:
        """Undo the last move and return it.

        The game is played anew up to there: exact by construction, and `play` pays nothing
        for it. Programs that search the tree of moves copy the game instead.
        """
        if not self.moves:
            raise IndexError("no move to take back")
        *moves, last = self.moves
        self._start()
        for move in moves:
            self.play(move)
        return last

    def _start(self) -> None:
        self.moves = []
        self._set_up()

    def __repr__(self) -> str:
        return f"<Game of {', '.join(self.setup.players)}: {', '.join(self.moves)}>"

    def __eq__(self, other: object) -> bool:
        """Games are the same if they began the same way and went on with the same moves."""
        if not isinstance(other, type(self)):
            return NotImplemented
        return self.setup == other.setup and self.moves == other.moves


def perft(game: GameOfMoves[Any], depth: int) -> int:
    """How many sequences of exactly `depth` legal moves start at this position.

    Where chance may come next, that is one sequence, however long it is to be.
    """
    if depth < 0:
        raise ValueError(f"depth {depth} is negative")
    if depth == 0:
        return 1
    count = int(game.chance_may_be_next)
    if depth == 1:
        return count + len(game.legal_moves)
    for move in game.legal_moves:
        branch = game.copy()
        branch.play(move)
        count += perft(branch, depth - 1)
    return count
