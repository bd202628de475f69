"""Dealing from the fair shuffle: secret, edition, players and cuts decide all four piles."""

from __future__ import annotations

from triqueta.games.triqueta.rules.setup import Pile, check_players
from triqueta.games.triqueta.rules.tiles import (
    LIGHT_TILES,
    LIGHT_TILES_PER_PETAL,
    PETALS,
    PILES,
    SHADOW_TILES,
    Edition,
)
from triqueta.records.shuffle import Stream


def deal(secret: bytes, edition: Edition, players: int, cuts: str) -> tuple[Pile, ...]:
    """The four piles that a secret and the players' cuts lead to."""
    check_players(players)
    stream = Stream(secret, f"triqueta-deal/1\n{edition}", players, cuts)
    light = "".join(stream.shuffled(LIGHT_TILES))
    shadow = "".join(stream.shuffled(SHADOW_TILES)) if edition == Edition.SHADOW else ""
    return _build_piles(light, shadow)


def _build_piles(light: str, shadow: str) -> tuple[Pile, ...]:
    """Three light tiles to a petal, and under each petal but those of pile 1 a shadow tile."""
    size = LIGHT_TILES_PER_PETAL
    petals = [light[start : start + size] for start in range(0, len(light), size)]
    under = [""] * PETALS + list(shadow or [""] * (len(petals) - PETALS))
    stacks = [above + below for above, below in zip(petals, under, strict=True)]
    return tuple(tuple(stacks[PETALS * pile : PETALS * (pile + 1)]) for pile in range(PILES))
