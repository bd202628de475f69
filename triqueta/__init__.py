"""Triqueta: a device that replaces the tile piles of the board game on the table.

The rules of the game are a library: `triqueta.Game`, `triqueta.Setup` and so on. Each name is
imported on first use, so `triqueta play` can show its first picture without loading the rules.
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
    """Import the rules of Triqueta and return the object with this name."""
    if name not in __all__:
        raise AttributeError(f"module 'triqueta' has no attribute {name!r}")
    return getattr(import_module("triqueta.games.triqueta.rules"), name)
