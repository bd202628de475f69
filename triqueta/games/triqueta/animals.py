"""The names of the animals as translatable texts: alone, with an article, and counted."""

from __future__ import annotations

from triqueta.games.triqueta.rules import Animal, animal_of
from triqueta.games.triqueta.words import say, say_n
from triqueta.screens.phrases import PluralPhrase, Text

ANIMALS = {
    Animal.RABBIT: say("rabbit"),
    Animal.OWL: say("owl"),
    Animal.DEER: say("deer"),
    Animal.BOAR: say("boar"),
    Animal.RAM: say("ram"),
    Animal.BEAR: say("bear"),
    Animal.WOLF: say("wolf"),
}

A_TILE = {
    Animal.RABBIT: say("a rabbit"),
    Animal.OWL: say("an owl"),
    Animal.DEER: say("a deer"),
    Animal.BOAR: say("a boar"),
    Animal.RAM: say("a ram"),
    Animal.BEAR: say("a bear"),
    Animal.WOLF: say("a wolf"),
}
"""An animal as the object of "places" and "drew". Languages with cases use the accusative here."""

_COUNTED = {
    Animal.RABBIT: say_n("{n} rabbit", "{n} rabbits", 1),
    Animal.OWL: say_n("{n} owl", "{n} owls", 1),
    Animal.DEER: say_n("{n} deer", "{n} deer", 1),
    Animal.BOAR: say_n("{n} boar", "{n} boars", 1),
    Animal.RAM: say_n("{n} ram", "{n} rams", 1),
    Animal.BEAR: say_n("{n} bear", "{n} bears", 1),
    Animal.WOLF: say_n("{n} wolf", "{n} wolves", 1),
}


def listed(tiles: str) -> Text:
    """Return the tiles counted by animal, light and shadow together: `2 deer, 1 boar`."""
    first: Text
    first, *others = [counted(animal, count) for animal, count in count_animals(tiles).items()]
    for other in others:
        first = say("{animals}, {animal}", animals=first, animal=other)
    return first


def count_animals(tiles: str) -> dict[Animal, int]:
    """Return the number of tiles of each animal present, in the order of the score sheet."""
    found = [animal_of(tile) for tile in tiles]
    return {animal: found.count(animal) for animal in Animal if animal in found}


def counted(animal: Animal, count: int) -> PluralPhrase:
    return _COUNTED[animal]._replace(n=count)


def tile_in_words(tile: str) -> Text:
    animal = ANIMALS[animal_of(tile)]
    return say("shadow {animal}", animal=animal) if tile.islower() else animal
