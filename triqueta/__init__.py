"""Triqueta: a device that lies on the table in place of the game's tile piles.

The rules of the game are a library: `triqueta.Game`, `triqueta.Setup` and so on. They are loaded
when they are first used, so that `triqueta play` shows its first picture without them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from triqueta.games.triqueta.rules import (
        Animal,
        AnimalScore,
        DecidedBy,
        Edition,
        Game,
        IllegalMoveError,
        InvalidMoveError,
        Layer,
        Outcome,
        PetalView,
        Phase,
        Pile,
        PlayerView,
        Proof,
        ProofError,
        Record,
        RecordError,
        RulesError,
        ScoreSheet,
        SeatView,
        Setup,
        SetupError,
        ShuffleError,
        TableView,
        animal_of,
        animals_of,
        commitment,
        deal,
        layer_of,
        perft,
        points_for,
        random_piles,
        read_proof,
        score_sheet,
        seat_view,
        table_view,
        verify,
    )

__version__ = "0.1.0"

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


def __getattr__(name: str) -> object:
    """Return a name of the rules' library, which is imported now."""
    if name not in __all__:
        raise AttributeError(f"module 'triqueta' has no attribute {name!r}")
    return getattr(import_module("triqueta.games.triqueta.rules"), name)
