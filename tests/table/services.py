"""The services of a table in tests."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_bytes

from triqueta.games import installed_games
from triqueta.table.past_games import PastGames
from triqueta.table.state import Services


def services(
    new_secret: Callable[[], bytes] = lambda: bytes(32),
    past_games: Callable[[], PastGames] = PastGames,
) -> Services:
    return Services(
        games=installed_games(),
        new_secret=new_secret,
        new_seat_key=token_bytes,
        past_games=past_games,
    )
