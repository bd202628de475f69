"""What Ettana's statistics count, and how they show it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from operator import itemgetter

from triqueta.games.ettana.rules import Game
from triqueta.games.ettana.rules.acts import PAIR
from triqueta.games.ettana.words import say
from triqueta.games.seam import Bars, GameStatistics

_SWAP = re.compile(rf"(free|buy|swap):{PAIR}")


def counts_of(game: Game) -> Mapping[str, tuple[int, ...]]:
    """Of a finished game, seat by seat; of one that goes on nothing is told."""
    if game.outcome is None:
        return {}
    hands, done = game.position.hands, [deed.public for deed in game.history]
    swaps = Counter(seat for seat, move in done if _SWAP.fullmatch(move))
    return {
        "patterns": tuple(len(hand.claimed) for hand in hands),
        "victories": tuple(hand.anna_cards for hand in hands),
        "swaps": tuple(swaps[seat] for seat in range(len(hands))),
    }


STATISTICS = GameStatistics(
    columns={
        "patterns": itemgetter("patterns"),
        "points": itemgetter("victories"),
        "swaps": itemgetter("swaps"),
    },
    legend=(
        "patterns: cards claimed; points: victory points laid open",
        "swaps: of two threads, free, bought or by a card",
    ),
    pictures=(
        Bars(
            say("Per game: patterns, victory points and swaps"),
            (
                (say("patterns"), "#2e7d32", "patterns"),
                (say("victory points"), "#c9a227", "victories"),
                (say("swaps"), "#1565c0", "swaps"),
            ),
        ),
    ),
)
