"""What a table remembers from one evening to the next."""

from __future__ import annotations

from dataclasses import dataclass, field

from triqueta.rules import Setup
from triqueta.rules.setup import MAX_PLAYERS
from triqueta.screens.phrases import Language, said, say

RECENT_NAMES = 12


def default_name(number: int, language: Language) -> str:
    """What somebody is called who does not care for a name."""
    return said(say("Player {seat}", seat=number), language)


_DEFAULT_NAMES = {
    default_name(number, language) for number in range(1, MAX_PLAYERS + 1) for language in Language
}


@dataclass
class Memory:
    """Language, brightness, the names used lately, and the last game's set-up."""

    language: Language | None = None
    soft_light: bool = False
    recent_names: list[str] = field(default_factory=list)
    last_setup: Setup | None = None

    @property
    def last_players(self) -> tuple[str, ...]:
        return self.last_setup.players if self.last_setup else ()

    def remember(self, setup: Setup) -> None:
        self.last_setup = setup
        names = [name for name in setup.players if name not in _DEFAULT_NAMES]
        others = [name for name in self.recent_names if name not in names]
        self.recent_names = [*names, *others][:RECENT_NAMES]
