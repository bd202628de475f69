"""Tiles and tokens as pieces: the names of their drawings, and their own names."""

from __future__ import annotations

from functools import lru_cache

from triqueta.games.triqueta.animals import ANIMALS, count_animals
from triqueta.games.triqueta.rules import Animal, AnimalScore, Layer, ScoreSheet, animal_of
from triqueta.games.triqueta.rules.tiles import layer_of
from triqueta.games.triqueta.words import say
from triqueta.table.spectator_view import Mark, Piece, PieceSet

_CACHED = 64  # cached lists of pieces: a move changes few of them
COMPLETE = 3  # tiles of an animal that score most; a fourth one spoils them
_ORDER = {animal.letter: number for number, animal in enumerate(Animal)}


def art_of(animal: Animal) -> str:
    return animal.name.lower()


@lru_cache(maxsize=_CACHED)
def one_by_one(tiles: str) -> tuple[Piece, ...]:
    """Return a piece for each tile, in the order in which they were placed."""
    return tuple(map(piece_of, tiles))


@lru_cache(maxsize=_CACHED)
def sorted_pieces(tiles: str) -> tuple[Piece, ...]:
    """Return a piece for each tile, in the order of the score sheet."""
    return one_by_one("".join(sorted(tiles, key=lambda tile: _ORDER[tile.upper()])))


@lru_cache(maxsize=_CACHED)
def by_animal(tiles: str) -> tuple[Piece, ...]:
    """Return a piece for each animal, with its number of tiles."""
    return tuple(
        Piece(art_of(animal), ANIMALS[animal], count)
        for animal, count in count_animals(tiles).items()
    )


def piece_of(tile: str) -> Piece:
    animal = animal_of(tile)
    return Piece(art_of(animal), ANIMALS[animal], shadow=layer_of(tile) is Layer.SHADOW)


def back(layer: Layer, copies: int = 1) -> Piece:
    """Return tiles that lie face down."""
    if layer is Layer.SHADOW:
        return Piece("back-shadow", say("shadow tile"), copies)
    return Piece("back", say("kept tile"), copies)


def rock() -> Piece:
    return Piece("rock", say("Rock"))


def tree(copies: int = 1) -> Piece:
    return Piece("tree", say("Tree") if copies == 1 else say("Trees"), copies)


def sets_of(sheet: ScoreSheet) -> tuple[PieceSet, ...]:
    """Return the places of a player's card, one for each animal."""
    return tuple(map(set_of, sheet.animals))


def set_of(line: AnimalScore) -> PieceSet:
    name = ANIMALS[line.animal]
    return PieceSet(art_of(line.animal), name, line.tiles, line.points, mark_of(line.tiles))


def mark_of(tiles: int) -> Mark:
    """Return whether tiles of one animal are complete, spoilt, or neither."""
    if tiles > COMPLETE:
        return Mark.SPOILT
    return Mark.FULL if tiles == COMPLETE else Mark.NONE
