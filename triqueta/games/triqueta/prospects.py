"""What a tile, or a row, would make of a player's points.

All of it follows from views: in the open from what is public, for a seat from what it may know.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, combinations

from triqueta.games.triqueta.rules import Edition, SeatView, TableView, points_for
from triqueta.games.triqueta.rules.tiles import animals_of

Changes = tuple[int | None, ...]
"""How the points would change with each row; None for one that has been taken."""


@dataclass(frozen=True, slots=True)
class Belongings:
    """What counts for a player. Tiles that were `kept` may be returned at the end (R12)."""

    edition: Edition
    tiles: str
    kept: str
    rock: bool
    trees: int

    @classmethod
    def in_the_open(cls, table: TableView, seat: int) -> Belongings:
        player = table.players[seat]
        return cls(table.edition, player.face_up, "", table.rock == seat, player.trees)

    @classmethod
    def of(cls, view: SeatView) -> Belongings:
        """Those in the open, and what only their owner may know."""
        lying_open = cls.in_the_open(view.table, view.seat)
        return replace(lying_open, tiles=lying_open.tiles + view.kept_shadow, kept=view.kept_light)

    @property
    def points(self) -> int:
        """At their best: a kept tile counts where it helps, and is returned where it harms."""
        return _best_animal_points(self.edition, self.tiles, self.kept) + self.rock + self.trees

    def points_with(self, tiles: str, *, rock: bool) -> int:
        """Return the points with these tiles added, and the Rock or not."""
        animals = _best_animal_points(self.edition, self.tiles + tiles, self.kept)
        return animals + (self.rock or rock) + self.trees

    def change_with(self, tiles: str) -> int:
        """How the points change when these tiles come to it."""
        return self.points_with(tiles, rock=False) - self.points

    def change_with_kept(self, tile: str) -> int:
        return replace(self, kept=self.kept + tile).points - self.points

    def without(self, tiles: str) -> Belongings:
        """As it was before these tiles came to it."""
        left = self.tiles
        for tile in tiles:
            left = left.replace(tile, "", 1)
        return replace(self, tiles=left)


def changes_by_taking(mine: Belongings, table: TableView, tile: str = "") -> Changes:
    """What each row would bring its taker, once this tile lies in it; the last with the Rock."""
    rows = table.rows
    last = len(rows) - rows.count(None) == 1  # R10
    now = mine.points
    return tuple(
        None if row is None else mine.points_with(row + tile, rock=last) - now for row in rows
    )


@lru_cache(maxsize=256)  # every row is compared with the same tiles, and few change by a move
def _best_animal_points(edition: Edition, tiles: str, kept: str) -> int:
    """Return the points for animals with the best choice among the kept tiles."""
    numbers = range(len(kept) + 1)
    added = chain.from_iterable(combinations(kept, number) for number in numbers)
    return max(_animal_points(edition, tiles + "".join(some)) for some in added)


def _animal_points(edition: Edition, tiles: str) -> int:
    letters = tiles.upper()
    return sum(points_for(animal, letters.count(animal.letter)) for animal in animals_of(edition))
