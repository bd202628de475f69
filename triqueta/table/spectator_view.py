"""The spectator view: everything public about a game, for a web page on a TV or a tablet.

A game's session makes it from the public view, and web pages draw it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from triqueta.screens.phrases import Text
from triqueta.table.names import robot_of

LOG_LINES = 8


# These are tuples because pages use them as dictionary keys, to find what they already sent.


class Piece(NamedTuple):
    """A piece on the table, and how many copies of it there are.

    `art` is the name of its drawing: of the symbol in the game's sheet of drawings, and of the
    picture that `GameUI.art` draws. `shadow` marks a piece with a dark rim.
    """

    art: str
    name: Text
    copies: int = 1
    shadow: bool = False


class Mark(StrEnum):
    """What a number of pieces means for its owner: nothing special, a complete or a spoilt set."""

    NONE = ""
    FULL = "full"
    SPOILT = "spoilt"


class PieceSet(NamedTuple):
    """A fixed place on a player's card: all pieces of one type, and what they score.

    `copies` is None for what is not counted, such as the total.
    """

    art: str
    name: Text
    copies: int | None
    points: int
    mark: Mark = Mark.NONE


class OpenRow(NamedTuple):
    """A row of pieces in the middle of the table.

    `taker` is the seat that has taken the row, and `pieces` are then what it took. `change` is how
    the row would change the points of the player to act, from what lies open, and `for_` says for
    whom that is.
    """

    label: Text
    pieces: tuple[Piece, ...] = ()
    note: Text | None = None
    number: int = 0
    taker: int | None = None
    change: int | None = None
    for_: Text = ""


class Gain(NamedTuple):
    """A change of points with its sign, and a label that says since when."""

    text: str
    label: Text


class OpenPlayer(NamedTuple):
    """A player as spectators see them: name, points and pieces.

    - `to_act` says whether it is this player's turn, and `out` whether they have left the round.
    - `score` are the points of what lies open, and `place` is their rank, if it is shown.
    - `sets` are the fixed places of their card, in the same order for all players.
    - `backs` are the pieces that lie face down, and `turned` those that were turned up at the end.
    - `tokens` are other things worth points.
    - `tag` says what they are doing, in a few words, and `tag_short` in one.
    """

    name: str
    points: Text = ""
    pieces: tuple[Piece, ...] = ()
    notes: tuple[Text, ...] = ()
    to_act: bool = False
    score: int | None = None
    sets: tuple[PieceSet, ...] = ()
    backs: tuple[Piece, ...] = ()
    tokens: tuple[Piece, ...] = ()
    out: bool = False
    tag: Text = ""
    tag_short: Text = ""
    gain: Gain | None = None
    place: int | None = None
    robot: bool = False
    turned: tuple[Piece, ...] = ()
    summary: Text = ""


class Round(NamedTuple):
    """The round that is played, as numbers and in words."""

    number: int
    of: int
    text: Text
    long: Text


class PilePetal(NamedTuple):
    """A petal of the pile: its number of tiles, and whether the top one has a dark back."""

    tiles: int
    shadow: bool


class OpenPile(NamedTuple):
    """The pile that is played."""

    petals: tuple[PilePetal, ...]
    left: int
    text: Text


class PileState(NamedTuple):
    """One of the piles: played already, played now, or still closed.

    `tiles` and `shadow` are how many tiles it began with, and how many of them are dark.
    """

    number: int
    state: str
    text: Text
    tree: bool
    tiles: int
    shadow: int


class LastMove(NamedTuple):
    """The last completed public move.

    `number` counts the moves, so that a page shows each move once. `before` is the move before it,
    in words. `kind` names the type of the move.
    """

    number: int
    seat: int
    text: Text
    kind: str
    before: Text = ""
    art: tuple[Piece, ...] = ()
    row: int | None = None


class Standing(NamedTuple):
    """The texts at the end of a round, and what comes next."""

    title: Text
    note: Text
    next: Text = ""
    next_lines: tuple[Text, ...] = ()


class RevealStep(NamedTuple):
    """A piece that is being turned up after the game.

    While it lies face down (`side` is "back"), nothing here may depend on its face.
    """

    seat: int
    name: str
    side: str
    title: Text
    note: Text
    number: int
    of: int
    corner: Text
    shadow: bool
    art: str | None = None
    copies: int = 0
    headline: Text = ""
    change: str = ""
    tone: str = ""
    before: int | None = None
    total: int | None = None
    points: Text = ""


class ScoreColumn(NamedTuple):
    """The column of a player in the final scores."""

    seat: int
    name: str
    place: int
    total: int
    won: bool


class ScoreLine(NamedTuple):
    """A line of the final scores, with a cell for each column."""

    art: str | None
    name: Text
    cells: tuple[PieceSet, ...]


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The final scores: a line for each category, and a column for each player.

    `head` and `lines` have them as texts. Games with a sheet of drawings also have `columns`, best
    first, and `table`, the same as numbers. `verdict` is a whole sentence; `headline` names the
    winners, `wins` says with how many points, and `detail` what for.
    """

    head: tuple[Text, ...]
    lines: tuple[tuple[Text, ...], ...]
    verdict: Text
    winners: tuple[int, ...] = ()
    headline: Text = ""
    wins: Text = ""
    detail: Text = ""
    columns: tuple[ScoreColumn, ...] = ()
    table: tuple[ScoreLine, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenReview:
    """A player's costliest decisions, one per line."""

    name: str
    lines: tuple[Text, ...]


class OpenPhase(StrEnum):
    """Where an evening is: setting up, in a round, between rounds, revealing, or at the end."""

    SETUP = "setup"
    PLAY = "play"
    ROUND = "round"
    REVEAL = "reveal"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class SpectatorView:
    """Everything that spectators see of a game.

    `rows` are the pieces in the middle of the table. `log` describes the last moves, the newest
    last. `phase` is where the evening is. `ask` says what the table waits for; it is longer than
    the title. The other parts are None where they don't apply.

    Set `score` only when the game is over and nothing is hidden any more. From then on spectators
    can download the record, which contains everything that was dealt.
    """

    title: Text
    note: Text = ""
    rows_title: Text = ""
    rows: tuple[OpenRow, ...] = ()
    players: tuple[OpenPlayer, ...] = ()
    log: tuple[Text, ...] = ()
    score: ScoreTable | None = None
    reviews: tuple[OpenReview, ...] = ()
    phase: OpenPhase = OpenPhase.PLAY
    ask: Text = ""
    round: Round | None = None
    pile: OpenPile | None = None
    piles: tuple[PileState, ...] = ()
    last: LastMove | None = None
    standing: Standing | None = None
    reveal: RevealStep | None = None


def marked(table: SpectatorView, robots: Mapping[int, str]) -> SpectatorView:
    """Return a spectator view with a note at each robot.

    `robots` maps each seat that a robot plays to its level.
    """
    if not robots:
        return table
    players = tuple(
        player._replace(notes=(robot_of(robots[seat]), *player.notes), robot=True)
        if seat in robots
        else player
        for seat, player in enumerate(table.players)
    )
    return replace(table, players=players)
