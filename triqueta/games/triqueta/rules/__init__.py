"""The complete game of Triqueta, base and expansion, as a library without dependencies.

>>> import secrets
>>> from triqueta.games.triqueta.rules import Edition, Game, Setup, deal, seat_view
>>> piles = deal(secrets.token_bytes(32), Edition.BASE, players=3, cuts="1:3,2:5")
>>> game = Game(Setup(Edition.BASE, ("Ana", "Ben", "Chloé"), rock=0, piles=piles))
>>> game.legal_moves
('d1', 'd2', 'd3', 'd4', 'd5', 't1', 't2', 't3')
>>> game.play("d3")
>>> len(seat_view(game, 0).drawn), seat_view(game, 1).drawn
(1, '')
>>> game.play("r2")
>>> game.to_act
1
"""

from triqueta.games.triqueta.rules.game import Game
from triqueta.games.triqueta.rules.moves import Phase
from triqueta.games.triqueta.rules.score import (
    AnimalScore,
    DecidedBy,
    Outcome,
    ScoreSheet,
    points_for,
    score_sheet,
)
from triqueta.games.triqueta.rules.setup import Pile, Setup, deal, random_piles
from triqueta.games.triqueta.rules.tiles import (
    Animal,
    Edition,
    Layer,
    animal_of,
    animals_of,
    layer_of,
)
from triqueta.games.triqueta.rules.views import (
    PetalView,
    PlayerView,
    SeatView,
    TableView,
    seat_view,
    table_view,
)
from triqueta.records.errors import (
    IllegalMoveError,
    InvalidMoveError,
    ProofError,
    RecordError,
    RulesError,
    SetupError,
    ShuffleError,
)
from triqueta.records.game import perft
from triqueta.records.record import Record, read_proof, verify
from triqueta.records.shuffle import Proof, commitment

__all__ = [
    "Animal",
    "AnimalScore",
    "DecidedBy",
    "Edition",
    "Game",
    "IllegalMoveError",
    "InvalidMoveError",
    "Layer",
    "Outcome",
    "PetalView",
    "Phase",
    "Pile",
    "PlayerView",
    "Proof",
    "ProofError",
    "Record",
    "RecordError",
    "RulesError",
    "ScoreSheet",
    "SeatView",
    "Setup",
    "SetupError",
    "ShuffleError",
    "TableView",
    "animal_of",
    "animals_of",
    "commitment",
    "deal",
    "layer_of",
    "perft",
    "points_for",
    "random_piles",
    "read_proof",
    "score_sheet",
    "seat_view",
    "table_view",
    "verify",
]
