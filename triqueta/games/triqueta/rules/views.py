"""What one seat may know of a game, and what everybody at the table may know.

These types are the only thing to show people. They have no field for a tile that their
viewers may not know, so that what is drawn from a view cannot give one away.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from triqueta.games.triqueta.rules.moves import TAKE, Phase, number_of
from triqueta.games.triqueta.rules.score import Outcome
from triqueta.games.triqueta.rules.setup import tiles_per_draw
from triqueta.games.triqueta.rules.tiles import Edition, Layer, layer_of

if TYPE_CHECKING:
    from triqueta.games.triqueta.rules.game import Game


@dataclass(frozen=True, slots=True)
class PetalView:
    """A petal of the current pile: how many tiles, and the back of the top one."""

    tiles: int
    top: Layer | None


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What everybody sees in front of a player."""

    name: str
    face_up: str
    trees: int
    kept_light: int
    kept_shadow: int
    in_round: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """What is public.

    A row that has been taken is None. `drawn` is the back of each tile in the hand of the
    player to act. `unopened` are the numbers of the piles not played yet. `legal_moves` are
    those of the player to act: they follow from what is public.
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


@dataclass(frozen=True, slots=True)
class SeatView:
    """What is public, and what this seat alone knows.

    `drawn` are the light tiles it has to decide about; `decisions` what it has decided in the
    reveal so far, one `+` or `-` per light tile kept. The others learn of them at the end.
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
    """What a seat may know; `table` is what everybody may know, if that has been made already."""
    if not 0 <= seat < len(game.setup.players):
        raise IndexError(f"no seat {seat}: seats are counted from 0")
    # Two tiles drawn one after the other are looked at together (D1).
    may_look = game.to_act == seat and game.phase is Phase.CHOICE
    return SeatView(
        seat=seat,
        table=table or table_view(game),
        drawn=game.hand if may_look else "",
        kept_light=game.kept_light[seat],
        kept_shadow=game.kept_shadow[seat],
        decisions=_own_decisions(game, seat),
    )


@cache  # there are some two thousand petals, and every view shows five
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
