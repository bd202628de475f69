"""The statistics of a game as charts, for pages that draw them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence

from triqueta.games import GAMES as GAMES_OF_THIS_TABLE
from triqueta.games import game
from triqueta.games.seam import Bars
from triqueta.journal.file_errors import Notice, refuse
from triqueta.journal.statistics import PlayerStatistics, statistics_of
from triqueta.journal.summaries import read_summaries
from triqueta.table.charts import (
    AVERAGE,
    BEST,
    GAMES,
    MOST_PLAYERS,
    POINTS,
    WINS,
    WINS_OF_GAMES,
    Chart,
    Series,
)
from triqueta.table.robot_words import robot_of

_PALE, _GREEN, _BLUE = "#b9ac8e", "#4f7942", "#3b6ea5"


def charts(
    connection: sqlite3.Connection,
    name: str,
    *,
    with_robots: bool = False,
    notice: Notice = refuse,
) -> tuple[Chart, ...]:
    """Of the finished games of one kind, with robots or without; none if there are none."""
    summaries = (summary for _, summary in read_summaries(connection, notice))
    found = statistics_of(name, summaries, with_robots=with_robots)
    players = found.players[:MOST_PLAYERS]
    if not players or name not in GAMES_OF_THIS_TABLE:
        return ()
    return tuple(_charts(players, game(name).statistics().pictures))


def _charts(players: Sequence[PlayerStatistics], pictures: Sequence[Bars]) -> Iterator[Chart]:
    names = tuple(robot_of(who.name) if who.is_robot else who.name for who in players)
    games = Series(GAMES, _PALE, tuple(player.games for player in players))
    wins = Series(WINS, _GREEN, tuple(player.wins for player in players))
    yield Chart(WINS_OF_GAMES, names, (games, wins))
    average = tuple(player.average for player in players)
    best = tuple(player.best for player in players)
    points = Series(AVERAGE, _BLUE, average), Series(BEST, _GREEN, best)
    yield Chart(POINTS, names, points)
    for picture in pictures:
        series = (
            Series(label, colour, tuple(who.counts[count] / who.games for who in players))
            for label, colour, count in picture.bars
        )
        yield Chart(picture.title, names, tuple(series))
