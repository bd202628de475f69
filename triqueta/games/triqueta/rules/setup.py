"""The set-up of a game: who plays which edition, and how the piles are dealt."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import chain
from math import floor
from operator import add
from random import Random
from typing import ClassVar, TypeAlias

from triqueta.games.triqueta.rules.tiles import (
    LIGHT_TILES,
    LIGHT_TILES_PER_PETAL,
    PETALS,
    PILES,
    SHADOW_TILES,
    Edition,
    tiles_of,
)
from triqueta.records import game as base
from triqueta.records.document import checked, read
from triqueta.records.errors import RecordError, SetupError
from triqueta.records.shuffle import Stream

Pile: TypeAlias = tuple[str, ...]
"""Five petals, each a string of tiles, the top tile first."""

MIN_PLAYERS = 2
MAX_PLAYERS = 5
KEEPS_PER_GAME = 2

_LIGHT_PETAL = f"[{LIGHT_TILES}]{{{LIGHT_TILES_PER_PETAL}}}"
_SHADOW_TILE = f"[{SHADOW_TILES}]"
_LIGHT_SIZES = [LIGHT_TILES_PER_PETAL] * PETALS * PILES
_PETAL_SIZES = {
    Edition.BASE: _LIGHT_SIZES,
    Edition.SHADOW: _LIGHT_SIZES[:PETALS] + [size + 1 for size in _LIGHT_SIZES[PETALS:]],
}
# In the tiles of all petals joined: the last tile of each petal, except for those of pile 1.
_SHADOW_PLACES = slice((PETALS + 1) * LIGHT_TILES_PER_PETAL, None, LIGHT_TILES_PER_PETAL + 1)
_TILE_COUNTS = {edition: Counter(tiles_of(edition)) for edition in Edition}


@dataclass(frozen=True, slots=True)
class Setup(base.Setup):
    """The table before the first move (R1, W2).

    `rock` is the seat, counted from 0, that starts with the Rock. The first of the four
    `piles` has no Tree and is played in round 1.
    """

    FORMAT: ClassVar = "triqueta-record/1"
    DEALT: ClassVar = {"edition": "", "players": "", "rock": "", "piles": "pile {}"}

    edition: Edition
    players: tuple[str, ...]
    rock: int
    piles: tuple[Pile, ...]

    @classmethod
    def deal(cls, source: base.Deal) -> Setup:
        if source.seat is None:
            raise ValueError("a player must have the Rock")
        edition, proof = Edition(source.edition), source.proof
        piles = deal(proof.secret, edition, len(source.players), proof.cuts)
        return cls(edition, source.players, source.seat, piles)

    @classmethod
    def read(cls, document: dict[str, object], decks: base.Decks) -> Setup:
        edition = read(document, "edition", str)
        if edition not in tuple(Edition):
            raise RecordError(f'edition: "{edition}" instead of "base" or "shadow"')
        players = read(document, "players", list)
        rock = read(document, "rock", int)
        piles = read(document, "piles", list)
        return cls(
            Edition(edition),
            tuple(checked(player, str, "players: a name") for player in players),
            rock,
            tuple(_read_pile(pile, number) for number, pile in enumerate(piles, start=1)),
        )

    @property
    def edition_name(self) -> str:
        return str(self.edition)

    @property
    def seat(self) -> int:
        return self.rock

    def __post_init__(self) -> None:
        check_players(len(self.players))
        if not 0 <= self.rock < len(self.players):
            raise SetupError(
                f"rock: {self.rock} is not a player's index between 0 and {len(self.players) - 1}"
            )
        if not _are_right(self.piles, self.edition):
            _check_piles(self.piles, self.edition)

    @property
    def tiles_per_draw(self) -> int:
        return tiles_per_draw(self.edition, len(self.players))


def _read_pile(pile: object, number: int) -> Pile:
    petals = checked(pile, list, f"piles: pile {number}")
    return tuple(checked(petal, str, f"piles: a petal of pile {number}") for petal in petals)


def tiles_per_draw(edition: Edition, players: int) -> int:
    """Return how many tiles a draw has: two for two players with the expansion, else one (D1)."""
    return 2 if edition == Edition.SHADOW and players == 2 else 1


def check_players(players: int) -> None:
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise SetupError(f"players: {players} instead of {MIN_PLAYERS} to {MAX_PLAYERS}")


def _are_right(piles: tuple[Pile, ...], edition: Edition) -> bool:
    """Return whether the piles are valid, in a fraction of the time of `_check_piles`.

    If every petal has the right size and every tile the right count, the only fault left is a
    light tile in the place of a shadow tile.
    """
    petals = list(chain.from_iterable(piles))
    tiles = "".join(petals)
    return (
        list(map(len, piles)) == [PETALS] * PILES
        and list(map(len, petals)) == _PETAL_SIZES[edition]
        and all(tiles.count(tile) == count for tile, count in _TILE_COUNTS[edition].items())
        and (edition != Edition.SHADOW or set(tiles[_SHADOW_PLACES]).isdisjoint(LIGHT_TILES))
    )


def _check_piles(piles: tuple[Pile, ...], edition: Edition) -> None:
    """Raise a SetupError that says what is wrong with the piles."""
    if len(piles) != PILES:
        raise SetupError(f"piles: {len(piles)} instead of {PILES} (R1)")
    for number, pile in enumerate(piles, start=1):
        _check_pile(pile, number, edition)
    _check_tile_counts(piles, edition)


def _check_pile(pile: Pile, number: int, edition: Edition) -> None:
    if len(pile) != PETALS:
        raise SetupError(f"piles: pile {number} has {len(pile)} petals instead of {PETALS} (R1)")
    if edition == Edition.SHADOW and number > 1:
        # The piles with a Tree, all but the first, have a shadow tile under each petal.
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
    for tile, right in _TILE_COUNTS[edition].items():
        if found[tile] != right:
            clause = "R1" if tile.isupper() else "W1"
            raise SetupError(f"piles: {found[tile]} tiles {tile} instead of {right} ({clause})")


def deal(secret: bytes, edition: Edition, players: int, cuts: str) -> tuple[Pile, ...]:
    """Return the four piles that a secret and the players' cuts determine."""
    check_players(players)
    stream = Stream(secret, f"triqueta-deal/1\n{edition}", players, cuts)
    light = "".join(stream.shuffled(LIGHT_TILES))
    shadow = "".join(stream.shuffled(SHADOW_TILES)) if edition == Edition.SHADOW else ""
    return _build_piles(light, shadow)


def random_piles(rng: Random, edition: Edition) -> tuple[Pile, ...]:
    """Return four randomly shuffled piles, without a proof of the shuffle.

    Use it for simulated games: it takes less than half the time of `deal`.
    """
    shadow = _shuffled(SHADOW_TILES, rng) if edition == Edition.SHADOW else ""
    return _build_piles(_shuffled(LIGHT_TILES, rng), shadow)


def _shuffled(tiles: str, rng: Random) -> str:
    """Return the tiles in random order, by a Fisher-Yates shuffle with `rng.random()`.

    It takes half the time of `rng.shuffle` and is as even in practice: with numbers of 53 bits
    and at most 60 tiles, the bias is at most 1 in 10**14.
    """
    order, random = list(tiles), rng.random
    for last in range(len(order) - 1, 0, -1):
        other = floor(random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return "".join(order)


def _build_piles(light: str, shadow: str) -> tuple[Pile, ...]:
    """Return piles with three light tiles per petal, and shadow tiles under piles 2 to 4."""
    size = LIGHT_TILES_PER_PETAL
    petals = [light[start : start + size] for start in range(0, len(light), size)]
    if shadow:
        petals[PETALS:] = map(add, petals[PETALS:], shadow)
    return tuple([tuple(petals[PETALS * pile : PETALS * (pile + 1)]) for pile in range(PILES)])
