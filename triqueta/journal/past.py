"""What the table shows of the history: the last games, and everybody's wins."""

from __future__ import annotations

import sqlite3
from collections import Counter

from triqueta.journal.games import SavedGame, read_games
from triqueta.rules import Record
from triqueta.table.past import LAST_GAMES, PastGame, PastGames, Standing


def past_games(connection: sqlite3.Connection) -> PastGames:
    last: list[PastGame] = []
    games: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    for saved in read_games(connection):
        document = saved.document
        result, names = document.get("result"), document.get("players")
        if not isinstance(result, dict) or not isinstance(names, list):
            continue  # it was not finished
        games.update(names)
        wins.update(names[seat] for seat in result["winners"])
        if len(last) < LAST_GAMES:
            last += _past_game(saved)
    most_wins_first = sorted(games, key=lambda name: (-wins[name], games[name], name))
    standings = tuple(Standing(name, games[name], wins[name]) for name in most_wins_first)
    return PastGames(tuple(last), standings)


def _past_game(saved: SavedGame) -> list[PastGame]:
    record = saved.record
    game = record.game
    if game.outcome is None:
        return []
    return [PastGame(day_of(record), game.setup.edition, game.setup.players, game.outcome)]


def day_of(record: Record) -> str:
    """When it was played, as far as the record tells."""
    return str(record.extra.get("date", ""))[:10] or "????-??-??"
