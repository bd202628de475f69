"""What the table shows of the history: the last games, and everybody's wins."""

from __future__ import annotations

import sqlite3
from itertools import islice

from triqueta.games import edition_of
from triqueta.journal.dates import shown_day
from triqueta.journal.summaries import (
    Summary,
    last_finished,
    read_standings,
    read_standings_with_robots,
)
from triqueta.screens.phrases import Text
from triqueta.table.past_games import LAST_GAMES, PastGame, PastGames, Score, Standing
from triqueta.table.robot_words import robot_of


def past_games(connection: sqlite3.Connection) -> PastGames:
    last = map(_past_game, islice(last_finished(connection), LAST_GAMES))
    return PastGames(tuple(last), _standings(connection), _with_robots(connection))


def _past_game(game: Summary) -> PastGame:
    scores = [
        Score(_name(game, seat), points, has_won)
        for seat, (_, points, has_won) in enumerate(game.scores())
    ]
    ranking = game.result.ranking if game.result else ()
    best_first = tuple(scores[seat] for seat in ranking)
    edition = edition_of(game.game, game.edition)
    return PastGame(shown_day(game.date), edition.mark if edition else "", best_first)


def _name(game: Summary, seat: int) -> Text:
    return robot_of(game.robots[seat]) if seat in game.robots else game.players[seat]


def _with_robots(connection: sqlite3.Connection) -> tuple[Standing, ...]:
    rows = list(read_standings_with_robots(connection))
    rows.sort(key=lambda row: (-row[3], row[2], row[0]))
    return tuple(
        Standing(robot_of(who) if is_robot else who, games, wins)
        for who, is_robot, games, wins in rows
    )


def _standings(connection: sqlite3.Connection) -> tuple[Standing, ...]:
    rows = sorted(read_standings(connection), key=lambda row: (-row[2], row[1], row[0]))
    return tuple(Standing(*row) for row in rows)
