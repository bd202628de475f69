"""The set-up of a game: who plays which edition with which piles. Everything else is moves."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TypeAlias

from triqueta.games.triqueta.rules.tiles import (
    LIGHT_TILES,
    LIGHT_TILES_PER_PETAL,
    PETALS,
    PILES,
    SHADOW_TILES,
    Edition,
    tiles_of,
)
from triqueta.records.errors import SetupError

Pile: TypeAlias = tuple[str, ...]
"""Five petals, each a string of tiles, the top one first."""

MIN_PLAYERS = 2
MAX_PLAYERS = 5
KEEPS_PER_GAME = 2

_LIGHT_PETAL = f"[{LIGHT_TILES}]{{{LIGHT_TILES_PER_PETAL}}}"
_SHADOW_TILE = f"[{SHADOW_TILES}]"


@dataclass(frozen=True, slots=True)
class Setup:
    """What is on the table before the first move (R1, W2).

    `rock` is the seat, counted from 0, that starts with the Rock. The first of the four
    `piles` has no Tree and is played in round 1.
    """

    edition: Edition
    players: tuple[str, ...]
    rock: int
    piles: tuple[Pile, ...]

    def __post_init__(self) -> None:
        check_players(len(self.players))
        if not 0 <= self.rock < len(self.players):
            raise SetupError(
                f"rock: {self.rock} is no player's index; 0 to {len(self.players) - 1} are"
            )
        if len(self.piles) != PILES:
            raise SetupError(f"piles: {len(self.piles)} instead of {PILES} (R1)")
        for number, pile in enumerate(self.piles, start=1):
            _check_pile(pile, number, self.edition)
        _check_tile_counts(self.piles, self.edition)

    @property
    def tiles_per_draw(self) -> int:
        return tiles_per_draw(self.edition, len(self.players))


def tiles_per_draw(edition: Edition, players: int) -> int:
    """Two players with the expansion draw two tiles at a time (D1)."""
    return 2 if edition == Edition.SHADOW and players == 2 else 1


def check_players(players: int) -> None:
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise SetupError(f"players: {players} instead of {MIN_PLAYERS} to {MAX_PLAYERS}")


def _check_pile(pile: Pile, number: int, edition: Edition) -> None:
    if len(pile) != PETALS:
        raise SetupError(f"piles: pile {number} has {len(pile)} petals instead of {PETALS} (R1)")
    if edition == Edition.SHADOW and number > 1:
        # Only the piles with a Tree, all but the first, have a flower of shadow tiles.
        petal_form, right = _LIGHT_PETAL + _SHADOW_TILE, "3 light tiles over a shadow tile (W2)"
    else:
        petal_form, right = _LIGHT_PETAL, "3 light tiles (R1)"
    for petal, tiles in enumerate(pile, start=1):
        if not re.fullmatch(petal_form, tiles):
            raise SetupError(
                f'piles: pile {number}, petal {petal} is "{tiles[:10]}" instead of {right}'
            )


def _check_tile_counts(piles: tuple[Pile, ...], edition: Edition) -> None:
    found = Counter("".join("".join(pile) for pile in piles))
    for tile, right in Counter(tiles_of(edition)).items():
        if found[tile] != right:
            clause = "R1" if tile.isupper() else "W1"
            raise SetupError(f"piles: {found[tile]} tiles {tile} instead of {right} ({clause})")
