"""Triqueta: a device that lies on the table in place of the game's tile piles.

The rules of the game are a library: `triqueta.Game`, `triqueta.Setup` and so on. They are loaded
when they are first used, so that `triqueta play` shows its first picture without them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from triqueta.games.triqueta.rules import (
        Animal as Animal,
    )
    from triqueta.games.triqueta.rules import (
        AnimalScore as AnimalScore,
    )
    from triqueta.games.triqueta.rules import (
        DecidedBy as DecidedBy,
    )
    from triqueta.games.triqueta.rules import (
        Edition as Edition,
    )
    from triqueta.games.triqueta.rules import (
        Game as Game,
    )
    from triqueta.games.triqueta.rules import (
        IllegalMoveError as IllegalMoveError,
    )
    from triqueta.games.triqueta.rules import (
        InvalidMoveError as InvalidMoveError,
    )
    from triqueta.games.triqueta.rules import (
        Layer as Layer,
    )
    from triqueta.games.triqueta.rules import (
        Outcome as Outcome,
    )
    from triqueta.games.triqueta.rules import (
        PetalView as PetalView,
    )
    from triqueta.games.triqueta.rules import (
        Phase as Phase,
    )
    from triqueta.games.triqueta.rules import (
        Pile as Pile,
    )
    from triqueta.games.triqueta.rules import (
        PlayerView as PlayerView,
    )
    from triqueta.games.triqueta.rules import (
        Proof as Proof,
    )
    from triqueta.games.triqueta.rules import (
        ProofError as ProofError,
    )
    from triqueta.games.triqueta.rules import (
        Record as Record,
    )
    from triqueta.games.triqueta.rules import (
        RecordError as RecordError,
    )
    from triqueta.games.triqueta.rules import (
        RulesError as RulesError,
    )
    from triqueta.games.triqueta.rules import (
        ScoreSheet as ScoreSheet,
    )
    from triqueta.games.triqueta.rules import (
        SeatView as SeatView,
    )
    from triqueta.games.triqueta.rules import (
        Setup as Setup,
    )
    from triqueta.games.triqueta.rules import (
        SetupError as SetupError,
    )
    from triqueta.games.triqueta.rules import (
        ShuffleError as ShuffleError,
    )
    from triqueta.games.triqueta.rules import (
        TableView as TableView,
    )
    from triqueta.games.triqueta.rules import (
        animal_of as animal_of,
    )
    from triqueta.games.triqueta.rules import (
        animals_of as animals_of,
    )
    from triqueta.games.triqueta.rules import (
        commitment as commitment,
    )
    from triqueta.games.triqueta.rules import (
        deal as deal,
    )
    from triqueta.games.triqueta.rules import (
        layer_of as layer_of,
    )
    from triqueta.games.triqueta.rules import (
        perft as perft,
    )
    from triqueta.games.triqueta.rules import (
        points_for as points_for,
    )
    from triqueta.games.triqueta.rules import (
        random_piles as random_piles,
    )
    from triqueta.games.triqueta.rules import (
        read_proof as read_proof,
    )
    from triqueta.games.triqueta.rules import (
        score_sheet as score_sheet,
    )
    from triqueta.games.triqueta.rules import (
        seat_view as seat_view,
    )
    from triqueta.games.triqueta.rules import (
        table_view as table_view,
    )
    from triqueta.games.triqueta.rules import (
        verify as verify,
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
