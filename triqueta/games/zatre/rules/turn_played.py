"""A turn that was ended."""

from __future__ import annotations

from dataclasses import dataclass

from triqueta.games.zatre.rules.block import Scored
from triqueta.games.zatre.rules.fields import Field
from triqueta.games.zatre.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class TurnPlayed:
    """What its player held, put where, and scored by it.

    `ends_game` marks the end on a dead board, before its player has drawn.
    """

    seat: int
    hand: tuple[Tile, ...]
    placed: tuple[Field, ...]
    scored: Scored
    ends_game: bool = False
