"""The words of Triqueta."""

from __future__ import annotations

from pathlib import Path

from triqueta.games.triqueta.rules import Animal
from triqueta.screens.phrases import speaker

say = speaker(Path(__file__).parent / "locale")

ANIMALS = {
    Animal.RABBIT: say("rabbit"),
    Animal.OWL: say("owl"),
    Animal.DEER: say("deer"),
    Animal.BOAR: say("boar"),
    Animal.RAM: say("ram"),
    Animal.BEAR: say("bear"),
    Animal.WOLF: say("wolf"),
}
