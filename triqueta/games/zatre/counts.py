"""What Zatre's statistics count, and how they show it."""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter

from triqueta.games.seam import Bars, GameStatistics
from triqueta.games.zatre.rules import Game
from triqueta.games.zatre.rules.sums import WORTH
from triqueta.games.zatre.words import say


def counts_of(game: Game) -> Mapping[str, tuple[int, ...]]:
    """Of a finished game, seat by seat; of one that goes on nothing is told."""
    if game.outcome is None:
        return {}
    return {
        "twelves": tuple(sum(block.twelves) // WORTH[12] for block in game.blocks),
        "crosses": tuple(block.crosses for block in game.blocks),
        "bonuses": tuple(block.bonuses for block in game.blocks),
        "minus": tuple(sheet.minus for sheet in game.outcome.sheets),
    }


STATISTICS = GameStatistics(
    columns={
        "12s": itemgetter("twelves"),
        "crosses": itemgetter("crosses"),
        "bonuses": itemgetter("bonuses"),
        "minus": itemgetter("minus"),
    },
    legend=(
        "12s: lines of 12; bonuses: rows of the block with all three sums",
        "minus: points lost by tiles still held",
    ),
    pictures=(
        Bars(
            say("Per game: lines of 12, crosses and bonuses"),
            (
                (say("lines of 12"), "#4f7942", "twelves"),
                (say("crosses"), "#c9a227", "crosses"),
                (say("bonuses"), "#5b5470", "bonuses"),
            ),
        ),
    ),
)
