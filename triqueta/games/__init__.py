"""The games of this table: a line each, loaded when they are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from triqueta.games.seam import GameEdition, GameKind, Play, SeatQuestion
    from triqueta.records.proof import Proof
    from triqueta.screens.phrases import Text
    from triqueta.screens.screen import Screen

GAMES: dict[str, str] = {
    "triqueta": "triqueta.games.triqueta.kind",
}
"""The module of each game by its id; the first is the house's own."""


def game(name: str) -> GameKind:
    """The game of this id; KeyError if there is none."""
    kind: GameKind = import_module(GAMES[name]).KIND
    return kind


def all_games() -> list[GameKind]:
    return [game(name) for name in GAMES]


def edition_of(name: str, edition: str) -> GameEdition | None:
    """What a record's edition is called at the table; None for one that is not known here."""
    return next((known for known in game(name).editions if known.name == edition), None)


class GamesOfThisTable:
    """What the house asks the games for."""

    @property
    def editions(self) -> Sequence[GameEdition]:
        return [edition for kind in all_games() for edition in kind.editions]

    def about(self) -> Text:
        return game(next(iter(GAMES))).about

    def seat_question(self, name: str) -> SeatQuestion | None:
        return game(name).seat_question

    def deal(
        self, name: str, edition: str, names: tuple[str, ...], seat: int | None, proof: Proof
    ) -> Play:
        return game(name).deal(edition, names, seat, proof)

    def rules(self, name: str | None) -> tuple[Screen, ...]:
        return game(name or next(iter(GAMES))).rules()
