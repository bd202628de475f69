"""What a game of Triqueta has to say in the history, in its own words."""

from __future__ import annotations

from triqueta.games.triqueta.rules import Game, Record, ScoreSheet, points_for
from triqueta.games.triqueta.rules.reveal import revealed
from triqueta.journal.summaries import Result, Summary


def summary_of(record: Record) -> Summary:
    """Of a game that goes on it tells nothing that the players may not know."""
    game, date = record.game, record.extra.get("date")
    return Summary(
        players=game.setup.players,
        edition=str(game.setup.edition),
        date=date if isinstance(date, str) else "",
        round=game.round,
        result=_result_of(game),
    )


def _result_of(game: Game) -> Result | None:
    outcome = game.outcome
    if outcome is None:
        return None
    counts = _counts(game, outcome.sheets)
    return Result(outcome.scores, outcome.winners, outcome.ranking, counts)


def _counts(game: Game, sheets: tuple[ScoreSheet, ...]) -> dict[str, tuple[int, ...]]:
    """What the statistics add up, seat by seat."""
    turned_up = revealed(game)
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
