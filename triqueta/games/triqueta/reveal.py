"""The order in which kept tiles are turned up after the last round, and what each changes.

The order depends only on tiles that all players see in the end, never on returned ones. So it is
the same after a power cut, and tells nothing about a returned tile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from triqueta.games.triqueta.rules import Animal, TableView, animal_of
from triqueta.games.triqueta.rules.game import Revealed
from triqueta.games.triqueta.rules.score import ScoreSheet, outcome_of


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """A kept tile that its player turns up.

    `count` is how many of the animal the player has with it, `change` how it changes the points,
    and `total` the points with it.
    """

    seat: int
    tile: str
    count: int
    change: int
    total: int

    @property
    def animal(self) -> Animal:
        return animal_of(self.tile)


def reveal_order(table: TableView, revealed: Sequence[Revealed]) -> tuple[TurnedUp, ...]:
    """Return the tiles to turn up in a finished game, with the decisive one last.

    The player with the lowest standing begins, and the owner of the decisive tile is last. Each
    player's tiles follow each other from the least to the greatest change.
    """
    hidden = [tiles.added + tiles.shadow for tiles in revealed]
    reveal = _Reveal(table, hidden)
    seat, tile = reveal.decisive()
    order: list[TurnedUp] = []
    for other in reveal.from_the_lowest(last=seat):
        order += reveal.turned_up(other, last=tile if other == seat else "")
    return tuple(order)


class _Reveal:
    """The scoring of a finished game with any of its kept tiles still face down.

    `hidden` are the tiles that each player turns up, which the rules count as face up already.
    """

    def __init__(self, table: TableView, hidden: Sequence[str]) -> None:
        self._table = table
        self._hidden = hidden
        self._open = [
            player.face_up.removesuffix(tiles)
            for player, tiles in zip(table.players, hidden, strict=True)
        ]

    def from_the_lowest(self, last: int) -> list[int]:
        """Return the seats in the order in which they turn up their tiles."""
        seats = range(len(self._open))
        return sorted(seats, key=lambda seat: (seat == last, *self._standing(seat, ""), -seat))

    def turned_up(self, seat: int, last: str) -> list[TurnedUp]:
        """Return a player's tiles from the least to the greatest change; `last` is kept back."""
        left = self._hidden[seat].replace(last, "", 1) if last else self._hidden[seat]
        shown, found = "", []
        while left:
            # Equal tiles are equal choices; the light one comes first.
            tile = min(left, key=lambda tile: (self._points(seat, shown + tile), tile))
            found.append(self._step(seat, shown, tile))
            shown, left = shown + tile, left.replace(tile, "", 1)
        return [*found, self._step(seat, shown, last)] if last else found

    def decisive(self) -> tuple[int, str]:
        """Return the seat and the tile that settle who wins; seat -1 if no tile is turned up.

        Without that tile, other players would win: usually it lifts the winner above the others,
        or it spoils a set of a player who was ahead. If no single tile matters that much, it is
        the last one of the best challenger who has any, or else of the winner.
        """
        outcome = outcome_of([self._sheet(seat, self._hidden[seat]) for seat in self._seats])
        settling = [
            (seat in outcome.winners, abs(self._loss(seat, tile)), -seat, tile)
            for seat in self._seats
            for tile in self._hidden[seat]
            if self._winners_without(seat, tile) != outcome.winners
        ]
        if settling:
            _, _, seat, tile = max(settling)
            return -seat, tile
        losers = [seat for seat in outcome.ranking if seat not in outcome.winners]
        with_tiles = (seat for seat in (*losers, *outcome.winners) if self._hidden[seat])
        return next(with_tiles, -1), ""

    @property
    def _seats(self) -> range:
        return range(len(self._open))

    def _winners_without(self, seat: int, tile: str) -> tuple[int, ...]:
        hidden = [
            tiles.replace(tile, "", 1) if other == seat else tiles
            for other, tiles in enumerate(self._hidden)
        ]
        return outcome_of([self._sheet(seat, hidden[seat]) for seat in self._seats]).winners

    def _loss(self, seat: int, tile: str) -> int:
        """Return how many points a player would lose without a tile."""
        tiles = self._hidden[seat]
        return self._points(seat, tiles) - self._points(seat, tiles.replace(tile, "", 1))

    def _step(self, seat: int, shown: str, tile: str) -> TurnedUp:
        tiles = (self._open[seat] + shown + tile).upper()
        before, total = self._points(seat, shown), self._points(seat, shown + tile)
        return TurnedUp(seat, tile, tiles.count(tile.upper()), total - before, total)

    def _points(self, seat: int, shown: str) -> int:
        return self._standing(seat, shown)[0]

    def _standing(self, seat: int, shown: str) -> tuple[int, int]:
        sheet = self._sheet(seat, shown)
        return sheet.total, sheet.tiles

    def _sheet(self, seat: int, shown: str) -> ScoreSheet:
        """Return the score sheet of a player who has turned up the tiles `shown`."""
        return self._table.sheet_with(seat, self._open[seat] + shown)
