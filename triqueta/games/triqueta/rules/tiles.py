"""The tiles: seven animals, light and shadow, and how many of each an edition has.

A tile is one letter, as in a game record: a capital for a light tile, a lower-case letter for a
shadow tile. Several tiles are a string: `"RRo"` is two light rabbits and a shadow owl.
"""

from __future__ import annotations

from enum import Enum, StrEnum

LIGHT_TILES = "RRRRRRRRRROOOOOOOOOODDDDDDDDDDBBBBBBBBBBMMMMMMMMMMUUUUUUUUUU"
SHADOW_TILES = "wwwwwwwwwrodbmu"

PILES = 4
PETALS = 5
LIGHT_TILES_PER_PETAL = 3


class Edition(StrEnum):
    """The base game, or the base game with the expansion (wolves in the shadow)."""

    BASE = "base"
    SHADOW = "shadow"


class Layer(StrEnum):
    """The back of a tile, which all players see."""

    LIGHT = "light"
    SHADOW = "shadow"


class Animal(Enum):
    """An animal: the letter of its tiles, and the points for exactly three of them (R13)."""

    RABBIT = ("R", 5)
    OWL = ("O", 6)
    DEER = ("D", 7)
    BOAR = ("B", 8)
    RAM = ("M", 9)
    BEAR = ("U", 10)
    WOLF = ("W", 11)

    def __init__(self, letter: str, triqueta: int) -> None:
        self.letter = letter
        self.triqueta = triqueta


_ANIMALS = tuple(Animal)
LIGHT_ANIMALS = tuple(animal for animal in Animal if animal is not Animal.WOLF)
"""The animals with light tiles, the only ones in rows; wolves have shadow tiles only."""

_BY_LETTER = {animal.letter: animal for animal in Animal}


def animal_of(tile: str) -> Animal:
    return _BY_LETTER[tile.upper()]


def layer_of(tile: str) -> Layer:
    return Layer.LIGHT if tile.isupper() else Layer.SHADOW


def animals_of(edition: Edition) -> tuple[Animal, ...]:
    """Return the animals that an edition scores; the wolf comes with the expansion (W5)."""
    return _ANIMALS if edition == Edition.SHADOW else LIGHT_ANIMALS


def tiles_of(edition: Edition) -> str:
    """Return all tiles of an edition: 60, or 75 with the expansion (R1, W1)."""
    return LIGHT_TILES + SHADOW_TILES if edition == Edition.SHADOW else LIGHT_TILES
