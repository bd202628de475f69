"""Scoring: the points for a player's tiles, and who has won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from triqueta.games.triqueta.rules.tiles import Animal, Edition, animals_of


@dataclass(frozen=True, slots=True)
class AnimalScore:
    """One line of a score sheet."""

    animal: Animal
    tiles: int
    points: int


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """One player's points, line by line (R13, W5)."""

    animals: tuple[AnimalScore, ...]
    rock: int
    trees: int

    @property
    def total(self) -> int:
        return sum(line.points for line in self.animals) + self.rock + self.trees

    @property
    def tiles(self) -> int:
        """The number of animal tiles, which breaks a tie (R14)."""
        return sum(line.tiles for line in self.animals)


class DecidedBy(StrEnum):
    """The criterion that decided a game: points, tiles in a tie, or neither (a shared win)."""

    POINTS = "points"
    TILES = "tiles"
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a game: a score sheet per seat, and the seats that won (R14)."""

    sheets: tuple[ScoreSheet, ...]
    winners: tuple[int, ...]
    decided_by: DecidedBy

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(sheet.total for sheet in self.sheets)

    @property
    def tiles(self) -> tuple[int, ...]:
        return tuple(sheet.tiles for sheet in self.sheets)

    @property
    def ranking(self) -> tuple[int, ...]:
        """The seats, best first (R14)."""
        order = list(zip(self.scores, self.tiles, strict=True))
        return tuple(sorted(range(len(order)), key=order.__getitem__, reverse=True))


def points_for(animal: Animal, tiles: int) -> int:
    """Return the points for `tiles` tiles of one animal; more than three cost points (R13)."""
    if tiles == 3:
        return animal.triqueta
    return tiles if tiles < 3 else 3 - tiles


def score_sheet(edition: Edition, tiles: str, *, rock: bool, trees: int) -> ScoreSheet:
    """Return the score sheet for these tiles; light and shadow tiles count together (W5)."""
    letters = tiles.upper()
    counts = [(animal, letters.count(animal.letter)) for animal in animals_of(edition)]
    lines = tuple(AnimalScore(animal, n, points_for(animal, n)) for animal, n in counts)
    return ScoreSheet(lines, rock=int(rock), trees=trees)


def outcome_of(sheets: Sequence[ScoreSheet]) -> Outcome:
    """Return the outcome for a sheet per seat.

    The most points win; in a tie, the most animal tiles; if it is still a tie, the win is shared
    (R14).
    """
    most_points = max(sheet.total for sheet in sheets)
    leaders = [seat for seat, sheet in enumerate(sheets) if sheet.total == most_points]
    most_tiles = max(sheets[seat].tiles for seat in leaders)
    winners = tuple(seat for seat in leaders if sheets[seat].tiles == most_tiles)
    if len(leaders) == 1:
        decided_by = DecidedBy.POINTS
    else:
        decided_by = DecidedBy.TILES if len(winners) == 1 else DecidedBy.SHARED
    return Outcome(tuple(sheets), winners, decided_by)
