"""What a seat sees, as a position that can be thought about."""

from __future__ import annotations

from dataclasses import replace

from triqueta.games.triqueta.robots.model import LIGHT, ROUNDS, Model
from triqueta.games.triqueta.robots.position import Position, counted
from triqueta.games.triqueta.rules.phases import Phase
from triqueta.games.triqueta.rules.setup import KEEPS_PER_GAME
from triqueta.games.triqueta.rules.tiles import LIGHT_TILES, SHADOW_TILES, Edition
from triqueta.games.triqueta.rules.views import PetalView, SeatView, TableView


def position_of(view: SeatView, model: Model) -> Position:
    """The round as this seat sees it; of what others have kept it knows how many there are."""
    table = view.table
    position = Position.__new__(Position)
    position.stage = model[ROUNDS - table.round]
    position.order = _order(table)
    position.front = [counted(player.face_up) for player in table.players]
    position.front[view.seat] = counted(table.players[view.seat].face_up + view.kept_shadow)
    position.kept = [[0] * (LIGHT + 1) for _ in table.players]
    position.kept[view.seat] = counted(view.kept_light)
    position.keeps = [KEEPS_PER_GAME - player.kept_light for player in table.players]
    open_rows = [(number, row) for number, row in enumerate(table.rows) if row is not None]
    position.rows = [counted(row) for _, row in open_rows]
    position.numbers = [number for number, _ in open_rows]
    position.dark = [_dark(petal, table) for petal in table.petals]
    position.light = [
        petal.tiles - dark for petal, dark in zip(table.petals, position.dark, strict=True)
    ]
    position.pool, position.dark_pool = unseen(view)
    position.per_draw = table.tiles_per_draw
    position.reckon()
    for seat, player in enumerate(table.players):
        position.base[seat] += player.trees
    return position


def shown_of(view: SeatView, model: Model) -> Position:
    """The round as the others see it, as far as this seat can tell: what it has kept is hidden."""
    return position_of(replace(view, kept_light="", kept_shadow=""), model)


def unseen(view: SeatView) -> tuple[list[int], list[int]]:
    """How many light and how many shadow tiles of each animal this seat has never seen."""
    table = view.table
    rows = "".join(row for row in table.rows if row)
    seen = rows + view.drawn + view.kept_light + "".join(p.face_up for p in table.players)
    light = [every - gone for every, gone in zip(_ALL_LIGHT, counted(seen), strict=True)]
    own = counted(view.kept_shadow)
    dark = [every - gone for every, gone in zip(_ALL_SHADOW, own, strict=True)]
    return light[:LIGHT], dark


def _order(table: TableView) -> list[int]:
    """The seats still in the round, whoever is to act first."""
    if table.to_act is None:
        return []
    seats = len(table.players)
    turns = [(table.to_act + turn) % seats for turn in range(seats)]
    return [seat for seat in turns if table.players[seat].in_round]


def _dark(petal: PetalView, table: TableView) -> int:
    """Shadow tiles lie under the petals of all piles but the first (W2)."""
    return int(table.edition is Edition.SHADOW and table.round > 1 and petal.tiles > 0)


def is_of_a_round(view: SeatView) -> bool:
    """Whether the decision is one within a round: the others need no thought about positions."""
    return view.table.phase in (Phase.TURN, Phase.SECOND_DRAW, Phase.CHOICE)


_ALL_LIGHT = counted(LIGHT_TILES)
_ALL_SHADOW = counted(SHADOW_TILES)
