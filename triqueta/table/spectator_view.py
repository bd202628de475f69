"""The spectator view: everything public about a game, for a web page on a TV or a tablet.

A game's session makes it from the public view, and web pages draw it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from triqueta.screens.phrases import Text
from triqueta.table.names import robot_of

LOG_LINES = 8


# These are tuples because pages use them as dictionary keys, to find what they already sent.


class Piece(NamedTuple):
    """A piece on the table, and how many copies of it there are.

    `art` is the name of its drawing, which `GameUI.art` draws.
    """

    art: str
    name: Text
    copies: int = 1


class OpenRow(NamedTuple):
    """A row of pieces in the middle of the table."""

    label: Text
    pieces: tuple[Piece, ...] = ()
    note: Text | None = None


class OpenPlayer(NamedTuple):
    """A player as spectators see them: name, points and pieces.

    `to_act` says whether it is this player's turn.
    """

    name: str
    points: Text = ""
    pieces: tuple[Piece, ...] = ()
    notes: tuple[Text, ...] = ()
    to_act: bool = False


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The final scores: a line for each category, and a column for each player."""

    head: tuple[Text, ...]
    lines: tuple[tuple[Text, ...], ...]
    verdict: Text


@dataclass(frozen=True, slots=True)
class OpenReview:
    """A player's costliest decisions, one per line."""

    name: str
    lines: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class SpectatorView:
    """Everything that spectators see of a game.

    `rows` are the pieces in the middle of the table. `log` describes the last moves, the newest
    last.

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


def marked(table: SpectatorView, robots: Mapping[int, str]) -> SpectatorView:
    """Return a spectator view with a note at each robot.

    `robots` maps each seat that a robot plays to its level.
    """
    if not robots:
        return table
    players = tuple(
        player._replace(notes=(robot_of(robots[seat]), *player.notes))
        if seat in robots
        else player
        for seat, player in enumerate(table.players)
    )
    return replace(table, players=players)
