"""The set-up of a game: its players, opening (Z4) and bag, how they are dealt and checked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from triqueta.games.zatre.rules.board import ALL_TILES, VALUES, Tile, digits_of, tiles_in
from triqueta.records import game as base
from triqueta.records.document import all_of, read
from triqueta.records.errors import SetupError
from triqueta.records.shuffle import Stream

_DIGITS = re.compile(f"[{VALUES[0]}-{VALUES[-1]}]*")


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing of the opening: the seats that drew, in list order, and their tiles."""

    seats: tuple[int, ...]
    tiles: tuple[Tile, ...]

    @property
    def highest(self) -> tuple[int, ...]:
        """The seats with the highest tile: more than one seat if there is a tie."""
        pairs = zip(self.seats, self.tiles, strict=True)
        return tuple(seat for seat, tile in pairs if tile == max(self.tiles))


def drawings_of(opening: Sequence[str], players: int) -> tuple[Drawing, ...]:
    """Return the drawings in the strings of a record. Raise SetupError if they are invalid."""
    found = tuple(_drawings(opening, players))
    drawn = Counter("".join(opening))
    for tile, there in Counter(ALL_TILES).items():
        if drawn[tile] > there:
            raise SetupError(
                f"opening: {drawn[tile]} tiles of value {tile}, but there are only {there} (Z1)"
            )
    return found


def _drawings(opening: Sequence[str], players: int) -> Iterator[Drawing]:
    seats = tuple(range(players))
    for number, digits in enumerate(opening, start=1):
        if len(seats) == 1:
            raise SetupError(f"opening: drawing {number} follows a drawing without a tie (Z4)")
        if not _DIGITS.fullmatch(digits) or len(digits) != len(seats):
            right = f"{len(seats)} digits between 1 and 6"
            raise SetupError(
                f'opening: drawing {number} is "{digits[:10]}" instead of {right} (Z4)'
            )
        drawing = Drawing(seats, tuple(map(int, digits)))
        seats = drawing.highest
        yield drawing
    if len(seats) > 1:
        raise SetupError("opening: the last drawing has no single highest tile (Z4)")


MIN_PLAYERS = 2
MAX_PLAYERS = 5
IN_THE_BAG = len(ALL_TILES) - 1  # after the opening, in which the starter keeps a tile


@dataclass(frozen=True, slots=True)
class Setup(base.Setup):
    """Everything that the device knows before the first turn (Z1, Z3, Z4).

    `opening` has a string for each drawing, with a digit for each player who drew, in list order.
    `bag` has the tiles in the order in which they are drawn after the opening.
    """

    FORMAT: ClassVar = "zatre-record/1"
    DEALT: ClassVar = {"players": "", "opening": "the opening", "bag": "tile {} of the bag"}

    players: tuple[str, ...]
    opening: tuple[str, ...]
    bag: str

    @classmethod
    def deal(cls, source: base.Deal) -> Setup:
        players, proof = source.players, source.proof
        return cls(players, *deal(proof.secret, len(players), proof.cuts))

    @classmethod
    def read(cls, document: dict[str, object], decks: base.Decks) -> Setup:
        players = all_of(read(document, "players", list), str, "players")
        opening = all_of(read(document, "opening", list), str, "opening")
        return cls(tuple(players), tuple(opening), read(document, "bag", str))

    def __post_init__(self) -> None:
        check_players(len(self.players))
        drawings = drawings_of(self.opening, len(self.players))
        _check_bag(self.bag, max(drawings[-1].tiles))

    @property
    def drawings(self) -> tuple[Drawing, ...]:
        return drawings_of(self.opening, len(self.players))

    @property
    def starter(self) -> int:
        """The seat that starts."""
        return self.drawings[-1].highest[0]

    @property
    def starter_tile(self) -> Tile:
        return max(self.drawings[-1].tiles)


def check_players(players: int) -> None:
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise SetupError(f"players: {players} instead of {MIN_PLAYERS} to {MAX_PLAYERS} (Z3)")


def _check_bag(bag: str, starter_tile: Tile) -> None:
    if len(bag) != IN_THE_BAG or not re.fullmatch("[1-6]*", bag):
        raise SetupError(f"bag: not {IN_THE_BAG} digits between 1 and 6 (Z1)")
    found = Counter(bag) + Counter(str(starter_tile))
    for tile, right in Counter(ALL_TILES).items():
        if found[tile] != right:
            raise SetupError(
                f"bag: with the starter's {starter_tile}, "
                f"{found[tile]} tiles of value {tile} instead of {right} (Z1)"
            )


def deal(secret: bytes, players: int, cuts: str) -> tuple[tuple[str, ...], str]:
    """Return the opening and the bag that follow from a secret and the players' cuts."""
    check_players(players)
    stream = Stream(secret, "zatre-deal/1", players, cuts)
    drawings = _dealt_drawings(tiles_in("".join(stream.shuffled(ALL_TILES))), players)
    # The starter keeps a tile, and all others go back.
    rest = ALL_TILES.replace(str(max(drawings[-1].tiles)), "", 1)
    return tuple(digits_of(each.tiles) for each in drawings), "".join(stream.shuffled(rest))


def _dealt_drawings(tiles: tuple[Tile, ...], players: int) -> list[Drawing]:
    """Return drawings from the front of `tiles`, until a single player is highest (Z4)."""
    seats = tuple(range(players))
    found = []
    while len(seats) > 1:
        drawn, tiles = tiles[: len(seats)], tiles[len(seats) :]
        found.append(Drawing(seats, drawn))
        seats = found[-1].highest
    return found
