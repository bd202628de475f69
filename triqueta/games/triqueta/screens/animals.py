"""What the animals are called."""

from __future__ import annotations

from collections.abc import Callable

from triqueta.games.triqueta.rules import Animal
from triqueta.games.triqueta.words import say
from triqueta.screens.phrases import Text

ANIMALS = {
    Animal.RABBIT: say("rabbit"),
    Animal.OWL: say("owl"),
    Animal.DEER: say("deer"),
    Animal.BOAR: say("boar"),
    Animal.RAM: say("ram"),
    Animal.BEAR: say("bear"),
    Animal.WOLF: say("wolf"),
}

_SEVERAL: dict[Animal, Callable[[int], Text]] = {
    Animal.RABBIT: lambda count: say("{count} rabbits", count=count),
    Animal.OWL: lambda count: say("{count} owls", count=count),
    Animal.DEER: lambda count: say("{count} deer", count=count),
    Animal.BOAR: lambda count: say("{count} boars", count=count),
    Animal.RAM: lambda count: say("{count} rams", count=count),
    Animal.BEAR: lambda count: say("{count} bears", count=count),
    Animal.WOLF: lambda count: say("{count} wolves", count=count),
}


def counted(animal: Animal, count: int) -> Text:
    return say("1 {animal}", animal=ANIMALS[animal]) if count == 1 else _SEVERAL[animal](count)
