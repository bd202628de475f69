"""What a game brings to the table: a spec, a model and a UI.

The spec is data, and is loaded with the table. The model (rules, session, robots) and the UI
(scenes, drawings) are imported when they are first needed; the spec says where they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

from triqueta.records.codes import Codec
from triqueta.records.game import AnyGame, Decks
from triqueta.records.shuffle import Proof
from triqueta.records.text import one_line
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen
from triqueta.table.coach import Coach
from triqueta.table.robots import RANDOM, Clock, Robot
from triqueta.table.session import AnySession, Session

if TYPE_CHECKING:
    from PIL.Image import Image

    from triqueta.table.scene import Scene
    from triqueta.table.table import Table


# What is asked before a game.


@dataclass(frozen=True, slots=True)
class GameEdition:
    """One answer to the question "Which game?": a game, or a way to play it.

    `name` is what a record calls it, `again` the answer for the players of last time, and `mark`
    what a list of games adds to the date of one.
    """

    game_id: str
    name: str
    label: Text
    detail: Text
    again: Text
    players: range
    mark: Text = ""


@dataclass(frozen=True, slots=True)
class SeatQuestion:
    """A question before the deal, whose answer is one of the players."""

    title: Text
    help: Text


@dataclass(frozen=True, slots=True)
class Tutorial:
    """A first game: its edition, and the secret that deals the same for a number of players."""

    edition: GameEdition
    secret: Callable[[int], bytes]


# The spec.


@dataclass(frozen=True, kw_only=True)
class GameSpec:
    """A game that can be played at this table: names, editions and levels.

    `model` and `ui` say where its `GameModel` and `GameUI` are, as "package.module:NAME".
    `identity` are the keys of a record that tell two games without a proof apart. `proves` says
    what `triqueta verify` has checked, and how far; {cuts} is the number of cuts. Files of records
    end with `suffix` (by default ".ID.json"), and lines of QR codes begin with `code_prefix`.
    """

    id: str  # small letters
    title: str
    about: Text  # a sentence that helps to choose it, or one of its editions
    editions: tuple[GameEdition, ...]
    model: str
    ui: str
    identity: tuple[str, ...]
    proves: str = "deal: the secret and the players' cuts ({cuts}) give all that was dealt"
    suffix: str = ""
    code_prefix: str = ""
    record_version: int = 1
    seat_question: SeatQuestion | None = None
    tutorial: Tutorial | None = None
    robot_levels: tuple[str, ...] = ()  # weakest first
    quick_level: str = ""  # the best level that chooses at once; without it, the weakest
    yardsticks: tuple[str, ...] = (RANDOM,)  # robots to measure others by
    has_decks: bool = False  # whether owners may write decks of their own
    decks: Decks = field(default_factory=dict)  # owners' decks in use, by edition

    def __post_init__(self) -> None:
        for edition in self.editions:
            if edition.game_id != self.id:
                wrong = f"edition {edition.name!r} is of the game {edition.game_id!r}"
                raise ValueError(f"{self.id}: {wrong}, not {self.id!r}")
        if self.quick_level and self.quick_level not in self.robot_levels:
            raise ValueError(f"{self.id}: quick_level {self.quick_level!r} is not a robot level")

    @property
    def record_format(self) -> str:
        return f"{self.id}-record/{self.record_version}"


# The model.

Counts: TypeAlias = Mapping[str, int]
"""What one player's games add up to, by the names of `Game.counts`."""


@dataclass(frozen=True, slots=True)
class Bars:
    """A chart of some counts per game: each bar has a label, a colour and a count's name."""

    title: Text
    bars: tuple[tuple[Text, str, str], ...]


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """What a game's statistics have besides games, wins and points.

    `columns` has the title of each column and a function for its cells; `legend` explains them.
    """

    columns: Mapping[str, Callable[[Counts], object]] = field(default_factory=dict)
    legend: tuple[str, ...] = ()
    pictures: tuple[Bars, ...] = ()


class DeckReader(Protocol):
    """Reads decks that owners have written in files."""

    def problems(self, content: bytes) -> Iterator[str]:
        """Return everything that is wrong with a file."""

    def pictures(self, content: bytes, width: int) -> Iterator[str]:
        """Return the cards of a sound file, drawn in lines of `width` letters."""

    def read(self, content: bytes) -> Any:
        """Return the deck; RulesError if there is a problem."""

    def edition(self, name: str) -> GameEdition:
        """Return the edition that is played with the deck of this name."""


G = TypeVar("G", bound=AnyGame)
P = TypeVar("P")
V = TypeVar("V")


def moves_account(game: AnyGame) -> Iterator[str]:
    """Return the moves and the score, line by line, for games without an account of their own."""
    yield from game.moves
    yield ""
    yield from scores_account(game)


def scores_account(game: AnyGame) -> Iterator[str]:
    """Return each player's points, line by line; an asterisk marks the winners."""
    outcome = game.outcome
    if outcome is not None:
        for seat, points in enumerate(outcome.scores):
            won = " *" * (seat in outcome.winners)
            yield f"{one_line(game.setup.players[seat])}: {points}{won}"


@dataclass(frozen=True, kw_only=True)
class GameModel(Generic[G, P, V]):
    """A game without anything to see: rules, session, robots, coach and records.

    `robots` makes the robot of each level and yardstick with a clock, by which it knows when to
    stop. `account` tells a whole game for persons, line by line, and `score_lines` how it ended.
    `to_json` returns a seat's view for robots that are separate programs.
    """

    game: type[G]
    session: Callable[[G, Proof], Session[G, P, V]] = Session
    robots: Mapping[str, Callable[[Clock], Robot[V]]] = field(default_factory=dict)
    coach: Callable[[], Coach[V]] | None = None
    account: Callable[[G], Iterator[str]] = moves_account
    score_lines: Callable[[G], Iterator[str]] = scores_account
    statistics: GameStatistics = field(default_factory=GameStatistics)
    codec: Codec[G] | None = None
    to_json: Callable[[V], object] = asdict  # type: ignore[assignment]
    deck_reader: DeckReader | None = None


AnyModel: TypeAlias = GameModel[Any, Any, Any]


def check_model(spec: GameSpec, model: AnyModel) -> None:
    """Raise ValueError if a model does not have what the spec of its game promises."""
    found = model.game.SETUP.FORMAT
    if found != spec.record_format:
        raise ValueError(f"{spec.id}: Setup.FORMAT is {found!r}, not {spec.record_format!r}")
    for level in (*spec.robot_levels, *spec.yardsticks):
        if level != RANDOM and level not in model.robots:
            raise ValueError(f"{spec.id}: the model has no robot {level!r}")


# The UI.

T = TypeVar("T", bound=AnySession)


@dataclass(frozen=True, kw_only=True)
class GameUI(Generic[T]):
    """What people see of a game.

    `scene` is where a session stands, new or interrupted, and `opening` how a new one begins.
    `rules` are the rules in short, a screen each. `art` draws a piece of the spectators' view in
    colour on a transparent ground; it returns None for a name it does not know.
    """

    scene: Callable[[Table, T], Scene]
    opening: Callable[[Table, T], Scene] | None = None
    rules: Callable[[], tuple[Screen, ...]]
    art: Callable[[str], Image | None] = lambda _: None


AnyUI: TypeAlias = GameUI[Any]
