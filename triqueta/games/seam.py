"""What a game has to be to sit at this table.

A game is a folder here with a `kind` module, whose `KIND` is a `GameKind`, and a line in
`triqueta.games`. That module is all that is loaded of a game that nobody plays: so it has the
words for the question which game it shall be, and imports the rest where it is needed.

What a running game has to be is `Play` (`triqueta.table.any_game`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from triqueta.records.proof import Proof
from triqueta.screens.phrases import Text
from triqueta.screens.screen import Screen
from triqueta.table.any_game import GameEdition, Play, SeatQuestion

__all__ = ["GameEdition", "GameKind", "Play", "SeatQuestion"]


class GameKind(ABC):
    """A game that can be played at this table."""

    about: Text  # a sentence that helps to choose among its editions
    editions: tuple[GameEdition, ...]
    seat_question: SeatQuestion | None = None

    @abstractmethod
    def deal(self, edition: str, names: tuple[str, ...], seat: int | None, proof: Proof) -> Play:
        """A new game from the sealed shuffle; `seat` is the answer to its question."""

    @abstractmethod
    def rules(self) -> tuple[Screen, ...]:
        """The rules in short, a screen each."""
