"""The fair bag: secret, players and cuts decide the opening and the order of the bag."""

from __future__ import annotations

from triqueta.games.zatre.rules.opening import Drawing
from triqueta.games.zatre.rules.setup import check_players
from triqueta.games.zatre.rules.tiles import ALL_TILES, Tile, digits_of, tiles_in
from triqueta.records.shuffle import Stream


def deal(secret: bytes, players: int, cuts: str) -> tuple[tuple[str, ...], str]:
    """The opening and the bag that a secret and the players' cuts lead to."""
    check_players(players)
    stream = Stream(secret, "zatre-deal/1", players, cuts)
    drawings = _drawings(tiles_in("".join(stream.shuffled(ALL_TILES))), players)
    # The starter keeps a tile, and all others go back.
    rest = ALL_TILES.replace(str(max(drawings[-1].tiles)), "", 1)
    return tuple(digits_of(each.tiles) for each in drawings), "".join(stream.shuffled(rest))


def _drawings(tiles: tuple[Tile, ...], players: int) -> list[Drawing]:
    """Taken from the front until one is highest (Z4)."""
    seats = tuple(range(players))
    found = []
    while len(seats) > 1:
        drawn, tiles = tiles[: len(seats)], tiles[len(seats) :]
        found.append(Drawing(seats, drawn))
        seats = found[-1].highest
    return found
