"""What a game has to be to sit at this table.

A game is a folder here with a `kind` module, whose `SPEC` is a `GameSpec`, and a line in
`triqueta.games`. That module is all that the first pictures wait for: so it has the words for
the question which game it shall be, and imports the rest where it is needed. A table loads all
modules of all games in a thread afterwards, so that no key imports anything.

A running game is a `Session` (`triqueta.table.session`), and a game that was written down is a
`GameRecord` (`triqueta.records.record`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, is_dataclass
from random import Random
from typing import Protocol, TypeAlias

from PIL.Image import Image

from triqueta.games.review import Review
from triqueta.games.robots import RandomRobot, Robot, play_out
from triqueta.records.errors import ProofError, RecordError, RulesError
from triqueta.records.record import GameRecord
from triqueta.records.shuffle import Proof, check_commitment, proof_in
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen
from triqueta.table.coach import Advice, Coach, Decision, Outlook
from triqueta.table.session import (
    UNDO,
    GameEdition,
    Hint,
    MoveRequest,
    SeatQuestion,
    Session,
    Tutorial,
)

__all__ = [
    "UNDO",
    "Advice",
    "Bars",
    "Clock",
    "Coach",
    "Counts",
    "Decks",
    "GameEdition",
    "GameSpec",
    "GameStatistics",
    "Hint",
    "MoveRequest",
    "Outlook",
    "Robot",
    "SeatQuestion",
    "Session",
    "Tutorial",
]

RANDOM = "random"
"""The robot that every game has."""

Clock: TypeAlias = Callable[[], float]

Counts: TypeAlias = Mapping[str, int]
"""What one player's games add up to, by the names that `GameRecord.counts` gives."""


@dataclass(frozen=True, slots=True)
class Bars:
    """A picture of some counts, per game: each has a label, a colour and a count's name."""

    title: Text
    bars: tuple[tuple[Text, str, str], ...]


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """What a game's statistics have besides games, wins and points.

    `columns` has the title of each column and what stands in it; `legend` explains them.
    """

    columns: Mapping[str, Callable[[Counts], object]] = field(default_factory=dict)
    legend: tuple[str, ...] = ()
    pictures: tuple[Bars, ...] = ()


class Decks(Protocol):
    """Decks that owners write down in a file, for a game that is played with one of them."""

    def problems(self, content: bytes) -> Iterator[str]:
        """All that is wrong with a file."""

    def pictures(self, content: bytes, width: int) -> Iterator[str]:
        """The cards of a sound file, drawn in lines of so many letters."""

    def game(self, content: bytes) -> GameSpec:
        """The game as it is played with this deck alone; RulesError if there is a problem."""

    def game_with(self, contents: Mapping[str, bytes]) -> GameSpec:
        """The game with its own deck and these, each an edition of its own by its name."""


class GameSpec(ABC):
    """A game that can be played at this table.

    Its records have the format `ID-record/VERSION`, and files of them the ending `suffix`.
    `dealt` are the keys of a record that tell two games without a proof apart, `code_prefix` is
    what the lines begin with that its QR codes hold, if it has any.
    """

    id: str
    title: str
    about: Text  # a sentence that helps to choose it, or among its editions
    editions: tuple[GameEdition, ...]
    seat_question: SeatQuestion | None = None
    tutorial: Tutorial | None = None
    record_format: str
    suffix: str
    dealt: tuple[str, ...]
    code_prefix: str = ""
    robot_levels: tuple[str, ...] = ()  # of the robots that one can play with, weakest first
    quick_level: str = ""  # the best of them that chooses at once; without it, the weakest
    yardsticks: tuple[str, ...] = (RANDOM,)  # robots to measure others by
    proves: str  # what `verify` has checked, as `what: how far`; {cuts} is the number of cuts

    @abstractmethod
    def deal(
        self, edition: str, names: tuple[str, ...], seat: int | None, proof: Proof
    ) -> Session:
        """A new game from the sealed shuffle; `seat` is the answer to its question."""

    @abstractmethod
    def rules(self) -> tuple[Screen, ...]:
        """The rules in short, a screen each."""

    @abstractmethod
    def load(self, document: dict[str, object]) -> GameRecord:
        """The game that a record's document holds; RecordError says where it is wrong, and why."""

    @abstractmethod
    def as_dealt(self, document: dict[str, object], proof: Proof) -> Session:
        """The game of a sound document as it was dealt, before anything was entered."""

    def verify(self, record: GameRecord) -> Proof:
        """Check that the proof leads to all that was dealt and rolled, or raise ProofError."""
        proof = proof_in(record.extra)
        check_commitment(proof)
        try:
            play = self.deal(record.edition, record.names, record.seat, proof)
            for move in record.moves:
                play.apply(move)
        except RulesError as error:
            raise ProofError(f"proof: {error}") from None
        dealt = play.document()
        for key in self.dealt:
            if dealt[key] != record.content[key]:
                raise ProofError(f"proof: it deals other {key} than were played")
        return proof

    def perft(self, record: GameRecord, depth: int) -> int:
        """How many sequences of so many moves there are from here; chance ends a sequence."""
        if depth == 0 or not record.legal_moves:
            return int(depth == 0 or record.result is None)
        document = record.document()
        after = (
            self.load({**document, "moves": [*record.moves, move]}) for move in record.legal_moves
        )
        return sum(self.perft(position, depth - 1) for position in after)

    def from_codes(self, text: str) -> GameRecord:
        """The record that the lines of its QR codes hold."""
        raise RecordError(f"there are no codes of {self.title}")

    def random_game(
        self, edition: str, names: tuple[str, ...], proof: Proof, rng: Random
    ) -> GameRecord:
        """A whole game of players that choose at random."""
        play = self.deal(edition, names, rng.randrange(len(names)), proof)
        play_out(play, lambda seat: rng.choice(play.moves(seat)))
        return play.record()

    def robot(self, name: str, clock: Clock) -> Robot:
        """The robot of a level, or a yardstick; by `clock`, in seconds, it knows when to stop."""
        if name == RANDOM:
            return RandomRobot()
        raise KeyError(name)

    def coach(self) -> Coach | None:
        """Somebody who says what a move is worth, and why: for hints, and for looking back."""
        return None

    def review(self, play: Session) -> Iterator[Decision]:
        """What was decided in a game that is over: worked out while it is asked for."""
        coach = self.coach()
        if coach is not None:
            yield from Review(self, coach, play.record()).decisions()

    def to_json(self, view: object) -> object:
        """A seat's view as JSON has it, for robots that are programs of their own."""
        if not is_dataclass(view) or isinstance(view, type):
            raise TypeError(f"{self.title} has no way to tell a view")
        return asdict(view)

    def decks(self) -> Decks | None:
        """How to play it with a deck of one's own, if that can be."""
        return None

    def statistics(self) -> GameStatistics:
        return GameStatistics()

    def art(self, name: str) -> Image | None:
        """The drawing that a piece of its open table names, in colour on a transparent ground."""
        return None
