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

from triqueta.games.ettana.rules.action_cards import Action
from triqueta.games.ettana.rules.chance import is_chance, next_chance
from triqueta.games.ettana.rules.dealt_layout import deal
from triqueta.games.ettana.rules.game import Game
from triqueta.games.ettana.rules.pattern_deck import DeckError, PatternDeck
from triqueta.games.ettana.rules.patterns import Pattern, Weave
from triqueta.games.ettana.rules.phases import Phase
from triqueta.games.ettana.rules.position import Turn
from triqueta.games.ettana.rules.record import Record
from triqueta.games.ettana.rules.score import Outcome
from triqueta.games.ettana.rules.setup import Layout, Setup
from triqueta.games.ettana.rules.verifying import check_chance
from triqueta.games.ettana.rules.views import (
    PlayerView,
    SeatView,
    TableView,
    seat_view,
    table_view,
)
from triqueta.records.perft import perft

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
    "check_chance",
    "deal",
    "is_chance",
    "next_chance",
    "perft",
    "seat_view",
    "table_view",
]
