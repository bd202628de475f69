"""Dealing the four piles: from the fair shuffle for people, at random for simulations."""

from __future__ import annotations

from math import floor
from operator import add
from random import Random

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


def random_piles(rng: Random, edition: Edition) -> tuple[Pile, ...]:
    """Return four piles, every order of the tiles equally likely, without anything to prove it.

    This is for games that no person plays; it takes less than half the time of `deal`.
    """
    shadow = _shuffled(SHADOW_TILES, rng) if edition == Edition.SHADOW else ""
    return _build_piles(_shuffled(LIGHT_TILES, rng), shadow)


def _shuffled(tiles: str, rng: Random) -> str:
    """Fisher-Yates by `rng.random()`: half the time of `rng.shuffle`, and as even in practice.

    A number of 53 bits favours none of at most 60 tiles by more than 1 in 10**14.
    """
    order, random = list(tiles), rng.random
    for last in range(len(order) - 1, 0, -1):
        other = floor(random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return "".join(order)


def _build_piles(light: str, shadow: str) -> tuple[Pile, ...]:
    """Three light tiles to a petal, and under each petal but those of pile 1 a shadow tile."""
    size = LIGHT_TILES_PER_PETAL
    petals = [light[start : start + size] for start in range(0, len(light), size)]
    if shadow:
        petals[PETALS:] = map(add, petals[PETALS:], shadow)
    return tuple([tuple(petals[PETALS * pile : PETALS * (pile + 1)]) for pile in range(PILES)])
