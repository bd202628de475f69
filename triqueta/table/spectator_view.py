"""The table in the open: all that everybody may see, for a screen on the wall.

A game makes it of what is public, in the same words as its screens; pages draw it as large as
they like.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from triqueta.screens.phrases import Text
from triqueta.table.names import robot_of

LOG_LINES = 8


# Tuples, since pages look up by them what they were sent before.


class Piece(NamedTuple):
    """A piece on the table, and how many copies lie there; `art` names its drawing in the game."""

    art: str
    name: Text
    copies: int = 1


class OpenRow(NamedTuple):
    """Pieces that lie together in the middle of the table."""

    label: Text
    pieces: tuple[Piece, ...] = ()
    note: Text | None = None


class OpenPlayer(NamedTuple):
    """What everybody sees in front of a player."""

    name: str
    points: Text = ""
    pieces: tuple[Piece, ...] = ()
    notes: tuple[Text, ...] = ()
    to_act: bool = False


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """How a game has ended: a line for each thing that scores, a column for each player."""

    head: tuple[Text, ...]
    lines: tuple[tuple[Text, ...], ...]
    verdict: Text


@dataclass(frozen=True, slots=True)
class OpenReview:
    """A player's costliest decisions, a line each."""

    name: str
    lines: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class SpectatorView:
    """What lies open; the `log` tells the last moves, the newest last.

    There is a `score` once the game is over and nothing is hidden any more: from then on its
    record may be had, with everything that was dealt.
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
    """The same, with a note at each robot; `robots` are their seats and levels."""
    if not robots:
        return table
    players = tuple(
        player._replace(notes=(robot_of(robots[seat]), *player.notes))
        if seat in robots
        else player
        for seat, player in enumerate(table.players)
    )
    return replace(table, players=players)
