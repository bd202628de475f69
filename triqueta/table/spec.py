"""The three parts of a game: a spec, a model and a UI.

The spec is data, and every table loads it at start-up. It says where to find the model (rules,
session, robots) and the UI (scenes, drawings), which are imported on first use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

from triqueta.records.codes import Codec
from triqueta.records.game import AnyGame, Decks
from triqueta.records.shuffle import Proof
from triqueta.records.text import one_line
from triqueta.screens.dealing import DealingScreen
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen
from triqueta.table.coach import Coach
from triqueta.table.drawn_rules import DrawnRules
from triqueta.table.robots import RANDOM, Clock, Robot
from triqueta.table.session import AnySession, Session

if TYPE_CHECKING:
    from PIL.Image import Image

    from triqueta.table.scene import Scene
    from triqueta.table.table import Table


# Questions before a game.


@dataclass(frozen=True, slots=True)
class GameEdition:
    """An answer to the question "Which game?": a game, or one way to play it.

    `game_id` is the `GameSpec.id` of the game, and `name` names the edition in records. `label`
    and `detail` are the two lines of the answer. `players` are the possible numbers of players.
    `mark` follows the date of a game in the list of past games.
    """

    game_id: str
    name: str
    label: Text
    detail: Text
    players: range
    mark: Text = ""


@dataclass(frozen=True, slots=True)
class SeatQuestion:
    """A question that a game asks before the deal ("Who is the youngest?").

    The answer is one of the players. `help` is shown when the players ask for help. While the game
    is dealt, `chosen` tells a player what the answer means ("Ana starts."), and `again` says so
    when the same players play again and are not asked.
    """

    title: Text
    help: Text
    chosen: Callable[[str], Text] | None = None
    again: Callable[[str], Text] | None = None


@dataclass(frozen=True, slots=True)
class Tutorial:
    """A game for beginners, with hints and always the same deal.

    `secret` returns the secret of the deal for a number of players.
    """

    edition: GameEdition
    secret: Callable[[int], bytes]


# The spec.


@dataclass(frozen=True, kw_only=True)
class GameSpec:
    """The data of a game that the table needs at start-up: names, editions and robot levels.

    `model` and `ui` are the paths of its `GameModel` and `GameUI`, as "package.module:NAME".

    `identity` are the keys of a record by which the history recognizes a game without a proof.
    `proves` describes what `triqueta verify` has checked; "{cuts}" stands for the number of cuts.
    The names of record files end with `suffix` (by default ".ID.json"), and the lines of QR codes
    start with `code_prefix`.

    A robot level is the name of a robot that players can choose as an opponent.
    """

    id: str  # in lower case
    title: str
    about: Text  # a sentence that helps players choose the game, or one of its editions
    editions: tuple[GameEdition, ...]
    model: str
    ui: str
    identity: tuple[str, ...]
    proves: str = "deal: the secret and the players' cuts ({cuts}) give all that was dealt"
    aim: Text = ""  # a sentence on how to win, shown before a game; by default `about`
    suffix: str = ""
    code_prefix: str = ""
    record_version: int = 1
    seat_question: SeatQuestion | None = None
    tutorial: Tutorial | None = None
    robot_levels: tuple[str, ...] = ()  # weakest first
    deals_face_down: bool = False  # whether the players see nothing of the deal before they move
    quick_level: str = ""  # the best level that needs no thinking time; by default the weakest
    yardsticks: tuple[str, ...] = (RANDOM,)  # more robots, for `triqueta match` only
    has_decks: bool = False  # whether owners can write custom decks
    decks: Decks = field(default_factory=dict)  # the custom decks in use, by edition

    def __post_init__(self) -> None:
        for edition in self.editions:
            if edition.game_id != self.id:
                wrong = f"edition {edition.name!r} has the game_id {edition.game_id!r}"
                raise ValueError(f"{self.id}: {wrong}, not {self.id!r}")
        if self.quick_level and self.quick_level not in self.robot_levels:
            raise ValueError(f"{self.id}: quick_level {self.quick_level!r} is not a robot level")

    @property
    def record_format(self) -> str:
        """The format of the game's records, which `Setup.FORMAT` must equal."""
        return f"{self.id}-record/{self.record_version}"


# The model.

Counts: TypeAlias = Mapping[str, int]
"""The totals of one player over several games, by the names of `Game.counts`."""


@dataclass(frozen=True, slots=True)
class Bars:
    """A bar chart of counts per game.

    Each of `bars` is a label, a colour and the name of a count in `Game.counts`.
    """

    title: Text
    bars: tuple[tuple[Text, str, str], ...]


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """The statistics that a game adds to the number of games, the wins and the points.

    `columns` maps the title of each column to a function that returns a player's cell. The lines
    of `legend` explain the columns.
    """

    columns: Mapping[str, Callable[[Counts], object]] = field(default_factory=dict)
    legend: tuple[str, ...] = ()
    pictures: tuple[Bars, ...] = ()


class DeckReader(Protocol):
    """A reader for files with custom decks, written by the owner of the table."""

    def problems(self, content: bytes) -> Iterator[str]:
        """Yield a message for each problem in a file."""

    def pictures(self, content: bytes, width: int) -> Iterator[str]:
        """Yield lines of at most `width` characters that draw the cards of a valid file."""

    def read(self, content: bytes) -> Any:
        """Return the deck in a file, or raise RulesError if the file has a problem."""

    def edition(self, name: str) -> GameEdition:
        """Return the edition that is played with the deck of this name."""


G = TypeVar("G", bound=AnyGame)
P = TypeVar("P")
V = TypeVar("V")


def moves_account(game: AnyGame) -> Iterator[str]:
    """Yield the moves and then the scores, line by line: the default `GameModel.account`."""
    yield from game.moves
    yield ""
    yield from scores_account(game)


def scores_account(game: AnyGame) -> Iterator[str]:
    """Yield a line with the points of each player: the default `GameModel.score_lines`.

    An asterisk marks the winners. There are no lines while the game is not over.
    """
    outcome = game.outcome
    if outcome is not None:
        for seat, points in enumerate(outcome.scores):
            won = " *" * (seat in outcome.winners)
            yield f"{one_line(game.setup.players[seat])}: {points}{won}"


@dataclass(frozen=True, kw_only=True)
class GameModel(Generic[G, P, V]):
    """The part of a game without screens: rules, session, robots, coach and records.

    - `session` makes a session from a game and the proof of its shuffle.
    - `robots` has a function for each level and yardstick. The function makes the robot; its
      argument is a clock that tells the robot when to stop thinking.
    - `coach` makes the coach, if the game has one.
    - `account` yields the lines in which `triqueta replay` prints a game, and `score_lines` those
      for its scores.
    - `codec` writes games as QR codes.
    - `to_json` serializes a seat's view for robots that are separate programs.
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
    """Raise ValueError if a model does not match its spec.

    The record format must be the same, and the model must have a robot for each level.
    """
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
    """The part of a game that players see: scenes, rules and drawings.

    - `scene` returns the scene for the current state of a session, new or resumed.
    - `dealing` returns the picture of the deal at a moment between 0.0 (its start) and 1.0, with a
      line of text about who starts. By default it is a `DealingScreen`.
    - `rules` returns a summary of the rules as a sequence of screens.
    - `art` returns the drawing of a `Piece` for spectators, in colour on a transparent background,
      or None for an unknown name.
    - `sheet` is the SVG file with all pictures of the game as symbols, for web pages, or None. It
      has no `style` attributes, which the pages do not allow.
    - `drawn_rules` returns the rules for web pages, with drawings made of the sheet's symbols. By
      default, web pages show the texts of `rules`.
    """

    scene: Callable[[Table, T], Scene]
    dealing: Callable[[float, Text], Screen] = DealingScreen.at
    rules: Callable[[], tuple[Screen, ...]]
    art: Callable[[str], Image | None] = lambda _: None
    sheet: Path | None = None
    drawn_rules: Callable[[], DrawnRules] | None = None


AnyUI: TypeAlias = GameUI[Any]
