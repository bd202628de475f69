"""What a table remembers from one evening to the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from triqueta.screens.phrases import Language, said, say
from triqueta.table.events import SEATS

RECENT_NAMES = 12


def default_name(number: int, language: Language) -> str:
    """What somebody is called who does not care for a name."""
    return said(say("Player {seat}", seat=number), language)


_DEFAULT_NAMES = {
    default_name(number, language) for number in range(1, SEATS + 1) for language in Language
}


@dataclass(frozen=True, slots=True)
class Memory:
    """Language, brightness, the names used lately, and the players of last time."""

    language: Language | None = None
    soft_light: bool = False
    recent_names: tuple[str, ...] = ()
    last_players: tuple[str, ...] = ()
    last_robots: Mapping[int, str] = field(default_factory=dict)  # their seats and levels
    last_coach: bool = False  # whether they had one

    def after(
        self, players: tuple[str, ...], robots: Mapping[int, str], *, coach: bool = False
    ) -> Memory:
        """What is remembered when these players have begun a game, some of them robots."""
        people = [name for seat, name in enumerate(players) if seat not in robots]
        names = [name for name in people if name not in _DEFAULT_NAMES]
        others = [name for name in self.recent_names if name not in names]
        return replace(
            self,
            recent_names=(*names, *others)[:RECENT_NAMES],
            last_players=players,
            last_robots=dict(robots),
            last_coach=coach,
        )
