"""What finished games say about their players."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from triqueta.games.triqueta.rules import Edition, Game, ScoreSheet, score_sheet
from triqueta.games.triqueta.rules.reveal import Revealed, revealed


@dataclass
class PlayerStatistics:
    """One player's games added up. A win shared with others counts as a win for each."""

    name: str
    scores: list[int] = field(default_factory=list)
    wins: int = 0
    shared_wins: int = 0
    triquetas: int = 0
    penalties: int = 0
    penalty_points: int = 0
    kept: int = 0
    kept_added: int = 0
    kept_points: int = 0
    shadow: int = 0
    shadow_points: int = 0

    @property
    def games(self) -> int:
        return len(self.scores)

    @property
    def average(self) -> float:
        return sum(self.scores) / len(self.scores)

    @property
    def best(self) -> int:
        return max(self.scores)

    def document(self) -> dict[str, object]:
        return {
            "name": self.name,
            "games": self.games,
            "wins": self.wins,
            "shared_wins": self.shared_wins,
            "average": round(self.average, 2),
            "best": self.best,
            "scores": self.scores,
            "triquetas": self.triquetas,
            "penalties": self.penalties,
            "penalty_points": self.penalty_points,
            "kept": self.kept,
            "kept_added": self.kept_added,
            "kept_points": self.kept_points,
            "shadow": self.shadow,
            "shadow_points": self.shadow_points,
        }

    def add(self, sheet: ScoreSheet, turned_up: Revealed, edition: Edition) -> None:
        self.scores.append(sheet.total)
        self.triquetas += sum(line.tiles == 3 for line in sheet.animals)
        self.penalties += sum(line.tiles > 3 for line in sheet.animals)
        self.penalty_points += sum(min(line.points, 0) for line in sheet.animals)
        self.kept += len(turned_up.added) + turned_up.returned
        self.kept_added += len(turned_up.added)
        self.kept_points += _brought(sheet, turned_up.added, edition)
        self.shadow += len(turned_up.shadow)
        self.shadow_points += _brought(sheet, turned_up.shadow, edition)


def statistics_of(games: Iterable[Game]) -> list[PlayerStatistics]:
    """For each player of finished games; most wins first."""
    players: dict[str, PlayerStatistics] = {}
    for game in games:
        outcome = game.outcome
        if outcome is None:
            continue
        turned_up = revealed(game)
        for seat, name in enumerate(game.setup.players):
            player = players.setdefault(name, PlayerStatistics(name))
            player.add(outcome.sheets[seat], turned_up[seat], game.setup.edition)
            player.wins += seat in outcome.winners
            player.shared_wins += seat in outcome.winners and len(outcome.winners) > 1
    return sorted(players.values(), key=lambda player: (-player.wins, -player.average))


def _brought(sheet: ScoreSheet, tiles: str, edition: Edition) -> int:
    """How many points more the sheet has than it would have without these tiles."""
    left = "".join(line.animal.letter * line.tiles for line in sheet.animals)
    for tile in tiles.upper():
        left = left.replace(tile, "", 1)
    without = score_sheet(edition, left, rock=bool(sheet.rock), trees=sheet.trees)
    return sheet.total - without.total
