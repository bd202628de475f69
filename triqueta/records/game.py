"""The base classes of the rules of every game: a set-up, moves, chance and an outcome.

A game derives two classes. A `Setup` knows who plays and what was dealt, and reads and writes that
part of a record. A `Game` knows the rules: which moves are legal, what they do, and who has won.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, Generic, Protocol, Self, TypeAlias, TypeVar

from triqueta.records.shuffle import Proof, Stream

CHANCE = "*"
"""The first character of every chance move (`*4` for a die). No player's move starts with it."""

Decks: TypeAlias = Mapping[str, Any]
"""Custom decks, written by the owner of the table, by the name of the edition that uses each.

The type of a deck is up to the game.
"""


@dataclass(frozen=True, slots=True)
class Deal:
    """Everything that a new game is dealt from.

    `players` are the names in the order of the seats. `seat` is the answer to the question that
    some games ask before the deal ("Who is the youngest?"); None if the game asks no question.
    """

    edition: str
    players: tuple[str, ...]
    seat: int | None
    proof: Proof
    decks: Decks = field(default_factory=dict)


class Setup(ABC):
    """A game before its first move: who plays, and what was dealt.

    `FORMAT` is the format of the game's records, `ID-record/VERSION`.

    `DEALT` maps each key that the set-up has in a record to a description of its value. An error
    message uses it when a proof deals something else: "pile {}" describes the first item that
    differs, "the opening" the whole value, and "" stands for the key itself. None marks a key that
    does not come from the shuffle.
    """

    __slots__ = ()

    FORMAT: ClassVar[str]
    DEALT: ClassVar[Mapping[str, str | None]]

    players: tuple[str, ...]

    @classmethod
    @abstractmethod
    def deal(cls, source: Deal) -> Self:
        """Return the set-up that the sealed shuffle produces."""

    @classmethod
    @abstractmethod
    def read(cls, document: dict[str, object], decks: Decks) -> Self:
        """Return the set-up in a record's document, or raise SetupError or RecordError.

        The document has the format `FORMAT`. `decks` are the custom decks that the game may have
        been played with.
        """

    def document(self) -> dict[str, object]:
        """Return the part of a record's document that has the keys of `DEALT`."""
        return {key: _as_json(getattr(self, key)) for key in self.DEALT}

    def chance(self, proof: Proof) -> Stream | None:
        """Return the sealed random stream for the chance moves after the deal.

        Return None if the game has no chance moves.
        """
        return None

    @property
    def game_id(self) -> str:
        return self.FORMAT.partition("-record/")[0]

    @property
    def edition_name(self) -> str:
        """The name of the edition in records and statistics."""
        return self.game_id

    @property
    def seat(self) -> int | None:
        """The answer to the question that the game asks before the deal, or None."""
        return None


def _as_json(value: object) -> object:
    return [_as_json(each) for each in value] if isinstance(value, tuple) else value


class Outcome(Protocol):
    """The outcome of a game.

    `scores` has the points of each seat. `winners` and `ranking` are seats, counted from 0, and
    the ranking starts with the best.
    """

    @property
    def scores(self) -> tuple[int, ...]: ...

    @property
    def winners(self) -> tuple[int, ...]: ...

    @property
    def ranking(self) -> tuple[int, ...]: ...


@dataclass(frozen=True, slots=True)
class MostPoints:
    """The outcome of a game in which the most points win. Players who tie for first all win."""

    scores: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        best = max(self.scores)
        return tuple(seat for seat, points in enumerate(self.scores) if points == best)

    @property
    def ranking(self) -> tuple[int, ...]:
        return tuple(sorted(range(len(self.scores)), key=lambda seat: -self.scores[seat]))


S = TypeVar("S", bound=Setup)
V_co = TypeVar("V_co", covariant=True)


class Game(ABC, Generic[S, V_co]):  # noqa: PLW1641 - no hash: a game changes with every move
    """A game in progress: a set-up and the moves so far, which determine everything else.

    A `Game` knows every secret. Scenes and robots get a view of it (see `view`).

    `SETUP` is the class of the set-up. `RESULT` are the attributes of the outcome that a record
    keeps, the scores first. `CHANCE_CLAUSE` is the rule that an error names when a roll is not the
    sealed one.
    """

    __slots__ = ("moves", "setup")

    SETUP: ClassVar[type[Setup]]
    RESULT: ClassVar[tuple[str, ...]] = ("scores", "winners")
    CHANCE_CLAUSE: ClassVar[str] = "chance"

    setup: S
    moves: list[str]

    def __init__(self, setup: S, moves: Iterable[str] = ()) -> None:
        self.setup = setup
        self._start()
        for move in moves:
            self.play(move)

    # Every game must implement these.

    @abstractmethod
    def _set_up(self) -> None:
        """Set the attributes of the game to their state before the first move."""

    @property
    @abstractmethod
    def to_act(self) -> int | None:
        """The seat whose turn it is, or None when the game is over."""

    @property
    @abstractmethod
    def legal_moves(self) -> tuple[str, ...]:
        """The legal moves of the player to act. Empty if the game is over or chance is next."""

    @abstractmethod
    def play(self, move: str) -> None:
        """Play a move, or raise InvalidMoveError or IllegalMoveError and change nothing."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The outcome, or None while the game is not over."""

    @abstractmethod
    def view(self, seat: int | None) -> V_co:
        """Return what a seat may know, or with None what is public.

        Return a type that has no field for anything else, so that no screen can show a secret.
        """

    # A game can override these.

    def copy(self) -> Self:
        """Return an independent game in the same position."""
        return type(self)(self.setup, self.moves)

    @property
    def round(self) -> int:
        """The number of the current round, or 0 if the game has no rounds."""
        return 0

    @property
    def chance_may_be_next(self) -> bool:
        """Whether the next move can be a chance move."""
        return False

    def next_chance(self, stream: Stream) -> str | None:
        """Take the next chance move from the sealed stream and return it.

        Return None if chance is not next.
        """
        return None

    def shows_nothing(self, move: str) -> bool:
        """Return whether the last move, `move`, revealed no hidden information.

        Only a move that revealed none can be undone.
        """
        return False

    def random_move(self, rng: Random) -> str | None:
        """Return a random legal move, or None if a chance move is next."""
        return rng.choice(self.legal_moves) if self.legal_moves else None

    def counts(self) -> dict[str, tuple[int, ...]]:
        """Return the counts that the statistics sum up over finished games.

        The keys name them, and each value has a number for each seat.
        """
        return {}

    def judgement(self) -> dict[str, object]:
        """Return the status of the game as JSON values, for `triqueta replay --json`."""
        outcome = self.outcome
        result = {key: outcome and getattr(outcome, key) for key in ("scores", *self.RESULT[1:])}
        over, legal = outcome is not None, self._judged_moves()
        return {"over": over, "turn": self.to_act, "legal": legal, **result}

    def _judged_moves(self) -> tuple[str, ...]:
        """Return the legal moves for `judgement`; a game with too many can return a selection."""
        return self.legal_moves

    # These are the same for all games.

    def take_back(self) -> str:
        """Undo the last move and return it, or raise IndexError if there is none.

        This replays the game up to the move before, so `play` needs no code for undoing. To search
        a tree of moves, use `copy` instead, which a game can make faster.
        """
        if not self.moves:
            raise IndexError("no move to undo")
        *moves, last = self.moves
        self._start()
        for move in moves:
            self.play(move)
        return last

    def _start(self) -> None:
        self.moves = []
        self._set_up()

    def __reduce__(self) -> tuple[type[Self], tuple[S, list[str]]]:
        """Pickle the set-up and the moves only: they determine everything else."""
        return type(self), (self.setup, self.moves)

    def __repr__(self) -> str:
        return f"<Game of {', '.join(self.setup.players)}: {', '.join(self.moves)}>"

    def __eq__(self, other: object) -> bool:
        """Return whether both games have the same set-up and the same moves."""
        if not isinstance(other, type(self)):
            return NotImplemented
        return self.setup == other.setup and self.moves == other.moves


AnyGame: TypeAlias = Game[Any, Any]


def is_chance(move: str) -> bool:
    """Return whether a move is a chance move, such as a roll of a die."""
    return move.startswith(CHANCE)


def play_at_random(game: AnyGame, proof: Proof, rng: Random) -> None:
    """Play a game to its end with random moves, and with the chance moves sealed in the proof."""
    stream = game.setup.chance(proof)
    while game.to_act is not None:
        move = game.random_move(rng)
        if move is None and stream is not None:
            move = game.next_chance(stream)
        if move is None:
            raise ValueError(f"{game!r} is not over, but has no legal move and no chance move")
        game.play(move)


def perft(game: AnyGame, depth: int) -> int:
    """Return the number of sequences of exactly `depth` legal moves from this position.

    A position where chance can be next adds one sequence, whatever the remaining depth.
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
