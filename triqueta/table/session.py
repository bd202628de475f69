"""A game as the house knows it: what can be chosen, and what is being played.

The house knows no game by name. It asks the games of this table what can be played, has one
dealt, and stands in the rooms that the game brings along. All that a game has to be besides,
for the journal and for the commands, is in `triqueta.games.api`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from PIL.Image import Image

from triqueta.records.errors import RulesError
from triqueta.records.record import GameRecord
from triqueta.records.shuffle import Proof
from triqueta.screens.phrases import Text, say
from triqueta.screens.screen import Screen
from triqueta.table.coach import Coach, Decision
from triqueta.table.spectator_view import OpenPlayer, ScoreTable, SpectatorView

if TYPE_CHECKING:
    from triqueta.table.scene import Scene
    from triqueta.table.table import Table


UNDO = "undo"
"""The entry that takes the last move back, in every game."""

# The entries of a tutorial, in every game.
TUTORIAL = "tutorial"  # the first of all: it is one
HINT = "hint"  # with its name, and the seat at whose own station it was read
NO_HINTS = "hints off"  # nobody wants any more

ROBOT = "robot"
"""The entry that says that a robot plays, in every game: with its seat, and its level."""

COACH = "coach"
"""The entry that whoever is to act may ask for a hint, in every game."""


@dataclass(frozen=True, slots=True)
class GameEdition:
    """One answer to the question which game it shall be: a game, or a way to play it.

    `name` is what a record calls it, `again` what it is called for the players of last time,
    `mark` what a list of games adds to the date of one.
    """

    game: str
    name: str
    label: Text
    detail: Text
    again: Text
    players: range
    mark: Text = ""


@dataclass(frozen=True, slots=True)
class SeatQuestion:
    """What a game asks before it is dealt; the answer is one of the players."""

    title: Text
    help: Text


@dataclass(frozen=True, slots=True)
class Tutorial:
    """A first game: which edition, and the secret that deals the same to so many each time."""

    edition: GameEdition
    secret: Callable[[int], bytes]


@dataclass(frozen=True, slots=True)
class Hint:
    """What a beginner is told, once, where a seat decides; everybody may read it.

    `corner` says which of how many it is.
    """

    name: str
    seat: int
    text: Text
    corner: Text = ""

    def read_by(self, viewer: int | None) -> str:
        """The entry that it was read at a seat's own station, or by those at the table."""
        return f"{HINT} {self.name}" if viewer is None else f"{HINT} {self.name} {viewer}"


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """What a robot is to think about: all that it gets, but for a clock.

    `id` tells it from every other; from the same `seed` the same random numbers come. Neither the
    secret of the shuffle nor the seed of another thought can be worked out from a seed.
    """

    id: str
    game: str
    level: str
    view: object  # of its seat
    moves: tuple[str, ...]
    seed: str


class Session(ABC):
    """A running game.

    All that has happened to it is its entries: moves, and notes such as that somebody has
    looked. Everything else follows from them, so an interrupted game is the same again once its
    entries have been read. `names` are the players in the order of their seats, `proof` is what
    its sealed shuffle will be proved by.
    """

    game: str  # its id

    def __init__(self, names: tuple[str, ...], proof: Proof) -> None:
        self.names = names
        self.proof = proof
        self.entries: list[str] = []
        self.has_coach = False
        self.robots: dict[int, str] = {}  # their seats, and of which level they are
        self.last_player: int | None = None  # the seat that the last entry was of

    def apply(self, entry: str) -> None:
        """Let happen what an entry says, and note it; or raise RulesError and change nothing."""
        if entry == COACH:
            self.has_coach = True
        elif entry.startswith(f"{ROBOT} "):
            self._seat_robot(entry)
        elif not _is_of_tutorial(entry):
            last_player = self.current_player
            self._apply(entry)
            self.last_player = last_player
        self.entries.append(entry)

    def _seat_robot(self, entry: str) -> None:
        _, seat, level = entry.split(" ", 2)
        if int(seat) not in range(len(self.names)):
            raise RulesError(f"{entry}: there is no such seat")
        self.robots[int(seat)] = level

    @abstractmethod
    def _apply(self, entry: str) -> None:
        """What an entry does: called by `enter` alone."""

    @property
    def over(self) -> bool:
        """Whether nothing is left to play."""
        return self.current_player is None

    @property
    @abstractmethod
    def current_player(self) -> int | None:
        """The seat the table waits for; None when it is over."""

    @abstractmethod
    def may_undo(self, seat: int | None) -> bool:
        """Whether a seat, or anybody at the table station, may enter UNDO now.

        Only what has shown nothing new to anyone can be taken back, until the next player acts.
        """

    @abstractmethod
    def view(self, seat: int | None) -> object:
        """What a seat may know, or everybody: the only thing that rooms and robots see."""

    @abstractmethod
    def moves(self, seat: int) -> tuple[str, ...]:
        """The moves that a seat may make now."""

    def chance(self) -> str | None:
        """What chance does next, to be entered like a move; None while it is a player's turn.

        It comes from the sealed shuffle, so it is the same however often it is asked for, and
        after a power cut. Nobody is to be shown it before it is entered.
        """
        return None

    def pending_ack(self, seat: int) -> str | None:
        """What has to be entered for a seat before it has moves, and is none: that it looked, say.

        Whoever plays without people enters it at once.
        """
        return None

    @property
    def is_tutorial(self) -> bool:
        """Whether its deal was known before: then it is no fair game, and not remembered."""
        return self.entries[:1] == [TUTORIAL]

    def hints(self) -> tuple[Hint, ...]:
        """What beginners may be told at this moment, made of what is public alone."""
        return ()

    def hint_for(self, viewer: int | None) -> Hint | None:
        """The first that was not read yet at a seat's own station, or by those at the table."""
        if not self.is_tutorial or NO_HINTS in self.entries:
            return None
        unread = (hint for hint in self.hints() if hint.read_by(viewer) not in self.entries)
        return next(unread, None)

    def describe_last_move(self) -> Text | None:
        """What the last entry was, in words that everybody may read: no more than that may.

        It is told of robots, for a moment. A game says it in words of its own, and nothing where
        something is still to come of it, or nobody else is to know.
        """
        if self.last_player is None or self.entries[-1] == UNDO:
            return None
        return say("{name} has made a move", name=self.names[self.last_player])

    def extra(self) -> dict[str, object]:
        """What its record says besides the game: who is a robot, if anybody is, and its proof."""
        levels = [self.robots.get(seat) for seat in range(len(self.names))]
        robots: dict[str, object] = {"robots": levels} if self.robots else {}
        return {**robots, "proof": self.proof.document()}

    @abstractmethod
    def record(self, *, with_moves: bool = True) -> GameRecord:
        """Return the record of the game so far, or of how it was dealt, with all that is `extra`.

        It stays as it is when the game goes on.
        """

    def document(self, *, with_moves: bool = True) -> dict[str, object]:
        """Return the document of the record."""
        return self.record(with_moves=with_moves).document()

    # At the table.

    @abstractmethod
    def scene(self, table: Table) -> Scene:
        """Where the game stands, be it new or interrupted."""

    def opening(self, table: Table) -> Scene:
        """How a game that was just dealt begins."""
        return self.scene(table)

    @abstractmethod
    def interrupted(self) -> Text:
        """Where it was interrupted, as a title."""

    def spectator_view(self) -> SpectatorView:
        """What pages for everybody show besides the table station: no more than that may.

        A game with more to show makes it of its public view alone.
        """
        players = tuple(
            OpenPlayer(name, to_act=seat == self.current_player)
            for seat, name in enumerate(self.names)
        )
        if self.current_player is None:
            over = say("The game is over.")
            return SpectatorView(over, players=players, score=ScoreTable((), (), over))
        return SpectatorView(
            say("{name}'s turn", name=self.names[self.current_player]), players=players
        )


def _is_of_tutorial(entry: str) -> bool:
    return entry in (TUTORIAL, NO_HINTS) or entry.startswith(f"{HINT} ")


class Games(Protocol):
    """The games of this table."""

    @property
    def editions(self) -> Sequence[GameEdition]:
        """All that can be played, the house's own game first."""

    def about(self, game: str) -> Text:
        """What helps to choose it, or among its editions."""

    def seat_question(self, game: str) -> SeatQuestion | None:
        """What a game asks once the players are known."""

    def tutorial(self) -> Tutorial | None:
        """A first game with hints, if one of them has such."""

    def coach(self, game: str) -> Coach | None:
        """Who tells what may be done, and what it is worth; not every game has somebody."""

    def review(self, play: Session) -> Iterator[Decision]:
        """What was decided in a game that is over: worked out while it is asked for."""

    def robot_levels(self, game: str) -> tuple[str, ...]:
        """Of the robots that one can play with, weakest first."""

    def load_robots(self, game: str) -> None:
        """Load everything that the robots of a game need, so that no move waits for it."""

    def think(self, request: MoveRequest, clock: Callable[[], float]) -> str:
        """The move that a robot chooses; it may take its time, by a clock in seconds."""

    def fallback(self, request: MoveRequest) -> MoveRequest:
        """The same for a robot that takes no time, as good as that goes."""

    def deal(
        self, game: str, edition: str, names: tuple[str, ...], seat: int | None, proof: Proof
    ) -> Session:
        """A new game from the sealed shuffle; `seat` is the answer to the game's question."""

    @property
    def titles(self) -> Mapping[str, str]:
        """What each game is called, by its id, the house's own first."""

    def rules(self, game: str) -> tuple[Screen, ...]:
        """The rules in short, a screen each."""

    def suffix(self, game: str) -> str:
        """What the files of a game's records end with."""

    def art(self, game: str, piece: str) -> Image | None:
        """The drawing of a piece of a game's open table; None if there is none."""
