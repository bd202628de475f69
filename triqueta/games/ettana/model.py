"""What Ettana is made of, without anything to see."""

from __future__ import annotations

from operator import itemgetter

from triqueta.games.ettana.account import account_of
from triqueta.games.ettana.decks import PatternDeckReader
from triqueta.games.ettana.robots.levels import LEVELS
from triqueta.games.ettana.rules import Game, SeatView, TableView
from triqueta.games.ettana.rules.codes import Codec
from triqueta.games.ettana.session import EttanaSession
from triqueta.games.ettana.words import say
from triqueta.table.robots import without_clock
from triqueta.table.spec import Bars, GameModel, GameStatistics

STATISTICS = GameStatistics(
    columns={
        "patterns": itemgetter("patterns"),
        "points": itemgetter("victories"),
        "swaps": itemgetter("swaps"),
    },
    legend=(
        "patterns: cards claimed; points: victory points laid open",
        "swaps: of two threads, free, bought or by a card",
    ),
    pictures=(
        Bars(
            say("Per game: patterns, victory points and swaps"),
            (
                (say("patterns"), "#2e7d32", "patterns"),
                (say("victory points"), "#c9a227", "victories"),
                (say("swaps"), "#1565c0", "swaps"),
            ),
        ),
    ),
)

MODEL = GameModel[Game, TableView, SeatView](
    game=Game,
    session=EttanaSession,
    robots=without_clock(LEVELS),
    account=account_of,
    statistics=STATISTICS,
    codec=Codec(),
    deck_reader=PatternDeckReader(),
)
