"""The views of a game: one for a seat, and one with what is public.

Show players nothing but these views. They have no field for a tile that the viewer may not know,
so a screen drawn from a view can't give one away.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from triqueta.games.triqueta.rules.moves import TAKE, Phase, number_of
from triqueta.games.triqueta.rules.score import Outcome, ScoreSheet, score_sheet
from triqueta.games.triqueta.rules.setup import tiles_per_draw
from triqueta.games.triqueta.rules.tiles import Edition, Layer, layer_of

if TYPE_CHECKING:
    from triqueta.games.triqueta.rules.game import Game


@dataclass(frozen=True, slots=True)
class PetalView:
    """A petal of the current pile: its number of tiles, and the back of the top one."""

    tiles: int
    top: Layer | None


@dataclass(frozen=True, slots=True)
class PlayerView:
    """The public part of what a player has."""

    name: str
    face_up: str
    trees: int
    kept_light: int
    kept_shadow: int
    in_round: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """The public view of a game.

    A row that has been taken is None. `drawn` has the back of each tile in the hand of the
    player to act. `unopened` are the numbers of the piles not played yet. `legal_moves` are
    the moves of the player to act; they follow from public information.
    """

    edition: Edition
    round: int
    phase: Phase
    to_act: int | None
    rock: int
    petals: tuple[PetalView, ...]
    rows: tuple[str | None, ...]
    players: tuple[PlayerView, ...]
    drawn: tuple[Layer, ...]
    unopened: tuple[int, ...]
    legal_moves: tuple[str, ...]
    outcome: Outcome | None

    @property
    def tiles_per_draw(self) -> int:
        return tiles_per_draw(self.edition, len(self.players))

    def sheet_with(self, seat: int, tiles: str) -> ScoreSheet:
        """Return a player's score sheet with the Rock and Trees, if `tiles` are all that count."""
        trees = self.players[seat].trees
        return score_sheet(self.edition, tiles, rock=self.rock == seat, trees=trees)


@dataclass(frozen=True, slots=True)
class SeatView:
    """The public view, and what only this seat knows.

    `drawn` are the light tiles it has to decide about. `decisions` has a `+` or `-` for each kept
    light tile that it has decided about in the reveal; the others learn of them at the end.
    """

    seat: int
    table: TableView
    drawn: str
    kept_light: str
    kept_shadow: str
    decisions: str


def table_view(game: Game) -> TableView:
    return TableView(
        edition=game.setup.edition,
        round=game.round,
        phase=game.phase,
        to_act=game.to_act,
        rock=game.rock,
        petals=tuple(map(_petal_view, game.petals)),
        rows=tuple(
            tiles if take in game.takes else None
            for take, tiles in zip(TAKE, game.rows, strict=False)
        ),
        players=tuple(_player_view(game, seat) for seat in range(len(game.setup.players))),
        drawn=tuple(map(layer_of, game.hand)),
        unopened=tuple(number_of(move) for move in game.unopened),
        legal_moves=game.legal_moves,
        outcome=game.outcome,
    )


def seat_view(game: Game, seat: int, table: TableView | None = None) -> SeatView:
    """Return what a seat may know; pass the public view as `table` if you already have it."""
    if not 0 <= seat < len(game.setup.players):
        raise IndexError(f"there is no seat {seat}; seats are counted from 0")
    # With two tiles per draw, the player looks at them only when both are drawn (D1).
    may_look = game.to_act == seat and game.phase is Phase.CHOICE
    return SeatView(
        seat=seat,
        table=table or table_view(game),
        drawn=game.hand if may_look else "",
        kept_light=game.kept_light[seat],
        kept_shadow=game.kept_shadow[seat],
        decisions=_own_decisions(game, seat),
    )


@cache  # every view has five petals, and there are only about two thousand different ones
def _petal_view(tiles: str) -> PetalView:
    return PetalView(len(tiles), layer_of(tiles[0]) if tiles else None)


def _player_view(game: Game, seat: int) -> PlayerView:
    return PlayerView(
        name=game.setup.players[seat],
        face_up=game.face_up[seat],
        trees=game.trees[seat],
        kept_light=len(game.kept_light[seat]),
        kept_shadow=len(game.kept_shadow[seat]),
        in_round=bool(game.takes) and seat in game.order,
    )


def _own_decisions(game: Game, seat: int) -> str:
    before = sum(map(len, game.kept_light[:seat]))
    return game.decisions[before : before + len(game.kept_light[seat])]
