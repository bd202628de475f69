"""What Triqueta's statistics count, and how they show it."""

from __future__ import annotations

from collections.abc import Mapping

from triqueta.games.seam import Bars, Counts, GameStatistics
from triqueta.games.triqueta.rules import Game, ScoreSheet, points_for
from triqueta.games.triqueta.rules.reveal import revealed
from triqueta.games.triqueta.words import say


def counts_of(game: Game) -> Mapping[str, tuple[int, ...]]:
    """Of a finished game, seat by seat; of one that goes on nothing is told."""
    if game.outcome is None:
        return {}
    sheets, turned_up = game.outcome.sheets, revealed(game)
    added, shadow = [one.added for one in turned_up], [one.shadow for one in turned_up]
    counts = {
        "triquetas": [sum(line.tiles == 3 for line in sheet.animals) for sheet in sheets],
        "penalties": [sum(line.tiles > 3 for line in sheet.animals) for sheet in sheets],
        "penalty_points": [sum(min(line.points, 0) for line in sheet.animals) for sheet in sheets],
        "kept": [len(one.added) + one.returned for one in turned_up],
        "kept_added": [len(tiles) for tiles in added],
        "kept_points": list(map(_brought, sheets, added)),
        "shadow": [len(tiles) for tiles in shadow],
        "shadow_points": list(map(_brought, sheets, shadow)),
    }
    return {name: tuple(numbers) for name, numbers in counts.items()}


def _brought(sheet: ScoreSheet, tiles: str) -> int:
    """How many points more the sheet has than it would have without these tiles."""
    gone = tiles.upper()
    return sum(
        line.points - points_for(line.animal, line.tiles - gone.count(line.animal.letter))
        for line in sheet.animals
    )


def _triquetas(counts: Counts) -> object:
    return counts["triquetas"]


def _penalties(counts: Counts) -> object:
    return f"{counts['penalties']} ({counts['penalty_points']})"


def _kept(counts: Counts) -> object:
    return f"{counts['kept']} ({counts['kept_points']:+})"


def _shadow(counts: Counts) -> object:
    return f"{counts['shadow']} ({counts['shadow_points']:+})"


STATISTICS = GameStatistics(
    columns={
        "triquetas": _triquetas,
        "penalties": _penalties,
        "kept": _kept,
        "shadow": _shadow,
    },
    legend=(
        "penalties: animals with more than three tiles (points lost by them)",
        "kept, shadow: tiles kept (points they brought)",
    ),
    pictures=(
        Bars(
            say("Per game: triquetas made, and animals over three"),
            (
                (say("triquetas"), "#4f7942", "triquetas"),
                (say("over three"), "#a23b4e", "penalties"),
            ),
        ),
        Bars(
            say("Points that kept tiles brought, per game"),
            (
                (say("kept tiles"), "#c9a227", "kept_points"),
                (say("shadow tiles"), "#5b5470", "shadow_points"),
            ),
            below_zero=True,
        ),
    ),
)
