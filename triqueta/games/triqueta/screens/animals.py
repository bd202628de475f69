"""What the animals are called."""

from __future__ import annotations

from triqueta.games.triqueta.rules import Animal
from triqueta.games.triqueta.words import say

ANIMALS = {
    Animal.RABBIT: say("rabbit"),
    Animal.OWL: say("owl"),
    Animal.DEER: say("deer"),
    Animal.BOAR: say("boar"),
    Animal.RAM: say("ram"),
    Animal.BEAR: say("bear"),
    Animal.WOLF: say("wolf"),
}
