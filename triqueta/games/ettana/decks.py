"""Decks of patterns: the one that comes with the program, and those that owners write down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import zip_longest
from typing import TYPE_CHECKING

from triqueta.games.ettana.rules import Pattern, PatternDeck
from triqueta.games.ettana.rules.patterns import WORTH, problems_in
from triqueta.games.ettana.rules.threads import SIDE

if TYPE_CHECKING:
    from triqueta.games.api import GameSpec

_CARD = 2 * SIDE + 4  # letters across, with the gap to the next one


@cache
def shipped_deck() -> PatternDeck:
    return PatternDeck.loads(files("triqueta.games.ettana").joinpath("deck.toml").read_bytes())


class PatternDecks:
    """What commands ask for about a deck in a file."""

    def problems(self, content: bytes) -> Iterator[str]:
        return problems_in(content)

    def pictures(self, content: bytes, width: int) -> Iterator[str]:
        """Side by side, an asterisk for each anna."""
        deck = PatternDeck.loads(content)
        drawn = [_drawn(card, pattern) for card, pattern in enumerate(deck.patterns, start=1)]
        across = max(1, width // _CARD)
        for first in range(0, len(drawn), across):
            for line in zip_longest(*drawn[first : first + across], fillvalue=""):
                yield "".join(part.ljust(_CARD) for part in line).rstrip()
            yield ""
        worth = [pattern.annas for pattern in deck.patterns]
        counts = ", ".join(f"{worth.count(annas)} worth {annas}" for annas in WORTH)
        yield f"{len(worth)} cards: {counts}"
        yield f"SHA-256: {deck.name}"

    def game(self, content: bytes) -> GameSpec:
        from triqueta.games.ettana.spec import EttanaSpec

        return EttanaSpec(PatternDeck.loads(content))

    def game_with(self, contents: Mapping[str, bytes]) -> GameSpec:
        from triqueta.games.ettana.spec import EttanaSpec

        owners = {name: PatternDeck.loads(content) for name, content in contents.items()}
        return EttanaSpec(owners=owners)


def _drawn(card: int, pattern: Pattern) -> list[str]:
    return [f"{card:2} {'*' * pattern.annas}", *(f" {' '.join(row)}" for row in pattern.rows)]
