"""Ettana with patterns that are easy to find, so that whole evenings can be played key by key.

Each pattern is two threads, of the same colour or not, at a fixed distance. Three of them win.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from triqueta.games.ettana import spec
from triqueta.games.ettana.rules.patterns import PATTERNS, PatternDeck


def _card(right: int, down: int, other: str) -> str:
    rows = [["."] * (right + 1) for _ in range(down + 1)]
    rows[0][0], rows[down][right] = "A", other
    lines = ", ".join(f'"{"".join(row)}"' for row in rows)
    return f"[[pattern]]\nannas = 3\nrows = [{lines}]\n"


_CARDS = [_card(*what) for what in product(range(1, 5), range(5), "AB")]

DECK = PatternDeck.loads("\n".join(_CARDS[: len(PATTERNS)]).encode())
SPEC = replace(spec.SPEC, decks={"ettana": DECK})
