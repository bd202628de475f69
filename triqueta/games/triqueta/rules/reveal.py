"""What each player turned up when the game ended (R12, W5)."""

from __future__ import annotations

from dataclasses import dataclass

from triqueta.games.triqueta.rules.game import Game
from triqueta.games.triqueta.rules.moves import ADD, DECISIONS, RETURN


@dataclass(frozen=True, slots=True)
class Revealed:
    """The kept tiles a player added, how many were returned unseen, and the shadow tiles."""

    added: str
    returned: int
    shadow: str


def revealed(game: Game) -> tuple[Revealed, ...]:
    """For each seat of a game that is over."""
    before = game.copy()
    last = before.take_back()
    decisions = before.decisions + (last if last in DECISIONS else "")
    found = []
    for kept, shadow in zip(before.kept_light, before.kept_shadow, strict=True):
        own, decisions = decisions[: len(kept)], decisions[len(kept) :]
        added = "".join(tile for tile, choice in zip(kept, own, strict=True) if choice == ADD)
        found.append(Revealed(added, own.count(RETURN), shadow))
    return tuple(found)
