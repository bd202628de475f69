"""The complete game of Ettana as a library without dependencies.

>>> from triqueta.games.ettana.rules import Game, Pattern, PatternDeck, Setup, deal, next_chance
>>> layout, stream = deal(bytes(range(32)), players=3, cuts="1:3,2:5,3:1")
>>> deck = PatternDeck(tuple(Pattern(1, ("A" * (card // 9),)) for card in range(9, 45)), "lines")
>>> game = Game(Setup(("Ana", "Ben", "Chloé"), layout, deck))
>>> next_chance(game.position, stream)
'*3'
>>> game.play("*3")
>>> game.legal_moves
('@D1', '@C3', '@C4')
>>> game.play("@D1")
>>> game.to_act
1
"""

from triqueta.games.ettana.rules.chance import next_chance
from triqueta.games.ettana.rules.game import Game
from triqueta.games.ettana.rules.patterns import DeckError, Pattern, PatternDeck, Weave
from triqueta.games.ettana.rules.position import Outcome, Phase, Turn
from triqueta.games.ettana.rules.setup import Action, Layout, Setup, deal
from triqueta.games.ettana.rules.views import (
    PlayerView,
    SeatView,
    TableView,
    seat_view,
    table_view,
)
from triqueta.records.game import is_chance, perft
from triqueta.records.record import Record, verify

__all__ = [
    "Action",
    "DeckError",
    "Game",
    "Layout",
    "Outcome",
    "Pattern",
    "PatternDeck",
    "Phase",
    "PlayerView",
    "Record",
    "SeatView",
    "Setup",
    "TableView",
    "Turn",
    "Weave",
    "deal",
    "is_chance",
    "next_chance",
    "perft",
    "seat_view",
    "table_view",
    "verify",
]
