"""The set-up of a game: who plays, the opening, the order of the bag. All else is turns."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from triqueta.games.zatre.rules.opening import Drawing, drawings_of
from triqueta.games.zatre.rules.tiles import ALL_TILES, Tile
from triqueta.records.errors import SetupError

MIN_PLAYERS = 2
MAX_PLAYERS = 5
IN_THE_BAG = len(ALL_TILES) - 1  # after the opening: the starter has one


@dataclass(frozen=True, slots=True)
class Setup:
    """What is known to the device before the first turn (Z1, Z3, Z4).

    `opening` has a string for each drawing, a digit for each player who drew, in list order.
    `bag` are the tiles in the order they are drawn after it.
    """

    players: tuple[str, ...]
    opening: tuple[str, ...]
    bag: str

    def __post_init__(self) -> None:
        check_players(len(self.players))
        drawings = drawings_of(self.opening, len(self.players))
        _check_bag(self.bag, max(drawings[-1].tiles))

    @property
    def drawings(self) -> tuple[Drawing, ...]:
        return drawings_of(self.opening, len(self.players))

    @property
    def starter(self) -> int:
        """The seat that begins."""
        return self.drawings[-1].highest[0]

    @property
    def starter_tile(self) -> Tile:
        return max(self.drawings[-1].tiles)


def check_players(players: int) -> None:
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise SetupError(f"players: {players} instead of {MIN_PLAYERS} to {MAX_PLAYERS} (Z3)")


def _check_bag(bag: str, starter_tile: Tile) -> None:
    if len(bag) != IN_THE_BAG or not re.fullmatch("[1-6]*", bag):
        raise SetupError(f"bag: not {IN_THE_BAG} tiles 1 to 6 (Z1)")
    found = Counter(bag) + Counter(str(starter_tile))
    for tile, right in Counter(ALL_TILES).items():
        if found[tile] != right:
            raise SetupError(
                f"bag: with the starter's {starter_tile}, "
                f"{found[tile]} tiles {tile} instead of {right} (Z1)"
            )
