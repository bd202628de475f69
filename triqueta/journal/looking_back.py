"""What the table shows of the history: the last games, and everybody's wins, game by game."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from itertools import islice

from triqueta.games import GAMES, edition_of, game
from triqueta.journal.dates import shown_day
from triqueta.journal.file_errors import Notice, refuse
from triqueta.journal.summaries import Count, Summary, last_finished, read_standings
from triqueta.screens.phrases import Text
from triqueta.table.past_games import LAST_GAMES, GameWins, PastGame, PastGames, Score, Standing
from triqueta.table.robot_words import robot_of


def past_games(connection: sqlite3.Connection, notice: Notice = refuse) -> PastGames:
    last = map(_past_game, islice(last_finished(connection, notice), LAST_GAMES))
    counts = tuple(read_standings(connection, notice))
    people = [count for count in counts if not count.with_robots]
    with_robots = [count for count in counts if count.with_robots]
    return PastGames(tuple(last), _by_game(people), _by_game(with_robots))


def _past_game(summary: Summary) -> PastGame:
    scores = [
        Score(_name(summary, seat), points, has_won)
        for seat, (_, points, has_won) in enumerate(summary.scores())
    ]
    ranking = summary.result.ranking if summary.result else ()
    best_first = tuple(scores[seat] for seat in ranking)
    edition = edition_of(summary.game, summary.edition)
    return PastGame(shown_day(summary.date), edition.mark if edition else "", best_first)


def _name(summary: Summary, seat: int) -> Text:
    return robot_of(summary.robots[seat]) if seat in summary.robots else summary.players[seat]


def _by_game(counts: Iterable[Count]) -> tuple[GameWins, ...]:
    """Of each game that was finished, the house's own first, guests that have left last."""
    found: dict[str, list[Count]] = {name: [] for name in GAMES}
    for count in sorted(counts, key=lambda count: (-count.wins, count.games, count.who)):
        found.setdefault(count.game, []).append(count)
    return tuple(
        GameWins(name, _mark_of(name), tuple(map(_standing, players)))
        for name, players in found.items()
        if players
    )


def _mark_of(name: str) -> Text:
    """What tells a game from the house's own."""
    return game(name).editions[0].mark if name in GAMES else name


def _standing(count: Count) -> Standing:
    return Standing(robot_of(count.who) if count.is_robot else count.who, count.games, count.wins)
