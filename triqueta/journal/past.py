"""What the table shows of the history: the last games, and everybody's wins."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable
from typing import Any

from triqueta.journal.games import SavedGame, read_games
from triqueta.table.past import LAST_GAMES, PastGame, PastGames, Standing


def past_games(connection: sqlite3.Connection) -> PastGames:
    finished = [saved for saved in read_games(connection) if "result" in saved.document]
    finished.sort(key=lambda saved: (saved.date, saved.number), reverse=True)
    last = (past for saved in finished[:LAST_GAMES] if (past := _past_game(saved)) is not None)
    return PastGames(tuple(last), _standings(finished))


def _past_game(saved: SavedGame) -> PastGame | None:
    game = saved.record.game
    if game.outcome is None:
        return None
    date = saved.date[:10] or "????-??-??"
    return PastGame(date, game.setup.edition, game.setup.players, game.outcome)


def _standings(finished: Iterable[SavedGame]) -> tuple[Standing, ...]:
    """Counted from the documents alone: to replay years of games would take its time."""
    games: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    for saved in finished:
        document: Any = saved.document
        games.update(document["players"])
        wins.update(document["players"][seat] for seat in document["result"]["winners"])
    most_wins_first = sorted(games, key=lambda name: (-wins[name], games[name], name))
    return tuple(Standing(name, games[name], wins[name]) for name in most_wins_first)
