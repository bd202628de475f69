"""What the table shows of the history: the last games, and everybody's wins."""

from __future__ import annotations

import sqlite3
from itertools import islice

from triqueta.games import edition_of
from triqueta.journal.dates import shown_day
from triqueta.journal.summaries import Summary, last_finished, read_standings
from triqueta.table.past import LAST_GAMES, PastGame, PastGames, Score, Standing


def past_games(connection: sqlite3.Connection) -> PastGames:
    last = map(_past_game, islice(last_finished(connection), LAST_GAMES))
    return PastGames(tuple(last), _standings(connection))


def _past_game(game: Summary) -> PastGame:
    scores = [Score(*score) for score in game.scores()]
    ranking = game.result.ranking if game.result else ()
    best_first = tuple(scores[seat] for seat in ranking)
    edition = edition_of(game.game, game.edition)
    return PastGame(shown_day(game.date), edition.mark if edition else "", best_first)


def _standings(connection: sqlite3.Connection) -> tuple[Standing, ...]:
    standings = (Standing(*row) for row in read_standings(connection))
    return tuple(sorted(standings, key=lambda who: (-who.wins, who.games, who.name)))
