"""The complete game of Zatre as a library without dependencies.

>>> from triqueta.games.zatre.rules import Game, Setup, deal, table_view
>>> opening, bag = deal(bytes(range(32)), players=3, cuts="1:3,2:5,3:1")
>>> game = Game(Setup(("Ana", "Ben", "Chloé"), opening, bag))
>>> opening, game.to_act, game.hands[0]
(('615',), 0, (6, 6, 4))
>>> table_view(game).turn({"H8": 6}).obstacle.reason
'the 6 left in the hand fits G8'
>>> game.play("G8=4 H8=6 H9=6")
>>> game.blocks[0].rows
(BlockRow(cross=True, ten=1, eleven=0, twelve=4, bonus=0),)
>>> game.to_act
1
"""

from triqueta.games.zatre.rules.board import TileLine
from triqueta.games.zatre.rules.game import Game
from triqueta.games.zatre.rules.legal_turns import legal_turns, some_legal_turns
from triqueta.games.zatre.rules.score import (
    Block,
    BlockRow,
    Cell,
    Column,
    FinalBlock,
    Outcome,
    Scored,
)
from triqueta.games.zatre.rules.setup import Drawing, Setup, deal
from triqueta.games.zatre.rules.turn import Fault, Obstacle, TurnPlayed, TurnSoFar
from triqueta.games.zatre.rules.views import PlayerView, TableView, table_view
from triqueta.records.game import perft
from triqueta.records.record import Record, verify

__all__ = [
    "Block",
    "BlockRow",
    "Cell",
    "Column",
    "Drawing",
    "Fault",
    "FinalBlock",
    "Game",
    "Obstacle",
    "Outcome",
    "PlayerView",
    "Record",
    "Scored",
    "Setup",
    "TableView",
    "TileLine",
    "TurnPlayed",
    "TurnSoFar",
    "deal",
    "legal_turns",
    "perft",
    "some_legal_turns",
    "table_view",
    "verify",
]
