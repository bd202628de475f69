"""What the rules of every game have in common: a set-up, moves, chance, and an outcome.

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
"""What a move of chance begins with, `*4` for a die; no move of a player does."""

Decks: TypeAlias = Mapping[str, Any]
"""Owners' decks by the edition that is played with each. The game knows what a deck is."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What a new game is dealt from.

    `seat` is the answer to the question that some games ask first ("Who is the youngest?").
    """

    edition: str
    players: tuple[str, ...]
    seat: int | None
    proof: Proof
    decks: Decks = field(default_factory=dict)


class Setup(ABC):
    """Who plays, and what was dealt: a game before its first move.

    `FORMAT` is the format of the game's records, `ID-record/VERSION`. `DEALT` are the keys that
    the set-up has in a record. Its values are for the message of a proof that deals differently:
    "pile {}" names the first part that differs, "the opening" the whole, and "" neither. None
    marks a key that does not come from the shuffle.
    """

    __slots__ = ()

    FORMAT: ClassVar[str]
    DEALT: ClassVar[Mapping[str, str | None]]

    players: tuple[str, ...]

    @classmethod
    @abstractmethod
    def deal(cls, source: Deal) -> Self:
        """Return the set-up that the sealed shuffle leads to."""

    @classmethod
    @abstractmethod
    def read(cls, document: dict[str, object], decks: Decks) -> Self:
        """Return the set-up in a record's document of this format.

        SetupError or RecordError says what is wrong with it. `decks` are the owners' decks that
        the game may have been played with.
        """

    def document(self) -> dict[str, object]:
        """Return what was dealt as it stands in a record, by the keys of `DEALT`."""
        return {key: _as_json(getattr(self, key)) for key in self.DEALT}

    def chance(self, proof: Proof) -> Stream | None:
        """Return the sealed chance that follows the deal, or None if the game has none."""
        return None

    @property
    def game_id(self) -> str:
        return self.FORMAT.partition("-record/")[0]

    @property
    def edition_name(self) -> str:
        """The edition as records and statistics name it."""
        return self.game_id

    @property
    def seat(self) -> int | None:
        """The answer to the question that the game asks before it is dealt."""
        return None


def _as_json(value: object) -> object:
    return [_as_json(each) for each in value] if isinstance(value, tuple) else value


class Outcome(Protocol):
    """How a game ended. Seats count from 0; `ranking` has them best first."""

    @property
    def scores(self) -> tuple[int, ...]: ...

    @property
    def winners(self) -> tuple[int, ...]: ...

    @property
    def ranking(self) -> tuple[int, ...]: ...


@dataclass(frozen=True, slots=True)
class MostPoints:
    """The outcome of a game in which most points win, and those tied win together."""

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
    """A set-up and the moves played since; everything else follows from them.

    A `Game` knows every secret. Show people a view of it: a type that has no field for what its
    viewers may not know. `SETUP` is the class of its set-up; `RESULT` names what a record keeps
    of the outcome, the scores first.
    """

    __slots__ = ("moves", "setup")

    SETUP: ClassVar[type[Setup]]
    RESULT: ClassVar[tuple[str, ...]] = ("scores", "winners")
    CHANCE_CLAUSE: ClassVar[str] = "chance"  # the clause that forbids another roll than the sealed

    setup: S
    moves: list[str]

    def __init__(self, setup: S, moves: Iterable[str] = ()) -> None:
        self.setup = setup
        self._start()
        for move in moves:
            self.play(move)

    # Games must have these.

    @abstractmethod
    def _set_up(self) -> None:
        """Set what there is before the first move."""

    @property
    @abstractmethod
    def to_act(self) -> int | None:
        """The seat whose turn it is, or None once the game is over."""

    @property
    @abstractmethod
    def legal_moves(self) -> tuple[str, ...]:
        """What the player to act may play; nothing if the game is over or chance is next."""

    @abstractmethod
    def play(self, move: str) -> None:
        """Play a move, or raise InvalidMoveError or IllegalMoveError and change nothing."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The result, or None while the game goes on."""

    @abstractmethod
    def view(self, seat: int | None) -> V_co:
        """Return what a seat may know, or with None what everybody may know."""

    # Games may have these.

    def copy(self) -> Self:
        """Return an independent game in the same position."""
        return type(self)(self.setup, self.moves)

    @property
    def round(self) -> int:
        """How far the game has got; 0 if it has no rounds."""
        return 0

    @property
    def chance_may_be_next(self) -> bool:
        """Whether the next move may be one of chance."""
        return False

    def next_chance(self, stream: Stream) -> str | None:
        """Take the next move of chance from the sealed stream, or return None if there is none."""
        return None

    def shows_nothing(self, move: str) -> bool:
        """Return whether `move`, the last one, revealed nothing that was hidden before.

        Only then may its player undo it.
        """
        return False

    def random_move(self, rng: Random) -> str | None:
        """Return a move for a player who chooses at random, or None to let chance be next."""
        return rng.choice(self.legal_moves) if self.legal_moves else None

    def counts(self) -> dict[str, tuple[int, ...]]:
        """Return what the statistics add up of a finished game: a number for each seat."""
        return {}

    def judgement(self) -> dict[str, object]:
        """Return where the game stands, for programs."""
        outcome = self.outcome
        result = {key: outcome and getattr(outcome, key) for key in ("scores", *self.RESULT[1:])}
        over, legal = outcome is not None, self._judged_moves()
        return {"over": over, "turn": self.to_act, "legal": legal, **result}

    def _judged_moves(self) -> tuple[str, ...]:
        """Return the legal moves for `judgement`; a game that may have too many returns some."""
        return self.legal_moves

    # All games share these.

    def take_back(self) -> str:
        """Undo the last move and return it.

        The game is replayed up to there: exact by construction, and `play` pays nothing for it.
        Programs that search the tree of moves copy the game instead.
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

    def __reduce__(self) -> tuple[type[Self], tuple[S, list[str]]]:
        """Pickle the set-up and the moves, from which the rest follows."""
        return type(self), (self.setup, self.moves)

    def __repr__(self) -> str:
        return f"<Game of {', '.join(self.setup.players)}: {', '.join(self.moves)}>"

    def __eq__(self, other: object) -> bool:
        """Games are equal if they began the same way and went on with the same moves."""
        if not isinstance(other, type(self)):
            return NotImplemented
        return self.setup == other.setup and self.moves == other.moves


AnyGame: TypeAlias = Game[Any, Any]


def is_chance(move: str) -> bool:
    return move.startswith(CHANCE)


def play_at_random(game: AnyGame, proof: Proof, rng: Random) -> None:
    """Play a game to its end by random moves and the chance that is sealed in the proof."""
    stream = game.setup.chance(proof)
    while game.to_act is not None:
        move = game.random_move(rng)
        if move is None and stream is not None:
            move = game.next_chance(stream)
        if move is None:
            raise ValueError(f"{game!r} is not over, but has neither a legal move nor chance")
        game.play(move)


def perft(game: AnyGame, depth: int) -> int:
    """Return how many sequences of exactly `depth` legal moves start at this position.

    Where chance may come next, that counts as one sequence, whatever the depth.
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
