"""What the animals are called."""

from __future__ import annotations

from triqueta.games.triqueta.rules import Animal, animal_of
from triqueta.games.triqueta.words import say
from triqueta.screens.phrases import Phrase, Text

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
}
"""What is placed. Languages with cases have the object's here."""

_ONE = {
    Animal.RABBIT: say("1 rabbit"),
    Animal.OWL: say("1 owl"),
    Animal.DEER: say("1 deer"),
    Animal.BOAR: say("1 boar"),
    Animal.RAM: say("1 ram"),
    Animal.BEAR: say("1 bear"),
    Animal.WOLF: say("1 wolf"),
}
_SEVERAL = {
    Animal.RABBIT: say("{count} rabbits"),
    Animal.OWL: say("{count} owls"),
    Animal.DEER: say("{count} deer"),
    Animal.BOAR: say("{count} boars"),
    Animal.RAM: say("{count} rams"),
    Animal.BEAR: say("{count} bears"),
    Animal.WOLF: say("{count} wolves"),
}


def listed(tiles: str) -> Text:
    """Tiles by animal, light and shadow together: `2 deer, 1 boar`."""
    first, *others = [counted(animal, count) for animal, count in count_animals(tiles).items()]
    for other in others:
        first = say("{animals}, {animal}", animals=first, animal=other)
    return first


def count_animals(tiles: str) -> dict[Animal, int]:
    """How many there are of each animal that there is, in the order of the score sheet."""
    found = [animal_of(tile) for tile in tiles]
    return {animal: found.count(animal) for animal in Animal if animal in found}


def counted(animal: Animal, count: int) -> Phrase:
    return _ONE[animal] if count == 1 else _SEVERAL[animal]._replace(values=(("count", count),))


def tile_in_words(tile: str) -> Text:
    animal = ANIMALS[animal_of(tile)]
    return say("shadow: {animal}", animal=animal) if tile.islower() else animal
